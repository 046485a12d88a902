/**
 * What code of a Lisp mentions: the first name of a list is called; other names are used where the file defines or imports them, or where they
 * are quoted. Names that a form binds (parameters, `let`) mean nothing outside of it. One pass over the masked code with the open brackets.
 */
import type { OutlineSymbol } from '../../../../core/model/symbol.js';
import { words } from './grammar.js';
import { type Namespaces, namespacesOf } from './lisp-namespaces.js';
import type { MentionScanner, MentionSink } from './mention-sink.js';
import type { Source } from './source.js';

type Kind = 'call' | 'use' | 'implements' | 'inherits';
type Add = MentionSink['mention'];

const parameterForms = words(
  'fn fn* defn defn- defmacro defmethod letfn lambda defun defsubst cl-defun cl-defmacro cl-defmethod cl-defsubst cl-defgeneric defalias define define* define-syntax-rule define-inline pcase-lambda case-lambda named-lambda λ',
);
const bindingForms = words(
  'let let* letrec letrec* if-let if-let* when-let when-let* if-some when-some loop for doseq dotimes with-open with-redefs with-local-vars let-values let*-values cl-let pcase-let pcase-let* cl-letf dolist and-let* named-let destructuring-bind',
);
const methodForms = words('defrecord deftype defprotocol extend-type extend-protocol reify proxy');
/** What they say is read by itself. */
const requiringForms = words('ns require use in-ns');
/** A name alone in these is called. */
const threadingForms = words('-> ->> some-> some->> cond-> cond->> doto as-> comp partial');
/** Special forms and the commonest words, which no program defines. */
const standard = words(
  'if let let* when unless cond case and or not quote function progn prog1 prog2 setq setf lambda defun defmacro defvar defcustom defconst interactive while condition-case unwind-protect car cdr cons list nil t define begin set! else def defn defn- fn do loop recur throw try catch finally new ns require use import format concat eq equal null push pop nth length append apply funcall mapcar dolist dotimes save-excursion with-current-buffer declare eval-when-compile provide',
);

interface Frame {
  /** Character code of its bracket. */
  readonly open: number;
  /** The first name. */
  head: string;
  /** Whether the second item is a name: `(let loop ((i 0)) …)`. */
  isNamed: boolean;
  items: number;
  /**
   * `names`: every name is bound. `pairs`: names and values in turn. `bindings`: a list of bindings. `binding`: one of them, its name
   * first. `bases`: types that a class extends. `data`: quoted. `none`: left out by `#_`.
   */
  readonly zone: 'code' | 'names' | 'pairs' | 'bindings' | 'binding' | 'bases' | 'data' | 'none';
  /** Names that it binds once their values have been read: in `[cart (load cart)]` the second is another one. */
  readonly bound: string[];
}

const MAX_DEPTH = 500;
const isBlank = (c: number): boolean => c <= 32 || c === 44;
/** Brackets, quotes, and marks before a name. */
const ends = new Uint8Array(128);
for (const c of ' \t\r\n,()[]{}"\';`~@^') ends[c.charCodeAt(0)] = 1;
const isEnd = (c: number): boolean => c < 128 && (c <= 32 || ends[c] === 1);

/** In Clojure names of other files are reached through what the file requires: each required namespace, and each name taken from one, is an import. */
export const findLispMentions: MentionScanner = (source, symbols, { mentions, separatesFunctions }, { mention, imported }) => {
  const namespaces = mentions === 'requires' ? namespacesOf(source) : null;
  for (const { namespace, at, names } of namespaces?.required ?? []) {
    imported(namespace.slice(namespace.lastIndexOf('.') + 1), namespace, at);
    for (const name of names) if (!name.startsWith(':')) imported(name, namespace, at);
  }
  new LispMentions(source, symbols, namespaces, separatesFunctions === true, mention).read();
};

class LispMentions {
  readonly #source: Source;
  readonly #add: Add;
  readonly #separatesFunctions: boolean;
  readonly #declared = new Set<number>();
  readonly #own = new Set<string>();
  readonly #namespaces: Namespaces | null;
  /** Aliases and whole names of required namespaces. */
  readonly #byAlias = new Map<string, string>();
  readonly #referred = new Map<string, string>();
  readonly #open: Frame[] = [];
  /** Names that the form at the top of the file binds somewhere. */
  readonly #locals = new Set<string>();

