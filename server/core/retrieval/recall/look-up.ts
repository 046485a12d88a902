/** Look-ups in the index: the file at a path, chunks around a line, symbols by key or name. Lines are 0-based. */
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { FileRecord } from '../../model/file.js';
import { isOfOthers } from '../../model/file-role.js';
import { queryError } from '../../model/problem.js';
import { isFunction, isSetIn, outerName, type SymbolKind } from '../../model/symbol.js';
import { goPackages, packageName } from '../graph/mentions/go-packages.js';
import { once, scopeOf } from '../graph/mentions/qualified-scope.js';
import { exportedComponents, registeredComponents } from '../graph/mentions/registered-components.js';
import { classOfElement } from '../graph/mentions/template-owners.js';
import type { IndexReader, NameHit } from '../ports.js';
import { recall } from './weights.js';

/** The file that a path of the question means: the path itself, or an absolute one without its leading folders. */
export function fileAtPath(reader: Pick<IndexReader, 'file'>, path: string): FileRecord | null {
  const segments = path.split('/').filter((segment) => segment && segment !== '.');
  for (let first = 0; first < Math.min(segments.length, recall.leadingFolders); first++) {
    const file = reader.file(segments.slice(first).join('/'));
    if (file) return file;
  }
  return null;
}

/** Throws ContextError('query') where a file has no such line, or none of its lines is indexed. @param text of the file */
export function checkLine({ path, problem }: Pick<FileRecord, 'path' | 'problem'>, text: string, line: number): void {
  const lines = text.split(/\r\n|\r|\n/);
  const count = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  if (line === 0 || line < count) return;
  throw queryError(
    problem !== null && !text ? `${path} is not indexed: ${problem}` : `${path} has ${count} lines, there is no line ${line + 1}`,
  );
}

const sizeOf = ({ span }: ChunkRecord): number => span.end - span.start;

/** Outermost first. */
export function chunksAround(chunks: readonly ChunkRecord[], line: number): ChunkRecord[] {
  const around = chunks.filter(({ lines }) => line >= lines.start && line < lines.end).sort((a, b) => sizeOf(b) - sizeOf(a));
  const [outer, inner] = around.slice(-2);
  return inner && isSetIn(inner.symbolKind, outer?.symbolKind) ? around.slice(0, -1) : around;
}

/** The symbols around a line, outermost first, after the file itself. */
export function symbolsAround(reader: Pick<IndexReader, 'chunksOfFile'>, fileId: number, line: number): readonly ChunkRecord[] {
  const chunks = reader.chunksOfFile(fileId);
  return [
    ...chunks.filter(({ kind }) => kind === 'module'),
    ...chunksAround(
      chunks.filter(({ kind }) => kind === 'symbol'),
      line,
    ),
  ];
}

const VALUES: ReadonlySet<SymbolKind> = new Set(['field', 'property', 'enumMember', 'variable', 'constant', 'key']);

/**
 * The function around a line; outside of functions the smallest symbol, such as a constant with a message; else the smallest chunk other than
 * the file, or null.
 */
export function definitionAround(chunks: readonly ChunkRecord[], line: number): ChunkRecord | null {
  const around = chunksAround(chunks, line).filter(({ kind }) => kind !== 'module');
  const symbols = around.filter(({ symbolKind }) => symbolKind !== null);
  const definition = symbols.findLast(({ symbolKind }) => !VALUES.has(symbolKind as SymbolKind));
  if (definition && isFunction(definition.symbolKind)) return definition;
  return symbols.at(-1) ?? around.at(-1) ?? null;
}

/** The same of the file of a record; the record where nothing is around the line. */
export const definitionAt = (reader: Pick<IndexReader, 'chunksOfFile'>, record: ChunkRecord, line: number): ChunkRecord =>
  definitionAround(reader.chunksOfFile(record.fileId), line) ?? record;

/** Symbols of one name that one answer is about. */
export const MAX_NAMESAKES = 20;

