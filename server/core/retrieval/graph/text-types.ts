/** What the text of a file says of the types of values: where they are declared, made, or set between the braces of a literal. */
import { escapePattern } from '../../../util/escape-pattern.js';
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isFunction, isType } from '../../model/symbol.js';
import { CALL, type Chain, chainFrom, closureAround, closureGivenTo, firstValue, type Given, MADE } from '../../model/value-chains.js';
import { type Declared, declarationsWithOthers, ELEMENT, type ValueForms, valueFormsOf } from '../../model/value-forms.js';
import type { IndexReader } from '../ports.js';
import { keyedObject, literalType } from './literal-type.js';
import { elementType, GIVES_ONE, GIVES_OWN, GIVES_OWN_LIST, GIVES_SAME, GIVES_WHOLE, OF_ENTRY } from './mentions/element-types.js';
import { packageName } from './mentions/go-packages.js';
import { isNamed } from './mentions/possible-targets.js';
import { agreed, typeName } from './mentions/value-types.js';
import { folderOf, lastName, NamedTypes } from './named-types.js';
import { isSameFamily } from './neighbours.js';

/** Characters of the head of a function. */
const MAX_HEAD = 2_000;
/** Names and calls of one value. */
const MAX_LINKS = 9;
/** Values that are declared by each other, of which the type of one is looked for, with the links between. */
const MAX_DEPTH = 40;
/** Text of a function that is looked through, in UTF-16 units. */
export const MAX_CHARS = 60_000;

