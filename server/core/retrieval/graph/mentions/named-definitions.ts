/** The definitions that mentions may mean by their names, read for all of them at once. */
import { addTo, grouped } from '../../../../util/grouped.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { isFunction, isOfValue } from '../../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { chunksNamed } from '../neighbours.js';
import { functionTypes } from './can-be-called.js';
import { accessedFields } from './generated-accessors.js';
import { containerOf, isPath } from './possible-targets.js';
import { mentionedName, readQualifier } from './qualified-scope.js';

/** Definitions of a name that are compared with a qualifier. */
const MAX_COMPARED = 40;
/** Files in which definitions of names with more are looked for. */
const MAX_FILES = 300;
/** Of a name with so many, in Go, where the package that is named is a folder and no part of their names. */
const MAX_OF_PACKAGES = 500;

/** `use App\Yaml\Yaml` means the class; a namespace is never meant by its last name alone. */
const isNamespaceOfPhp = ({ language, symbolKind }: ChunkRecord): boolean => language === 'php' && symbolKind === 'namespace';

export interface NamedDefinitions {
  readonly named: (name: string) => readonly ChunkRecord[];
  /** False for a function inside of another one, which has its name only there; a value may hold it. */
  readonly isInScope: (definition: ChunkRecord, from: ChunkRecord, qualifier: string | null) => boolean;
  /** Types of functions among them. */
  readonly functionTypes: ReturnType<typeof functionTypes>;
}

/**
 * @param mentions those that lead to no definition yet
 * @param known definitions that count however many others have their name
 */
export function namedDefinitions(reader: IndexReader, mentions: readonly EdgeRecord[], known: readonly ChunkRecord[]): NamedDefinitions {
  const records = reader.chunks([...new Set(idsOfDefinitions(reader, mentions))]);
  const byName = new Map<string, ChunkRecord[]>();
  const seen = new Set<number>();
  for (const record of [...known, ...records]) {
    if (seen.has(record.id) || record.kind !== 'symbol' || isNamespaceOfPhp(record)) continue;
    seen.add(record.id);
    addTo(byName, mentionedName(record.name, record.language), record);
  }
  const named = (name: string): readonly ChunkRecord[] => byName.get(name) ?? [];
  const parents = records.flatMap(({ parentId, symbolKind }) => (parentId !== null && isFunction(symbolKind) ? parentId : []));
  const functions = new Set(reader.chunks([...new Set(parents)]).flatMap(({ id, symbolKind }) => (isFunction(symbolKind) ? id : [])));
  const called = new Set(mentions.flatMap(({ kind, name }) => (kind === 'call' ? name : [])));
  return {
    named,
    isInScope: (definition, from, qualifier) =>
      definition.parentId === null ||
      !functions.has(definition.parentId) ||
      isOfValue(qualifier) ||
      (definition.path === from.path && `${from.qualifiedName}.`.startsWith(containerOf(definition))),
    functionTypes: functionTypes(reader, [...called].flatMap(named)),
  };
}

/** Of a call or a reference of Java, the field whose generated method it may be: one or none. */
export function fieldsOf({ name, kind, qualifier, path }: EdgeRecord): readonly string[] {
  const isMethod = kind === 'call' || (kind === 'use' && qualifier !== null);
  return isMethod && path.endsWith('.java') ? accessedFields(name) : [];
}

function idsOfDefinitions(reader: IndexReader, mentions: readonly EdgeRecord[]): readonly number[] {
  const paths = mentions.filter(({ qualifier }) => isPath(qualifier));
  const names = mentions.flatMap((edge) => [edge.name, ...fieldsOf(edge)]);
  // A module may be named by its whole path: `Oban.Engine`, in Ruby `Shop::Config`.
  const whole = paths.flatMap(({ qualifier, name, path }) => {
    if (!mayBeDotted(qualifier)) return [];
    const names = [`${qualifier}.${name}`, qualifier as string];
    return path.endsWith('.rb') ? names.map((one) => one.replaceAll('.', '::')) : names;
  });
  const found = new Map<string, readonly number[]>(chunksNamed(reader, [...new Set([...names, ...whole])], MAX_COMPARED));
  const isCommon = ({ name }: EdgeRecord): boolean => (found.get(name)?.length ?? 0) >= MAX_COMPARED;
  const ofPackages = new Set(paths.filter((edge) => edge.path.endsWith('.go') && isCommon(edge)).map(({ name }) => name));
  if (ofPackages.size) for (const [name, ids] of chunksNamed(reader, [...ofPackages], MAX_OF_PACKAGES)) found.set(name, ids);
  const qualified = paths.flatMap((edge) =>
    isCommon(edge) ? `${readQualifier(edge.qualifier as string, '', null).last}.${edge.name}` : [],
  );
  const ofQualified = qualified.length ? [...chunksNamed(reader, [...new Set(qualified)], MAX_COMPARED).values()] : [];
  const ofOwnFiles = idsInOwnFiles(
    reader,
    mentions.filter((edge) => !isPath(edge.qualifier) && isCommon(edge)),
  );
  return [...found.values(), ...ofQualified, ofOwnFiles].flat();
}

/** Of common names the definitions in the files that mention them: a macro `info` of each file, of which only some were read. */
const idsInOwnFiles = (reader: IndexReader, mentions: readonly EdgeRecord[]): number[] =>
  [...grouped(mentions, ({ path }) => path)].slice(0, MAX_FILES).flatMap(([path, own]) => {
    const file = reader.file(path);
    return file ? reader.namedIn(file.id, [...new Set(own.map(({ name }) => name))]) : [];
  });

const mayBeDotted = (qualifier: string | null): boolean => qualifier !== null && /^\p{Lu}[\w.]*$/u.test(qualifier);
