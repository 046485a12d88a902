/**
 * Members that a value has by its declared type: those of the types above it, found by the names of what each type extends, and those that
 * are added to types from outside.
 */
import { remembered } from '../../../../util/remembered.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { isInheritance, isType, outerName } from '../../../model/symbol.js';
import type { IndexReader } from '../../ports.js';
import { chunksNamed, isSameFamily } from '../neighbours.js';
import { mentionedName } from './qualified-scope.js';

/** Levels of types above one, and types of a name that are looked at. */
const MAX_LEVELS = 6;
const MAX_TYPES = 20;

interface Types {
  /** Whether the workspace has a type of the name. */
  readonly exist: boolean;
  /** Names of the types above, nearest first. */
  readonly above: readonly (readonly string[])[];
}

/**
 * For a type by its name and candidates for one of its members: those that the nearest types above declare; none where no type above has one;
 * null where the workspace has no type of that name.
 */
export function memberFinder(
  reader: IndexReader,
): (type: string, candidates: readonly ChunkRecord[], from: ChunkRecord) => readonly ChunkRecord[] | null {
  const known = new Map<string, Types>();
  return (type, candidates, from) => {
    const { exist, above } = remembered(known, `${type} ${from.language}`, () => typesAbove(reader, type, from));
    if (!exist) return null;
    for (const names of above) {
      const members = candidates.filter((record) => names.includes(outerName(record)));
      if (members.length) return members;
    }
    return [];
  };
}

/** Whether two types, by their names, are one or one is above the other. */
export function kinFinder(reader: IndexReader): (type: string, other: string, from: ChunkRecord) => boolean {
  const known = new Map<string, Types>();
  return (type, other, from) => {
    const isAbove = (above: string, below: string): boolean =>
      remembered(known, `${below} ${from.language}`, () => typesAbove(reader, below, from)).above.some((names) => names.includes(above));
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

function typesAbove(reader: IndexReader, type: string, from: ChunkRecord): Types {
  const seen = new Set([type]);
  const above: string[][] = [];
  let names = [type];
  let exist = false;
  for (let level = 0; level < MAX_LEVELS && names.length; level++) {
    const ids = [...chunksNamed(reader, names, MAX_TYPES).values()].flat();
    const types = reader.chunks(ids).filter((record) => isType(record.symbolKind) && isSameFamily(record, from));
    exist ||= types.length > 0;
    const bases = types.length ? reader.edgesFrom(types.map(({ id }) => id)) : [];
    names = [...new Set(bases.flatMap(({ kind, name }) => (isInheritance(kind) ? mentionedName(name) : [])))];
    names = names.filter((name) => !seen.has(name));
    for (const name of names) seen.add(name);
    if (names.length) above.push(names);
  }
  return { exist, above };
}
