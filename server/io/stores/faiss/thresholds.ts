/**
 * Every threshold of vector search: when it is exact, when FAISS starts, when a graph is built or rebuilt, how much goes into one step.
 * Times are of one core of a laptop with 256 dimensions unless stated otherwise.
 */

// --- exact or graph ----------------------------------------------------------------------------------------------------

/** Vectors from which FAISS builds a graph: below, its flat index takes at most 5 ms a search, exactly. */
export const graphFrom = 50_000;
/** The graph's description for FAISS. M of 16 found 96 of 100 nearest among 23,500 pieces of code, 32 finds 97, at the same build time. */
export const graphFactory = 'HNSW32,Flat';
/**
 * Malkov and Yashunin's reference figure is 200. With the library's 40 the graph of real code falls apart, since it is full of near
 * duplicates: recall@20 over 23,500 pieces of code was 0.785 at any k, 0.941 with 100, 0.973 with 200, 0.980 with 400, at 0.17, 0.24,
 * 0.49 and 0.99 ms a vector.
 */
export const efConstruction = 200;
export const efSearch = 128;
/** FAISS searches a graph with max(efSearch, k): asking for so many works where efSearch could not be set. */
export const minGraphK = 128;

// --- exact search in plain code ----------------------------------------------------------------------------------------

/** Exact search of so many rows takes about 20 ms: beyond, a question waits for the saved FAISS files instead. 15 MB in a file. */
export const maxExactRows = 60_000;
/** Kept in memory: 262,144 rows of 256 bytes. Rows beyond are read from SQLite at each search. */
export const maxCachedBytes = 67_108_864;
/** Rows between two yields: about 5 ms of work. */
export const exactSliceRows = 4_096;
/** Many small commits leave many small slices: so many, with an average below an eighth of a slice, are merged. */
export const maxSmallSlices = 8;

// --- start and restart of the process ----------------------------------------------------------------------------------

/** A command that ends within this time needs no second process. */
export const startDelayMs = 300;
/** More deaths within the window turn FAISS off. */
export const maxRestarts = 6;
export const restartWindowMs = 600_000;
/** 0.1 s, 0.4 s, 1.6 s …, at most 30 s. @param deaths within the window, 1 for the first */
export const restartDelayMs = (deaths: number): number => Math.min(30_000, 100 * 4 ** (deaths - 1));
/** Building may use half of the cores, at most four: language servers and analysis need the others. */
export const buildThreads = (cores: number): number => Math.max(1, Math.min(4, Math.floor(cores / 2)));
/** A process that does not answer for so long is ended. Saving a gigabyte takes seconds, loading too. */
export const deadlineMs = (request: string): number => (request === 'search' ? 10_000 : request === 'save' ? 120_000 : 30_000);

// --- steps -------------------------------------------------------------------------------------------------------------

/** Vectors a message to the flat index: 1 ms of work there, 300 KB in the message. */
export const flatSliceRows = 1_024;
/** Vectors a message to the graph: at 0.5 ms a vector, 3 on a slow machine, a search waits at most 25 ms for the one before it. */
export const graphSliceRows = 8;
/** Rows converted to plain numbers at a time: bounds the handles that one native call holds. */
export const addRows = 256;

// --- rebuilding and saving ---------------------------------------------------------------------------------------------

/** Vectors in the flat index beside a finished graph that are moved into it. */
export const maxTail = 2_048;
/** Removed vectors stay in FAISS and are skipped. With more than this many and this share everything is read anew. */
export const maxRemoved = 64;
export const maxRemovedShare = 0.2;
/** Unsaved vectors that are worth a save, of `rows`: a start reads 500 missing ones from SQLite within a few milliseconds. */
export const worthSaving = (rows: number): number => Math.max(500, rows / 50);

// --- results -----------------------------------------------------------------------------------------------------------

/** Vectors to search for so many chunks: several vectors may be parts of one chunk, and some belong to no chunk any more. */
export const vectorsFor = (chunks: number): number => chunks + (chunks >> 1) + 16;
/** The search for enough chunks ends at this many vectors a chunk. */
export const maxVectorsPerResult = 100;
