/** Searches for a question and its other wordings, and ranks each on its own. */
import type { Question } from '../model/answer.js';
import type { ChunkRecord } from '../model/chunk.js';
import { limits } from '../model/limits.js';
import { isDistinctive } from '../model/symbol.js';
import type { RetrievalPorts } from './pipeline.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import { readQuestion } from './query/read-question.js';
import { isWrittenAsName, type StatedName } from './query/stated-names.js';
import { evidenceOf } from './rank/evidence.js';
import { type CorpusFacts, type Ranked, rank } from './rank/rank.js';
import { definitionShare, wordings as limitsOfWordings, similarWords } from './rank/weights.js';
import { beginSearch, type Candidate, type SearchOutcome } from './recall/search.js';

/** What one wording of a question finds. */
interface Wording {
  readonly query: AnalysedQuery;
  readonly found: SearchOutcome;
  readonly facts: CorpusFacts;
  readonly ranked: readonly Ranked[];
  /** 0 to 1: the probability that the first of `ranked` is right; 1 for the only wording. */
  readonly confidence: number;
}

export interface Searched {
  /** The question, then its other wordings. */
  readonly wordings: readonly Wording[];
  /** The candidates of all; their sources are those of the question. */
  readonly found: SearchOutcome;
  readonly facts: CorpusFacts;
  /** The question with the words of all. */
  readonly asked: AnalysedQuery;
}

/** Rejects with the signal's reason when aborted, and with defects; failures of a source become problems. */
export async function searchWordings(
  ports: RetrievalPorts,
  question: Question,
  query: AnalysedQuery,
  accept: ((record: ChunkRecord) => boolean) | null,
  signal: AbortSignal | undefined,
): Promise<Searched> {
  const { reader, embedder } = ports;
  const queries = [query, ...alternativesOf(question, query).map((text) => wordingOf(reader, text, query))];
  const begun = queries.map(async (one) => ({
    query: one,
    finish: await beginSearch(reader, embedder, one, accept, signal, question.filters?.tags),
  }));
  const searches = await Promise.all(begun);
  signal?.throwIfAborted();
  // From here on nothing waits: all wordings see the same index.
  const wordings = searches.map((one) => rankedWording(ports, question, one.query, one.finish(), searches.length > 1));
  return { wordings, ...joined(wordings), asked: withWordsOf(queries) };
}

/** A guess that is the name of few symbols, but for its case, is no coincidence: it means them, values included. */
function wordingOf(reader: RetrievalPorts['reader'], text: string, { text: question }: AnalysedQuery): AnalysedQuery {
  const query = readQuestion(reader, text);
  const isFew = (name: string): boolean => {
    const hits = reader.named([name], limitsOfWordings.definitions + 1);
    // Fields of one name in several types say little, each.
    const isValue = reader.chunks(hits.map(({ chunkId }) => chunkId)).some(({ symbolKind }) => definitionShare(symbolKind) < 1);
    return hits.length > 0 && hits.length <= (isValue ? 1 : limitsOfWordings.definitions);
  };
  const guessed = query.identifiers.filter((name) => isWrittenAsName(name) && isDistinctive(name) && isFew(name));
  const sure = guessed.map((name): StatedName => ({ name, container: null, kinds: [], certainty: 'sure' }));
  const stated = [...query.stated.filter(({ name }) => !guessed.includes(name)), ...sure];
  return { ...query, stated, wordingOf: question };
}

function rankedWording(
  ports: RetrievalPorts,
  { anchor, brief }: Question,
  query: AnalysedQuery,
  found: SearchOutcome,
  isOneOfSeveral: boolean,
): Wording {
  const facts = corpusFacts(ports, query);
  const ranked = rank(query, found.candidates, facts, anchor ?? null, brief ? 'symbols' : 'files');
  const { bestSemantic } = found;
  const evidence = isOneOfSeveral ? evidenceOf(ports.reader, { query, ranked, facts, bestSemantic, users: 0 }) : null;
  return { query, found, facts, ranked, confidence: evidence?.confidence ?? 1 };
}

/** Other wordings that count: none beside a name or a relation, which mean one thing. */
const alternativesOf = ({ alternatives = [] }: Question, { text, isName, relation }: AnalysedQuery): readonly string[] =>
  isName || relation
    ? []
    : [...new Set(alternatives.map((one) => one.trim().slice(0, limits.maxQueryChars)))]
        .filter((one) => one && one !== text)
        .slice(0, limitsOfWordings.most);

function joined(wordings: readonly Wording[]): Pick<Searched, 'found' | 'facts'> {
  const [first] = wordings as readonly [Wording];
  const candidates = new Map<number, Candidate>();
  for (const { found } of wordings)
    for (const one of found.candidates) if (!candidates.has(one.record.id)) candidates.set(one.record.id, one);
  const found = {
    ...first.found,
    candidates: [...candidates.values()],
    bestSemantic: Math.max(...wordings.map(({ found }) => found.bestSemantic)),
    problems: [...new Map(wordings.flatMap(({ found }) => found.problems).map((one) => [one.message, one])).values()],
  };
  return { found, facts: { ...first.facts, frequency: new Map(wordings.flatMap(({ facts }) => [...facts.frequency])) } };
}

const withWordsOf = (queries: readonly AnalysedQuery[]): AnalysedQuery => ({
  ...(queries[0] as AnalysedQuery),
  words: [...new Set(queries.flatMap(({ words }) => words))],
  expansions: [...new Set(queries.flatMap(({ expansions }) => expansions))],
});

/** What ranking reads about the corpus as a whole; cheap, the index caches it. */
export function corpusFacts({ reader, embedder, history }: RetrievalPorts, query: AnalysedQuery): CorpusFacts {
  return {
    frequency: reader.documentFrequency(query.words),
    chunks: reader.chunkCount(),
    importance: (fileId) => reader.fileImportance(fileId),
    similarity: (a, b) => embedder.similarity(a, b),
    textOf: ({ fileId, span }) => reader.fileText(fileId)?.slice(span.start, Math.min(span.end, span.start + similarWords.maxChars)) ?? '',
    ...(history && { age: history }),
  };
}
