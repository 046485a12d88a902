/**
 * Implementations that a language does not declare: in Go a type implements an interface by having its methods. They are compared by name
 * and by the names of the types in their signatures. A type has the methods of the types that it embeds.
 */
import { addTo } from '../../../../util/grouped.js';
import { type ChunkRecord, comparePlaces } from '../../../model/chunk.js';
import { isType, outerName } from '../../../model/symbol.js';
import type { IndexReader } from '../../ports.js';
import { chunksNamed } from '../neighbours.js';
import { type GoSignature, goSignature, hasSignature } from './go-signature.js';
import { containerOf, folderOf } from './possible-targets.js';

/** Methods of one name that are read: `Close` and the like have hundreds in a large workspace. */
const MAX_METHODS = 400;
/** Levels of embedded types that are followed. */
const EMBEDDED_LEVELS = 2;
/** Interfaces that have a method of one name. */
const MAX_INTERFACES = 50;

export interface ImplementedMethod {
  readonly method: ChunkRecord;
  /** The interface's method. */
  readonly declared: ChunkRecord;
}

/** The languages whose types implement interfaces without saying so. */
export const hasMethodSets = ({ language, symbolKind }: ChunkRecord): boolean => language === 'go' && symbolKind === 'method';

/** Methods with the names of `members` that implement methods of interfaces. Interfaces whose implementers a language server has told are left out. */
export function implementedMethods(reader: IndexReader, members: readonly ChunkRecord[]): ImplementedMethod[] {
  const names = [...new Set(members.filter(hasMethodSets).map(({ name }) => name))];
  if (!names.length) return [];
  const namesakes = methodsNamed(reader, names);
  const interfaces = undeclared(reader, namesakes);
  if (!interfaces.size) return [];
  const byName = new Map<string, ChunkRecord[]>();
  for (const method of namesakes) if (!interfaces.has(method.parentId ?? -1)) addTo(byName, method.name, method);
  const pairs = namesakes
    .filter(({ parentId }) => interfaces.has(parentId ?? -1))
    .flatMap((declared) => {
      const wanted = signatureOf(declared);
      const fitting = (byName.get(declared.name) ?? []).filter((method) => hasSignature(signatureOf(method), wanted));
      return fitting.map((method): ImplementedMethod => ({ method, declared }));
    });
  const methodsOf = new Map(
    [...new Set(pairs.map(({ declared }) => declared.parentId as number))].map((id) => [
      id,
      reader.children(id).filter(({ symbolKind }) => symbolKind === 'method'),
    ]),
  );
  // What has the one method of an interface implements it.
  const larger = [...methodsOf.values()].filter(({ length }) => length > 1).flat();
  const sets = larger.length ? methodSets(methodsNamed(reader, [...new Set(larger.map(({ name }) => name))])) : new Map();
  return pairs.filter(({ method, declared }) => {
    const wanted = methodsOf.get(declared.parentId as number) as readonly Pick<ChunkRecord, 'name' | 'signature'>[];
    if (wanted.length === 1) return true;
    const own = sets.get(typeOf(method));
    return wanted.every((one) => {
      const implementing = own?.get(one.name);
      return implementing !== undefined && hasSignature(signatureOf(implementing), signatureOf(one));
    });
  });
}

/** Methods by their types, then by name. */
function methodSets(methods: readonly ChunkRecord[]): ReadonlyMap<string, ReadonlyMap<string, ChunkRecord>> {
  const sets = new Map<string, Map<string, ChunkRecord>>();
  for (const method of methods) {
    const type = typeOf(method);
    if (!sets.has(type)) sets.set(type, new Map());
    sets.get(type)?.set(method.name, method);
  }
  return sets;
}

/** Types that implement interfaces by their methods, each with the interface. Those of the packages are in the order of their places. */
export function implementers(reader: IndexReader, interfaces: readonly ChunkRecord[]): { type: ChunkRecord; declared: ChunkRecord }[] {
  const byId = new Map(interfaces.map((one) => [one.id, one]));
  const members = reader.chunks(interfaces.flatMap(({ id }) => reader.children(id).map((child) => child.id))).filter(hasMethodSets);
  const pairs = implementedMethods(reader, members).filter(({ declared }) => byId.has(declared.parentId ?? -1));
  const names = [...new Set(pairs.map(({ method }) => outerName(method)))];
  const types = new Map(
    reader
      .chunks([...chunksNamed(reader, names, MAX_METHODS).values()].flat())
      .filter(({ symbolKind, language }) => isType(symbolKind) && language === 'go')
      .map((type) => [`${folderOf(type)} ${type.qualifiedName}`, type]),
  );
  const found = new Map<string, { type: ChunkRecord; declared: ChunkRecord }>();
  for (const { method, declared } of pairs) {
    const type = types.get(typeOf(method)) ?? method;
    const pair = `${type.id} ${declared.parentId}`;
    if (!found.has(pair)) found.set(pair, { type, declared: byId.get(declared.parentId as number) as ChunkRecord });
  }
  for (const declared of undeclared(reader, members).values())
    for (const type of byEmbedding(reader, declared)) {
      const pair = `${type.id} ${declared.id}`;
      if (!found.has(pair)) found.set(pair, { type, declared });
    }
  return [...found.values()].sort((a, b) => comparePlaces(a.type, b.type));
}

