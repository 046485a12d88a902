/**
 * The types of the values of which a mention names a member: as the file of the mention declares them, as the member of the own class or the
 * function states that they come from, or as the values are called.
 */
import { remembered } from '../../../../util/remembered.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { isDistinctive, isFunction, OWN_SCOPE, outerName, valueType } from '../../../model/symbol.js';
import { POINTERS } from '../../../model/value-forms.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { chunksNamed, isSameFamily } from '../neighbours.js';
import type { memberFinder } from './inherited-members.js';
import { namedTypeFinder } from './named-values.js';

/** Definitions of a name that are looked at. */
const MAX_DEFINITIONS = 40;
/** Characters of a type. */
const MAX_TYPE = 300;

/** Types that stand for what they hold: `Promise<Cart>`, `unique_ptr<Cart>`. */
const HOLDER = new RegExp(
  `^(?:Promise|Task|ValueTask|Awaitable|Coroutine|Deferred|Future|CompletableFuture|Option|Result|Optional|Maybe|Lazy|Provider|(?:Mutable)?(?:LiveData|StateFlow)|AtomicReference|WeakReference|${POINTERS.join('|')})[<[]\\s*(.{1,200})[>\\]]$`,
);

/** What may stand behind a type: how it is passed, and that there may be none. */
const MARKS = ['&', '*', '?', '!', '"', "'", ' const', '| null', '| undefined', '| None'];

/** A type without what is said behind it of how it is passed, and that there may be none. */
export function withoutMarks(type: string): string {
  const bare = type.trimEnd();
  const mark = MARKS.find((one) => bare.endsWith(one));
  return mark === undefined ? bare : withoutMarks(bare.slice(0, -mark.length));
}

