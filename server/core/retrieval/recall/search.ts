/**
 * Second stage: candidates from names, words and vectors, and the places that the question points to. A source that fails costs its own
 * candidates and adds a problem, never the answer.
 */
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { messageOfFailure, type Problem } from '../../model/problem.js';
import { exportedComponents } from '../graph/mentions/registered-components.js';
import type { Embedder, IndexReader, NameHit, Scored, WordFrequencies } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { bm25 } from '../rank/weights.js';
import { findPlaces, type Place } from './find-places.js';
import { chunksAround, fileAtPath, symbolsNamed } from './look-up.js';
import { nameLookup, recall } from './weights.js';

export interface Candidate {
  readonly record: ChunkRecord;
  /** BM25 as a share of the best candidate's, 0 to 1; 0 where no word was found. */
  readonly lexical: number;
  /** Cosine similarity, -1 to 1; 0 where it is not known. */
  readonly semantic: number;
  /** How its name matches a name of the question. */
  readonly name: 'identifier' | 'identifierFolded' | 'compound' | null;
  /** Set where the question points to this chunk: by a frame of a stack trace, or a text that the chunk contains. */
  readonly place?: Place;
}
type NameMatch = NonNullable<Candidate['name']>;

export interface SearchOutcome {
  readonly candidates: readonly Candidate[];
  /** What each source found, best first, before filters. */
  readonly sources: {
    readonly names: ReadonlyMap<number, NameMatch>;
    readonly words: readonly Scored[];
    readonly vectors: readonly Scored[];
  };
  /** Expansions that the index contains. */
  readonly expansions: readonly string[];
  readonly problems: readonly Problem[];
  /** Largest cosine among the candidates: how well the best of them fits at all. */
  readonly bestSemantic: number;
  /** Cosines of further chunks; of those without a vector, or where vectors cannot be read, none. */
  cosines(chunkIds: readonly number[]): ReadonlyMap<number, number>;
  /** Cosines are not those of the embedded model: thresholds fitted to its scale do not hold. */
  readonly isOtherModel: boolean;
}

/**
 * @param tags only chunks with one of them are wanted; empty for no such limit
 * Rejects with the signal's reason when aborted, and with defects; failures of a source become problems.
 */
export async function search(...given: Parameters<typeof beginSearch>): Promise<SearchOutcome> {
  const finish = await beginSearch(...given);
  return finish();
}

/** As `search`; the candidates are read when the result is called, so that several searches can read the same index. */
export async function beginSearch(
  reader: IndexReader,
  embedder: Embedder,
  query: AnalysedQuery,
  accept: ((record: ChunkRecord) => boolean) | null,
  signal?: AbortSignal,
  tags: readonly string[] = [],
): Promise<() => SearchOutcome> {
  const problems: Problem[] = [];
  const attempt = <T>(run: () => T, otherwise: T, code: Problem['code'], what: string): T => {
    const failed = (error: unknown): T => {
      problems.push({ code, message: `${what}: ${messageOfFailure(error)}`, incomplete: true });
      return otherwise;
    };
    try {
      return run();
    } catch (error) {
      return failed(error);
    }
  };
  const depth = accept ? recall.candidates * recall.filteredDepth : recall.candidates;

  // The vector search runs in another process while words and names are looked up here.
  const embedding = findByMeaning(reader, embedder, query, depth, signal).catch((error: unknown) => {
    problems.push({ code: 'vectorsMissing', message: `vectors could not be searched: ${messageOfFailure(error)}`, incomplete: true });
    return NO_MEANING;
  });
  const lexical = attempt(() => findByWords(reader, query, depth), NO_WORDS, 'lexicalMissing', 'words could not be searched');
  const names = attempt(() => findByName(reader, query), new Map(), 'storage', 'names could not be searched');
  const files = attempt(() => findByPath(reader, query), [], 'storage', 'paths could not be looked up');
  const places = attempt(() => findPlaces(reader, query, accept), new Map(), 'storage', 'texts could not be looked up');
  const tagged = attempt(() => findByTag(reader, tags), [], 'storage', 'tags could not be looked up');
  const meaning = await embedding;
  signal?.throwIfAborted();
  if (meaning.problem) problems.push(meaning.problem);
  return outcomeOf;

  function outcomeOf(): SearchOutcome {
    const words = new Map(lexical.hits.map(({ chunkId, score }) => [chunkId, score]));
    const cosines = new Map(meaning.hits.map(({ chunkId, score }) => [chunkId, score]));
    const ids = [...new Set([...words.keys(), ...cosines.keys(), ...names.keys(), ...files, ...places.keys(), ...tagged])];
    // A candidate found by words or names has a cosine too, although others were nearer.
    const unmeasured = ids.filter((id) => !cosines.has(id));
    const measure = (chunkIds: readonly number[]) =>
      attempt(() => meaning.cosines(chunkIds), new Map<number, number>(), 'vectorsMissing', 'vectors could not be read');
    const measured = measure(unmeasured);
    for (const [id, score] of measured) cosines.set(id, score);
    const best = lexical.hits.reduce((max, { score }) => Math.max(max, score), 0);
    const candidates = reader
      .chunks(ids)
      .filter((record) => !accept || accept(record))
      .map((record): Candidate => {
        const place = places.get(record.id);
        return {
          record,
          lexical: best > 0 ? (words.get(record.id) ?? 0) / best : 0,
          semantic: cosines.get(record.id) ?? 0,
          name: names.get(record.id) ?? null,
          ...(place && { place }),
        };
      });
    return {
      candidates,
      sources: { names, words: lexical.hits, vectors: meaning.hits },
      expansions: lexical.expansions,
      problems,
      cosines: measure,
      bestSemantic: meaning.hits[0]?.score ?? 0,
      isOtherModel: meaning.isOtherModel,
    };
  }
}

