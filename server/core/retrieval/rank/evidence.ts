/**
 * The confidence of an answer, from signals: which words of the question the first results contain, which the index does not contain, names,
 * cosines, and the lead of the first result. Two logistic models give the probability that the first result is right, and that nothing in
 * the workspace matches; scripts/answers/fit-confidence.mjs fits them.
 */
import { wholeWord, wordsOf } from '../../chunking/words.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { expandWords } from '../query/expand-words.js';
import { sameStem } from '../query/name-match.js';
import { isPartOfName } from '../query/unknown-names.js';
import { type Coefficients, confidenceModel, nothingModel, type SignalName } from './evidence-model.js';
import type { CorpusFacts, Ranked } from './rank.js';
import { rarityOf } from './rarity.js';
import { evidence as scales } from './weights.js';

/** Each 0 to 1. */
type Signals = Readonly<Record<SignalName, number>>;

export interface Evidence {
  readonly signals: Signals;
  /** 0 to 1: the probability that the first result is right. */
  readonly confidence: number;
  /** 0 to 1: the probability that nothing in the workspace matches. */
  readonly nothing: number;
  /** Whether the first result was found by words and meaning alone: not by a name, a path, a text or a frame of the question. */
  readonly isByMeaning: boolean;
  /** Words of the question that the index has in no form; words that one or two chunks have, none of them among the first results. */
  readonly absent: readonly string[];
  readonly rare: readonly string[];
  /** Words that the first results do not contain, in no form, and that not many chunks have. */
  readonly missed: readonly string[];
}

const bounded = (value: number): number => Math.max(0, Math.min(1, value));

/** What the evidence is computed from. */
export interface Outcome {
  readonly query: AnalysedQuery;
  /** Best first. */
  readonly ranked: readonly Ranked[];
  readonly facts: CorpusFacts;
  /** Largest cosine of all candidates. */
  readonly bestSemantic: number;
  /** How many symbols use the one that the question asks about. */
  readonly users: number;
}

export function evidenceOf(reader: IndexReader, outcome: Outcome): Evidence {
  const { ranked } = outcome;
  const { signals, ...words } = signalsOf(reader, outcome);
  // The models were fitted without places: a text or a frame that was found is certain.
  if (ranked[0]?.candidate.place) return { signals, confidence: scales.placeConfidence, nothing: 0, isByMeaning: false, ...words };
  const confidence = rounded(probability(confidenceModel, signals));
  const isByMeaning = signals.named === 0 && signals.path === 0 && signals.users === 0;
  return { signals, confidence, nothing: rounded(probability(nothingModel, signals)), isByMeaning, ...words };
}

/** A word of a sentence or the ending of a file, not a part of a name, a path or a pattern. */
const STANDING = /(?<=^|[\s"'`(]|[\s"'`(]\.)[\p{L}\p{N}]{3,60}(?=[\s"'`),;?!]|[.:](?:\s|$)|$)/gu;

const rounded = (value: number): number => Math.round(value * 100) / 100;

function probability({ bias, weights }: Coefficients, signals: Signals): number {
  const sum = Object.entries(weights).reduce((total, [name, weight]) => total + weight * signals[name as SignalName], bias);
  return 1 / (1 + Math.exp(-sum));
}

function signalsOf(
  reader: IndexReader,
  { query, ranked, facts, bestSemantic, users }: Outcome,
): Pick<Evidence, 'absent' | 'rare' | 'missed'> & { readonly signals: Signals } {
  const [first, second] = ranked;
  const rarity = rarityOf(query.words, facts);
  const total = query.words.reduce((sum, word) => sum + rarity.of(word), 0);
  const held = new Set<string>();
  const covered = ranked.slice(0, scales.results).map(({ candidate: { record } }) => {
    const source =
      reader.fileText(record.fileId)?.slice(record.span.start, Math.min(record.span.end, record.span.start + scales.maxChars)) ?? '';
    const words = new Set(wordsOf(`${record.path} ${source}`).split(' '));
    const holds = (word: string) => words.has(word) || [...words].some((other) => sameStem(other, word));
    const own = query.words.filter(holds);
    for (const word of own) held.add(word);
    return total ? own.reduce((sum, word) => sum + rarity.of(word), 0) / total : 0;
  });
  // Another form of a word counts as the word.
  const chunksWith = (words: readonly string[]) => [...reader.documentFrequency(words).values()].reduce((sum, count) => sum + count, 0);
  const few = query.words.flatMap((word) => {
    const own = facts.frequency.get(word) ?? 0;
    return own > scales.rareChunks ? [] : [{ word, count: own + chunksWith(expandWords([word])) }];
  });
  // The end of a longer name, `WithBackoff`, is no word that the index lacks.
  const names = new Map(query.identifiers.map((name) => [wholeWord(name), name]));
  const unknown = few.filter(({ word, count }) => count === 0 && !(names.has(word) && isPartOfName(reader, names.get(word) as string)));
  const isGuessed = query.wordingOf !== undefined;
  const standing = new Set(query.isReport || isGuessed ? [] : query.text.toLowerCase().match(STANDING));
  const isMissed = (word: string): boolean => !held.has(word) && standing.has(word);
  const missed = query.words.filter((word) => isMissed(word) && (facts.frequency.get(word) ?? 0) <= scales.scarceChunks);
  const scarce = few.filter(({ word }) => isMissed(word));
  const absent = scarce.flatMap(({ word, count }) => (count === 0 ? word : []));
  const isRare = ({ word, count }: (typeof few)[number]): boolean =>
    count > 0 && count <= scales.rareChunks && word.length >= scales.rareLetters;
  const rare = scarce.filter(isRare).map(({ word }) => word);
  const { name = null, semantic = 0, lexical = 0 } = first?.candidate ?? {};
  const isNamed = name === 'identifier' || name === 'identifierFolded';
  const signals: Signals = {
    named: isNamed ? 1 : 0,
    exact: name === 'identifier' && query.stated.length > 0 ? 1 : 0,
    single: query.isName ? 1 : 0,
    nameless: !isNamed && namesOf(query).length > 0 ? 1 : 0,
    unknown: query.words.length ? unknown.length / query.words.length : 1,
    covered: covered[0] ?? 0,
    bestCovered: Math.max(0, ...covered),
    semantic: bounded(semantic / scales.usualCosine),
    bestSemantic: bounded(bestSemantic / scales.usualCosine),
    lexical: bounded(lexical),
    lead: first && second ? bounded((first.score - second.score) / first.score / scales.clearLead) : first ? 1 : 0,
    users: bounded(users),
    corrected: query.corrections.some(({ isInherited }) => !isInherited) ? 1 : 0,
    long: bounded(Math.log2(1 + query.words.length) / 8),
    path: query.paths.length ? 1 : 0,
  };
  return { signals, absent, rare, missed };
}

const namesOf = ({ identifiers, stated }: AnalysedQuery): readonly string[] => [...identifiers, ...stated.map(({ name }) => name)];