/** The name of a type as written: without what says how it is passed or held. Null for several, for arrays, and for what is inferred. */
export function typeName(written: string): string | null {
  let type = written.slice(0, MAX_TYPE).replace(/^[(\s"']+/, '');
  for (let round = 0; round < 3; round++) {
    type = withoutMarks(type)
      .replace(/^(?:(?:const|final|static|readonly|mut|dyn|impl|struct|class|virtual|inline|constexpr)\s+|[&*?]|'\w+\s+)+/, '')
      .replace(/^(?:std::|(?:typing|t)\.(?=[A-Z]))/, '')
      .trim();
    const held = HOLDER.exec(type)?.[1];
    if (held === undefined) break;
    // The first argument is what is held.
    type = held.replace(/,(?![^<[]*[>\]]).*$/, '');
  }
  const name = /^((?:[A-Za-z_]\w*(?:\.|::|\\))*[A-Za-z_]\w*)(?:[<[][^>\]]*[>\]])?(?=$|,|\s*\))/.exec(type)?.[1];
  return name === undefined || /^(?:auto|var|void|any|unknown|object|None|T|Self|self|this)$/.test(name) || /^[A-Z]\d?$/.test(name)
    ? null
    : name;
}

interface Stated {
  readonly type: string;
  /** False for what a function returns whose name may as well be that of another one. */
  readonly isSure: boolean;
}

/** Names of the one value of a type that the type itself holds. */
const SINGLE = /^(?:shared|default|standard|main|current|instance|sharedInstance|INSTANCE|getInstance)$/;

/**
 * For a path that ends with a member of a type, `Cart.shared`, the type of the member: as it is declared or first set, or the type itself
 * where its name says that it is the only one; null for any other path.
 */
export function staticTypeFinder(reader: IndexReader): (path: string, from: ChunkRecord) => string | null {
  const known = new Map<string, { readonly type: string | null }>();
  const find = (name: string, owner: string, from: ChunkRecord): string | null => {
    const members = reader
      .chunks(chunksNamed(reader, [name], MAX_DEFINITIONS).get(name) ?? [])
      .filter((record) => isSameFamily(record, from) && outerName(record) === owner && !isFunction(record.symbolKind));
    if (!members.length) return null;
    const made = members.map(({ signature }) => /=\s{0,9}(?:new\s{1,9})?([A-Z]\w{0,80})\s{0,9}(?:\(|$)/.exec(signature)?.[1]);
    return (
      agreed(members) ??
      (made.every((type) => type !== undefined && type === made[0]) ? (made[0] as string) : null) ??
      (SINGLE.test(name) ? owner : null)
    );
  };
  return (path, from) => {
    const match = /(?:^|\.)([A-Z]\w*)\.(\w+)$/.exec(path);
    if (!match || /^[A-Z][a-z]/.test(match[2] as string)) return null;
    const [, owner = '', name = ''] = match;
    return remembered(known, `${from.language} ${owner}.${name}`, () => ({ type: find(name, owner, from) })).type;
  };
}

export interface ValueTypes {
  /** As written, each once; none where one of the values may have any type. */
  readonly types: readonly string[];
  /** False where another type is as well possible. */
  readonly isSure: boolean;
}

const unknownTypes: ValueTypes = { types: [], isSure: false };

/** @param candidates definitions of the name that is mentioned. @param textOf text of the file of a record */
export function valueTypesFinder(
  reader: IndexReader,
  membersOf: ReturnType<typeof memberFinder>,
  textOf: (record: ChunkRecord) => string | null,
): (edge: EdgeRecord, from: ChunkRecord, candidates: readonly ChunkRecord[]) => ValueTypes {
  const elsewhere = typeFinder(reader, membersOf);
  const namedTypes = namedTypeFinder(reader, membersOf);
  return (edge, from, candidates) => {
    const written = valueType(edge.qualifier);
    if (written !== null && !isStatedElsewhere(written)) return { types: [written], isSure: true };
    const stated = written === null ? null : elsewhere(written, from);
    if (stated) return { types: [stated.type], isSure: stated.isSure };
    // A struct of C has no methods.
    const text = from.language === 'c' ? null : textOf(from);
    return text === null ? unknownTypes : { types: namedTypes(edge, from, text, candidates), isSure: false };
  };
}

/** Whether the type of a value is not in the file of its mention: `@cart`, `findCart()`. */
const isStatedElsewhere = (value: string): boolean => value.startsWith(OWN_SCOPE) || value.endsWith('()');

/** @returns for `@cart`, `findCart()` or `Desk.findCart()` of a mention in `from` the type that all definitions of it state; null where they do not */
function typeFinder(reader: IndexReader, membersOf: ReturnType<typeof memberFinder>): (value: string, from: ChunkRecord) => Stated | null {
  const known = new Map<string, { readonly stated: Stated | null }>();
  const named = (name: string, from: ChunkRecord): ChunkRecord[] =>
    reader.chunks(chunksNamed(reader, [name], MAX_DEFINITIONS).get(name) ?? []).filter((record) => isSameFamily(record, from));
  const ofMember = (name: string, from: ChunkRecord, typeOf = agreed): Stated | null => {
    const fields = named(name, from).filter(({ symbolKind }) => !isFunction(symbolKind));
    const containers = from.qualifiedName.split('.').slice(0, -1);
    for (let depth = containers.length; fields.length && depth > 0; depth--) {
      const container = containers.slice(0, depth).join('.');
      const whole = `${container}.${name}`;
      // A file of C++ leaves out the namespace that it uses.
      const isOwn = ({ qualifiedName }: ChunkRecord): boolean =>
        qualifiedName === whole || (from.language === 'cpp' && qualifiedName.endsWith(`.${whole}`));
      const own = fields.filter(isOwn);
      const found = own.length ? own : membersOf(containers[depth - 1] as string, fields, from);
      const type = found?.length ? typeOf(found) : null;
      if (type) return { type, isSure: true };
    }
    return null;
  };
  /** @param called `findCart`, or behind a type or a member of the own one `Desk.findCart`, `@desk.findCart` */
  const ofCall = (called: string, from: ChunkRecord): Stated | null => {
    const [name = '', written] = called.split('.').reverse();
    const owner = written?.startsWith(OWN_SCOPE) ? ofMember(written.slice(1), from)?.type.split(/\W/).at(-1) : written;
    const functions = named(name, from).filter(({ symbolKind }) => isFunction(symbolKind));
    const own = owner === undefined ? [] : functions.filter((record) => outerName(record) === owner);
    const inherited = owner === undefined || own.length ? null : membersOf(owner, functions, from);
    const type = agreed(own.length ? own : (inherited ?? functions));
    if (inherited?.length && type !== null) return { type, isSure: true };
    if (type !== null) return { type, isSure: own.length > 0 || isDistinctive(name) };
    // `Inject<Store> store;`, called as `store()->save()`.
    return from.language === 'cpp' && owner === undefined && !functions.length ? ofMember(name, from, heldBy) : null;
  };
  return (value, from) => {
    const isMember = value.startsWith(OWN_SCOPE) && !value.endsWith('()');
    // In C++ a call may be one of what a field of the own type holds.
    const key = value.startsWith(OWN_SCOPE) || from.language === 'cpp' ? `${from.qualifiedName} ${value}` : value;
    const find = () => ({ stated: isMember ? ofMember(value.slice(1), from) : ofCall(value.slice(0, -2), from) });
    return remembered(known, `${key} ${from.language}`, find).stated;
  };
}

/** The one type argument of the types of values, `Inject<shop::Store>`; null where they differ. */
function heldBy(definitions: readonly ChunkRecord[]): string | null {
  const types = new Set(definitions.flatMap(({ meta }) => /<\s*((?:\w+::)*\w+)\s*>$/.exec(meta.returnType ?? '')?.[1] ?? []));
  return types.size === 1 ? ([...types][0] as string) : null;
}

/** The type that all definitions state that state any; null where they differ. */
export function agreed(definitions: readonly ChunkRecord[]): string | null {
  const types = new Set(definitions.flatMap(({ meta }) => (meta.returnType === undefined ? [] : (typeName(meta.returnType) ?? []))));
  return types.size === 1 ? ([...types][0] as string) : null;
}