/** Symbols of the last part of a qualified name, of which the qualifier chooses: `Close` has hundreds in a large workspace. */
const MAX_QUALIFIED = 2_000;

/**
 * Up to 2,000 symbols with the key, the name or the qualified name; with the same letters but for case and separators where no name is equal. A
 * qualifier may also be a package, a module or a path (`modules.Register`, `framework/module/modules.Register`). A custom element is its class, a
 * registered name of a component the component.
 */
export function symbolsNamed(reader: IndexReader, by: { readonly key: string } | { readonly symbol: string }): readonly ChunkRecord[] {
  if ('key' in by) return reader.chunksByKey(by.key);
  const element = classOfElement(reader, by.symbol);
  if (element) return [element];
  const found = namedSymbols(reader, by.symbol).map((record) => (isStatedModule(record) ? wholeFile(reader, record) : record));
  return (
    registeredComponents(reader, found) ?? (found.some(({ name }) => name === by.symbol) ? found : orExported(reader, by.symbol, found))
  );
}

function orExported(reader: IndexReader, name: string, others: readonly ChunkRecord[]): readonly ChunkRecord[] {
  const exported = exportedComponents(reader, name);
  return exported.length ? exported : others;
}

/** Whether a symbol is the line that gives its file the name of a module: `-module(cart).` in cart.erl. */
const isStatedModule = ({ symbolKind, lines, name, path }: ChunkRecord): boolean =>
  symbolKind === 'module' && lines.end - lines.start === 1 && path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '') === name;

const wholeFile = (reader: IndexReader, record: ChunkRecord): ChunkRecord =>
  reader.chunksOfFile(record.fileId).find(({ kind }) => kind === 'module') ?? record;

/** What stands between a qualifier and a name: `Cart.total`, `Cart::total`, `cart:total` (Erlang), `cart->total`, `Cart#total`, `shop/Cart`. */
export const QUALIFIERS = /\.|::|->|#|[/\\]|(?<=\w):(?=[a-z_])/;

function namedSymbols(reader: IndexReader, symbol: string): readonly ChunkRecord[] {
  const records = symbolsWithName(reader, symbol, MAX_QUALIFIED);
  const segments = symbol.split(QUALIFIERS).filter(Boolean);
  if (segments.length < 2) return sourceFirst(records);
  const qualifiedName = segments.join('.');
  const last = symbolsWithName(reader, segments.at(-1) as string, MAX_QUALIFIED);
  const found = [...new Map([...records, ...last].map((record) => [record.id, record])).values()];
  const tiers: readonly (() => readonly ChunkRecord[])[] = [
    () => records.filter(({ name }) => name === symbol),
    () => found.filter((record) => record.qualifiedName === qualifiedName),
    () => found.filter((record) => record.qualifiedName.endsWith(`.${qualifiedName}`)),
    () => within(reader, last, segments.slice(0, -1)),
  ];
  let built: readonly ChunkRecord[] = [];
  for (const tier of tiers) {
    const meant = tier();
    if (meant.some(({ role }) => !isOfOthers(role))) return sourceFirst(meant);
    // What is built from the sources, or written elsewhere, may have the name of a package of the workspace.
    if (!built.length) built = meant;
  }
  // `item_path` has the letters of `Item.path`, and is no member of anything; `LargeItem.path` is no member of `Item`.
  const [lastFolded, container] = [segments.at(-1) as string, segments.at(-2) as string].map(foldName);
  const isMeant = (record: ChunkRecord): boolean => {
    const outer = outerName(record);
    return foldName(record.name) === lastFolded && (outer === '' || foldName(outer) === container);
  };
  return built.length ? built : sourceFirst(records.filter((record) => isMeant(record) || /[^\p{L}\p{N}_$]/u.test(record.name)));
}

/** Of many, what the product does before its tests and examples. */
const sourceFirst = (records: readonly ChunkRecord[]): readonly ChunkRecord[] =>
  records.length <= MAX_NAMESAKES
    ? records
    : [...records.filter(({ role }) => role === 'source'), ...records.filter(({ role }) => role !== 'source')];

