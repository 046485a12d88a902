/**
 * Joins the facts of a file with chunks: edges from chunk to chunk. A resolved identifier replaces the edge that was guessed by name;
 * one that is defined outside of the workspace removes it; an unknown one keeps it.
 */
import { remembered } from '../../util/remembered.js';
import type { WorkspacePath } from '../model/file.js';
import { descriptorOf, familyOf } from '../model/language.js';
import { type EdgeKind, isInheritance, isOfValue, type OutlineReference, OWN_SCOPE, type ReferenceKind } from '../model/symbol.js';
import { ChunkMap, hasLocals, isDeclaredAt, type PlacedChunk, type Resolved } from './chunk-map.js';
import { edgeKind, typeKinds } from './edge-kind.js';
import type { Fact, FileFacts, Meaning, Target } from './facts.js';
import { pythonExport } from './python/python-exports.js';

const PATTERN_MODULE = /^\*[^\w\s]/;

/** An indexed file. */
export interface IndexedFile<T extends PlacedChunk> {
  readonly path: WorkspacePath;
  readonly language: string;
  readonly text: string;
  readonly chunks: readonly T[];
  /** Offsets at which lines start. */
  readonly lineStarts: readonly number[];
}

/** With keys instead of row ids: keys survive edits elsewhere in either file. */
export interface ResolvedEdge {
  readonly fromKey: string;
  readonly toKey: string;
  readonly kind: EdgeKind;
  /** Of the first mention. 0-based. */
  readonly line: number;
  readonly mentions: number;
}

interface Merged {
  readonly edges: readonly ResolvedEdge[];
  /** Indexes of the file's syntax references that remain guesses, because the server does not know them. */
  readonly guesses: readonly number[];
}

