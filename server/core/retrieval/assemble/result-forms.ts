/**
 * In which form a result is shown: its code within a bound, or its place alone. In a short answer that depends on what the question asks for
 * and on how many results are shown already. Pure.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { Ranked } from '../rank/rank.js';
import { type Entry, placeOf } from './answer-entry.js';
import type { AssembleOptions } from './assemble-options.js';
import { budget } from './budget.js';
import { boundOfFocused, resultBound } from './show-chunk.js';

type Item = Entry['item'];

/** The question names it. */
export const isNamed = ({ candidate: { name } }: Item): boolean => name === 'identifier' || name === 'identifierFolded';
/** It uses the constant that the question names. */
export const isUse = ({ candidate: { place } }: Item): boolean => place?.by === 'use';

export class ResultForms {
  /** The results to choose from: a short answer has few that have nothing to do with the first ones. */
  readonly wanted: readonly Ranked[];
  /** How many results are listed at most. */
  readonly listed: number;
  /** Of many users of a symbol the lines say enough. */
  readonly linesAlone: boolean;
  /** Whoever asks for a name wants what has it. */
  readonly isFound: boolean;
  /** Likewise whoever pastes a text or a trace wants where it stands. */
  readonly isQuoted: boolean;
  /** Most tokens of a result of any form. */
  readonly most: number;
  readonly #options: AssembleOptions;
  /** Likewise whoever asks for a name that no symbol has wants its lines. */
  readonly #isMentioned: boolean;
  readonly #bestScore: number;

  constructor(primary: readonly Ranked[], options: AssembleOptions) {
    const { budgetTokens, resultTokens, limit, isReport, brief, isList } = options;
    this.#options = options;
    this.listed = Math.min(limit, primary.length);
    this.most = Math.min(resultTokens, resultBound(budgetTokens, isReport ? budget.reportResultShare : budget.resultShare));
    // Beside other words, a name gives a lead that says nothing about the rest of the question.
    const unnamed = options.isNameAlone ? undefined : primary.find(({ candidate }) => !candidate.name && !candidate.place);
    this.#bestScore = (unnamed ?? primary[0])?.score ?? 0;
    this.isFound = options.isNameAlone && primary[0] !== undefined && isNamed(primary[0]);
    this.isQuoted = options.isPlaceAlone && primary[0]?.candidate.place !== undefined;
    this.#isMentioned = options.isNameAsked && !this.isFound && options.mentions.some(({ code }) => code.length > 0);
    this.linesAlone = brief && !isList && primary.filter(({ focus }) => focus).length > budget.usersWithCode;
    let aside = 0;
    this.wanted = brief ? primary.filter(({ isAside }) => !isAside || ++aside <= budget.aside) : primary;
  }

  /**
   * Whether its place is all that is shown of a result of a short answer.
   * @param before how many results come before it
   */
  isPlace(item: Item, before: number): boolean {
    const { brief, isList, isNothing, furtherUses } = this.#options;
    if (!brief || (this.linesAlone && item.focus)) return false;
    if (isList || isNothing) return true;
    if (before === 0) return false;
    if (furtherUses !== null && !item.focus) return true;
    if ((this.isFound || this.#isMentioned) && !isNamed(item) && !item.focus && !item.candidate.place) return true;
    if (item.isAside === true || item.parts.some(({ name }) => name === 'role:test')) return true;
    const { results, share } = this.#coded();
    return before >= results || item.score < this.#bestScore * share;
  }

  #coded(): { readonly results: number; readonly share: number } {
    const { isUnsure, hasOtherWordings } = this.#options;
    return isUnsure ? budget.briefUnsure : hasOtherWordings ? budget.briefOfWordings : budget.brief;
  }

  /** Of a table of messages or a class, a short answer shows the lines that the question points to, and what is around them. */
  isExcerpt(item: Item): boolean {
    return this.#options.brief && placeOf(item) !== null && (isUse(item) || !isFunction(item.candidate.record.symbolKind));
  }

  /** Where few results have code, the first function is whole before there is a second. */
  isWholeFirst({ symbolKind }: ChunkRecord, before: number): boolean {
    return this.#options.brief && before === 0 && isFunction(symbolKind);
  }

  /**
   * Most tokens of the code of a result.
   * @param before how many results come before it
   */
  mostTokens(record: ChunkRecord, item: Item, before: number): number {
    const { resultTokens } = this.#options;
    if (item.focus) return this.#mostOfFocused();
    if (item.outlines || this.isWholeFirst(record, before)) return resultTokens;
    return Math.min(this.most, this.#mostOfForm(item, before));
  }

  #mostOfForm(item: Item, before: number): number {
    const { brief, resultTokens } = this.#options;
    if (!brief) return resultTokens;
    // Of the frames of a stack trace the first has failed; the others lead to it.
    if (before > 0 && item.candidate.place?.by === 'frame') return budget.briefFocusTokens;
    if (isUse(item)) return budget.useTokens;
    if (this.isExcerpt(item)) return budget.excerptTokens;
    if (before === 0) return resultTokens;
    // The second of two that are compared is asked for as much as the first.
    if (before === 1 && isNamed(item)) return budget.briefNamedTokens;
    return before < budget.briefLater ? budget.briefTokens : budget.briefLaterTokens;
  }

  #mostOfFocused(): number {
    const { budgetTokens, brief } = this.#options;
    return Math.min(this.most, boundOfFocused(budgetTokens, this.listed), brief ? budget.briefFocusTokens : Number.POSITIVE_INFINITY);
  }

  /** Whether the first results may be wrong, so that the code of others is worth what the budget leaves. */
  get opensPlaces(): boolean {
    const { brief, withText, budgetTokens, isList, isNothing, isNameAlone, furtherUses } = this.#options;
    if (!brief || !withText || !Number.isFinite(budgetTokens) || isList || isNothing || isNameAlone || furtherUses) return false;
    return !this.isQuoted && !this.wanted.some(({ isAside }) => isAside);
  }

  /** Whether the code of a result that is a place may be shown after all. */
  mayOpen({ candidate: { record }, score }: Item): boolean {
    return isFunction(record.symbolKind) && record.role === 'source' && score >= this.#bestScore * budget.openedLeast;
  }

  /** Whether only its whole is worth its tokens: of what is less likely right, parts say little. */
  isWholeOnly(item: Item, before: number): boolean {
    return this.#options.brief && before >= budget.briefShortened && !item.focus && !placeOf(item) && !isNamed(item);
  }
}