const OWN_VALUES: ReadonlySet<string> = new Set(['self', 'Self', 'this', '$this', 'static']);
/** What a function returns that gives the value it is called on, or another one of its type. */
const OWN_TYPE = /^(?:&\s{0,3}(?:'\w{1,20}\s{1,3})?(?:mut\s{1,3})?|(?:io::)?(?:Result|Option)<)?(?:Self|self|static|this)\b/;
/** The parameter of a closure that names none. */
const IMPLICIT: Readonly<Record<string, string>> = { kotlin: 'it', swift: '$0' };

/** A function as a parameter, by the type of its first one: `Action<Cart> configure`, `run: (cart: Cart) => void`, `run: (Cart) -> Unit`. */
const PARAMETER_OF =
  /\b(?:Action|Func|Predicate|Consumer|Function|UnaryOperator|BiConsumer|BiFunction|BiPredicate|ValueChanged|Fn(?:Mut|Once)?)\s{0,3}[<(]\s{0,3}(?:\?\s{1,3}(?:super|extends)\s{1,3}|&\s{0,3}(?:mut\s{1,3})?)?([A-Za-z_][\w.:]{0,80})|\(\s{0,3}(?:\w{1,60}\s{0,3}:\s{0,3})?([A-Z][\w.]{0,80})\b[^()]{0,80}\)\s{0,3}[=-]>/;
const firstOfFunction = (parameter = ''): string | undefined => PARAMETER_OF.exec(parameter)?.slice(1).find(Boolean);

/** What the text around a place says of the types of values. Of one question. */
export class TextTypes {
  readonly #reader: IndexReader;
  /** The types that the text names. */
  readonly named: NamedTypes;
  readonly #outer = new Map<number, ChunkRecord>();
  readonly #owners = new Map<number, string>();
  readonly #texts = new Map<number, string>();
  readonly #declared = new Map<string, readonly Declared[]>();
  #depth = 0;

  constructor(reader: IndexReader) {
    this.#reader = reader;
    this.named = new NamedTypes(reader);
  }

  /** The text of the file of a symbol. */
  textOf({ fileId }: ChunkRecord): string {
    return remembered(this.#texts, fileId, () => this.#reader.fileText(fileId) ?? '');
  }

  /** Offset of a 0-based line that is in a symbol. */
  startOfLine(around: ChunkRecord, line: number): number {
    const { lines, span } = around;
    const text = this.textOf(around);
    let at = text.lastIndexOf('\n', span.start - 1) + 1;
    for (let i = lines.start; i < line; i++) {
      const next = text.indexOf('\n', at);
      if (next < 0) break;
      at = next + 1;
    }
    return at;
  }

  /** The end of what stands before an offset. */
  codeBefore(around: ChunkRecord, at: number): string {
    return this.textOf(around).slice(Math.max(0, at - 200), at);
  }

  /** A 0-based line that is in a symbol, and its offset. */
  lineIn(around: ChunkRecord, line: number): { readonly start: number; readonly text: string } {
    const start = this.startOfLine(around, line);
    return { start, text: this.textOf(around).slice(start).split('\n', 1)[0] as string };
  }

  /** The type of the last of values that are members of each other, at an offset in a symbol. */
  ofPath(path: Chain, around: ChunkRecord, at: number): string | null {
    return this.#ofChain(path, around, at, false);
  }

  /** @param isElement whether one of the values that it holds is meant */
  #ofChain(path: Chain, around: ChunkRecord, at: number, isElement: boolean): string | null {
    const last = path.at(-1);
    if (last === undefined || path.length > MAX_LINKS || this.#depth >= MAX_DEPTH) return null;
    const [name = '', ...more] = last.split(ELEMENT);
    const depth = more.length + Number(isElement);
    this.#depth++;
    let type = this.#ofLink(name, path.slice(0, -1), around, at, depth > 0);
    this.#depth--;
    for (let inner = 1; inner < depth; inner++) type = this.#whole(type, around, true);
    return type;
  }

  #ofLink(name: string, before: Chain, around: ChunkRecord, at: number, isElement: boolean): string | null {
    if (!before.length) return this.#ofRoot(name, around, at, isElement);
    const owner = this.#ofChain(before, around, at, false);
    const called = name.endsWith(CALL) ? name.slice(0, -CALL.length) : null;
    const direct = owner === null ? null : this.#ofMember(owner, called ?? name, around, isElement);
    if (direct !== null) return direct;
    const isOfType = owner !== null && before.length === 1 && before[0] === owner;
    if (isOfType && GIVES_OWN.test(called ?? '')) return isElement ? null : owner;
    if (isOfType && GIVES_OWN_LIST.test(called ?? name)) return isElement ? owner : null;
    // Of an entry of a map, whose value stands for it.
    if (called === null) return OF_ENTRY.test(name) ? this.#ofChain(before, around, at, isElement) : null;
    if (GIVES_SAME.test(called)) return this.#ofChain(before, around, at, isElement);
    if (GIVES_ONE.test(called)) {
      const held = this.#ofChain(before, around, at, true);
      // In C a pointer is as good as an array.
      if (held === owner) return null;
      // `Lazy<Cart>.get()`: a type stands for what it holds alone.
      if (held === null && called === 'get' && !isElement) return owner;
      return isElement ? this.#whole(held, around, true) : held;
    }
    const [root = ''] = before;
    const isPackage = around.language === 'go' && before.length === 1 && owner === null && !root.endsWith(CALL);
    return isPackage ? this.#ofCall(called, before, around, isElement) : null;
  }

  /** Of a value that is named alone, of a call, of what is made, and of a type itself. */
  #ofRoot(name: string, around: ChunkRecord, at: number, isElement: boolean): string | null {
    if (OWN_VALUES.has(name)) return this.#own(around);
    if (name.endsWith(MADE)) return this.#whole(name.slice(0, -MADE.length), around, isElement);
    if (name.endsWith(CALL)) {
      const called = name.slice(0, -CALL.length);
      const own = this.#own(around);
      const ofOwn = own === null ? null : this.#ofMember(own, called, around, isElement);
      return ofOwn ?? (this.named.isType(called, around) ? called : this.#ofCall(called, [], around, isElement));
    }
    const type = this.#ofName(name, around, at, isElement);
    return type ?? (!isElement && /^[A-Z]/.test(name) && this.named.isType(name, around) ? name : null);
  }

  /** Of the parameter of a closure: one of the values of what the closure is handed to, or that itself, or what the function states that takes the closure. */
  #ofGiven({ chain, called, argument, position }: Given, around: ChunkRecord, at: number, isElement: boolean): string | null {
    if (chain.length && position < 1) {
      if (GIVES_WHOLE.test(called)) return this.#ofChain(chain, around, at, isElement);
      const held = this.#ofChain(chain, around, at, true);
      if (held !== null) return isElement ? this.#whole(held, around, true) : held;
    }
    const functions = this.#functionsCalled({ chain, called }, around, at);
    const stated = only(functions.flatMap(({ meta: { parameters = [] } }) => firstOfFunction(parameters.at(position)) ?? []));
    const type = stated === null ? null : typeName(stated);
    if (type !== null && this.named.isType(lastName(type), around)) return type;
    // Of what may be absent: `found.map(cart => …)`.
    return argument ?? (called === 'map' && chain.length ? this.#ofChain(chain, around, at, false) : null);
  }

  /** Of a variable that is set to a chain of names and calls where it is declared. */
  #ofFirstValue(declaredAt: number, around: ChunkRecord, isElement: boolean): string | null {
    const chain = firstValue(this.textOf(around), declaredAt, around.language);
    return chain && this.#ofChain(chain, around, declaredAt, isElement);
  }

  /** Whether a value is declared without a type, as another one, as what that holds, or by a call, so that its type may not be known to the index. */
  isOfOther(name: string, around: ChunkRecord, at: number): boolean {
    const forms = valueFormsOf(around.language);
    const declared = forms && this.#local(name, this.#outermost(around), this.textOf(around), forms, at);
    if (declared === undefined)
      return name === IMPLICIT[around.language] || this.#inParameter(name, this.#outermost(around), this.textOf(around)) >= 0;
    const isVariable =
      declared.type !== null && /^[A-Z]\w{0,40}$/.test(declared.type) && this.named.boundOf(declared.type, around) !== null;
    return (
      isVariable ||
      declared.type === null ||
      declared.type.endsWith('()') ||
      declared.elementOf !== undefined ||
      declared.sameAs !== undefined
    );
  }

  /** What a type that is named for a container holds: of Go `type nodes []*node`. */
  #heldBy(type: string, around: ChunkRecord): string | null {
    if (around.language !== 'go') return null;
    const found = this.named.definitions(lastName(type)).filter((one) => one.symbolKind === 'type' && isSameFamily(one, around));
    const near = this.named.near(found, type, around);
    const [, written] = /^type\s+\w+(?:\[[^\]]*\])?\s+(.+)$/.exec(near[0]?.signature ?? '') ?? [];
    return written === undefined ? null : elementType(written);
  }

  /** The type of the literal in whose braces an offset in a symbol is. */
  ofLiteral(around: ChunkRecord, at: number): string | null {
    const type = literalType(this.textOf(around), at, around.language);
    return type === 'Self' ? this.#own(around) : type;
  }

  /** The type of the object of JavaScript of which the name at an offset is a key, where it is taken apart or given back. */
  ofKeyed(around: ChunkRecord, at: number): string | null {
    const text = this.textOf(around);
    const object = keyedObject(text, at);
    if (!object) return null;
    const { open, type, from, isReturned, isParameter } = object;
    if (type !== null) return type;
    if (from !== null) {
      const chain = chainFrom(text, from, around.language);
      // As the names are known before it: `const { cart } = cart.held` of a broken text must end.
      return chain && this.ofPath(chain, around, at);
    }
    if (isReturned) return around.meta.returnType === undefined ? null : this.named.nameOf(around.meta.returnType, around);
    const given = closureGivenTo(text, open, around.language);
    if (!given) return null;
    return isParameter ? this.#ofGiven(given, around, open, false) : this.#ofArgument(given, around, open);
  }

  /** What the functions of a name state of an argument. */
  #ofArgument({ chain, called, position }: Given, around: ChunkRecord, at: number): string | null {
    const stated = this.#functionsCalled({ chain, called }, around, at).flatMap(({ meta: { parameters = [] } }) => {
      const [, written] = /^[^:]{1,100}:\s{0,9}(.{1,200})$/.exec(parameters.at(position) ?? '') ?? [];
      return written === undefined ? [] : (this.named.nameOf(written, around) ?? []);
    });
    return only(stated);
  }

  #functionsCalled({ chain, called }: Pick<Given, 'chain' | 'called'>, around: ChunkRecord, at: number): readonly ChunkRecord[] {
    if (!chain.length)
      return this.named.definitions(called).filter((one) => one.name === called && isFunction(one.symbolKind) && isSameFamily(one, around));
    const owner = this.#ofChain(chain, around, at, false);
    return owner === null ? [] : this.named.membersOf(owner, called, around);
  }

  /** JavaScript: of a name that an object is taken apart for, that member of the object. */
  #ofPattern(name: string, around: ChunkRecord, at: number, isElement: boolean): string | null {
    if (familyOf(around.language) !== 'javascript') return null;
    const owner = this.ofKeyed(around, at);
    return owner === null ? null : this.#ofMember(owner, name, around, isElement);
  }

  /** Offset of a name in an object that a function takes apart as its parameter; -1 for none. */
  #inParameter(name: string, { language, span, bodySpan }: ChunkRecord, text: string): number {
    if (familyOf(language) !== 'javascript') return -1;
    const head = text.slice(span.start, Math.min(bodySpan?.start ?? span.end, span.start + MAX_HEAD));
    const found = new RegExp(`[{,]\\s{0,99}${escapePattern(name)}\\s{0,9}(?=[,}=])`).exec(head);
    return found ? span.start + found.index + found[0].indexOf(name) : -1;
  }

  /** The type that a function is in, where a name alone is that of no local value. */
  ofOwn(name: string, around: ChunkRecord, at: number): string | null {
    const forms = valueFormsOf(around.language);
    if (!forms || !(isFunction(around.symbolKind) || hasCode(around.symbolKind))) return null;
    const text = this.textOf(around);
    const isLocal = this.#local(name, this.#outermost(around), text, forms, at + 1, (one) => !isAssignment(text, one.at)) !== undefined;
    return isLocal || around.meta.parameters?.some((parameter) => isNamed(parameter, name, around.language)) ? null : this.#own(around);
  }

  /** The type around a symbol; of a function in a method, `next: () => this.total()`, that of the method. */
  #own(around: ChunkRecord): string | null {
    const own = remembered(this.#owners, around.id, () => {
      const [parent] = around.parentId === null ? [] : this.#reader.chunks([around.parentId]);
      const outer = parent && isFunction(parent.symbolKind) ? this.#own(parent) : null;
      return outer ?? around.qualifiedName.split('.').at(-2) ?? '';
    });
    return own === '' ? null : own;
  }

  #ofName(name: string, around: ChunkRecord, at: number, isElement = false): string | null {
    const forms = valueFormsOf(around.language);
    const text = this.textOf(around);
    if (!forms) return null;
    const outer = this.#outermost(around);
    const declared = this.#local(name, outer, text, forms, at);
    if (declared) {
      const { type, element, elementOf, sameAs, owner = [] } = declared;
      if (type === null && !sameAs && !elementOf && element === undefined) {
        const given = closureGivenTo(text, declared.at, around.language);
        if (given) return this.#ofGiven(given, around, declared.at, isElement);
        return this.#ofPattern(name, around, declared.at, isElement) ?? this.#ofFirstValue(declared.at, around, isElement);
      }
      if (sameAs) {
        const last = isElement ? `${sameAs.at(-1)}${ELEMENT}` : (sameAs.at(-1) as string);
        return this.ofPath([...sameAs.slice(0, -1), last], around, declared.at);
      }
      if (elementOf && elementOf[0] !== name) {
        const held = this.ofPath([...elementOf.slice(0, -1), `${elementOf.at(-1)}${ELEMENT}`], around, declared.at);
        return held !== null && isElement ? this.#heldBy(held, around) : held;
      }
      if (isElement && element !== undefined) return typeName(element);
      const isCall = type?.endsWith('()') === true;
      if (!isCall) return type === null ? null : this.#whole(this.named.nameOf(type, around), around, isElement);
      const called = (type as string).slice(0, -2);
      const of = owner.length && owner[0] !== name ? this.ofPath(owner, around, declared.at) : null;
      const returned = of !== null ? this.#ofMember(of, called, around, isElement) : this.#ofCall(called, owner, around, isElement);
      return returned ?? this.#ofFirstValue(declared.at, around, isElement);
    }
    const taken = this.#inParameter(name, outer, text);
    if (taken >= 0 && taken < at) return this.#ofPattern(name, around, taken, isElement);
    const given = name === IMPLICIT[around.language] ? closureAround(text, at, around.language) : null;
    if (given) return this.#ofGiven(given, around, given.at, isElement);
    const receiver = this.#receiver(name, outer);
    if (receiver !== null) return this.#whole(receiver, around, isElement);
    return (
      (forms.untyped ? (this.#ofOwnMember(name, around, isElement) ?? this.#ofHead(name, around, isElement)) : null) ??
      this.#ofFile(name, around, text, forms, isElement) ??
      (familyOf(around.language) === 'javascript' ? this.#ofBlock(name, around, text, forms, at, isElement) : null)
    );
  }

  /** A type, or what a value of it holds. In C a pointer is as good as an array. */
  #whole(type: string | null, around: ChunkRecord, isElement: boolean): string | null {
    if (!isElement || type === null) return type;
    return this.#heldBy(type, around) ?? (familyOf(around.language) === 'c' ? type : null);
  }

  /** A variable of a block around, `describe('…', () => { let cart: Cart; … })`, or of the file. */
  #ofBlock(name: string, { fileId }: ChunkRecord, text: string, forms: ValueForms, at: number, isElement: boolean): string | null {
    const all = remembered(this.#declared, `${fileId} ${name}`, () =>
      declarationsWithOthers(text, 0, Math.min(text.length, MAX_CHARS), name, forms),
    );
    const declared = all.findLast((one) => one.at < at && isInBlock(text, one.at, at));
    const type = isElement ? declared?.element : declared?.type;
    return type ? typeName(type) : null;
  }

  /** What all functions of a name return; in Go those of the package before it, or of the own one. @param owner what it is called on */
  #ofCall(name: string, owner: readonly string[], around: ChunkRecord, isElement: boolean): string | null {
    const all = this.named.definitions(name).filter((one) => isFunction(one.symbolKind) && isSameFamily(one, around));
    const stated = (functions: readonly ChunkRecord[]): string | null => (isElement ? heldByAll(functions, around) : agreed(functions));
    if (around.language !== 'go') return stated(all);
    const near = all.filter((one) =>
      owner.length ? packageName(this.named.packageOf(one.path)) === owner.at(-1) : folderOf(one.path) === folderOf(around.path),
    );
    const functions = near.length ? near : all;
    const type = stated(functions);
    const [first] = functions;
    // A type without a package is of that of the function.
    const isForeign = first !== undefined && type !== null && !type.includes('.') && folderOf(first.path) !== folderOf(around.path);
    return isForeign ? `${packageName(this.named.packageOf(first.path))}.${type}` : type;
  }

  /** The last declaration before an offset in a symbol; none of a file or a type, whose functions have names of their own. */
  #local(
    name: string,
    { id, kind, symbolKind, span }: ChunkRecord,
    text: string,
    forms: ValueForms,
    at: number,
    isMeant: (one: Declared) => boolean = () => true,
  ): Declared | undefined {
    if (kind === 'module' || isType(symbolKind)) return undefined;
    const block = Math.floor((at - span.start) / MAX_CHARS);
    const start = span.start + Math.max(0, block - 1) * MAX_CHARS;
    const end = Math.min(span.end, span.start + (block + 1) * MAX_CHARS);
    return remembered(this.#declared, `${id} ${block} ${name}`, () => declarationsWithOthers(text, start, end, name, forms)).findLast(
      (one) => one.at < at && isMeant(one),
    );
  }

  /** Go: `func (f *Fs) List()`. */
  #receiver(name: string, { signature, language }: ChunkRecord): string | null {
    const [, own, type] = (language === 'go' && /^func\s*\(\s*(\w+)\s+\*?(\w+)/.exec(signature)) || [];
    return own === name ? (type as string) : null;
  }

  #ofOwnMember(name: string, around: ChunkRecord, isElement: boolean): string | null {
    const own = this.#own(around);
    return own === null ? null : this.#ofMember(own, name, around, isElement);
  }

  /** A parameter at the head of the type around: `class Desk(val carts: List<Cart>)`. */
  #ofHead(name: string, around: ChunkRecord, isElement: boolean): string | null {
    const [parent] = around.parentId === null ? [] : this.#reader.chunks([around.parentId]);
    if (!parent) return null;
    const parameter = isType(parent.symbolKind) ? parent.meta.parameters?.find((one) => isNamed(one, name, around.language)) : undefined;
    if (parameter === undefined) return this.#ofHead(name, parent, isElement);
    const behind = new RegExp(`(?<![\\w$])${escapePattern(name)}\\s{0,9}:\\s{0,9}([^=]{1,200})`).exec(parameter)?.[1];
    const before = new RegExp(`(?:^|\\s)(?:[a-z]\\w{1,20}\\s{1,9}){0,4}([A-Z][^=]{0,200}?)\\s{1,9}${escapePattern(name)}$`).exec(
      parameter.replace(/\s{0,9}=.*$/, ''),
    )?.[1];
    const written = (behind ?? before)?.trim();
    return written === undefined ? null : isElement ? elementType(written) : typeName(written);
  }

  /** A variable of the file. */
  #ofFile(name: string, around: ChunkRecord, text: string, forms: ValueForms, isElement: boolean): string | null {
    const { fileId } = around;
    const found = this.named.definitions(name).find((one) => one.fileId === fileId && one.parentId === null && one.name === name);
    const declared = found && declarationsWithOthers(text, found.span.start, found.span.end, name, forms)[0];
    if (isElement && declared?.element !== undefined) return typeName(declared.element);
    return declared?.type ? this.#whole(typeName(declared.type), around, isElement) : null;
  }

  /** As the field states it. */
  #ofMember(type: string, name: string, around: ChunkRecord, isElement = false): string | null {
    const members = this.named.membersOf(type, name, around);
    // Go: an embedded type is a member of its name.
    if (!members.length && around.language === 'go' && !isElement) return this.#embedded(type, name, around);
    const whole = only(
      members.map(({ meta: { returnType } }) =>
        returnType === undefined ? null : OWN_TYPE.test(returnType) ? type : this.named.nameOf(returnType, around),
      ),
    );
    if (!isElement) return withPackage(whole, type, around);
    const held = heldByAll(members, around);
    return held !== null ? withPackage(held, type, around) : whole === null ? null : this.#heldBy(whole, around);
  }

  #embedded(type: string, name: string, around: ChunkRecord): string | null {
    const embedded = type.includes('.') ? `${type.slice(0, type.lastIndexOf('.'))}.${name}` : name;
    const types = this.named.definitions(name).filter((one) => isType(one.symbolKind) && isSameFamily(one, around));
    return this.named.near(types, embedded, around).length ? embedded : null;
  }

  /** The outermost function around, which may be the symbol itself. */
  #outermost(around: ChunkRecord): ChunkRecord {
    return remembered(this.#outer, around.id, () => {
      const [parent] = around.parentId === null ? [] : this.#reader.chunks([around.parentId]);
      const isOuter = parent && !isType(parent.symbolKind) && (isFunction(parent.symbolKind) || isFunction(around.symbolKind));
      return isOuter && isFunction(parent.symbolKind) ? this.#outermost(parent) : around;
    });
  }
}

