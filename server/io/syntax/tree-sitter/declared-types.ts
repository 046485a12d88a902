/**
 * The declared type of a value whose member is mentioned: `Cart` for the `cart` of `cart.add()` in a function with the parameter `cart: Cart`.
 * Read from the text of the function, then from the fields of the class around it and the parameters of its constructor. A type that is
 * inferred is known where the value is constructed on the line: `new Cart(…)`. What the file does not tell is left to the index: `findCart()`
 * for what a function returns, `@cart` for a member of the own class. Comments and strings are not told apart.
 */
import { isFunction, isType, type OutlineSymbol, OWN_SCOPE, type SymbolKind, TYPE_ABOVE } from '../../../core/model/symbol.js';
import { type Declared, declarations, type ValueForms } from '../../../core/model/value-forms.js';
import { escapePattern } from '../../../util/escape-pattern.js';
import { remembered } from '../../../util/remembered.js';
import { openingBefore, ownNames, separatorBefore } from './qualifiers.js';
import type { Walk } from './walk.js';
import type { Receiver } from './walk-parts.js';

/** Text of a function or class that is looked through, in UTF-16 units. */
const MAX_CHARS = 60_000;
const MAX_NAME = 60;
/** Text of one file that is looked through in all, some 100 ms. A generated file may have thousands of names in one function. */
const MAX_SCANNED = 60_000_000;
/** Before a member, to see whether it is one of the type above. */
const ABOVE_CHARS = 90;
/** Of the declaration of a field. */
const MAX_FIELD = 400;
const fieldKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['field', 'property', 'variable', 'constant']);

export class DeclaredTypes {
  readonly #walk: Walk;
  readonly #forms: ValueForms | undefined;
  /** By symbol and name. */
  readonly #declared = new Map<string, readonly Declared[]>();
  readonly #fields = new Map<string, { readonly type: string | null }>();
  readonly #children = new Map<number, number[]>();
  /** By the name of a type: what declares members of it. */
  readonly #parts = new Map<string, readonly number[]>();
  #scanned = 0;

