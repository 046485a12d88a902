/**
 * Second stage: candidates from names, words and vectors, side by side. Each source that fails or is not there
 * yet costs its own candidates and a problem, never the answer.
 */
import { messageOf } from '../../../util/bug.js';
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { Problem } from '../../model/problem.js';
import type { Embedder, IndexReader, NameHit, Scored, WordFrequencies } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { findPlaces, type Place } from './find-places.js';

export interface Candidate {
  readonly record: ChunkRecord;
  /** BM25 as a share of the best candidate's, 0 to 1; 0 where the words were not found. */
  readonly lexical: number;
  /** Cosine similarity, -1 to 1; 0 where it is not known. */
  readonly semantic: number;
  /** How its name meets a name in the question. */
  readonly name: 'identifier' | 'identifierFolded' | 'container' | 'compound' | 'fuzzy' | null;
  /** Set where the question points to this place: a frame of its stack trace, or a text that stands here. */
  readonly place?: Place;
}

export interface SearchOutcome {
  readonly candidates: readonly Candidate[];
  /** What each source brought up, best first, before filters. */
  readonly sources: {
    readonly names: ReadonlyMap<number, NonNullable<Candidate['name']>>;
    readonly words: readonly Scored[];
    readonly vectors: readonly Scored[];
  };
  /** Expansions that the index has. */
  readonly expansions: readonly string[];
  readonly problems: readonly Problem[];
  /** Largest cosine among the candidates: how well the best of them fits at all. */
  readonly bestSemantic: number;
  /** Cosines are not those of the embedded model: what was fitted to its scale does not hold. */
  readonly isOtherModel: boolean;
}

/** Column weights of BM25: names and paths say what a chunk is about, bodies only what it touches. */
const WEIGHTS = { path: 2, name: 3, signature: 1.5, body: 1 };
/** Of words, and of vectors. NDCG@10 on the benchmark: 0.918 with 150, 0.918 with 100, 0.914 with 70. */
const CANDIDATES = 100;
/** NDCG@10 0.906 without expansions, 0.909 with. */
const EXPANSION_WEIGHT = 0.5;
/** What carries a tag that is asked for is a candidate whatever the question says: more than an answer can list. */
const MAX_TAGGED = 2_000;
const NAMES_PER_IDENTIFIER = 30;
const NAMES_PER_COMPOUND = 8;

/** What a question means, as far as vectors tell. */
interface Meaning {
  readonly hits: readonly Scored[];
  /** Cosines of chunks that are not among the hits. */
  cosines(chunkIds: readonly number[]): ReadonlyMap<number, number>;
  readonly isOtherModel: boolean;
}
const NO_VECTOR: Meaning = { hits: [], cosines: () => new Map(), isOtherModel: false };

type NameMatch = NonNullable<Candidate['name']>;

/** @param tags only chunks with one of them are wanted; empty for no such limit. */
export async function search(
  reader: IndexReader,
  embedder: Embedder,
  query: AnalysedQuery,
  accept: ((record: ChunkRecord) => boolean) | null,
  signal?: AbortSignal,
  tags: readonly string[] = [],
): Promise<SearchOutcome> {
  const problems: Problem[] = [];
  // A filter may reject most of what comes up: ask for more where there is one.
  const depth = accept ? CANDIDATES * 6 : CANDIDATES;
  const attempt = async <T>(run: () => T | Promise<T>, otherwise: T, code: Problem['code'], what: string): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      problems.push({ code, message: `${what}: ${messageOf(error)}`, incomplete: true });
      return otherwise;
    }
  };
  const embedded = attempt<Meaning>(
    async () => {
      const { vector, model, problem, isOtherModel = false } = await embedder.embedQuery(query.text, frequenciesOf(reader), signal);
      if (problem) problems.push(problem);
      if (!vector.some((value) => value !== 0)) return NO_VECTOR;
      const hits = await reader.similar(vector, depth, model);
      return { hits, cosines: (ids: readonly number[]) => reader.cosines(vector, ids, model), isOtherModel };
    },
    NO_VECTOR,
    'vectorsMissing',
    'vectors could not be searched',
  );
  const { hits: lexical, expansions } = await attempt(
    () => lexicalHits(reader, query, depth),
    { hits: [], expansions: [] },
    'lexicalMissing',
    'words could not be searched',
  );
  const names = await attempt(
    () => nameHits(reader, query, lexical.length > 0),
    new Map<number, NameMatch>(),
    'storage',
    'names could not be searched',
  );
  const { hits: vectors, cosines, isOtherModel } = await embedded;

  const words = new Map(lexical.map(({ chunkId, score }) => [chunkId, score]));
  const meanings = new Map(vectors.map(({ chunkId, score }) => [chunkId, score]));
  const best = lexical.reduce((max, { score }) => Math.max(max, score), 0);
  const files = await attempt(() => placeHits(reader, query), [], 'storage', 'paths could not be looked up');
  const places = await attempt(
    () => findPlaces(reader, query, accept),
    new Map<number, Place>(),
    'storage',
    'texts could not be looked up',
  );
  const tagged = tags.length
    ? await attempt(() => reader.tagged(tags, MAX_TAGGED), [] as readonly number[], 'storage', 'tags could not be looked up')
    : [];
  const ids = [...new Set([...words.keys(), ...meanings.keys(), ...names.keys(), ...files, ...places.keys(), ...tagged])];
  // What words or names found means something too: no candidate is without a cosine because others were nearer.
  const unmeasured = ids.filter((id) => !meanings.has(id));
  const measured = await attempt(() => cosines(unmeasured), new Map<number, number>(), 'vectorsMissing', 'vectors could not be read');
  for (const [id, score] of measured) meanings.set(id, score);
  const candidates: Candidate[] = [];
  for (const record of reader.chunks(ids)) {
    if (accept && !accept(record)) continue;
    const place = places.get(record.id);
    candidates.push({
      record,
      lexical: best > 0 ? (words.get(record.id) ?? 0) / best : 0,
      semantic: meanings.get(record.id) ?? 0,
      name: names.get(record.id) ?? null,
      ...(place && { place }),
    });
  }
  return {
    candidates,
    sources: { names, words: lexical, vectors },
    expansions,
    problems,
    bestSemantic: vectors[0]?.score ?? 0,
    isOtherModel,
  };
}

