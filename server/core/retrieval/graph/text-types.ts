/** What the text of a file says of the types of values: where they are declared, made, or set between the braces of a literal. */
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isFunction, isType, outerName } from '../../model/symbol.js';
import { type Declared, declarationsWithOthers, ELEMENT, type ValueForms, valueFormsOf } from '../../model/value-forms.js';
import type { IndexReader } from '../ports.js';
import { innermostNamespace } from './innermost-namespace.js';
import { literalType } from './literal-type.js';
import { elementType } from './mentions/element-types.js';
import { goPackages, packageName } from './mentions/go-packages.js';
import { memberFinder } from './mentions/inherited-members.js';
import { packageChooser } from './mentions/package-types.js';
import { isMember, isNamed } from './mentions/possible-targets.js';
import { agreed, typeName } from './mentions/value-types.js';
import { chunksNamed, isSameFamily } from './neighbours.js';
import { typeAliases } from './type-aliases.js';

/** Definitions of a name that are looked at. */
const MAX_DEFINITIONS = 1_000;
/** Text of a function that is looked through, in UTF-16 units. */
export const MAX_CHARS = 60_000;

/** Values that are members of each other, before a name: `f.opt.`, `wl->`. Group: all of them. */
export const PATH = String.raw`(?<![\w$.>)\]])((?:[A-Za-z_$][\w$]{0,60}(?:\[[^[\]\n]{0,80}(?:\[[^[\]\n]{0,40}\][^[\]\n]{0,20})?\]){0,2}(?:[?!]?\.|->)){1,5})`;

const OWN_VALUES: ReadonlySet<string> = new Set(['self', 'this', '$this']);

/** What the text around a place says of the types of values. Of one question. */
export class TextTypes {
  readonly #reader: IndexReader;
  readonly #choose: ReturnType<typeof packageChooser>;
  readonly #inherited: ReturnType<typeof memberFinder>;
  readonly #members = new Map<string, readonly ChunkRecord[]>();
  readonly #aliases = new Map<number, ReadonlySet<string>>();
  readonly #outer = new Map<number, ChunkRecord>();
  readonly #packageOf: (path: string) => string;
  readonly #owners = new Map<number, string>();
  readonly #texts = new Map<number, string>();
  readonly #declared = new Map<string, readonly Declared[]>();

  constructor(reader: IndexReader) {
    this.#reader = reader;
    this.#choose = packageChooser(reader);
    this.#inherited = memberFinder(reader);
    this.#packageOf = goPackages(reader);
  }

