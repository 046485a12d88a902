/**
 * How sure an answer is, from what little of it a wrong one lacks: the words of the question that the first results hold, those that the
 * index has nowhere, names, meaning, and the lead of the first result. Two logistic models over these signals say how likely the first
 * result answers (`confidence`), and whether the workspace has nothing of the kind. Their numbers are fitted by
 * scripts/answers/fit-confidence.mjs. Pure but for reading the index.
 */
import { wordsOf } from '../../chunking/words.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { expandWords } from '../query/expand-words.js';
import { sameStem } from '../query/name-match.js';
import { type Coefficients, confidenceModel, nothingModel, type SignalName } from './evidence-model.js';
import type { CorpusFacts, Ranked } from './rank.js';
import { rarityOf } from './rarity.js';

/** Each 0 to 1. */
type Signals = Readonly<Record<SignalName, number>>;

export interface Evidence {
  readonly signals: Signals;
  /** 0 to 1: how likely the first result answers. */
  readonly confidence: number;
  /** 0 to 1: how likely nothing here does. */
  readonly nothing: number;
}

/** Results whose words are looked at. */
const LOOKED_AT = 5;
/** Of each result. */
const MAX_CHARS = 8_000;
/** A cosine that related texts reach with the embedded model. */
const USUAL_COSINE = 0.6;
/** A lead of the first result that leaves no doubt, as a share of its score. */
const CLEAR_LEAD = 0.4;

/** Right first results among questions whose text or frame was found in the source: 0.86 of messages, all of traces (judge half). */
const PLACE_CONFIDENCE = 0.9;

const bounded = (value: number): number => Math.max(0, Math.min(1, value));

/** @param users how many symbols use what the question asks about */
export function evidenceOf(
  reader: IndexReader,
  query: AnalysedQuery,
  ranked: readonly Ranked[],
  facts: CorpusFacts,
  bestSemantic: number,
  users: number,
): Evidence {
  const signals = signalsOf(reader, query, ranked, facts, bestSemantic, users);
  // The models know nothing of places: a text or a frame that was found is there.
  if (ranked[0]?.candidate.place) return { signals, confidence: PLACE_CONFIDENCE, nothing: 0 };
  return { signals, confidence: rounded(probability(confidenceModel, signals)), nothing: rounded(probability(nothingModel, signals)) };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function probability({ bias, weights }: Coefficients, signals: Signals): number {
  const sum = Object.entries(weights).reduce((total, [name, weight]) => total + weight * signals[name as SignalName], bias);
  return 1 / (1 + Math.exp(-sum));
}

function signalsOf(
  reader: IndexReader,
  query: AnalysedQuery,
  ranked: readonly Ranked[],
  facts: CorpusFacts,
  bestSemantic: number,
  users: number,
): Signals {
  const [first, second] = ranked;
  const rarity = rarityOf(query.words, facts);
  const total = query.words.reduce((sum, word) => sum + rarity.of(word), 0);
  const covered = ranked.slice(0, LOOKED_AT).map(({ candidate: { record } }) => {
    const source = reader.fileText(record.fileId)?.slice(record.span.start, Math.min(record.span.end, record.span.start + MAX_CHARS)) ?? '';
    const words = new Set(wordsOf(`${record.path} ${source}`).split(' '));
    const holds = (word: string) => words.has(word) || [...words].some((other) => sameStem(other, word));
    return total ? query.words.reduce((sum, word) => sum + (holds(word) ? rarity.of(word) : 0), 0) / total : 0;
  });
  // Another form of a word, or what code calls the same, is as good as the word.
  const isHeld = (words: readonly string[]) => [...reader.documentFrequency(words).values()].some((count) => count > 0);
  const unknown = query.words.filter((word) => !facts.frequency.get(word) && !isHeld(expandWords([word])));
  const { name = null, semantic = 0, lexical = 0 } = first?.candidate ?? {};
  const isNamed = name === 'identifier' || name === 'identifierFolded';
  return {
    named: isNamed ? 1 : 0,
    exact: name === 'identifier' && query.stated.length > 0 ? 1 : 0,
    single: query.isName ? 1 : 0,
    nameless: !isNamed && namesOf(query).length > 0 ? 1 : 0,
    unknown: query.words.length ? unknown.length / query.words.length : 1,
    covered: covered[0] ?? 0,
    bestCovered: Math.max(0, ...covered),
    semantic: bounded(semantic / USUAL_COSINE),
    bestSemantic: bounded(bestSemantic / USUAL_COSINE),
    lexical: bounded(lexical),
    lead: first && second ? bounded((first.score - second.score) / first.score / CLEAR_LEAD) : first ? 1 : 0,
    users: bounded(users),
    corrected: query.corrections.length ? 1 : 0,
    long: bounded(Math.log2(1 + query.words.length) / 8),
    path: query.paths.length ? 1 : 0,
  };
}

const namesOf = ({ identifiers, stated }: AnalysedQuery): readonly string[] => [...identifiers, ...stated.map(({ name }) => name)];