/** Begins the search for a question that cannot be answered yet, by the embedded model's vector of it. */
export function searchAhead(
  reader: IndexReader,
  embed: (text: string, corpus: WordFrequencies) => Float32Array | null,
  text: string,
): void {
  const vector = text ? embed(text, frequenciesOf(reader)) : null;
  if (vector) reader.similarAhead(vector, CANDIDATES);
}

interface LexicalHits {
  readonly hits: readonly Scored[];
  readonly expansions: readonly string[];
}

/** BM25 of the question's words, and at a lower weight of what people and code call the same things. */
function lexicalHits(reader: IndexReader, query: AnalysedQuery, depth: number): LexicalHits {
  if (!query.words.length) return { hits: [], expansions: [] };
  const asked = reader.lexical({ words: query.words, weights: WEIGHTS }, depth);
  const known = reader.documentFrequency(query.expansions);
  const expansions = query.expansions.filter((word) => known.get(word));
  if (!expansions.length) return { hits: asked, expansions };
  const scores = new Map(asked.map(({ chunkId, score }) => [chunkId, score]));
  for (const { chunkId, score } of reader.lexical({ words: expansions, weights: WEIGHTS }, depth)) {
    scores.set(chunkId, (scores.get(chunkId) ?? 0) + EXPANSION_WEIGHT * score);
  }
  const hits = [...scores]
    .map(([chunkId, score]) => ({ chunkId, score }))
    .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
    .slice(0, depth);
  return { hits, expansions };
}

/** @param isWritten whether a word of the question stands anywhere: then it is not misspelt */
function nameHits(reader: IndexReader, query: AnalysedQuery, isWritten: boolean): Map<number, NameMatch> {
  const found = new Map<number, NameMatch>();
  const put = (hits: readonly NameHit[], match: (hit: NameHit) => NameMatch) => {
    for (const hit of hits) if (!found.has(hit.chunkId)) found.set(hit.chunkId, match(hit));
  };
  if (query.identifiers.length) {
    put(reader.named(query.identifiers, NAMES_PER_IDENTIFIER), (hit) => (hit.match === 'exact' ? 'identifier' : 'identifierFolded'));
    if (!found.size && query.isName && !isWritten) put(reader.searchNames(query.text, 20), () => 'fuzzy');
  }
  if (query.containers.length) put(reader.named(query.containers, 10), () => 'container');
  const compounds = query.compounds.filter((compound) => !query.identifiers.some((name) => foldName(name) === compound));
  if (compounds.length) put(reader.named(compounds, NAMES_PER_COMPOUND), () => 'compound');
  return found;
}

/** Paths of a question that are looked up, and the leading folders that are taken off an absolute one. */
const MAX_PATHS = 8;
const MAX_FOLDERS_OFF = 12;

/** The files that a question names: what is around the line, the whole where none is given. Words may miss both. */
function placeHits(reader: IndexReader, query: AnalysedQuery): number[] {
  return query.paths.slice(0, MAX_PATHS).flatMap(({ path, line }) => {
    const segments = path.split('/').filter((segment) => segment && segment !== '.');
    for (let off = 0; off < Math.min(segments.length, MAX_FOLDERS_OFF); off++) {
      const file = reader.file(segments.slice(off).join('/'));
      if (!file) continue;
      const chunks = reader.chunksOfFile(file.id);
      const meant = line === null ? chunks.slice(0, 1) : chunks.filter(({ lines }) => line >= lines.start && line < lines.end);
      return meant.map(({ id }) => id);
    }
    return [];
  });
}

const frequenciesOf = (reader: IndexReader): WordFrequencies => ({
  chunks: reader.chunkCount(),
  having: (word) => reader.documentFrequency([word]).get(word) ?? 0,
});
