/** Clojure: what a file requires of other namespaces, under which names. */
import type { Source } from './source.js';

interface Required {
  readonly namespace: string;
  /** Offset of its name. */
  readonly at: number;
  readonly alias: string | null;
  /** Names that may be used without the namespace. */
  readonly names: readonly string[];
}

export interface Namespaces {
  readonly required: readonly Required[];
  /** True where names without a namespace may be those of any: no `ns` at the top, or one that takes in all names of another. */
  readonly isOpen: boolean;
}

/** Characters of an `ns` form; longer ones are read as far as that. */
const MAX_CHARS = 20_000;
const form = /\((?:ns|:require|:use|:require-macros|:use-macros|require|use|in-ns)(?=[\s)])/g;
const atomOrBracket = /[[\](){}]|[^\s[\](){}"';,`~@^#]+/g;

interface Atom {
  readonly text: string;
  readonly at: number;
}

/** The namespaces of a file. Reads the forms `ns`, `require` and `use`, with lists of names and prefixes. */
export function namespacesOf(source: Source): Namespaces {
  const required: Required[] = [];
  let hasName = false;
  let isOpen = false;
  for (const found of source.code.matchAll(form)) {
    const word = found[0].slice(1);
    if (word === 'ns') hasName = true;
    else if (word === 'in-ns') isOpen = true;
    else {
      const close = source.partner[found.index] as number;
      const end = Math.min(close < 0 ? source.code.length : close, found.index + MAX_CHARS);
      const before = required.length;
      const atoms = atomsIn(source.code, found.index + found[0].length, end);
      readNamespaces(source, atoms, 0, atoms.length, required);
      if (/use/.test(word)) isOpen ||= required.slice(before).some(({ names, alias }) => !names.length && alias === null);
      isOpen ||= required.slice(before).some(({ names }) => names.includes(':all'));
    }
  }
  return { required, isOpen: isOpen || !hasName };
}

/** Names and lists of namespaces, from one atom to another. */
function readNamespaces(source: Source, atoms: readonly Atom[], from: number, to: number, required: Required[]): void {
  for (let i = from; i < to; i++) {
    const { text, at } = atoms[i] as Atom;
    if (text === '[' || text === '(') i = readList(source, atoms, i, required);
    else if (isName(text)) required.push({ namespace: text, at, alias: null, names: [] });
  }
}

/** `[a.b :as b :refer [c d]]`, or a prefix before several: `(a [b :as x] c)`. The index of its last atom. */
function readList(source: Source, atoms: readonly Atom[], open: number, required: Required[]): number {
  const close = closing(source, atoms, open);
  const first = atoms[open + 1];
  if (!first || open + 1 >= close || !isName(first.text)) return close;
  const second = atoms[open + 2];
  const isPrefix = second !== undefined && open + 2 < close && !second.text.startsWith(':');
  if (!isPrefix) {
    required.push({ namespace: first.text, at: first.at, ...optionsOf(source, atoms, open + 2, close) });
    return close;
  }
  const inner: Required[] = [];
  readNamespaces(source, atoms, open + 2, close, inner);
  for (const one of inner) required.push({ ...one, namespace: `${first.text}.${one.namespace}` });
  return close;
}

function optionsOf(source: Source, atoms: readonly Atom[], from: number, end: number): { alias: string | null; names: string[] } {
  let alias: string | null = null;
  const names: string[] = [];
  for (let i = from; i + 1 < end; i++) {
    const option = (atoms[i] as Atom).text;
    const next = atoms[i + 1] as Atom;
    if (option === ':as' || option === ':as-alias') alias = next.text;
    else if (/^:(?:refer|only|refer-macros)$/.test(option)) {
      if (next.text !== '[' && next.text !== '(') names.push(next.text);
      else {
        const close = closing(source, atoms, i + 1);
        for (const { text } of atoms.slice(i + 2, close)) if (isName(text)) names.push(text);
        i = close;
      }
    }
  }
  return { alias, names };
}

/** The index of the atom that closes a bracket, or of the last one. */
function closing(source: Source, atoms: readonly Atom[], open: number): number {
  const close = source.partner[(atoms[open] as Atom).at] as number;
  for (let i = open + 1; i < atoms.length; i++) if ((atoms[i] as Atom).at >= close && close >= 0) return i;
  return atoms.length;
}

function atomsIn(code: string, from: number, end: number): Atom[] {
  const atoms: Atom[] = [];
  for (const found of code.slice(from, end).matchAll(atomOrBracket)) atoms.push({ text: found[0], at: from + found.index });
  return atoms;
}

const isName = (text: string): boolean => /^[A-Za-z_*+!?<>=$][\w.*+!?<>=$-]*$/.test(text);
