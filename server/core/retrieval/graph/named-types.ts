/** Types by their names, as the file that writes a name means it, and the members that they have or inherit. */
import { joinedPath } from '../../../util/joined-path.js';
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { isType, outerName } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { innermostNamespace } from './innermost-namespace.js';
import { goPackages, packageName } from './mentions/go-packages.js';
import { memberFinder } from './mentions/inherited-members.js';
import { MentionFiles } from './mentions/mention-files.js';
import { packageChooser } from './mentions/package-types.js';
import { containerOf, isMember } from './mentions/possible-targets.js';
import { typeName } from './mentions/value-types.js';
import { chunksNamed, isSameFamily } from './neighbours.js';
import { typeAliases } from './type-aliases.js';

/** Definitions of a name that are looked at. */
const MAX_DEFINITIONS = 1_000;

/** Of one question. */
export class NamedTypes {
  readonly #reader: IndexReader;
  readonly #choose: ReturnType<typeof packageChooser>;
  readonly #files: MentionFiles;
  readonly #inherited: ReturnType<typeof memberFinder>;
  readonly #members = new Map<string, readonly ChunkRecord[]>();
  readonly #aliases = new Map<number, ReadonlySet<string>>();
  readonly #types = new Map<string, boolean>();
  /** Go: the package of a file by its path. */
  readonly packageOf: (path: string) => string;

  constructor(reader: IndexReader) {
    this.#reader = reader;
    this.#choose = packageChooser(reader);
    this.#files = new MentionFiles(reader);
    this.#inherited = memberFinder(reader);
    this.packageOf = goPackages(reader);
  }

  /** Definitions of a name, of any kind and in any file. */
  definitions(name: string): readonly ChunkRecord[] {
    return this.#reader.chunks(chunksNamed(this.#reader, [name], MAX_DEFINITIONS).get(name) ?? []);
  }

  /** Whether a member is one of a type, as written in the file of a symbol. */
  isMember(member: ChunkRecord, written: string, around: ChunkRecord): boolean {
    return this.membersOf(written, member.name, around).some(({ id }) => id === member.id);
  }

  /** Members of a name that the type, as written in the file of a symbol, has or inherits. */
  membersOf(written: string, name: string, around: ChunkRecord): readonly ChunkRecord[] {
    const of = `${around.language} ${around.fileId} ${written}.${name}`;
    return remembered(this.#members, of, () => {
      const named = this.definitions(name);
      const members = named.filter(
        (one) => (isMember(one) || one.symbolKind === 'constant') && one.qualifiedName.length > name.length && isSameFamily(one, around),
      );
      const own = members.filter((one) => this.#isNamed(written, one));
      return own.length ? this.near(own, written, around) : (this.#inherited(lastName(written), members, around) ?? []);
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
  near(members: readonly ChunkRecord[], written: string, around: ChunkRecord): readonly ChunkRecord[] {
    const own = members.filter(({ fileId }) => fileId === around.fileId);
    if (around.language === 'go') {
      const owner = written.split('.').at(-2);
      const folder = folderOf(around.path);
      if (owner === undefined) return members.filter(({ path }) => folderOf(path) === folder);
      const within = members.filter(({ path }) => folderOf(path).split('/').includes(owner));
      // `config.Store` is not that of config/mocks, nor need the folder of `store/v2` have the package's name.
      const exact = members.filter(({ path }) => packageName(this.packageOf(path) || folderOf(path)) === owner);
      return exact.length ? exact : within;
    }
    const inNamespace = familyOf(around.language) === 'c' && !own.length ? innermostNamespace(members, 2, around) : [];
    const near = own.length ? own : inNamespace.length ? inNamespace : this.#choose(members, lastName(written), around);
    const imported = near.length > 1 ? near.filter((member) => this.#isImported(member, around)) : [];
    if (imported.length && imported.length < near.length) return this.near(imported, written, around);
    // Which of several types of the name is meant is not known; methods may stand apart from the fields of their type.
    return new Set(near.map((one) => `${one.path} ${containerOf(one)}`)).size > 1 ? [] : near;
  }

  /** Whether a file imports the type of a member. */
  #isImported({ parentId }: ChunkRecord, around: ChunkRecord): boolean {
    const [type] = parentId === null ? [] : this.#reader.chunks([parentId]);
    if (!type) return false;
    const module = this.#reader.imports(around.fileId).find(({ name }) => name === type.name)?.module ?? '';
    return familyOf(around.language) === 'javascript' && module.startsWith('.')
      ? withoutExtension(joinedPath(around.path, module)) === withoutExtension(type.path)
      : this.#files.imports(type, around);
  }

  /** Whether the type of a member is another one than this, as written in the file of a symbol, and neither above nor below it. */
  isApart(member: ChunkRecord, written: string, around: ChunkRecord): boolean {
    const type = lastName(written);
    if (type === outerName(member) || !this.isType(type, around) || this.isMember(member, written, around)) return false;
    const others = this.membersOf(written, member.name, around);
    return !this.#inherited(outerName(member), others, member)?.length;
  }

  /** Whether the workspace has a type of a name, in the family of languages of a symbol. */
  isType(name: string, around: ChunkRecord): boolean {
    return remembered(this.#types, `${familyOf(around.language)} ${name}`, () =>
      this.definitions(name).some((one) => one.name === name && isType(one.symbolKind) && isSameFamily(one, around)),
    );
  }

  /** The name of a type as written; of a variable for one, `T`, the type that bounds it: `fn run<T: Store>`, `class Run<T extends Store>`. */
  nameOf(written: string, around: ChunkRecord): string | null {
    const name = typeName(written) ?? /^[\s&*]*(?:mut\s+)?([A-Z]\d?)\s*[?!&*]?$/.exec(written)?.[1] ?? null;
    if (name === null || /\W/.test(name)) return name;
    return this.boundOf(name, around) ?? (/^[A-Z]\d?$/.test(name) ? null : name);
  }

  /** The type that bounds a variable for types around a symbol; null for none. */
  boundOf(variable: string, around: ChunkRecord): string | null {
    const bound = new RegExp(
      `(?:[<,]\\s{0,9}(?:in\\s|out\\s)?|\\bwhere\\s{1,9}(?:[^{}]{0,200},\\s{0,9})?)${variable}\\s{0,9}(?::|\\bextends\\b)\\s{0,9}((?:[A-Za-z_]\\w{0,60}(?:\\.|::)){0,4}[A-Z]\\w{1,80})`,
    );
    for (let record: ChunkRecord | undefined = around; record; ) {
      const found = /[<[]|\bwhere\b/.test(record.signature) ? bound.exec(record.signature)?.[1] : undefined;
      if (found !== undefined) return found;
      [record] = record.parentId === null ? [] : this.#reader.chunks([record.parentId]);
    }
    return null;
  }
}

/** The name of a type as written: `sync.Mutex` is `Mutex`. */
export const lastName = (written: string): string => written.split(/\W/).at(-1) ?? written;
const withoutExtension = (path: string): string => path.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