  constructor(walk: Walk) {
    this.#walk = walk;
    this.#forms = walk.grammar.values;
    if (this.#forms) for (const [i, { parent }] of walk.symbols.entries()) this.#childrenOf(parent).push(i);
  }

  /**
   * The type, as written, of the value whose member is named at an offset; null where it is not declared, or the value is no plain name.
   * @param from the symbol around
   */
  of(start: number, from: number): string | null {
    if (!this.#forms) return null;
    const { text } = this.#walk;
    if (this.#forms.above?.test(text.slice(Math.max(0, start - ABOVE_CHARS), start))) return TYPE_ABOVE;
    const value = valueBefore(text, start);
    if (value) return this.ofValue(value, from);
    return calledBefore(text, start) ?? (this.#forms.hasBracedLiterals ? literalBefore(text, start) : null);
  }

  /** The same of a value by its name. */
  ofValue({ name, owner, at }: Receiver, from: number): string | null {
    if (!this.#forms) return null;
    if (owner !== null)
      return ownNames.has(owner) || owner === this.#walk.selfNames.get(from) ? (this.#ofField(name, from) ?? `${OWN_SCOPE}${name}`) : null;
    if (name.startsWith('@')) return this.#ofField(name.replace(/^@+/, ''), from);
    const local = this.#ofLocal(name, at, from);
    if (local !== undefined) return local;
    if (!this.#forms.untyped) return this.#ofFile(name);
    return this.#ofField(name, from) ?? this.#ofFile(name) ?? (from >= 0 && isMember(this.#symbol(from)) ? `${OWN_SCOPE}${name}` : null);
  }

  /** In the outermost function around: the last declaration before the offset. Null for one without a type, undefined where there is none. */
  #ofLocal(name: string, at: number, from: number): string | null | undefined {
    const outer = this.#outermost(from);
    const last = outer < 0 ? undefined : this.#declaredIn(outer, name).findLast((one) => one.at < at);
    if (!last?.type) return last?.type;
    const owner = last.owner?.length ? this.#typeOfOwner(last.owner, last.at, from) : null;
    return this.#known(owner === null ? last.type : `${owner}.${last.type}`, from);
  }

  /** The type of the values, each a member of the one before, on which a function is called: one, or one of the own object. */
  #typeOfOwner(owner: readonly string[], at: number, from: number): string | null {
    const [first = '', second, ...more] = owner;
    if (more.length || (second !== undefined && !ownNames.has(first))) return null;
    if (second !== undefined) return unchained(this.ofValue({ name: second, owner: first, at }, from));
    if (ownNames.has(first)) return null;
    return /^[A-Z]\w*[a-z]/.test(first) ? first : unchained(this.ofValue({ name: first, owner: null, at }, from));
  }

  /** A field of the class around, a parameter of its constructor, or what a method sets. */
  #ofField(name: string, from: number): string | null {
    let around = from;
    while (around >= 0 && !holdsMembers(this.#symbol(around))) around = this.#symbol(around).parent;
    // A method of Go stands outside of its type.
    const type = around >= 0 ? this.#symbol(around).name : RECEIVER.exec(from < 0 ? '' : this.#symbol(from).signature)?.[1];
    if (type === undefined) return null;
    const key = `${around} ${type} ${name}`;
    return remembered(this.#fields, key, () => ({ type: this.#known(this.#fieldType(name, type, around), around) })).type;
  }

  #fieldType(name: string, type: string, around: number): string | null {
    const bare = name.replace(/^_+/, '');
    // Methods may stand apart from the fields of their type: `impl Cart`.
    const parts = remembered(this.#parts, type, () => [...this.#walk.symbols.keys()].filter((i) => isOf(this.#symbol(i), type)));
    for (const part of around < 0 ? parts : [around, ...parts.filter((i) => i !== around)]) {
      const children = this.#childrenOf(part);
      const field = children.find((i) => this.#symbol(i).name === name && fieldKinds.has(this.#symbol(i).kind));
      const declared = field === undefined ? undefined : this.#declaredIn(field, name)[0];
      if (declared) return declared.type;
      const stated = field === undefined ? undefined : this.#symbol(field).returnType;
      if (stated !== undefined || (this.#walk.grammar.membersAreSet && field !== undefined)) return stated ?? null;
      if (this.#walk.grammar.membersAreSet) continue;
      const makers = children.filter((i) => isConstructor(this.#symbol(i), type));
      for (const maker of [part, ...makers]) {
        const { span, bodySpan } = this.#symbol(maker);
        // Of a class only what stands before its body is a parameter, of a constructor also what it assigns.
        const end = maker === part ? (bodySpan?.start ?? span.end) : span.end;
        const names = bare && bare !== name ? [name, bare] : [name];
        const first = names.flatMap((one) => this.#declaredIn(maker, one)).find(({ at }) => at < end);
        if (first) return first.type;
      }
      const set = this.#assigned(part, name);
      if (set !== null) return set;
    }
    return null;
  }

  /** `this.cart = new Cart()` anywhere in a class. */
  #assigned(part: number, name: string): string | null {
    const { span } = this.#symbol(part);
    const text = this.#walk.text.slice(span.start, Math.min(span.end, span.start + MAX_CHARS));
    if (this.#isSpent(text.length)) return null;
    const own = escapePattern(name);
    return (
      new RegExp(`(?:\\b(?:this|self)\\.|\\$this->|@)${own}\\s*(?:\\|\\|)?=\\s*(?:new\\s+)?\\\\?([A-Z]\\w*)(?:\\.new\\b|\\()`).exec(
        text,
      )?.[1] ?? null
    );
  }

  /** A variable of the file. */
  #ofFile(name: string): string | null {
    const found = this.#childrenOf(-1).find((i) => this.#symbol(i).name === name && fieldKinds.has(this.#symbol(i).kind));
    return found === undefined ? null : (this.#declaredIn(found, name)[0]?.type ?? null);
  }

  /** Null for a parameter of a generic function or class. */
  #known(type: string | null, from: number): string | null {
    if (type === null) return null;
    for (let around = from; around >= 0; around = this.#symbol(around).parent) {
      const { signature, name } = this.#symbol(around);
      const open = signature.indexOf('(', signature.indexOf(name));
      const head = open < 0 ? signature : signature.slice(0, open);
      if (head.includes(type) && isParameter(head, type)) return null;
    }
    return type;
  }

  #declaredIn(index: number, name: string): readonly Declared[] {
    return remembered(this.#declared, `${index} ${name}`, () => {
      const { nameSpan, span } = this.#symbol(index);
      const end = Math.min(span.end, nameSpan.start + MAX_CHARS);
      if (this.#isSpent(end - nameSpan.start)) return [];
      return declarations(this.#walk.text, nameSpan.start, end, name, this.#forms as ValueForms);
    });
  }

  #isSpent(chars: number): boolean {
    this.#scanned += chars;
    return this.#scanned > MAX_SCANNED;
  }

  #outermost(from: number): number {
    let outer = -1;
    for (let around = from; around >= 0 && !holdsMembers(this.#symbol(around)); around = this.#symbol(around).parent) {
      if (this.#symbol(around).kind !== 'namespace' && this.#symbol(around).kind !== 'module') outer = around;
    }
    return outer;
  }

  #symbol(index: number): OutlineSymbol {
    return this.#walk.symbols[index] as OutlineSymbol;
  }

  #childrenOf(index: number): number[] {
    return remembered(this.#children, index, () => []);
  }
}

/** States the types of fields, as far as they are written, for other files. */
export function addFieldTypes({ symbols, text, grammar: { values } }: Walk): void {
  if (!values) return;
  const returned = new Map<string, string | undefined>();
  for (const { kind, parent, name, returnType } of symbols) if (kind === 'method') returned.set(`${parent} ${name}`, returnType);
  for (const [i, symbol] of symbols.entries()) {
    if (symbol.returnType !== undefined || !fieldKinds.has(symbol.kind)) continue;
    const { nameSpan, span, name } = symbol;
    const end = Math.min(span.end, nameSpan.start + MAX_FIELD);
    const stated = declarations(text, nameSpan.start, end, name, values)[0]?.type ?? ofParameter(i, symbols, text, values);
    // `self.cart = self.makeCart()`: what the method of the same type returns.
    const type = stated?.endsWith('()') ? returned.get(`${symbol.parent} ${stated.slice(0, -2)}`) : stated;
    if (type) symbols[i] = { ...symbol, returnType: type };
  }
}

/** `self.cart = cart`: as the parameter of the function around that sets the field, which is declared between the type and the field. */
function ofParameter(index: number, symbols: readonly OutlineSymbol[], text: string, forms: ValueForms): string | null {
  const { kind, parent, nameSpan, span } = symbols[index] as OutlineSymbol;
  const value = kind === 'field' ? /^\s{0,9}=\s{0,9}(\w{1,80})\s{0,9};?$/.exec(text.slice(nameSpan.end, span.end))?.[1] : undefined;
  for (let at = index - 1; value !== undefined && at > parent; at--) {
    const { kind: around, span: outer, nameSpan: name, bodySpan } = symbols[at] as OutlineSymbol;
    if (!isFunction(around) || outer.end < span.end) continue;
    return (bodySpan && declarations(text, name.end, bodySpan.start, value, forms)[0]?.type) ?? null;
  }
  return null;
}

/** Null for what is behind another call: one is looked through at a time. */
const unchained = (type: string | null): string | null => (type?.endsWith('()') || type === TYPE_ABOVE ? null : type);

/** Whether a type is one that the head of a declaration introduces: `<T extends Cart>`, `template <typename T>`, `[T any]`. */
const isParameter = (head: string, type: string): boolean =>
  new RegExp(
    `[<,[]\\s*(?:(?:const|in|out|reified|class|typename)\\s+)?${escapePattern(type)}(?:\\s*[,:>\\]=]|\\s+(?:extends|where|any|comparable)\\b)`,
  ).test(head);

const isMember = ({ kind, parent }: OutlineSymbol): boolean => kind === 'method' || kind === 'constructor' || parent >= 0;
const holdsMembers = ({ kind }: OutlineSymbol): boolean => isType(kind) || kind === 'impl';
const isOf = (symbol: OutlineSymbol, type: string): boolean => symbol.name === type && holdsMembers(symbol);
const RECEIVER = /^func\s*\(\s*\w+\s+\*?(\w+)/;

const isConstructor = ({ kind, name }: OutlineSymbol, type: string): boolean =>
  kind === 'constructor' || name === '__init__' || name === '__construct' || name === 'init' || name === type;

/** The plain name whose member is named at an offset, and what it is a member of itself: `this` of `this.cart.add()`. */
function valueBefore(text: string, start: number): Receiver | null {
  const end = text.startsWith('::', start - 2) ? start - 2 : separatedBefore(text, start);
  if (end < 0) return null;
  const at = nameStart(text, end);
  const name = text.slice(at, end).replace(/^\$/, '');
  if (!/^@{0,2}[A-Za-z_]*[A-Za-z]/.test(name)) return null;
  const ownerEnd = separatedBefore(text, at);
  if (ownerEnd < 0) return isJoined(text, at) ? null : { name, owner: null, at };
  const ownerStart = nameStart(text, ownerEnd);
  // Another expression is joined to it.
  if (ownerStart === ownerEnd || isJoined(text, ownerStart)) return null;
  return { name, owner: text.slice(ownerStart, ownerEnd), at };
}

/** `findCart()` for the function that is called right before an offset, `desk.findCart(1).add()`; behind a type `Desk.findCart()`. */
function calledBefore(text: string, start: number): string | null {
  const end = separatedBefore(text, start);
  if (end < 0 || text[end - 1] !== ')') return null;
  const open = openingBefore(text, end - 1);
  const at = open < 0 ? 0 : nameStart(text, open);
  const name = open < 0 ? '' : text.slice(at, open);
  if (!/^[A-Za-z_]\w*$/.test(name)) return null;
  const ownerEnd = text.startsWith('::', at - 2) ? at - 2 : separatedBefore(text, at);
  const owner = ownerEnd < 0 ? '' : text.slice(nameStart(text, ownerEnd), ownerEnd);
  return /^[A-Z]\w*[a-z]\w*$/.test(owner) ? `${owner}.${name}()` : `${name}()`;
}

/** Characters of a literal with its fields. */
const MAX_LITERAL = 4_000;
const LITERAL =
  /(?<![\w$])(?<!\b(?:match|if|while|in|for|struct|enum|union|trait|impl|mod|class|namespace|func|fn|type|switch|select)\s{1,9})((?:\w{1,60}(?:::|\.)){0,6}[A-Z]\w{0,80})\s{0,9}$/;

/** The type of the literal that ends right before an offset, `Cart { items }.total()`. Braces in strings count. */
function literalBefore(text: string, start: number): string | null {
  const end = separatedBefore(text, start);
  if (end < 0 || text[end - 1] !== '}') return null;
  let depth = 0;
  for (let at = end - 1; at >= Math.max(0, end - MAX_LITERAL); at--) {
    const c = text.charCodeAt(at);
    if (c === 125) depth++;
    else if (c === 123 && --depth === 0) return LITERAL.exec(text.slice(Math.max(0, at - 200), at))?.[1] ?? null;
  }
  return null;
}

/** Where what is joined by a dot or an arrow before an offset ends; -1 where nothing is. */
function separatedBefore(text: string, at: number): number {
  let end = blanksStart(text, at);
  if (isComment(text, end, at)) return -1;
  const last = text[end - 1];
  if (last === '>' && text[end - 2] === '-') end -= 2;
  else if (last === '.' && text[end - 2] !== '.') end -= /[?!&]/.test(text[end - 2] ?? '') ? 2 : 1;
  else return -1;
  return blanksStart(text, end);
}

/** Whether the text before a line break, behind which only blanks are, is a comment: the dot at its end joins nothing. */
const isComment = (text: string, end: number, at: number): boolean =>
  text.slice(end, at).includes('\n') && COMMENT.test(text.slice(text.lastIndexOf('\n', end - 1) + 1, end));
const COMMENT = /(?:^|\s)(?:\/\/|#|\*|--)/;

/** Whether anything is joined to what begins at an offset; a spread counts. */
function isJoined(text: string, at: number): boolean {
  const end = blanksStart(text, at);
  if (isComment(text, end, at)) return false;
  return separatorBefore(text, end) > 0 || text[end - 1] === '.';
}

function blanksStart(text: string, at: number): number {
  while (at > 0 && text.charCodeAt(at - 1) <= 32) at--;
  return at;
}

function nameStart(text: string, end: number): number {
  let at = end;
  while (at > 0 && end - at < MAX_NAME && /[\w$@]/.test(text[at - 1] as string)) at--;
  return at;
}