  constructor(source: Source, symbols: readonly OutlineSymbol[], namespaces: Namespaces | null, separatesFunctions: boolean, add: Add) {
    this.#source = source;
    this.#separatesFunctions = separatesFunctions;
    this.#add = add;
    this.#namespaces = namespaces;
    for (const { name, nameSpan, kind } of symbols) {
      this.#declared.add(nameSpan.start);
      if (kind !== 'namespace' && kind !== 'test') this.#own.add(name);
    }
    for (const { namespace, alias, names } of namespaces?.required ?? []) {
      this.#byAlias.set(namespace, namespace);
      if (alias !== null) this.#byAlias.set(alias, namespace);
      for (const name of names) this.#referred.set(name, namespace);
    }
  }

  read(): void {
    const { code } = this.#source;
    for (let i = 0; i < code.length; ) {
      const c = code.charCodeAt(i);
      if (c === 40 || c === 91 || c === 123) {
        this.#enter(c, i);
        i++;
      } else if (c === 41 || c === 93 || c === 125) {
        this.#bindAll(this.#open.pop());
        if (!this.#open.length) this.#locals.clear();
        i++;
      } else if (c === 34) i = this.#afterString(i);
      else if (isEnd(c) || c === 35) i++;
      else {
        let end = i + 1;
        while (end < code.length && !isEnd(code.charCodeAt(end))) end++;
        this.#take(i, end);
        i = end;
      }
    }
  }

  /** A string is an item; what is left of it in the masked text are quotes and blanks. */
  #afterString(at: number): number {
    const { code } = this.#source;
    const top = this.#open.at(-1);
    if (top) top.items++;
    let end = at + 1;
    while (end < code.length && isBlank(code.charCodeAt(end))) end++;
    return code.charCodeAt(end) === 34 ? end + 1 : at + 1;
  }

