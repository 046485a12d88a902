/** The records of a walk, and distances in the text. */
import type { ReferenceKind, SymbolKind } from '../../../core/model/symbol.js';

/** A node whose end has not been reached. */
export interface Open {
  readonly start: number;
  readonly end: number;
  readonly what: 'symbol' | 'scope' | 'wrapper' | 'block';
  /** Index of the symbol, or of the one around. */
  readonly symbol: number;
  readonly kind: SymbolKind | null;
  readonly isFunction: boolean;
  /** Declarations met directly inside: a wrapper belongs to the only one it has. */
  declared: number;
  /** Scratch of the language's rules, e.g. C++'s current access. */
  note: string;
}

/** Adjacent comments as one; a comment behind code on its line is no candidate for documentation. */
export interface Block {
  readonly start: number;
  end: number;
  readonly ownLine: boolean;
  readonly line: boolean;
  documents: boolean;
}

/** A mention that a rule found in the tree (imports, base types). */
export interface Mention {
  /** Of a base type with the path before it: `base.Pool`. */
  readonly name: string;
  readonly kind: ReferenceKind;
  readonly at: number;
  readonly from: number;
  readonly module?: string;
  /** The name under which the file uses it, where that differs. */
  readonly alias?: string;
  /** Of a call: the value before the name, whose declaration says what it is. */
  readonly receiver?: Receiver;
  /** Of a call: the labels of its arguments, where they tell functions apart. */
  readonly labels?: string;
  /** Of a call that does not name what it calls: the number of its arguments. */
  readonly count?: number;
}

/** A value whose member is named: by its name, or by that and what has it (`self`). */
export interface Receiver {
  readonly name: string;
  readonly owner: string | null;
  readonly at: number;
}

/** Line breaks between two offsets; -1 where there is anything but white space. */
export function breaksBetween(text: string, from: number, to: number): number {
  let breaks = 0;
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c === 10 || (c === 13 && text.charCodeAt(i + 1) !== 10)) breaks++;
    else if (c !== 32 && c !== 9 && c !== 13 && c !== 12 && c !== 0xfeff) return -1;
  }
  return breaks;
}

/** True where an offset is the first on its line but for blanks. */
export function onlyBlanksBefore(text: string, at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const c = text.charCodeAt(i);
    if (c === 10 || c === 13) return true;
    if (c !== 32 && c !== 9 && c !== 0xfeff) return false;
  }
  return true;
}