export function mergeFacts<T extends PlacedChunk>(
  file: IndexedFile<T>,
  references: readonly OutlineReference[],
  { facts, implementations = [], implementers = [] }: FileFacts,
  indexed: (path: WorkspacePath) => Pick<IndexedFile<T>, 'chunks' | 'lineStarts'> | null,
): Merged {
  const maps = new Map<WorkspacePath, { readonly file: Pick<IndexedFile<T>, 'chunks' | 'lineStarts'>; readonly map: ChunkMap<T> } | null>();
  const patterns = new Map<WorkspacePath, readonly PlacedChunk[]>();
  const mapOf = (path: WorkspacePath) => {
    let known = maps.get(path);
    if (known === undefined) {
      const other = path === file.path ? file : indexed(path);
      known = other && { file: other, map: new ChunkMap(other.chunks) };
      maps.set(path, known);
    }
    return known;
  };
  const own = mapOf(file.path)?.map as ChunkMap<T>;
  const syntaxKinds = kindsByMention(file, references);
  const edges = new Map<string, { -readonly [K in keyof ResolvedEdge]: ResolvedEdge[K] }>();
  /** Edges whose line is that of another kind of mention: a decorator before the class that extends the same type. */
  const beside = new Set<string>();
  const count = (from: T, to: T, kind: EdgeKind, line: number, isStated = true) => {
    const key = `${from.key} ${to.key} ${kind}`;
    const edge = edges.get(key);
    if (!edge) {
      edges.set(key, { fromKey: from.key, toKey: to.key, kind, line, mentions: 1 });
      if (!isStated) beside.add(key);
      return;
    }
    edge.mentions++;
    if (isStated && beside.delete(key)) edge.line = line;
    else if (isStated || beside.has(key)) edge.line = Math.min(edge.line, line);
  };
  const settled = new Set<string>();
  /** A variable `publish` says nothing of `page.publish()` in the same function, nor does `this.publish`. */
  const settle = ({ key }: T, { name, start }: Fact['occurrence']) => settled.add(`${joinedTo(file.text, start)}${mention(key, name)}`);
  const joined = new Set(
    facts.flatMap(({ occurrence: { name, start } }) => {
      const to = joinedTo(file.text, start);
      const from = to ? own.around(start) : null;
      return from ? [`${to}${mention(from.key, name)}`] : [];
    }),
  );
  const isSettled = ({ name, from, qualifier }: OutlineReference): boolean => {
    const key = mention(file.chunks[from]?.key ?? file.chunks[0]?.key ?? '', name);
    if (qualifier === undefined) return settled.has(key);
    if (qualifier !== OWN_SCOPE && !isOfValue(qualifier)) return settled.has(key) || settled.has(`.${key}`);
    const places = qualifier === OWN_SCOPE ? ['@', '.'] : ['.', '@'];
    return settled.has(`${places.find((one) => joined.has(`${one}${key}`)) ?? ''}${key}`);
  };
  /** `declare module '*.vue'` stands for every file with that ending: which one an import means, its path says. */
  const isAnyFile = ({ path, line, character }: Target): boolean => {
    const there = path === file.path ? null : mapOf(path);
    if (!there) return false;
    const modules = remembered(patterns, path, () => there.file.chunks.filter(({ name }) => PATTERN_MODULE.test(name)));
    const offset = (there.file.lineStarts[line] ?? 0) + character;
    return modules.some(({ span }) => span.start <= offset && offset < span.end);
  };
  const unresolved = unresolvedImports(file, facts);
  const same = sameNames(file, own, facts);
  for (const { occurrence, meaning: answered } of facts) {
    const from = own.around(occurrence.start);
    const meaning =
      (answered.kind === 'unknown' && from && !isJoined(file.text, occurrence.start) && same.get(mention(from.key, occurrence.name))) ||
      answered;
    const endsAtImport =
      unresolved.size > 0 && meaning.kind === 'here' && meaning.targets.every((target) => unresolved.has(offsetIn(file, target)));
    if (meaning.kind === 'unknown' || endsAtImport || (meaning.kind === 'here' && meaning.targets.every(isAnyFile))) {
      const to = from && pythonExport(from, occurrence.name, file, facts, indexed);
      if (from && to && to.key !== from.key) {
        const edge = { fromKey: from.key, toKey: to.key, kind: 'use' as const, line: occurrence.line, mentions: 1 };
        edges.set(`${from.key} ${to.key} use`, edge);
        settle(from, occurrence);
      }
      continue;
    }
    // The definition of a declaration's name is itself, or its overloads.
    if (!from || isDeclaredAt(from, occurrence.start)) continue;
    settle(from, occurrence);
    if (meaning.kind !== 'here') continue;
    for (const target of meaning.targets) {
      const there = mapOf(target.path);
      const placed = there && foundAt(there, target);
      if (!placed) continue;
      const isOfFile = placed.chunk.kind === 'module' && !placed.exact && target.path !== file.path;
      const named = isOfFile && hasDefaultExports(file.language) ? outermost(there, occurrence.name, placed.chunk.span.end) : null;
      const found = named ? { chunk: named, exact: true } : placed;
      // Something inside a function that is not a chunk is a local variable or a parameter. Nothing outside can refer to it.
      if (found.chunk.key === from.key || (!found.exact && hasLocals(found.chunk))) continue;
      // A type parameter of an enclosing declaration is not a chunk either.
      if (!found.exact && target.path === file.path && holds(found.chunk, from)) continue;
      const to = found.chunk;
      const stated = edgeKind(file.text, occurrence, file.language, to.symbolKind);
      const isSpelled = file.text.startsWith(occurrence.name, occurrence.start);
      const seen = isSpelled ? syntaxKinds.get(`${joinedTo(file.text, occurrence.start)}${mention(from.key, occurrence.name)}`) : undefined;
      // A provider in the decorator of a class that implements the same type is no proof of it: the line is that of the syntax.
      const [only] = seen && !seen.has(stated) && seen.size === 1 ? seen : [];
      const kind = only?.[0] ?? stated;
      count(from, to, kind, isInheritance(kind) && only ? only[1] : occurrence.line, kind === stated);
      // `new Cart()` mentions the type too.
      const type = to.symbolKind === 'constructor' && isSpelled ? typeOf(to, there.file.chunks) : undefined;
      if (type && type.key !== from.key) count(from, type, 'type', occurrence.line);
    }
  }
  const join = (kind: EdgeKind, { occurrence, meaning }: Fact) => {
    const from = own.named(occurrence.start);
    if (!from || meaning.kind !== 'here') return;
    for (const target of meaning.targets) {
      const there = mapOf(target.path);
      const found = there && foundAt(there, target);
      if (!found?.exact || found.chunk.key === from.key) continue;
      const to = found.chunk;
      const key = `${from.key} ${to.key} ${kind}`;
      if (!edges.has(key)) edges.set(key, { fromKey: from.key, toKey: to.key, kind, line: occurrence.line, mentions: 1 });
    }
  };
  for (const fact of implementations) join('implements', fact);
  for (const fact of implementers) join('implementedBy', fact);
  const guesses = references.flatMap((reference, i) => (isSettled(reference) ? [] : [i]));
  return { edges: [...edges.values()], guesses };
}

/** What a name is joined to: '@' the own object, '.' anything else, '' nothing. */
const joinedTo = (text: string, at: number): '' | '.' | '@' =>
  !isJoined(text, at) ? '' : OWN_VALUE.test(text.slice(Math.max(0, at - 40), at)) ? '@' : '.';
const OWN_VALUE = /(?<![\w$.>])(?:this|self|cls|\$this)\s*(?:\??\.|->)\s*$/;

