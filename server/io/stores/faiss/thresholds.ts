/**
 * Every threshold of vector search: when FAISS answers, when bytes are searched instead, how much goes into one step.
 * Times are of one core of a laptop with 256 dimensions unless stated otherwise.
 */

// --- which index -------------------------------------------------------------------------------------------------------

/** Vectors from which on they are held as bytes: below, FAISS takes at most 12 ms a search, and 50 MB. */
export const bytesFrom = 50_000;
// --- exact search in this process --------------------------------------------------------------------------------------

/** Read from a file within 10 ms, from SQLite in 100: beyond, a question waits for the other process instead. 15 MB in the file. */
export const maxExactRows = 60_000;
/** Kept in memory: 262,144 rows of 256 bytes. Rows beyond are read from SQLite at each search. */
export const maxCachedBytes = 67_108_864;
/** Rows read from SQLite between two yields: about 5 ms of work. */
export const exactSliceRows = 4_096;

// --- start and restart of the process ----------------------------------------------------------------------------------

/** A command that ends within this time needs no second process. */
export const startDelayMs = 300;
/** More deaths within the window turn FAISS off. */
export const maxRestarts = 6;
export const restartWindowMs = 600_000;
/** 0.1 s, 0.4 s, 1.6 s …, at most 30 s. @param deaths within the window, 1 for the first */
export const restartDelayMs = (deaths: number): number => Math.min(30_000, 100 * 4 ** (deaths - 1));
/** A process that does not answer for so long is ended. Saving a gigabyte takes seconds, loading too. */
export const deadlineMs = (request: string): number => (request === 'search' ? 10_000 : request === 'save' ? 120_000 : 30_000);

// --- steps -------------------------------------------------------------------------------------------------------------

/** Vectors a message: 1 ms of work in FAISS, 300 KB in the message. */
export const sliceRows = 1_024;
/** Rows converted to plain numbers at a time: bounds the handles that one native call holds. */
export const addRows = 256;

// --- rebuilding and saving ---------------------------------------------------------------------------------------------

/** Removed vectors stay where they are and are skipped. With more than this many and this share everything is read again. */
export const maxRemoved = 64;
export const maxRemovedShare = 0.2;
/** Unsaved vectors that are worth a save, of `rows`: a start reads 500 missing ones from SQLite within a few milliseconds. */
export const worthSaving = (rows: number): number => Math.max(500, rows / 50);

// --- results -----------------------------------------------------------------------------------------------------------

/** Vectors to search for so many chunks: several vectors may be parts of one chunk, and some belong to no chunk any more. */
export const vectorsFor = (chunks: number): number => chunks + (chunks >> 1) + 16;
/** The search for enough chunks ends at this many vectors a chunk. */
export const maxVectorsPerResult = 100;
