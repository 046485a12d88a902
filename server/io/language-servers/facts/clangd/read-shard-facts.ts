/**
 * Reads clangd's background index as facts by file, in a tenth of a second where asking about each identifier takes a minute. The index
 * has no locals and parameters, which make no edges, and no macros, which are added from the text.
 */
import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Fact, type FileFacts, isSamePlace, type Provenance, type Target } from '../../../../core/code-graph/facts.js';
import { messageOf } from '../../../../util/bug.js';
import { addTo, grouped } from '../../../../util/grouped.js';
import { uriToPath } from '../../../../util/uri.js';
import type { FileToAsk } from '../ask-file-facts.js';
import type { WorkspacePathOf } from '../fact-source.js';
import { Macros } from './macros.js';
import { readShard, type ShardOverride, type ShardPlace, type ShardReference, type ShardSymbol } from './shard.js';
import { overridesByFile, SymbolsByName } from './shard-symbols.js';

/** An indexed file with the offsets at which its lines start. */
type PlacedText = Pick<FileToAsk, 'path' | 'language' | 'text' | 'contentHash'> & { readonly lineStarts: readonly number[] };

export interface ShardFacts {
  /** Facts of one file; null if it is not in the index. */
  factsOf(file: PlacedText): FileFacts | null;
  /** False: the file on disk is newer than its shard. */
  isCurrent(path: string): boolean;
  readonly problems: readonly string[];
}

interface IndexedSymbol {
  readonly name: string;
  /** Several if platforms, or programs that are not linked with each other, define it separately. */
  readonly definitions: Target[];
  readonly declarations: Target[];
  /** Definitions that a macro expands to: the text has the macro call instead of the name. */
  readonly made: Target[];
}

const isDeclaration = 1;
const isReference = 4;
const isSpelled = 8;
/** The position of these names covers only the first token: `~` or `operator`. */
const severalTokens = /^(?:~|operator(?!\w))/;
/** Length of the longest operator, `<=>`. */
const maxOperator = 3;
/** Symbols used at one position. At a macro call it has all symbols of the macro. */
const maxSymbols = 32;
/** Definitions used of one name. One with more of them (`main`) is not a single symbol. */
const maxDefinitions = 24;

/** Where clangd writes shards. `folder`: the value of --compile-commands-dir. */
export const shardFolder = (folder: string): string => join(folder, '.cache', 'clangd', 'index');