/** Whether a name is joined to what stands before it: `page.publish`, `Page::publish`. */
const isJoined = (text: string, at: number): boolean => /(?:(?<!\.\.)\.|->|::|\\)\s*$/.test(text.slice(Math.max(0, at - 40), at));

/**
 * What names mean by themselves in a chunk, where that is one thing. A name that the server does not know elsewhere in the chunk means it too:
 * templates of Vue have no types where the package is not installed.
 */
function sameNames<T extends PlacedChunk>(
  file: IndexedFile<T>,
  own: ChunkMap<T>,
  facts: FileFacts['facts'],
): ReadonlyMap<string, Meaning | null> {
  const known = new Map<string, Meaning | null>();
  if (!facts.some(({ meaning }) => meaning.kind === 'unknown')) return known;
  for (const { occurrence, meaning } of facts) {
    const from = meaning.kind === 'here' && !isJoined(file.text, occurrence.start) ? own.around(occurrence.start) : null;
    if (!from) continue;
    const key = mention(from.key, occurrence.name);
    const other = known.get(key);
    known.set(key, other === undefined || JSON.stringify(other) === JSON.stringify(meaning) ? meaning : null);
  }
  return known;
}

/** The chunk that a target means; null if the file no longer has it. */
function foundAt<T extends PlacedChunk>(
  { file, map }: { readonly file: Pick<IndexedFile<T>, 'lineStarts'>; readonly map: ChunkMap<T> },
  { line, character, name }: Target,
): Resolved<T> | null {
  const lineStart = file.lineStarts[line];
  if (name === undefined) return lineStart === undefined ? null : map.at(lineStart + character);
  const chunk = map.nearest(name, (lineStart ?? file.lineStarts.at(-1) ?? 0) + character);
  return chunk && { chunk, exact: true };
}

/** `export default observer(Cart)`: the symbol of that name, where the place is none. A member is not exported by its name. */
function outermost<T extends PlacedChunk>(
  { file, map }: { readonly file: Pick<IndexedFile<T>, 'chunks'>; readonly map: ChunkMap<T> },
  name: string,
  at: number,
): T | null {
  const chunk = map.nearest(name, at);
  return chunk && file.chunks.some((one) => one.kind === 'symbol' && one !== chunk && holds(one, chunk)) ? null : chunk;
}

const hasDefaultExports = (language: string): boolean =>
  familyOf(language) === 'javascript' || descriptorOf(language)?.isComponent === true;

/** Offset of a target in this file; null if it is in another file. */
const offsetIn = ({ path, lineStarts }: Pick<IndexedFile<PlacedChunk>, 'path' | 'lineStarts'>, target: Target): number | null =>
  target.path === path ? (lineStarts[target.line] ?? 0) + target.character : null;

/**
 * Offsets of imported names whose definition is the import itself. TypeScript answers so when the module was not found (a package that
 * is not installed, even one of the workspace).
 */
function unresolvedImports<T extends PlacedChunk>(file: IndexedFile<T>, facts: FileFacts['facts']): ReadonlySet<number | null> {
  const offsets = new Set<number | null>();
  for (const { occurrence, meaning } of facts) {
    if (meaning.kind !== 'here' || !meaning.targets.every((target) => offsetIn(file, target) === occurrence.start)) continue;
    if (edgeKind(file.text, occurrence, file.language, null) === 'import') offsets.add(occurrence.start);
  }
  return offsets;
}

const holds = ({ span }: PlacedChunk, inner: PlacedChunk): boolean => span.start <= inner.span.start && inner.span.end <= span.end;

/** The type that a constructor is named after. */
const typeOf = <T extends PlacedChunk>(made: T, chunks: readonly T[]): T | undefined =>
  chunks.find((one) => one.symbolKind !== null && typeKinds.has(one.symbolKind) && one.name === made.name && holds(one, made));

const mention = (key: string, name: string): string => `${key} ${name}`;

/** Kinds that the syntax tree states, by what a mention is joined to and the mention. `from` of a reference is an index into the file's chunks. */
function kindsByMention<T extends PlacedChunk>(
  file: IndexedFile<T>,
  references: readonly OutlineReference[],
): ReadonlyMap<string, ReadonlyMap<ReferenceKind, number>> {
  const kinds = new Map<string, Map<ReferenceKind, number>>();
  for (const { name, from, kind, line, qualifier } of references) {
    const key = mention(file.chunks[from]?.key ?? file.chunks[0]?.key ?? '', name);
    for (const place of qualifier === OWN_SCOPE ? ['@', ''] : isOfValue(qualifier) ? ['.'] : ['', '.', '@']) {
      const lines = remembered(kinds, `${place}${key}`, () => new Map<ReferenceKind, number>());
      if (!lines.has(kind)) lines.set(kind, line);
    }
  }
  return kinds;
}
