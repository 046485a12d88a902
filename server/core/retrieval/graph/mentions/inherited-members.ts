/**
 * Members that a value has by its declared type: those of the types above it, found by the names of what each type extends, and those that
 * are added to types from outside.
 */
import { remembered } from '../../../../util/remembered.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { isInheritance, isType, outerName } from '../../../model/symbol.js';
import type { IndexReader } from '../../ports.js';
import { chunksNamed, isSameFamily } from '../neighbours.js';
import { packageChooser } from './package-types.js';
import { mentionedName } from './qualified-scope.js';

/** Levels of types above one, and types of a name that are looked at. */
const MAX_LEVELS = 6;
const MAX_TYPES = 20;

interface Types {
  /** Whether the workspace has a type of the name. */
  readonly exist: boolean;
  /** The types of the name. */
  readonly ids: readonly number[];
  /** The types above, nearest first. */
  readonly above: readonly Level[];
}

interface Level {
  readonly names: readonly string[];
  /** Those of the workspace. */
  readonly ids: readonly number[];
  /** Java, Kotlin: paths of the files of these types, of several packages of which one is meant; null where the names decide. */
  readonly paths: ReadonlySet<string> | null;
}

/**
 * For a type by its name and candidates for one of its members: those that the nearest types above declare; none where no type above has one;
 * null where the workspace has no type of that name.
 */
export function memberFinder(
  reader: IndexReader,
): (type: string, candidates: readonly ChunkRecord[], from: ChunkRecord) => readonly ChunkRecord[] | null {
  const typesOf = typesFinder(reader);
  const withMembersOf = memberReader(reader);
  return (type, candidates, from) => {
    const { exist, above } = typesOf(type, from);
    for (const { names, ids, paths } of above) {
      const members = withMembersOf(ids, candidates).filter(
        (record) => names.includes(outerName(record)) && paths?.has(record.path) !== false,
      );
      if (members.length) return members;
    }
    return exist ? [] : null;
  };
}

/** @returns candidates with those of a type itself that were not read */
export function ownMemberFinder(
  reader: IndexReader,
): (type: string, candidates: readonly ChunkRecord[], from: ChunkRecord) => readonly ChunkRecord[] {
  const typesOf = typesFinder(reader);
  const withMembersOf = memberReader(reader);
  return (type, candidates, from) => (candidates.length < MANY ? candidates : withMembersOf(typesOf(type, from).ids, candidates));
}

/** Of a name with more definitions only some have been read. */
const MANY = 10;

/** Candidates of one name, where they are many with those that are directly within types. */
function memberReader(reader: IndexReader): (types: readonly number[], candidates: readonly ChunkRecord[]) => readonly ChunkRecord[] {
  const known = new Map<string, readonly ChunkRecord[]>();
  return (types, candidates) => {
    const [first] = candidates;
    if (!first || candidates.length < MANY || !types.length) return candidates;
    const members = remembered(known, `${first.name} ${types.join(' ')}`, () =>
      reader.chunks(types.flatMap((type) => reader.children(type).flatMap(({ id, name }) => (name === first.name ? id : [])))),
    );
    return [...new Map([...candidates, ...members].map((record) => [record.id, record])).values()];
  };
}

function typesFinder(reader: IndexReader): (type: string, from: ChunkRecord) => Types {
  const named = new Map<string, readonly ChunkRecord[]>();
  const known = new Map<string, Types>();
  const choose = packageChooser(reader);
  return (type, from) => {
    const all = remembered(named, `${type} ${from.language}`, () => typesNamed(reader, [type], from));
    const chosen = choose(all, type, from);
    const key = `${type} ${from.language}${chosen.length < all.length ? ` ${chosen[0]?.path}` : ''}`;
    return remembered(known, key, () => typesAbove(reader, type, chosen, choose));
  };
}

/** Whether two types, by their names, are one or one is above the other. */
export function kinFinder(reader: IndexReader): (type: string, other: string, from: ChunkRecord) => boolean {
  const typesOf = typesFinder(reader);
  return (type, other, from) => {
    const isAbove = (above: string, below: string): boolean => typesOf(below, from).above.some(({ names }) => names.includes(above));
    return type === other || isAbove(other, type) || isAbove(type, other);
  };
}

/** Whether a definition may be a member of a type of a library: an extension of C# or Kotlin, a member of a trait of Rust or a protocol of Swift. */
export function mayExtend(reader: Pick<IndexReader, 'chunks'>, { language, name, signature, meta, parentId }: ChunkRecord): boolean {
  switch (language) {
    case 'csharp':
      return /^this\s/.test(meta.parameters?.[0]?.trim() ?? '');
    case 'kotlin':
      return signature.includes(`.${name}`);
    case 'rust':
    case 'swift':
      return parentId !== null && reader.chunks([parentId]).some(({ symbolKind }) => symbolKind === 'trait' || symbolKind === 'interface');
    default:
      return false;
  }
}

function typesNamed(reader: IndexReader, names: readonly string[], from: ChunkRecord): readonly ChunkRecord[] {
  const ids = [...chunksNamed(reader, names, MAX_TYPES).values()].flat();
  // What a type of Rust extends, its `impl` says.
  return reader.chunks(ids).filter((record) => (isType(record.symbolKind) || record.symbolKind === 'impl') && isSameFamily(record, from));
}

function typesAbove(reader: IndexReader, type: string, chosen: readonly ChunkRecord[], choose: ReturnType<typeof packageChooser>): Types {
  const seen = new Set([type]);
  const above: Level[] = [];
  let types = chosen;
  for (let level = 0; level < MAX_LEVELS && types.length; level++) {
    const below = new Map(types.map((record) => [record.id, record]));
    const bases = reader.edgesFrom([...below.keys()]).flatMap(({ kind, name, fromId }) => {
      const base = mentionedName(name);
      const from = below.get(fromId);
      return isInheritance(kind) && from && !seen.has(base) ? [{ base, from }] : [];
    });
    const names = [...new Set(bases.map(({ base }) => base))];
    if (!names.length) break;
    for (const name of names) seen.add(name);
    const all = typesNamed(reader, names, bases[0]?.from as ChunkRecord);
    const meant = new Set(
      bases.flatMap(({ base, from }) =>
        choose(
          all.filter(({ name }) => mentionedName(name) === base),
          base,
          from,
        ),
      ),
    );
    types = all.filter((record) => meant.has(record));
    above.push({ names, ids: types.map(({ id }) => id), paths: types.length < all.length ? new Set(types.map(({ path }) => path)) : null });
  }
  return { exist: chosen.some(({ symbolKind }) => isType(symbolKind)), ids: chosen.map(({ id }) => id), above };
}