/** When the last shard was written; 0 if there is none. */
export const lastShardWriteMs = (folder: string): number => statSync(shardFolder(folder), { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Whether a shard of this file was written after it. False positive where another file of the same name has one. */
export async function hasNewShard(
  folder: string,
  { path, mtimeMs }: { readonly path: string; readonly mtimeMs: number },
): Promise<boolean> {
  const start = `${basename(path)}.`;
  const names = await readdir(shardFolder(folder)).catch(() => []);
  const own = names.filter((name) => name.startsWith(start)).map((name) => stat(join(shardFolder(folder), name)).catch(() => null));
  return (await Promise.all(own)).some((found) => (found?.mtimeMs ?? 0) >= mtimeMs);
}

/** Reads shard by shard without blocking the event loop. `folder`: the value of --compile-commands-dir. */
export async function readShardFacts(folder: string, provenance: Provenance, workspacePathOf: WorkspacePathOf): Promise<ShardFacts> {
  // Each shard names the same files again and again.
  const paths = new Map<string, string | null>();
  const pathOf = (uri: string): string | null => {
    const known = paths.get(uri);
    if (known !== undefined) return known;
    const path = workspacePathOf(uri);
    paths.set(uri, path);
    return path;
  };
  const symbols = new Map<string, IndexedSymbol>();
  const byFile = new Map<string, ShardReference[]>();
  const includes = new IncludeGraph();
  const reachedFrom = (path: string) => includes.reachedFrom(path);
  const written = new Map<string, { readonly absolutePath: string; readonly atMs: number }>();
  const overrides: ShardOverride[] = [];
  const problems: string[] = [];
  const macros = new Macros(reachedFrom);
  const place = shardFolder(folder);
  let names: string[] = [];
  try {
    names = (await readdir(place)).filter((name) => name.endsWith('.idx'));
  } catch {
    problems.push(`no index in ${place}`);
  }
  for (const name of names) {
    try {
      const file = join(place, name);
      const { mtimeMs } = await stat(file);
      const shard = readShard(await readFile(file));
      for (const symbol of shard.symbols) addSymbol(symbols, symbol, pathOf);
      for (const override of shard.overrides) overrides.push(override);
      for (const { uri, includes: included } of shard.files) {
        const path = pathOf(uri);
        if (path === null) continue;
        includes.add(
          path,
          included.flatMap((one) => pathOf(one) ?? []),
        );
        const absolutePath = uriToPath(uri) as string;
        written.set(path, { absolutePath, atMs: mtimeMs });
        macros.read(path, absolutePath);
      }
      for (const reference of shard.references) {
        const path = pathOf(reference.place.uri);
        if (path === null) continue;
        addTo(byFile, path, reference);
      }
    } catch (error) {
      problems.push(`${name}: ${messageOf(error)}`);
    }
  }
  const overriding = overridesByFile(overrides, symbols);
  const named = new SymbolsByName(symbols.values(), reachedFrom);
  return {
    factsOf: ({ path, language, text, lineStarts, contentHash }) => {
      if (!written.has(path)) return null;
      const references = byFile.get(path) ?? [];
      const facts = placed(factsOf(path, references, symbols), lineStarts);
      for (const { symbol, kind, place } of references) {
        if (symbols.has(symbol) || !(kind & isReference) || !(kind & isSpelled) || place.length === null) continue;
        const start = (lineStarts[place.line] ?? text.length) + place.character;
        const name = text.slice(start, start + place.length);
        const targets = macros.has(name) ? [] : named.definitionsOf(name, path);
        if (targets.length > 0)
          facts.push({ occurrence: { name, start, line: place.line, character: place.character }, meaning: { kind: 'here', targets } });
      }
      const known = new Set(facts.map(({ occurrence }) => `${occurrence.start} ${occurrence.name}`));
      facts.push(...macros.mentions(path, text, language, ({ start, name }) => known.has(`${start} ${name}`)));
      facts.sort((a, b) => a.occurrence.start - b.occurrence.start);
      const implementations = placed(overriding.get(path) ?? [], lineStarts);
      return { path, contentHash, provenance, facts, implementations, incomplete: null };
    },
    isCurrent: (path) => {
      const one = written.get(path);
      return one === undefined || one.atMs >= (statSync(one.absolutePath, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    },
    problems,
  };
}

function addSymbol(symbols: Map<string, IndexedSymbol>, { id, name, definition, declaration }: ShardSymbol, pathOf: WorkspacePathOf): void {
  const entry = symbols.get(id) ?? { name, definitions: [], declarations: [], made: [] };
  symbols.set(id, entry);
  const isNamed = definition?.length === (severalTokens.exec(name)?.[0] ?? name).length;
  addTarget(isNamed ? entry.definitions : entry.made, definition, pathOf);
  addTarget(entry.declarations, declaration, pathOf);
}

function addTarget(targets: Target[], place: ShardPlace | null, pathOf: WorkspacePathOf): void {
  const path = place && pathOf(place.uri);
  if (path === null || targets.length >= maxDefinitions) return;
  const { line, character } = place as ShardPlace;
  const target = { path, line, character };
  if (!targets.some((one) => isSamePlace(one, target))) targets.push(target);
}

function factsOf(path: string, references: readonly ShardReference[], symbols: ReadonlyMap<string, IndexedSymbol>): Fact[] {
  const stated = references.filter(({ kind }) => kind & (isReference | isDeclaration));
  const byPlace = grouped(stated, ({ place }) => `${place.line}:${place.character}`);
  const facts: Fact[] = [];
  for (const here of byPlace.values()) {
    const { line, character } = (here[0] as ShardReference).place;
    const targets: Target[] = [];
    let name = '';
    const isOverloaded = here.filter((one) => isOperatorCall(one, symbols)).length > 1;
    for (const reference of here.slice(0, maxSymbols)) {
      const { symbol, kind } = reference;
      const entry = symbols.get(symbol);
      // `a + b` in a template: the types are unknown, and clang lists all visible operators.
      if (isOverloaded && isOperatorCall(reference, symbols)) continue;
      // A declaration without a definition refers to itself.
      if (!entry || (!(kind & isReference) && entry.definitions.length === 0)) continue;
      name = entry.name;
      targets.push(...targetsIn(path, entry));
    }
    // `placed` adds the offset.
    if (name)
      facts.push({
        occurrence: { name, start: -1, line, character },
        meaning: targets.length > 0 ? { kind: 'here', targets } : { kind: 'outside' },
      });
  }
  return facts;
}

/** True at the operator itself. At other positions a macro contains the call. */
const isOperatorCall = ({ symbol, place }: ShardReference, symbols: ReadonlyMap<string, IndexedSymbol>): boolean =>
  (place.length ?? maxOperator + 1) <= maxOperator && /^operator\W/.test(symbols.get(symbol)?.name ?? '');

/** Definitions in the same file come first: `static` functions of the same name in several C files have one id. */
function targetsIn(path: string, { definitions, declarations, made }: IndexedSymbol): readonly Target[] {
  const own = definitions.filter((one) => one.path === path);
  if (own.length > 0) return own;
  if (definitions.length > 0) return definitions;
  return declarations.length > 0 ? declarations.slice(0, 1) : made;
}

/** Facts with their offsets in the text. Facts beyond its end are left out: the file has changed. */
function placed(facts: readonly Fact[], lineStarts: readonly number[]): Fact[] {
  return facts.flatMap(({ occurrence, meaning }): Fact[] => {
    const start = lineStarts[occurrence.line];
    return start === undefined ? [] : [{ occurrence: { ...occurrence, start: start + occurrence.character }, meaning }];
  });
}

/** Which files of the workspace a file includes, directly and indirectly. */
class IncludeGraph {
  readonly #direct = new Map<string, readonly string[]>();
  readonly #reached = new Map<string, ReadonlySet<string>>();

  /** Adds the direct includes of a file. */
  add(path: string, included: readonly string[]): void {
    this.#direct.set(path, included);
  }

  /** The file and all that it includes. */
  reachedFrom(path: string): ReadonlySet<string> {
    const known = this.#reached.get(path);
    if (known) return known;
    const reached = new Set([path]);
    for (const one of reached) for (const included of this.#direct.get(one) ?? []) reached.add(included);
    this.#reached.set(path, reached);
    return reached;
  }
}
