/** What an answer is assembled by: the bounds that were asked for, and what is known of the question. */
import type { CallerLine } from '../../model/answer.js';
import type { Fit } from './choose-members.js';
import type { Relevance } from './extract-statements.js';
import type { Mentions } from './mention-lines.js';

export interface AssembleOptions {
  readonly limit: number;
  /** Tokens at most; Infinity for no budget. */
  readonly budgetTokens: number;
  /** Most tokens of one result, however many are left; Infinity for no such bound. */
  readonly resultTokens: number;
  readonly withText: boolean;
  /** See `Question.brief`. */
  readonly brief: boolean;
  readonly explain: boolean;
  /** The question is a text of several lines, see `AnalysedQuery.isReport`. */
  readonly isReport: boolean;
  /** Whether other wordings of the question were searched as well. */
  readonly hasOtherWordings: boolean;
  /** Whether the first results are as likely wrong as right: then more of them are shown. */
  readonly isUnsure: boolean;
  /** The question asks for named symbols and nothing else. */
  readonly isNameAlone: boolean;
  /** The question asks for one name, which may be that of a setting. */
  readonly isNameAsked: boolean;
  /** The question is a text or a stack trace, or asks where a text stands. */
  readonly isPlaceAlone: boolean;
  /** Nothing answers the question: a brief answer names the closest results, without code and lists. */
  readonly isNothing: boolean;
  /** Whether the question is about defaults. */
  readonly isForDefaults: boolean;
  /** Of a brief answer: lines with names of the question. */
  readonly mentions: readonly Mentions[];
  /** Of a brief answer to a question for users: the lines of those beyond the limit. */
  readonly furtherUses: readonly CallerLine[] | null;
  /** Those are the lines of all users: results name them without code. */
  readonly isList: boolean;
  /** How well a line fits the question, where statements of long functions are wanted. */
  readonly relevance: Relevance | null;
  /** To choose among members. */
  readonly fit: Fit;
}