  /** The text of the file of a symbol. */
  textOf({ fileId }: ChunkRecord): string {
    return remembered(this.#texts, fileId, () => this.#reader.fileText(fileId) ?? '');
  }

  #named(name: string): readonly ChunkRecord[] {
    return this.#reader.chunks(chunksNamed(this.#reader, [name], MAX_DEFINITIONS).get(name) ?? []);
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

  /** Whether a member is one of a type, as written in the file of a symbol. */
  isMember(member: ChunkRecord, written: string, around: ChunkRecord): boolean {
    return this.membersOf(written, member.name, around).some(({ id }) => id === member.id);
  }

  /** Members of a name that the type, as written in the file of a symbol, has or inherits. */
  membersOf(written: string, name: string, around: ChunkRecord): readonly ChunkRecord[] {
    const of = `${around.language} ${around.fileId} ${written}.${name}`;
    return remembered(this.#members, of, () => {
      const named = this.#named(name);
      const members = named.filter(
        (one) => (isMember(one) || one.symbolKind === 'constant') && one.qualifiedName.length > name.length && isSameFamily(one, around),
      );
      const own = members.filter((one) => this.#isNamed(written, one));
      return own.length ? this.#near(own, written, around) : (this.#inherited(lastName(written), members, around) ?? []);
    });
  }

  #isNamed(written: string, member: ChunkRecord): boolean {
    const name = lastName(written);
    if (name === outerName(member)) return true;
    const parent = member.parentId;
    if (parent === null || familyOf(member.language) !== 'c') return false;
    return remembered(this.#aliases, parent, () => typeAliases(this.#reader, this.#reader.chunks([parent]))).has(name);
  }

  /** Of types of one name those that a file means: its own, or those of its package. */
  #near(members: readonly ChunkRecord[], written: string, around: ChunkRecord): readonly ChunkRecord[] {
    const own = members.filter(({ fileId }) => fileId === around.fileId);
    if (around.language === 'go') {
      const owner = written.split('.').at(-2);
      const folder = folderOf(around.path);
      if (owner === undefined) return members.filter(({ path }) => folderOf(path) === folder);
      const within = members.filter(({ path }) => folderOf(path).split('/').includes(owner));
      // `config.Store` is not that of config/mocks, nor need the folder of `store/v2` have the package's name.
      const exact = members.filter(({ path }) => packageName(this.#packageOf(path) || folderOf(path)) === owner);
      return exact.length ? exact : within;
    }
    const inNamespace = familyOf(around.language) === 'c' && !own.length ? innermostNamespace(members, 2, around) : [];
    const near = own.length ? own : inNamespace.length ? inNamespace : this.#choose(members, lastName(written), around);
    // Which of several types of the name is meant is not known.
    return new Set(near.map(({ path, parentId }) => `${path} ${parentId}`)).size > 1 ? [] : near;
  }

  /** The type of the last of values that are members of each other, at an offset in a symbol. */
  ofPath(path: readonly string[], around: ChunkRecord, at: number): string | null {
    const [first = '', ...members] = path;
    let type = OWN_VALUES.has(first)
      ? this.#own(around)
      : this.#elements(first, (name, isElement) => this.#ofName(name, around, at, isElement), around);
    for (const member of members) {
      const owner: string | null = type;
      type = owner === null ? null : this.#elements(member, (name, isElement) => this.#ofMember(owner, name, around, isElement), around);
    }
    return type;
  }

  /** Whether a value is declared as another one, or as what that holds, so that its type is not known to the index. */
  isOfOther(name: string, around: ChunkRecord, at: number): boolean {
    const forms = valueFormsOf(around.language);
    const declared = forms && this.#local(name, this.#outermost(around), this.textOf(around), forms, at);
    return declared?.elementOf !== undefined || declared?.sameAs !== undefined;
  }

  /** The type of `carts`, or with `[]` behind it that of what it holds; of `carts[][]` what that holds in turn. */
  #elements(part: string, typeOf: (name: string, isElement: boolean) => string | null, around: ChunkRecord): string | null {
    const [name = '', ...more] = part.split(ELEMENT);
    let type = typeOf(name, more.length > 0);
    for (let depth = 1; depth < more.length; depth++) type = this.#whole(type, around, true);
    return type;
  }

  /** What a type that is named for a container holds: of Go `type nodes []*node`. */
  #heldBy(type: string, around: ChunkRecord): string | null {
    if (around.language !== 'go') return null;
    const found = this.#named(lastName(type)).filter((one) => one.symbolKind === 'type' && isSameFamily(one, around));
    const near = this.#near(found, type, around);
    const [, written] = /^type\s+\w+(?:\[[^\]]*\])?\s+(.+)$/.exec(near[0]?.signature ?? '') ?? [];
    return written === undefined ? null : elementType(written);
  }

  /** The type of the literal in whose braces an offset in a symbol is. */
  ofLiteral(around: ChunkRecord, at: number): string | null {
    const type = literalType(this.textOf(around), at, around.language);
    return type === 'Self' ? this.#own(around) : type;
  }

  /** The type that a function is in, where a name alone is that of no local value. */
  ofOwn(name: string, around: ChunkRecord, at: number): string | null {
    const forms = valueFormsOf(around.language);
    if (!forms || !isFunction(around.symbolKind)) return null;
    const isLocal = this.#local(name, this.#outermost(around), this.textOf(around), forms, at) !== undefined;
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
      if (!isCall) return type === null ? null : this.#whole(typeName(type), around, isElement);
      const called = (type as string).slice(0, -2);
      const of = owner.length && owner[0] !== name ? this.ofPath(owner, around, declared.at) : null;
      if (of !== null) return this.#ofMember(of, called, around, isElement);
      return this.#ofCall(called, owner, around, isElement);
    }
    const receiver = this.#receiver(name, outer);
    if (receiver !== null) return this.#whole(receiver, around, isElement);
    return (
      (forms.untyped ? this.#ofOwnMember(name, around, isElement) : null) ??
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
    const all = this.#named(name).filter((one) => isFunction(one.symbolKind) && isSameFamily(one, around));
    const stated = (functions: readonly ChunkRecord[]): string | null => (isElement ? heldByAll(functions, around) : agreed(functions));
    if (around.language !== 'go') return stated(all);
    const near = all.filter((one) =>
      owner.length ? packageName(this.#packageOf(one.path)) === owner.at(-1) : folderOf(one.path) === folderOf(around.path),
    );
    const functions = near.length ? near : all;
    const type = stated(functions);
    const [first] = functions;
    // A type without a package is of that of the function.
    const isForeign = first !== undefined && type !== null && !type.includes('.') && folderOf(first.path) !== folderOf(around.path);
    return isForeign ? `${packageName(this.#packageOf(first.path))}.${type}` : type;
  }

  /** The last declaration before an offset in a symbol; none of a file or a type, whose functions have names of their own. */
  #local(name: string, { id, kind, symbolKind, span }: ChunkRecord, text: string, forms: ValueForms, at: number): Declared | undefined {
    if (kind === 'module' || isType(symbolKind)) return undefined;
    const block = Math.floor((at - span.start) / MAX_CHARS);
    const start = span.start + Math.max(0, block - 1) * MAX_CHARS;
    const end = Math.min(span.end, span.start + (block + 1) * MAX_CHARS);
    return remembered(this.#declared, `${id} ${block} ${name}`, () => declarationsWithOthers(text, start, end, name, forms)).findLast(
      (one) => one.at < at,
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

  /** A variable of the file. */
  #ofFile(name: string, around: ChunkRecord, text: string, forms: ValueForms, isElement: boolean): string | null {
    const { fileId } = around;
    const found = this.#named(name).find((one) => one.fileId === fileId && one.parentId === null && one.name === name);
    const declared = found && declarationsWithOthers(text, found.span.start, found.span.end, name, forms)[0];
    if (isElement && declared?.element !== undefined) return typeName(declared.element);
    return declared?.type ? this.#whole(typeName(declared.type), around, isElement) : null;
  }

  /** As the field states it. */
  #ofMember(type: string, name: string, around: ChunkRecord, isElement = false): string | null {
    const members = this.membersOf(type, name, around);
    // Go: an embedded type is a member of its name.
    if (!members.length && around.language === 'go' && !isElement) return this.#embedded(type, name, around);
    const whole = only(members.map(({ meta }) => (meta.returnType === undefined ? null : typeName(meta.returnType))));
    if (!isElement) return withPackage(whole, type, around);
    const held = heldByAll(members, around);
    return held !== null ? withPackage(held, type, around) : whole === null ? null : this.#heldBy(whole, around);
  }

  #embedded(type: string, name: string, around: ChunkRecord): string | null {
    const embedded = type.includes('.') ? `${type.slice(0, type.lastIndexOf('.'))}.${name}` : name;
    const types = this.#named(name).filter((one) => isType(one.symbolKind) && isSameFamily(one, around));
    return this.#near(types, embedded, around).length ? embedded : null;
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

/** The name of a type as written: `sync.Mutex` is `Mutex`. */
export const lastName = (written: string): string => written.split(/\W/).at(-1) ?? written;
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

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