/** Symbols of a name and a kind, which others of the name may outnumber. */
export const symbolsOfKind = (reader: IndexReader, name: string, kind: SymbolKind): readonly ChunkRecord[] =>
  symbolsWithName(reader, name, MAX_QUALIFIED)
    .filter(({ symbolKind }) => symbolKind === kind)
    .slice(0, MAX_NAMESAKES);

/** Whether a symbol is directly within one of the folded name `container`. */
export const isWithin = ({ qualifiedName }: ChunkRecord, container: string): boolean =>
  foldName(qualifiedName.split('.').at(-2) ?? '') === container;

/** Symbols of a name directly within one of the folded name `container`. */
export const symbolsWithin = (reader: IndexReader, name: string, container: string): readonly ChunkRecord[] =>
  symbolsWithName(reader, name, MAX_QUALIFIED)
    .filter((record) => isWithin(record, container))
    .slice(0, MAX_NAMESAKES);

/** Those in the package, module or path that a qualifier names; at its end rather than somewhere below it, and rather than members there. */
function within(reader: IndexReader, records: readonly ChunkRecord[], qualifier: readonly string[]): readonly ChunkRecord[] {
  const wanted = `/${once(qualifier.map(foldName)).join('/')}/`;
  const scopes = records.map((record) => ({ record, scope: `/${scopeOf(withoutFile(record)).join('/')}/` }));
  // The qualifier may begin with the name of the module, which is no folder.
  const ending = scopes.filter(({ scope }) => scope.endsWith(wanted) || (scope !== '//' && wanted.endsWith(scope)));
  const around = ending.length ? ending : scopes.filter(({ scope }) => scope.includes(wanted));
  // `kong.response.exit` in kong/pdk/response.lua: folders between them are left out.
  const inside = around.length || qualifier.length < 2 ? around : scopes.filter(({ scope }) => endsWithSome(scope, wanted));
  const free = inside.filter(({ record }) => record.qualifiedName === record.name);
  if (free.length) return free.map(({ record }) => record);
  if (inside.length || qualifier.length > 1) return inside.map(({ record }) => record);
  // The package at the root of a module of Go has the module's name.
  const packageOf = goPackages(reader);
  return records.filter(({ path, language }) => language === 'go' && packageName(packageOf(path)) === qualifier[0]);
}

/** Whether a scope ends with the last segment of a qualifier, and has those before it in their order. */
function endsWithSome(scope: string, wanted: string): boolean {
  const segments = wanted.split('/').filter(Boolean);
  if (!scope.endsWith(`/${segments.at(-1)}/`)) return false;
  let at = 0;
  for (const segment of scope.split('/').filter(Boolean)) if (segment === segments[at]) at++;
  return at === segments.length;
}

/** The package of Go is the folder, whatever its files are called. */
const withoutFile = ({ path, qualifiedName, language }: ChunkRecord): Pick<ChunkRecord, 'path' | 'qualifiedName'> => ({
  path: language === 'go' ? path.replace(/[^/]*$/, 'index') : path,
  qualifiedName,
});

function symbolsWithName(reader: IndexReader, name: string, limit: number): readonly ChunkRecord[] {
  const hits = reader.named([name], limit);
  const symbolsOf = (some: readonly NameHit[]): readonly ChunkRecord[] =>
    reader.chunks(some.map(({ chunkId }) => chunkId)).filter(({ kind }) => kind === 'symbol');
  const exact = symbolsOf(hits.filter(({ match }) => match === 'exact'));
  // `useLeftmost` of generated types is `UseLeftmost` of the sources.
  const symbols = exact.some(({ role }) => !isOfOthers(role)) ? exact : symbolsOf(hits);
  // A block of tests is described by the name of what it tests.
  const others = symbols.filter(({ symbolKind }) => symbolKind !== 'test');
  return others.length ? others : symbols;
}