/** Types that have the methods of an interface only together with those of the types that they embed. */
function byEmbedding(reader: IndexReader, declared: ChunkRecord): ChunkRecord[] {
  const wanted = reader.children(declared.id).filter(({ symbolKind }) => symbolKind === 'method');
  if (wanted.length < 2) return [];
  const signatures = new Map(wanted.map((one) => [one.name, signatureOf(one)]));
  const fitting = methodsNamed(reader, [...signatures.keys()]).filter(
    (method) => method.parentId !== declared.id && hasSignature(signatureOf(method), signatures.get(method.name) as GoSignature),
  );
  /** Names of methods by type. */
  const sets = new Map([...methodSets(fitting)].map(([type, own]) => [type, new Set(own.keys())]));
  const complete = new Map<number, ChunkRecord>();
  for (let level = 0; level < EMBEDDED_LEVELS; level++) {
    const names = [...new Set([...sets.keys()].map((type) => type.slice(type.lastIndexOf(' ') + 1)))];
    const edges = reader.edgesTo(names, MAX_METHODS).filter(({ kind }) => kind === 'inherits');
    const types = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
    const before = new Map([...sets].map(([type, own]) => [type, new Set(own)]));
    for (const { fromId, name, qualifier } of edges) {
      const type = types.get(fromId);
      if (type?.language !== 'go' || !isType(type.symbolKind) || type.symbolKind === 'interface') continue;
      const key = `${folderOf(type)} ${type.qualifiedName}`;
      const own = sets.get(key) ?? new Set<string>();
      if (own.size === wanted.length) continue;
      const embedded = [...before].filter(
        ([one]) => one.endsWith(` ${name}`) && isPackage(one.slice(0, -name.length - 1), qualifier, type),
      );
      // What one embedded type has all of is said by that.
      if (embedded.some(([, methods]) => methods.size === wanted.length)) continue;
      for (const [, methods] of embedded) for (const method of methods) own.add(method);
      if (own.size) sets.set(key, own);
      if (own.size === wanted.length) complete.set(type.id, type);
    }
  }
  return [...complete.values()];
}

/** Whether a folder is the package that embeds a type by a qualifier, or its own. */
const isPackage = (folder: string, qualifier: string | null, type: ChunkRecord): boolean =>
  qualifier === null ? folder === folderOf(type) : folder.endsWith(`/${qualifier.slice(qualifier.lastIndexOf('/') + 1)}/`);

/** Without methods that implement the method of an interface which is among them. */
export function withoutImplementers(reader: IndexReader, methods: readonly ChunkRecord[]): readonly ChunkRecord[] {
  const ids = new Set(methods.map(({ id }) => id));
  const pairs = implementedMethods(reader, methods).filter(({ declared }) => ids.has(declared.id));
  const implementers = new Set(pairs.map(({ method }) => method.id));
  return methods.filter(({ id }) => !implementers.has(id));
}

function methodsNamed(reader: IndexReader, names: readonly string[]): readonly ChunkRecord[] {
  const ids = [...chunksNamed(reader, names, MAX_METHODS).values()].flat();
  return reader.chunks(ids).filter(hasMethodSets);
}

/** The interfaces around methods, by id. */
function undeclared(reader: IndexReader, methods: readonly ChunkRecord[]): Map<number, ChunkRecord> {
  const parents = [...new Set(methods.flatMap(({ parentId }) => parentId ?? []))];
  const around = reader.chunks(parents).filter(({ symbolKind }) => symbolKind === 'interface');
  const told = reader.provenances(around.map(({ path }) => path));
  return new Map(
    around
      .filter(({ path }) => !told.has(path))
      .slice(0, MAX_INTERFACES)
      .map((one) => [one.id, one]),
  );
}

/** A type with its package, which is a folder. */
const typeOf = (method: ChunkRecord): string => `${folderOf(method)} ${containerOf(method).slice(0, -1)}`;

/** Signatures that were read: questions compare the same ones again and again. */
const signatures = new Map<string, GoSignature>();
const MAX_SIGNATURES = 50_000;

function signatureOf({ name, signature }: Pick<ChunkRecord, 'name' | 'signature'>): GoSignature {
  const key = `${name} ${signature}`;
  let known = signatures.get(key);
  if (!known) {
    if (signatures.size >= MAX_SIGNATURES) signatures.clear();
    signatures.set(key, (known = goSignature(name, signature)));
  }
  return known;
}
