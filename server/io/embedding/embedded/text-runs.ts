/**
 * Splits a run of letters and digits into words and pieces of words that the embedded model knows, and text of other scripts into keys.
 * The last runs are kept: code repeats its identifiers.
 */

/** Pieces of one run of letters and digits. Codes: >= 0 a word; -1 no pair over this place; < -1 a piece, id = -2 - code. */
export interface Run {
  readonly codes: Int32Array;
  readonly words: number;
  readonly joined: string;
}

const MAX_WORD = 40;
/** A plain map that is emptied when full: least-recently-used order would cost half as much again for each of millions of look-ups. */
const MAX_CACHED_RUNS = 200_000;
const PART = /[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+/g;
const OTHER_WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CJK = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+/g;

export class RunSplitter {
  /** Word or piece to its id. */
  readonly #ids: ReadonlyMap<string, number>;
  readonly #longest: number;
  readonly #runs = new Map<string, Run>();

  /** @param longest characters of the longest word */
  constructor(ids: ReadonlyMap<string, number>, longest: number) {
    this.#ids = ids;
    this.#longest = longest;
  }

  split(text: string): Run {
    const known = this.#runs.get(text);
    if (known !== undefined) return known;
    const codes: number[] = [];
    let words = 0;
    let joined = '';
    for (const part of text.match(PART) ?? []) {
      if (part.length < 2 && (part < '0' || part > '9')) continue;
      const word = part.toLowerCase();
      words++;
      joined += word;
      const id = this.#ids.get(word);
      if (id !== undefined) {
        codes.push(id);
        continue;
      }
      codes.push(-1);
      if (word.charCodeAt(0) < 58 || word.length > MAX_WORD) continue;
      for (let p = 0; p <= word.length - 3; ) {
        let end = Math.min(word.length, p + this.#longest);
        let piece: number | undefined;
        for (; end > p + 2; end--) if ((piece = this.#ids.get(word.slice(p, end))) !== undefined) break;
        if (piece === undefined) p++;
        else {
          codes.push(-2 - piece);
          p = end;
        }
      }
    }
    const run = { codes: Int32Array.from(codes), words, joined };
    if (this.#runs.size >= MAX_CACHED_RUNS) this.#runs.clear();
    if (text.length <= 64) this.#runs.set(text, run);
    return run;
  }
}

/** Calls `onKey` for each key of text of another script: words are hashed whole and by their first five characters, CJK by pairs of characters. */
export function otherScriptKeys(text: string, onKey: (key: string) => void): void {
  const plain = (word: string): void => {
    const lower = [...word.toLowerCase()];
    if (lower.length < 2) return;
    onKey(lower.join(''));
    if (lower.length > 5) onKey(lower.slice(0, 5).join(''));
  };
  for (const word of text.match(OTHER_WORD) ?? []) {
    let at = 0;
    for (const m of word.matchAll(CJK)) {
      plain(word.slice(at, m.index));
      if (m[0].length === 1) onKey(m[0]);
      for (let i = 0; i + 1 < m[0].length; i++) onKey(m[0].slice(i, i + 2));
      at = m.index + m[0].length;
    }
    plain(word.slice(at));
  }
}