/** What the values that these definitions declare hold, where all state the same. */
function heldByAll(definitions: readonly ChunkRecord[], around: ChunkRecord): string | null {
  const held = ({ meta, signature, name }: ChunkRecord): string | null => {
    const written = meta.returnType ?? (signature.startsWith(`${name} `) ? signature.slice(name.length + 1) : '');
    return elementType(written) ?? (familyOf(around.language) === 'c' ? typeName(written) : null);
  };
  return only(definitions.map(held));
}

/** Go: what a member of `chi.Context` has without a package is of the package too. */
function withPackage(found: string | null, owner: string, { language }: ChunkRecord): string | null {
  const dot = owner.lastIndexOf('.');
  return language !== 'go' || found === null || dot < 0 || found.includes('.') ? found : `${owner.slice(0, dot)}.${found}`;
}

/** The one value of a list that has no other; null for several. */
function only(types: readonly (string | null)[]): string | null {
  const [first = null, ...others] = new Set(types);
  return others.length ? null : first;
}

/** Getters and setters, and first values. */
const hasCode = (kind: ChunkRecord['symbolKind']): boolean => kind === 'property' || kind === 'field' || kind === 'constant';

/** Whether a name at an offset begins a statement that sets it: `total = sum();`, behind no type and no keyword. */
const isAssignment = (text: string, at: number): boolean =>
  /(?:^|[;{})]|=>|\belse|\n)\s{0,200}$/.test(text.slice(Math.max(0, at - 200), at)) &&
  /^\w{1,100}\s{0,9}=(?![=>])/.test(text.slice(at, at + 120));

/** Whether no bracket that was open at an offset is closed before another one. */
function isInBlock(text: string, from: number, to: number): boolean {
  let depth = 0;
  for (let at = from; at < to && depth >= 0; at++) {
    const c = text[at];
    if (c === '{' || c === '(') depth++;
    else if (c === '}' || c === ')') depth--;
  }
  return depth >= 0;
}
