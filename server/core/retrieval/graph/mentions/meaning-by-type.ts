/** What members of values and of types above mean: what the type has, or inherits. */
import type { ChunkRecord } from '../../../model/chunk.js';
import { familyOf } from '../../../model/language.js';
import { isFunction, isOfValue, isType, outerName, TYPE_ABOVE, valueType } from '../../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { structNames } from '../type-aliases.js';
import { mayExtend, memberFinder, ownMemberFinder } from './inherited-members.js';
import { clearly, elsewhere, type Meaning } from './meaning.js';
import type { MentionFiles } from './mention-files.js';
import { packageChooser } from './package-types.js';
import { distinct } from './possible-targets.js';
import { matchQualifier, readQualifier } from './qualified-scope.js';
import { isStandard } from './standard-names.js';
import { valueTypesFinder } from './value-types.js';

/** Languages whose files import or declare each type that they name. */
const importsByName: ReadonlySet<string> = new Set(['python', 'javascript']);

/** Languages whose types have members of the own text and of types above alone. */
export const closedTypes: ReadonlySet<string> = new Set(['go', 'java']);

/** Written with small letters. */
const builtInTypes: ReadonlySet<string> = new Set(
  'str bytes int float bool list dict set tuple object string error char i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize f32 f64'.split(
    ' ',
  ),
);

export class MeaningByType {
  readonly #reader: IndexReader;
  readonly #files: MentionFiles;
  readonly #membersOf: ReturnType<typeof memberFinder>;
  readonly #choose: ReturnType<typeof packageChooser>;
  readonly #withOwn: ReturnType<typeof ownMemberFinder>;
  readonly #typesOf: ReturnType<typeof valueTypesFinder>;
  readonly #structName: ReturnType<typeof structNames>;

  constructor(reader: IndexReader, files: MentionFiles) {
    this.#reader = reader;
    this.#files = files;
    this.#choose = packageChooser(reader);
    this.#withOwn = ownMemberFinder(reader);
    this.#membersOf = memberFinder(reader);
    this.#structName = structNames(reader);
    this.#typesOf = valueTypesFinder(reader, this.#membersOf, (record) => files.namingText(record));
  }