  #enter(c: number, at: number): void {
    const parent = this.#open.at(-1);
    const index = parent ? parent.items++ : 0;
    if (parent?.zone === 'pairs' && index % 2 === 0) this.#bindAll(parent);
    const zone = this.#open.length < MAX_DEPTH ? this.#zone(c, at, parent, index) : 'data';
    this.#open.push({ open: c, head: '', isNamed: false, items: 0, zone, bound: [] });
  }

  #bindAll(frame: Frame | undefined): void {
    for (const name of frame?.bound.splice(0) ?? []) this.#locals.add(name);
  }

  /** A name that a pattern binds: at once, or behind its value. */
  #bind(name: string): void {
    let depth = this.#open.length - 1;
    while (depth > 0 && this.#open[depth]?.zone === 'names') depth--;
    const frame = this.#open[depth];
    if (frame?.zone === 'pairs' || frame?.zone === 'binding') frame.bound.push(name);
    else this.#locals.add(name);
  }

  #zone(c: number, at: number, parent: Frame | undefined, index: number): Frame['zone'] {
    if (this.#isLeftOut(at)) return 'none';
    if (!parent) return 'code';
    if (parent.zone === 'names' || parent.zone === 'none') return parent.zone;
    if (parent.zone === 'data' || this.#source.code.charCodeAt(at - 1) === 39) return 'data';
    if (parent.zone === 'pairs') return index % 2 === 0 ? 'names' : 'code';
    if (parent.zone === 'bindings') return c === 40 ? 'binding' : 'names';
    if (c === 123 || parent.open !== 40) return 'code';
    if (parent.head === 'defclass' && index === 2) return 'bases';
    if (parameterForms.has(parent.head)) {
      if (c === 91) return 'names';
      // `(define (total cart) …)`, `(lambda (cart) …)`; `(defun total (cart) …)`
      if (!this.#namespaces && index === (/^(?:cl-)?def(?!ine(?!-inline))/.test(parent.head) ? 2 : 1)) return 'names';
    }
    // `(defn total ([cart] …) ([cart tax] …))`: the list of one arity.
    if (c === 91 && index === 0 && parameterForms.has(this.#open.at(-2)?.head ?? '')) return 'names';
    if (c === 91 && index === 1 && this.#isMethod()) return 'names';
    // In Clojure `do` binds nothing.
    const binds = bindingForms.has(parent.head) || (!this.#namespaces && /^do\*?$/.test(parent.head));
    if (binds && index === (parent.isNamed ? 2 : 1)) return c === 91 ? 'pairs' : 'bindings';
    return 'code';
  }

  /** Clojure's `#_(…)` and `#_name`. */
  #isLeftOut(at: number): boolean {
    return this.#namespaces !== null && this.#source.code.startsWith('#_', at - 2);
  }

  /** Whether the innermost list is a method of a record or a protocol, `(total [cart] …)`. */
  #isMethod(): boolean {
    return methodForms.has(this.#open.at(-2)?.head ?? '');
  }

  #take(start: number, end: number): void {
    const { code } = this.#source;
    const frame = this.#open.at(-1);
    const index = frame ? frame.items++ : 0;
    const text = code.slice(start, end);
    const c = text.charCodeAt(0);
    // Keywords, numbers, and types before a name.
    if (c === 58 || (c >= 48 && c <= 57) || code.charCodeAt(start - 1) === 94) {
      if (frame && code.charCodeAt(start - 1) === 94) frame.items--;
      return;
    }
    if (frame?.zone === 'none' || this.#isLeftOut(start)) return;
    if (frame?.zone === 'bases') {
      this.#add(text, 'inherits', start);
      return;
    }
    if (frame?.zone === 'pairs' && index % 2 === 0) this.#bindAll(frame);
    if (
      frame?.zone === 'names' ||
      (frame?.zone === 'pairs' && index % 2 === 0) ||
      frame?.zone === 'bindings' ||
      (frame?.zone === 'binding' && index === 0)
    ) {
      this.#bind(text);
      return;
    }
    const isFirst = frame !== undefined && index === 0 && frame.open === 40 && frame.zone !== 'data';
    if (isFirst && this.#isMethod()) return;
    if (isFirst) frame.head = text;
    else if (frame && index === 1) frame.isNamed = true;
    if (requiringForms.has(this.#open[0]?.head ?? '')) return;
    if (this.#declared.has(start) || text.length > 100) return;
    const isCalled = isFirst || (frame !== undefined && threadingForms.has(frame.head) && frame.open === 40 && index > 1);
    const isQuoted = code.charCodeAt(start - 1) === 39;
    const isBase = /^def(?:record|type)$/.test(frame?.head ?? '') && index > 2;
    this.#mention(text, start, isBase ? 'implements' : isCalled ? 'call' : 'use', isQuoted);
  }

  #mention(text: string, at: number, kind: Kind, isQuoted: boolean): void {
    const slash = text.indexOf('/');
    if (slash > 0 && slash < text.length - 1) {
      const before = text.slice(0, slash);
      const namespace = this.#byAlias.get(before);
      if (namespace !== undefined) this.#add(text.slice(slash + 1), kind, at, namespace);
      else if (/(?:^|\.)[A-Z]\w*$/.test(before)) this.#add(lastOf(before), 'type', at);
      return;
    }
    if (this.#locals.has(text) && !(this.#separatesFunctions && kind === 'call')) return;
    const made = /^(?:map)?->([A-Z]\w*)$|^([A-Z]\w*)\.$/.exec(text);
    const type = made?.[1] ?? made?.[2];
    if (type !== undefined) {
      this.#add(type, 'call', at);
      return;
    }
    if (/^(?:[a-z]\w*\.)*[A-Z]\w+$/.test(text) && text.length > 2) {
      this.#add(lastOf(text), kind === 'implements' ? kind : 'type', at, this.#referred.get(text));
      return;
    }
    if (text.length < 2 || /^[.&%]|[.#]$/.test(text) || standard.has(text)) return;
    const namespace = this.#referred.get(text);
    if (namespace !== undefined) this.#add(text, kind, at, namespace);
    else if (this.#own.has(text)) this.#add(text, kind, at);
    // Elsewhere any file may define a name that has no namespace.
    else if ((this.#namespaces?.isOpen ?? true) && (kind === 'call' || ((isQuoted || !this.#namespaces) && text.includes('-'))))
      this.#add(text, kind, at);
  }
}

const lastOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
