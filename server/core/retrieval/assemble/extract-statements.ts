/**
 * Extracts the statements of a long function that a question is about, with the blocks around them. Omitted lines are marked, and the first
 * line says that this is an extract. Blocks are recognised by indentation, in any language. Pure.
 */

import { wordsOf } from '../../chunking/words.js';
import { hasWord, looksLikeComment } from '../../model/line-forms.js';
import type { ShownLine } from '../../model/shown-lines.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { sameStem } from '../query/name-match.js';
import type { Rarity } from '../rank/rarity.js';
import { bm25 } from '../rank/weights.js';
import { budget } from './budget.js';

/** How well a line fits the question, 0 for not at all; `index` counts from the first line of the symbol, from 0. */
export interface Relevance {
  (line: string, index: number): number;
  /** What the question's words in a line add to it, by word; absent where words do not count. */
  readonly byWord?: (line: string) => ReadonlyMap<string, number>;
}

const CLOSER = /^\s*(?:[}\])]|end\b|fi\b|done\b|esac\b)/;
/** Continues a block that began above. */
const CHAINED = /^\s*(?:\}\s*)?(?:else|elif|elsif|elseif|catch|except|finally|rescue|ensure)\b/;
const CONDITION = /^\s*(?:\}\s*)?(?:if|unless|else\s+if|elif|elsif|elseif|when|case|guard|catch|rescue|except)\b/;
const CONTINUES = /[([{,\\]\s*$|(?:=|\+|&&|\|\||\?|:=|=>|->)\s*$/;

/** The rarity of the question's words in a line; other forms of a word count less. */
export function lineRelevance(query: AnalysedQuery, rarity: Rarity): Relevance {
  const weights = new Map<string, number>(query.words.map((word) => [word, rarity.relative(word)]));
  const mean = query.words.length ? [...weights.values()].reduce((sum, weight) => sum + weight, 0) / weights.size : 0;
  for (const word of query.expansions) if (!weights.has(word)) weights.set(word, bm25.expansion * mean);
  const byWord = (line: string): ReadonlyMap<string, number> => {
    const found = new Map<string, number>();
    for (const word of new Set(wordsOf(line).split(' '))) {
      let best = weights.get(word) ?? 0;
      if (!best) for (const asked of query.words) if (sameStem(word, asked)) best = Math.max(best, bm25.expansion * rarity.relative(asked));
      if (best) found.set(word, best);
    }
    return found;
  };
  return Object.assign((line: string) => [...byWord(line).values()].reduce((sum, weight) => sum + weight, 0), { byWord });
}

export interface ExtractOptions {
  /** Lines of the declaration, which are always shown, of many the first and the last. Documentation is above it. */
  readonly head: { readonly start: number; readonly end: number };
  readonly relevance: Relevance;
  /** Whether the first paragraph of the documentation is shown. */
  readonly isDocumented?: boolean;
  /** Lines that are shown before those that fit best. */
  readonly first?: readonly number[];
  /** A comment that stands alone on its line. */
  readonly comment: (text: string) => string;
  /** Whether what is left of the room shows what follows in the blocks of the statements, those that fit best first. */
  readonly goOn?: boolean;
  /** Most tokens, and an estimate of those of a line. */
  readonly room: number;
  readonly tokensOf: (line: string) => number;
}

/**
 * The extract, with the indices of its lines; empty where no line is about the question or nothing beyond the declaration fits.
 */
export function extractStatements(lines: readonly string[], options: ExtractOptions): ShownLine[] {
  const { head, relevance, isDocumented = false, first = [], goOn = false, room, tokensOf } = options;
  if (head.end >= lines.length) return [];
  const weights = new Weights(lines, head.end, relevance);
  const blocks = new Blocks(lines, head.end);
  const shown = new Set<number>();
  const show = (i: number) => {
    shown.add(i);
    weights.shown(i);
  };
  // The first paragraph of the documentation says what the statements are for.
  for (let i = 0; isDocumented && i < Math.min(head.start, budget.documentationLines + 1); i++) {
    if (i > 1 && !hasWord(lines[i] as string)) break;
    show(i);
  }
  // A long list of parameters has little of what the question is about.
  const isLong = head.end - head.start > budget.headLines;
  for (let i = head.start; i < head.end; i++) if (!isLong || i === head.start || i === head.end - 1) show(i);
  // The last line closes the declaration, even if a text of another language between has no indentation.
  const last = lines.length - 1;
  if (CLOSER.test(lines[last] ?? '')) show(last);
  const cost = (line: number): number => tokensOf(lines[line] as string) + 1;
  let used = 2 * budget.extractMarkTokens + [...shown].reduce((sum, line) => sum + cost(line), 0);
  const found: number[] = [];
  /** False where the statement of a line does not fit. */
  const take = (line: number): boolean => {
    if (shown.has(line)) return true;
    const statement = blocks.statement(line);
    // A condition that is about the question says little without what depends on it.
    const branch = relevance(lines[line] as string, line) > 0 ? blocks.branch(line) : [];
    for (const wanted of [[...statement, ...branch], statement]) {
      const more = [...new Set(wanted)].filter((i) => !shown.has(i));
      const price = more.reduce((sum, i) => sum + cost(i), budget.extractMarkTokens);
      if (used + price > room * budget.extractFill) continue;
      used += price;
      found.push(line);
      for (const i of more) show(i);
      return true;
    }
    return false;
  };
  for (const line of first) if (line >= head.end && line < lines.length) take(line);
  let misses = 0;
  for (let line = weights.next(); line !== null; line = weights.next()) if (!take(line) && ++misses > budget.skippedStatements) break;
  if (!found.length) return [];
  const fill = (most: number, share: number = budget.extractFill): void => {
    used += fillGaps(lines, shown, most, cost, room * share - used);
  };
  fill(budget.smallGap, budget.smallGapFill);
  fill(budget.filledGap);
  for (const line of goOn ? found.slice(0, budget.followedStatements) : []) {
    for (const next of blocks.following(line, budget.followingLines)) {
      if (shown.has(next)) continue;
      if (used + cost(next) > room * budget.extractFill) break;
      used += cost(next);
      shown.add(next);
    }
  }
  if (goOn) fill(budget.followedGap);
  fill(budget.smallGap, budget.smallGapFill);
  return print(lines, shown, options);
}

/** Lines by how much they add to what is shown: a word of the question counts less each time. */
class Weights {
  readonly #words: readonly (ReadonlyMap<string, number> | number)[];
  readonly #times = new Map<string, number>();
  /** Lines that are left, with their weights when last computed; the best one is last. */
  readonly #left: { readonly line: number; weight: number }[];

  constructor(lines: readonly string[], start: number, relevance: Relevance) {
    this.#words = lines.map((line, i) => (i < start || !line.trim() ? 0 : (relevance.byWord?.(line) ?? relevance(line, i))));
    this.#left = lines.flatMap((text, line) => {
      const weight = line >= start && text.trim() ? this.#weight(line) : 0;
      return weight > 0 ? [{ line, weight }] : [];
    });
    this.#sort();
  }

  /** The best line, which is taken; null after the last. Weights only fall, so that one which is still above all others is the best. */
  next(): number | null {
    for (;;) {
      const best = this.#left.pop();
      if (!best) return null;
      best.weight = this.#weight(best.line);
      const after = this.#left.at(-1);
      if (!after || best.weight >= after.weight) return best.line;
      this.#left.push(best);
      this.#sort();
    }
  }

  shown(line: number): void {
    const words = this.#words[line];
    if (typeof words === 'object') for (const word of words.keys()) this.#times.set(word, (this.#times.get(word) ?? 0) + 1);
  }

  #weight(line: number): number {
    return this.#own(line) + budget.neighbourWeight * Math.max(this.#own(line - 1), this.#own(line + 1));
  }

  #own(line: number): number {
    const words = this.#words[line] ?? 0;
    if (typeof words === 'number') return words;
    let sum = 0;
    for (const [word, weight] of words) sum += weight * budget.shownWord ** (this.#times.get(word) ?? 0);
    return sum;
  }

  #sort(): void {
    this.#left.sort((a, b) => a.weight - b.weight || b.line - a.line);
  }
}

