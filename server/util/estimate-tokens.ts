/**
 * A cheap estimate of cl100k_base tokens: fitted on 3,000 chunks of TypeScript, Python and C (median error 4 %, p95 14 %).
 * Budgets are kept with the real tokenizer; this one sizes chunks and decides when to count.
 */
import type { LineIndex } from './text.js';

const BLANK = 0;
const LETTER = 1;
const MARK = 2;
const BREAK = 3;
/** Beyond ASCII each is a token of its own. */
const WIDE = 4;
const classes = Uint8Array.from({ length: 128 }, (_, c) => {
  if ((c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57)) return LETTER;
  if (c === 10) return BREAK;
  return c === 32 || c === 9 || c === 13 ? BLANK : MARK;
});

/** Thousandths of a token, by class. */
const costs = [0, 785, 720, 1030, 785];
/** A long word takes a token for about every five letters. */
const lettersPerToken = 6;
/** By the letters of a word so far (a row of eight each) and the class that follows: a table has no branches to mispredict. */
const rowOf = (letters: number): number => 8 * (letters % lettersPerToken);
const cells = Array.from({ length: rowOf(lettersPerToken - 1) + 8 }, (_, i) => ({ letters: i >> 3, is: i & 7 }));
const nextRow = Uint8Array.from(cells, ({ letters, is }) => (is === LETTER ? rowOf(letters + 1) : 0));
const costOf = Float64Array.from(cells, ({ letters, is }) => (is === LETTER && letters > 0 ? 0 : (costs[is] ?? 0)));

/** In thousandths, as if nothing stood before `from`. */
function thousandths(text: string, from: number, to: number): number {
  let row = 0;
  let sum = 0;
  for (let i = from; i < to; i++) {
    const code = text.charCodeAt(i);
    const cell = row + (code > 127 ? WIDE : (classes[code] as number));
    sum += costOf[cell] as number;
    row = nextRow[cell] as number;
  }
  return sum;
}

const toTokens = (sum: number): number => Math.ceil(sum / 1000);

export const estimateTokens = (text: string): number => toTokens(thousandths(text, 0, text.length));

/**
 * Estimates of any part of one text, after one pass over it: symbols nest, and each level would read its text again.
 * `of(start, end)` equals `estimateTokens(text.slice(start, end))`.
 */
export class TokenEstimates {
  readonly #text: string;
  readonly #index: LineIndex;
  /** By line, thousandths of everything before it. */
  readonly #before: Float64Array;

  constructor(text: string, index: LineIndex) {
    this.#text = text;
    this.#index = index;
    this.#before = new Float64Array(index.lines + 1);
    for (let line = 0, sum = 0; line < index.lines; line++) {
      sum += thousandths(text, index.offsetOf(line), index.offsetOf(line + 1));
      this.#before[line + 1] = sum;
    }
  }

  of(start: number, end: number): number {
    const first = this.#index.lineAt(start);
    const last = this.#index.lineAt(end);
    if (first === last) return toTokens(thousandths(this.#text, start, end));
    const whole = start === this.#index.offsetOf(first) ? first : first + 1;
    const above = whole > first ? thousandths(this.#text, start, this.#index.offsetOf(whole)) : 0;
    const between = (this.#before[last] as number) - (this.#before[whole] as number);
    return toTokens(above + between + thousandths(this.#text, this.#index.offsetOf(last), end));
  }

  ofLines(start: number, end: number): number {
    return this.of(this.#index.offsetOf(start), this.#index.offsetOf(end));
  }
}