  /** What a member of a value means among the definitions of its name; null where its type does not say. */
  ofValue(edge: EdgeRecord, definitions: readonly ChunkRecord[], from: ChunkRecord): Meaning | null {
    const count = distinct(definitions);
    if (valueType(edge.qualifier) === TYPE_ABOVE) return this.#ofTypeAbove(definitions, from);
    if (!isOfValue(edge.qualifier) || (count < 2 && valueType(edge.qualifier) === null)) return null;
    const { types, isSure } = this.#typesOf(edge, from, definitions);
    const [written, ...others] = types;
    if (written === undefined || others.length) return null;
    const type = from.language === 'c' ? this.#structName(written) : written;
    if (isSure && this.#files.isOfLibrary(type, from)) return elsewhere(count);
    const read = readQualifier(type, from.path, null);
    const rated = this.#withOwn(read.last, definitions, from)
      .map((record) => ({ record, ...matchQualifier(read, this.#files.scope(record)) }))
      .filter(({ match }) => match === 'exact');
    const most = Math.max(...rated.map((one) => one.count));
    const folded = rated.filter((one) => one.count === most).map(({ record }) => record);
    // In Go `service` and `Service` are two types.
    const cased = from.language === 'go' ? folded.filter((record) => outerName(record) === read.last) : [];
    const named = cased.length ? cased : folded;
    const own = this.#choose(named, read.last, from);
    const targets = own.length ? own : this.#membersOf(read.last, definitions, from);
    if (targets?.length) return clearly(targets, count, !isSure);
    // What a type and those above it in the workspace do not have is of what it embeds or extends of another library.
    if (targets !== null && isSure && closedTypes.has(from.language)) return elsewhere(count);
    // A type that the workspace has not is of a library: it has what the workspace adds to it.
    const isForeignType = /^\p{Lu}/u.test(read.last) || type.startsWith('std.') || builtInTypes.has(type);
    if (targets !== null || !isSure || !isForeignType || isVariable(type, from)) return null;
    const added = definitions.filter((record) => mayExtend(this.#reader, record));
    return added.length ? clearly(added, count, true) : elsewhere(count);
  }

  /** What `Type.name()` means where the type has no such member itself: what the nearest type above it has. */
  ofType(type: string, definitions: readonly ChunkRecord[], from: ChunkRecord): Meaning | null {
    const members = this.#membersOf(type, definitions, from);
    return members?.length ? clearly(members, distinct(definitions), false) : null;
  }

  /** What `super.name()` means: what the nearest type above the own one has; null where nothing is known of those. */
  #ofTypeAbove(definitions: readonly ChunkRecord[], from: ChunkRecord): Meaning | null {
    const members = this.inheritedBy(from, definitions);
    return members && (members.length ? clearly(members, distinct(definitions), false) : elsewhere(distinct(definitions)));
  }

  /** Of members those that the nearest type above the own one has; null where nothing is known of those. */
  inheritedBy(from: ChunkRecord, members: readonly ChunkRecord[]): readonly ChunkRecord[] | null {
    const containers = from.qualifiedName.split('.').slice(0, -1).reverse();
    return containers.map((type) => this.#membersOf(type, members, from)).find((found) => found !== null) ?? null;
  }

  /**
   * False for a method of C++ that is called by its name alone, in C++ and Swift for a nested type or a member of an enumeration in a class, where
   * neither the class nor one below it is around; and for a variant of Rust that no import brings into scope.
   */
  mayBeOwn(member: ChunkRecord, { kind, qualifier }: EdgeRecord, from: ChunkRecord): boolean {
    const isVariant = member.symbolKind === 'enumMember';
    if (member.language === 'rust' && isVariant) return this.#isVariantInScope(member, kind, qualifier, from);
    if (member.language === 'java' && qualifier === null && !this.#isOfOwnClass(member, from)) return false;
    if (qualifier !== null || !namesNestedInScope.has(member.language)) return true;
    if (member.symbolKind === 'method') return member.language !== 'cpp' || kind !== 'call' || this.#isInType(member, from);
    // Of a member of an enumeration and of a constructor what they belong to must be in scope, of a nested type the type itself.
    const isNested = isVariant || member.symbolKind === 'constructor' || isType(member.symbolKind);
    if (!isNested || member.path === from.path) return true;
    const [around] = this.#reader.chunks(member.parentId === null ? [] : [member.parentId]);
    return this.#isInType(isType(member.symbolKind) ? member : around, from);
  }

  /** False for a method of an anonymous class of Java that is named outside of it, in the function around. */
  #isOfOwnClass({ symbolKind, parentId, path }: ChunkRecord, from: ChunkRecord): boolean {
    if (symbolKind !== 'method' || parentId === null || path !== from.path || parentId === from.parentId) return true;
    const [around] = this.#reader.chunks([parentId]);
    return !around || !isFunction(around.symbolKind) || from.parentId !== around.parentId;
  }

  /** Whether the type of a member, or one below it, is around; true where it is no type. */
  #isInType(member: ChunkRecord | undefined, from: ChunkRecord): boolean {
    const owner = member && member.qualifiedName !== member.name ? outerName(member) : '';
    if (!member || !owner || this.#membersOf(owner, [], from) === null) return true;
    const around = from.qualifiedName.split('.').slice(0, -1);
    return around.some((type) => type === owner || this.#membersOf(type, [member], from)?.length);
  }

  /** Rust: `NumberOrString::String`, or `String` after `use NumberOrString::*`. */
  #isVariantInScope(variant: ChunkRecord, kind: EdgeRecord['kind'], qualifier: string | null, from: ChunkRecord): boolean {
    const owner = outerName(variant);
    if (kind === 'import') return qualifier?.split('::').at(-1) === owner;
    return qualifier !== null || this.#files.importsFrom(owner, from);
  }
}

/** Languages in which a nested type has its name alone within the type around it, and no import changes that. */
const namesNestedInScope: ReadonlySet<string> = new Set(['cpp', 'swift']);

/** Whether a file would have to import or declare a type of that name: what is neither is a variable, `Req = make()`, and may be any type. */
export const isVariable = (type: string, from: ChunkRecord): boolean =>
  importsByName.has(familyOf(from.language)) && /^\w+$/.test(type) && !builtInTypes.has(type) && !isStandard(type, from);