/** Begins the search for a question that cannot be answered yet, by the embedded model's vector of it. */
export function searchAhead(
  reader: IndexReader,
  embed: (text: string, corpus: WordFrequencies) => Float32Array | null,
  text: string,
): void {
  const vector = text ? embed(text, frequenciesOf(reader)) : null;
  if (vector) reader.similarAhead(vector, recall.candidates);
}

/** What a question means, as far as vectors say. */
interface Meaning {
  readonly hits: readonly Scored[];
  /** Cosines of chunks that are not among the hits. */
  cosines(chunkIds: readonly number[]): ReadonlyMap<number, number>;
  readonly isOtherModel: boolean;
  readonly problem: Problem | null;
}
const NO_MEANING: Meaning = { hits: [], cosines: () => new Map(), isOtherModel: false, problem: null };

async function findByMeaning(
  reader: IndexReader,
  embedder: Embedder,
  { text }: AnalysedQuery,
  depth: number,
  signal: AbortSignal | undefined,
): Promise<Meaning> {
  const { vector, model, problem, isOtherModel = false } = await embedder.embedQuery(text, frequenciesOf(reader), signal);
  if (!vector.some((value) => value !== 0)) return { ...NO_MEANING, problem };
  const hits = await reader.similar(vector, depth, model);
  return { hits, cosines: (ids) => reader.cosines(vector, ids, model), isOtherModel, problem };
}

interface LexicalHits {
  readonly hits: readonly Scored[];
  readonly expansions: readonly string[];
}
const NO_WORDS: LexicalHits = { hits: [], expansions: [] };

/** BM25 of the question's words and, at a lower weight, of their expansions. */
function findByWords(reader: IndexReader, query: AnalysedQuery, depth: number): LexicalHits {
  if (!query.words.length) return NO_WORDS;
  const asked = reader.lexical({ words: query.words, weights: bm25.fields }, depth);
  const known = reader.documentFrequency(query.expansions);
  const expansions = query.expansions.filter((word) => known.get(word));
  if (!expansions.length) return { hits: asked, expansions };
  const scores = new Map(asked.map(({ chunkId, score }) => [chunkId, score]));
  for (const { chunkId, score } of reader.lexical({ words: expansions, weights: bm25.fields }, depth))
    scores.set(chunkId, (scores.get(chunkId) ?? 0) + bm25.expansion * score);
  const hits = [...scores]
    .map(([chunkId, score]) => ({ chunkId, score }))
    .sort((a, b) => b.score - a.score)
    .slice(0, depth);
  return { hits, expansions };
}

function findByName(reader: IndexReader, query: AnalysedQuery): Map<number, NameMatch> {
  const found = new Map<number, NameMatch>();
  const put = (hits: readonly NameHit[], match: (hit: NameHit) => NameMatch) => {
    for (const hit of hits) if (!found.has(hit.chunkId)) found.set(hit.chunkId, match(hit));
  };
  if (query.identifiers.length) {
    put(reader.named(query.identifiers, recall.namesPerIdentifier), (hit) => (hit.match === 'exact' ? 'identifier' : 'identifierFolded'));
  }
  for (const name of query.identifiers)
    for (const { id } of exportedComponents(reader, name)) if (!found.has(id)) found.set(id, 'identifier');
  // A name that hundreds of symbols have is looked up by what it is in, too.
  for (const { name, qualifier = [] } of query.stated.slice(0, nameLookup.names))
    for (const record of qualifier.length ? symbolsNamed(reader, { symbol: [...qualifier, name].join('.') }) : [])
      if (!found.has(record.id)) found.set(record.id, record.name === name ? 'identifier' : 'identifierFolded');
  const compounds = query.compounds.filter((compound) => !query.identifiers.some((name) => foldName(name) === compound));
  if (compounds.length) put(reader.named(compounds, recall.namesPerCompound), () => 'compound');
  return found;
}

/** Of the files whose paths the question contains: the chunks around the line, or the file itself without a line. */
const findByPath = (reader: IndexReader, { paths }: AnalysedQuery): number[] =>
  paths.slice(0, recall.paths).flatMap(({ path, line }) => {
    const file = fileAtPath(reader, path);
    if (!file) return [];
    const chunks = reader.chunksOfFile(file.id);
    return (line === null ? chunks.slice(0, 1) : chunksAround(chunks, line)).map(({ id }) => id);
  });

const findByTag = (reader: IndexReader, tags: readonly string[]): readonly number[] =>
  tags.length ? reader.tagged(tags, recall.tagged) : [];

const frequenciesOf = (reader: IndexReader): WordFrequencies => ({
  chunks: reader.chunkCount(),
  having: (word) => reader.documentFrequency([word]).get(word) ?? 0,
});