/** Adds the lines of gaps between shown ones, of at most `most` lines, the shortest first, within `left` tokens; returns what they cost. */
function fillGaps(lines: readonly string[], shown: Set<number>, most: number, cost: (line: number) => number, left: number): number {
  const gaps: number[][] = [];
  let gap: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (!shown.has(i)) gap.push(i);
    else {
      if (gap.length && gap.length <= most) gaps.push(gap);
      gap = [];
    }
  }
  let room = left;
  for (const one of gaps.sort((a, b) => a.length - b.length)) {
    const price = one.reduce((sum, i) => sum + cost(i), -budget.extractMarkTokens);
    if (price > room) continue;
    room -= price;
    for (const i of one) shown.add(i);
  }
  return left - room;
}

function print(lines: readonly string[], shown: ReadonlySet<number>, { comment }: ExtractOptions): ShownLine[] {
  // A mark for one short line would be no shorter than the line.
  const isShown = (i: number): boolean => shown.has(i) || (i > 0 && shown.has(i - 1) && shown.has(i + 1) && isShort(lines[i] as string));
  const kept = [...lines.keys()].filter(isShown);
  const note = (text: string): ShownLine => ({ text, line: null });
  const out = [note(comment(`extract: ${kept.length} of ${lines.length} lines, omissions are marked`))];
  let next = 0;
  const mark = (to: number) => {
    const missing = lines.slice(next, to);
    const first = missing.find((line) => line.trim());
    if (first === undefined) return;
    out.push(note(`${indentOf(first)}${comment(`${missing.length} line${missing.length === 1 ? '' : 's'} left out`)}`));
  };
  for (const i of kept) {
    mark(i);
    out.push({ text: lines[i] as string, line: i });
    next = i + 1;
  }
  mark(lines.length);
  return out;
}

