/** What of a question is not in the workspace, and whether the answer says so. */
import type { Question } from '../model/answer.js';
import type { ChunkRecord } from '../model/chunk.js';
import { isIncomplete, type Problem } from '../model/problem.js';
import type { RelationAnswer } from './assemble/answer-relation.js';
import type { IndexReader } from './ports.js';
import { wordsBeside } from './query/alone.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import { askedRelations } from './query/relation-phrases.js';
import { MAX_PHRASE_CHARS } from './query/stated-names.js';
import { isInLongerName, missingText, unknownNames } from './query/unknown-names.js';
import type { Ranked } from './rank/rank.js';
import { evidence as thresholds } from './rank/weights.js';
import { namesToTell } from './recall/names-alike.js';
import type { SearchOutcome } from './recall/search.js';

export interface Absence {
  /** Names of the question that no indexed text has. */
  readonly unknown: readonly string[];
  /** The printed text that the question is, where none has it. */
  readonly missing: string | null;
  /** Symbols with the parts of the unknown names. */
  readonly alike: readonly ChunkRecord[];
  /** The name that the question is, where nothing has it so far and files are missing. */
  readonly notYet: readonly string[];
  /** Whether the first result is what a half-remembered name means. */
  readonly isRemembered: boolean;
  /** Nothing of the workspace answers the question. */
  readonly isNothing: boolean;
  /** It asks for the users of something that does not exist. */
  readonly isOfNothing: boolean;
}

/** What is known of a question after the search. */
export interface Searched {
  readonly question: Question;
  readonly query: AnalysedQuery;
  readonly found: SearchOutcome;
  /** Best first. */
  readonly ranked: readonly Ranked[];
  readonly relation: RelationAnswer | null;
  readonly accept: ((record: ChunkRecord) => boolean) | null;
  readonly confidence: number;
  /** How likely nothing answers, by the evidence. */
  readonly nothing: number;
}

/** So many words describe something, whatever it is called. */
const WORDS_OF_DESCRIPTION = 6;

/** @param problems so far; one that is incomplete says that files are missing */
export function absenceOf(reader: IndexReader, searched: Searched, problems: readonly Problem[]): Absence {
  const { query, ranked, relation, accept, confidence, nothing } = searched;
  const isPart = isIncomplete(problems);
  const isPlace = ranked[0]?.candidate.place !== undefined;
  const unknown = isPart || isPlace ? [] : unknownNames(reader, query).filter((name) => !isInLongerName(reader, name));
  const missing = isPart || isPlace || relation || accept ? null : missingText(reader, query);
  // Of a longer question a name that was guessed wrong is one of several grounds.
  const isShort = query.text.length <= MAX_PHRASE_CHARS && wordsBeside(query, unknown) < WORDS_OF_DESCRIPTION;
  const isAbsent =
    (missing !== null || (isShort && unknown.length > 0)) &&
    (unknown.includes(query.subject ?? '') || confidence < thresholds.unknownBelow);
  const alike = namesToTell(reader, unknown, accept);
  // A name that was remembered by its parts is found, although nothing has it as it was written.
  const isRemembered = alike.some(({ qualifiedName }) => qualifiedName === ranked[0]?.candidate.record.qualifiedName);
  const isUnknown = ({ name }: { readonly name: string }): boolean =>
    unknown.includes(name) || query.misqualified.some(({ member, others }) => !others.length && member === name);
  return {
    unknown,
    missing,
    alike,
    notYet: problems.some(({ code }) => code === 'indexing') && query.isName && !isPlace ? unknownNames(reader, query) : [],
    isRemembered,
    isNothing: !isRemembered && mayDeny(searched, problems) && (isAbsent || nothing >= thresholds.nothingFrom),
    isOfNothing: !relation && askedRelations(query.text).some(({ of, to = of }) => isUnknown(of) || isUnknown(to)),
  };
}

/**
 * Whether the answer may say that nothing matches: not while files are missing, which may match, and not by the cosines of another model,
 * on which the evidence was not fitted.
 */
export function mayDeny({ question: { filters }, query, found, relation }: Searched, problems: readonly Problem[]): boolean {
  if (found.isOtherModel || relation || query.paths.length || filters?.tags?.length) return false;
  return !isIncomplete(problems);
}
