/**
 * Implementations that a language does not declare: in Go a type implements an interface by having its methods. They are compared by name
 * and by the names of the types in their signatures. A type has the methods of the types that it embeds.
 */
import { addTo } from '../../../../util/grouped.js';
import { remembered } from '../../../../util/remembered.js';
import { type ChunkRecord, comparePlaces } from '../../../model/chunk.js';
import { isType, outerName } from '../../../model/symbol.js';
import type { IndexReader } from '../../ports.js';
import { chunksNamed } from '../neighbours.js';
import { type GoSignature, goSignature, hasSignature } from './go-signature.js';
import { containerOf, folderOf } from './possible-targets.js';

/** Methods of one name that are read: `Close` and the like have hundreds in a large workspace. */
const MAX_METHODS = 400;
/** Levels of embedded types that are followed. */
const EMBEDDED_LEVELS = 4;
/** Interfaces that have a method of one name. */
const MAX_INTERFACES = 50;

export interface ImplementedMethod {
  readonly method: ChunkRecord;
  /** The interface's method. */
  readonly declared: ChunkRecord;
  /** Whether the type of the method has all methods of the interface itself; else a type that embeds it has, or it embeds one that has. */
  readonly isWhole: boolean;
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
      return fitting.map((method) => ({ method, declared }));
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
  const embedding = new Map<number, Embedded>();
  return pairs.flatMap(({ method, declared }): ImplementedMethod[] => {
    const id = declared.parentId as number;
    const wanted = methodsOf.get(id) as readonly Pick<ChunkRecord, 'name' | 'signature'>[];
    const own = sets.get(typeOf(method));
    const hasAll = wanted.every((one) => {
      const implementing = own?.get(one.name);
      return implementing !== undefined && hasSignature(signatureOf(implementing), signatureOf(one));
    });
    if (wanted.length === 1 || hasAll) return [{ method, declared, isWhole: true }];
    const { parts } = remembered(embedding, id, () => byEmbedding(reader, interfaces.get(id) as ChunkRecord));
    return parts.has(typeOf(method)) ? [{ method, declared, isWhole: false }] : [];
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
  const pairs = implementedMethods(reader, members).filter(({ declared, isWhole }) => isWhole && byId.has(declared.parentId ?? -1));
  const names = [...new Set(pairs.map(({ method }) => outerName(method)))];
  const types = new Map(
    reader
      .chunks([...chunksNamed(reader, names, MAX_METHODS).values()].flat())
      .filter(({ symbolKind, language }) => isType(symbolKind) && language === 'go')
      .map((type) => [keyOf(type), type]),
  );
  const found = new Map<string, { type: ChunkRecord; declared: ChunkRecord }>();
  for (const { method, declared } of pairs) {
    const type = types.get(typeOf(method)) ?? method;
    const pair = `${type.id} ${declared.parentId}`;
    if (!found.has(pair)) found.set(pair, { type, declared: byId.get(declared.parentId as number) as ChunkRecord });
  }
  for (const declared of undeclared(reader, members).values())
    for (const type of byEmbedding(reader, declared).complete) {
      const pair = `${type.id} ${declared.id}`;
      if (!found.has(pair)) found.set(pair, { type, declared });
    }
  return [...found.values()].sort((a, b) => comparePlaces(a.type, b.type));
}

interface Embedded {
  readonly complete: readonly ChunkRecord[];
  /** The keys of those types, of what they embed that has some of the methods, and of types that embed one that has all. */
  readonly parts: ReadonlySet<string>;
}

/** Types that have the methods of an interface only together with those of the types that they embed. */
function byEmbedding(reader: IndexReader, declared: ChunkRecord): Embedded {
  const wanted = reader.children(declared.id).filter(({ symbolKind }) => symbolKind === 'method');
  if (wanted.length < 2) return { complete: [], parts: new Set() };
  const signatures = new Map(wanted.map((one) => [one.name, signatureOf(one)]));
  const fitting = methodsNamed(reader, [...signatures.keys()]).filter(
    (method) => method.parentId !== declared.id && hasSignature(signatureOf(method), signatures.get(method.name) as GoSignature),
  );
  /** Names of methods by type. */
  const sets = new Map([...methodSets(fitting)].map(([type, own]) => [type, new Set(own.keys())]));
  const complete = new Map<number, ChunkRecord>();
  const inherited = new Set<string>();
  /** What gave a type its methods, itself first. */
  const partsOf = new Map([...sets.keys()].map((key) => [key, new Set([key])]));
  /** Types that have more methods than a level before. */
  let grown: readonly string[] = [...sets.keys()];
  for (let level = 0; level < EMBEDDED_LEVELS && grown.length; level++) {
    const before = new Map(grown.map((key) => [key, new Set(sets.get(key))]));
    const next = new Set<string>();
    for (const { type, embedded } of embeddings(reader, grown)) {
      const key = keyOf(type);
      const own = sets.get(key) ?? new Set<string>();
      const theirs = before.get(embedded) as ReadonlySet<string>;
      if (own.size === wanted.length) continue;
      // What one embedded type has all of is said by that.
      if (theirs.size === wanted.length) {
        sets.set(key, new Set(theirs));
        inherited.add(key);
        next.add(key);
        continue;
      }
      const size = own.size;
      for (const method of theirs) own.add(method);
      if (own.size > size) next.add(key);
      if (own.size) sets.set(key, own);
      for (const part of partsOf.get(embedded) ?? []) remembered(partsOf, key, () => new Set([key])).add(part);
      if (own.size === wanted.length) complete.set(type.id, type);
    }
    grown = [...next];
  }
  const parts = [...complete.values()].flatMap((type) => [...(partsOf.get(keyOf(type)) ?? [])]);
  return { complete: [...complete.values()], parts: new Set([...parts, ...inherited]) };
}

export interface ShadowedMethod {
  readonly member: ChunkRecord;
  /** The method of the same name of a type that embeds that of `member`, directly or through others. */
  readonly other: ChunkRecord;
  readonly provenance: string;
}

/** Methods that stand before those of embedded types: a value of the embedding type has them instead, the embedded one calls its own. */
export function shadowed(reader: IndexReader, members: readonly ChunkRecord[]): ShadowedMethod[] {
  const own = members.filter((member) => hasMethodSets(member) && containerOf(member) !== '');
  if (!own.length) return [];
  const methods = methodSets(methodsNamed(reader, [...new Set(own.map(({ name }) => name))]));
  const found = new Map<string, ShadowedMethod>();
  let reached = new Map<string, ChunkRecord[]>();
  for (const member of own) addTo(reached, typeOf(member), member);
  for (let level = 0; level < EMBEDDED_LEVELS && reached.size; level++) {
    const next = new Map<string, ChunkRecord[]>();
    for (const { type, embedded, provenance } of embeddings(reader, [...reached.keys()]))
      for (const member of reached.get(embedded) as ChunkRecord[]) {
        addTo(next, keyOf(type), member);
        const other = methods.get(keyOf(type))?.get(member.name);
        if (other && other.id !== member.id) found.set(`${member.id} ${other.id}`, { member, other, provenance });
      }
    reached = next;
  }
  return [...found.values()].sort((a, b) => comparePlaces(a.other, b.other));
}

interface Embedding {
  readonly type: ChunkRecord;
  /** The key of the type that it embeds. */
  readonly embedded: string;
  readonly provenance: string;
}

/** Types with fields that embed the given ones. */
function embeddings(reader: IndexReader, keys: readonly string[]): Embedding[] {
  const byName = new Map<string, string[]>();
  for (const key of keys) addTo(byName, key.slice(key.lastIndexOf(' ') + 1), key);
  const edges = reader.edgesTo([...byName.keys()], MAX_METHODS, ['inherits']);
  const types = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  return edges.flatMap(({ fromId, name, qualifier, provenance }): Embedding[] => {
    const type = types.get(fromId);
    if (type?.language !== 'go' || !isType(type.symbolKind) || type.symbolKind === 'interface') return [];
    const embedded = (byName.get(name) ?? []).filter((key) => isPackage(key.slice(0, -name.length - 1), qualifier, type));
    return embedded.map((key) => ({ type, embedded: key, provenance }));
  });
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

const keyOf = (type: ChunkRecord): string => `${folderOf(type)} ${type.qualifiedName}`;
/** The same of a method's type: with its package, which is a folder. */
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