const isShort = (line: string): boolean => line.length <= budget.markedLineChars;
const indentOf = (line: string): string => /^[ \t]*/.exec(line)?.[0] ?? '';
const widthOf = (line: string): number => {
  let width = 0;
  for (const c of indentOf(line)) width += c === '\t' ? 4 : 1;
  return width;
};

/** Which lines belong together, by indentation. */
class Blocks {
  readonly #lines: readonly string[];
  readonly #bodyStart: number;
  /** Indentation; -1 for a blank line. */
  readonly #widths: readonly number[];

  constructor(lines: readonly string[], bodyStart: number) {
    this.#lines = lines;
    this.#bodyStart = bodyStart;
    this.#widths = lines.map((line) => (line.trim() ? widthOf(line) : -1));
  }

  /** A line, the lines that continue it, the heads of the blocks around it, and what closes those; a comment with the code behind it. */
  statement(line: number): number[] {
    const found = new Set<number>([line, ...this.#announced(line)]);
    for (const i of this.#continuation(line)) found.add(i);
    let width = this.#widths[line] as number;
    for (let i = line - 1; i >= this.#bodyStart && width > 0; i--) {
      const own = this.#widths[i] as number;
      if (own < 0 || own >= width) continue;
      width = own;
      for (const opener of this.#chain(i)) {
        found.add(opener);
        for (const closer of this.closers(opener)) found.add(closer);
      }
    }
    return [...found];
  }

  /** The lines after one in the block that it is in, at most `most`. */
  following(line: number, most: number): number[] {
    const width = this.#widths[line] as number;
    const found: number[] = [];
    for (let i = line + 1; i < this.#lines.length && found.length < most; i++) {
      const own = this.#widths[i] as number;
      if (own >= 0 && own < width) break;
      found.push(i);
    }
    return found;
  }

  /** What depends on the condition in a line, if it is short. */
  branch(line: number): number[] {
    return CONDITION.test(this.#lines[line] as string) ? this.#shortBlock(line, budget.branchLines) : [];
  }

  /** The block that a line opens, with what closes it; nothing of one with more than `most` lines. */
  #shortBlock(opener: number, most: number): number[] {
    const width = this.#widths[opener] as number;
    let end = opener + 1;
    while (end < this.#lines.length && ((this.#widths[end] as number) < 0 || (this.#widths[end] as number) > width)) end++;
    const block = Array.from({ length: end - opener - 1 }, (_, i) => opener + 1 + i);
    return block.length <= most ? [...block, ...this.closers(opener)] : [];
  }

  /** Of a line of a comment the whole comment and the statement that it announces, with a short block; nothing for code and long comments. */
  #announced(line: number): number[] {
    const isComment = (i: number): boolean => i >= this.#bodyStart && i < this.#lines.length && looksLikeComment(this.#lines[i] as string);
    if (!isComment(line)) return [];
    let [start, end] = [line, line + 1];
    while (isComment(start - 1)) start--;
    while (isComment(end)) end++;
    if (end - start > budget.announcingLines) return [];
    const found = Array.from({ length: end - start }, (_, i) => start + i);
    if ((this.#widths[end] ?? -1) < 0) return found;
    return [...found, end, ...this.#continuation(end), ...this.#shortBlock(end, budget.announcedLines)];
  }

  /** The head of a block; for an `else` or `catch` also what it belongs to. */
  #chain(opener: number): number[] {
    const width = this.#widths[opener] as number;
    const chain = [opener];
    for (let i = opener - 1; i >= this.#bodyStart && CHAINED.test(this.#lines[chain.at(-1) as number] as string); i--) {
      const own = this.#widths[i] as number;
      if (own >= 0 && own < width) break;
      if (own === width) chain.push(i);
    }
    return chain;
  }

  /** The line that closes the block which a line opens; none where blocks end by indentation alone. */
  closers(opener: number): number[] {
    const width = this.#widths[opener] ?? 0;
    for (let i = opener + 1; i < this.#lines.length; i++) {
      const own = this.#widths[i] as number;
      if (own < 0 || own > width || (own === width && CHAINED.test(this.#lines[i] as string))) continue;
      return own === width && CLOSER.test(this.#lines[i] as string) ? [i] : [];
    }
    return [];
  }

  /** Lines after one that does not end its statement. */
  #continuation(line: number): number[] {
    const found: number[] = [];
    const width = this.#widths[line] as number;
    // A block that opens here is no continuation: its lines are statements of their own.
    if (!CONTINUES.test(this.#lines[line] as string) || /[{:]\s*$/.test(this.#lines[line] as string)) return found;
    for (let i = line + 1; i < this.#lines.length && found.length < budget.statementLines; i++) {
      const own = this.#widths[i] as number;
      if (own < 0) continue;
      if (own < width || (own === width && !CLOSER.test(this.#lines[i] as string))) break;
      found.push(i);
      if (own === width) break;
    }
    return found;
  }
}
