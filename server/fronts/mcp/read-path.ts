/** What `read_symbol` gives for a path: a short file whole, the outline of a longer one or of a folder, or why there is nothing to read. */
import { resolve } from 'node:path';
import type { SymbolHit } from '../../core/model/answer.js';
import type { WorkspacePath } from '../../core/model/file.js';
import type { Problem } from '../../core/model/problem.js';
import { isFunction, isType, type SymbolKind } from '../../core/model/symbol.js';
import type { McpCode, McpSymbol } from '../../protocol/mcp-common.js';
import { symbolKinds } from '../../protocol/symbol-kinds.js';
import { escapeGlob } from '../../util/escape-pattern.js';
import { filesMatching, workspacePathOf } from '../parse-place.js';
import { codeTokens, tokensOf } from './fit-tokens.js';
import { codeOf, outlineText, symbolOf } from './shapes.js';
import type { ToolCall } from './tool.js';

/** Symbols of a folder, and of a file, of which the budget shows as many as it can. */
const MAX_OF_FOLDER = 200;
const MAX_OF_FILE = 2_000;
/** Kinds shown in the outline of a file that has any of them; besides, variables outside of functions and properties with code. */
const OUTLINED: ReadonlySet<SymbolKind | null> = new Set(
  symbolKinds.filter((kind) => !['variable', 'field', 'property', 'key', 'enumMember'].includes(kind)),
);
const MIN_ACCESSOR_LINES = 3;
const TYPES: readonly SymbolKind[] = ['class', 'interface', 'struct', 'enum', 'trait'];
/** A file is shown whole up to so many lines, and so much of the budget. Its outline makes an agent ask again. */
const MAX_WHOLE_LINES = 200;
const WHOLE_SHARE = 0.25;
/** Or where its outline is hardly shorter. */
const OUTLINE_FACTOR = 1.5;
/** Of the beginning of a longer file: lines cost more tokens in one place than in another. */
const READ_SHARE = 0.8;
const MAX_WITHIN = 16;
const MAX_SIMILAR = 8;

export interface PathRead {
  readonly results: readonly McpCode[];
  readonly outline: readonly McpSymbol[];
  readonly problems: readonly Problem[];
  /** What the outline leaves out. */
  readonly notes?: readonly string[];
}

/** An outline lists fields where they are so many more than what else it has, and no more than this. */
const FIELDS_SHARE = 3;
const MAX_FIELDS = 200;

/** @param room tokens for a whole file */
export async function readPath(call: ToolCall, path: WorkspacePath, room: number): Promise<PathRead> {
  const { engine, signal } = call;
  const all = path === '' ? [] : (await engine.symbols({ query: '', ofFile: path, limit: MAX_OF_FILE }, signal)).hits;
  const outlined = all.filter(isOutlined(all));
  const fields = all.filter(({ symbolKind }) => symbolKind === 'field' || symbolKind === 'property');
  // A class of settings is its fields.
  const isOfFields = fields.length <= MAX_FIELDS && fields.length > FIELDS_SHARE * outlined.length;
  const hits = !outlined.length ? all : isOfFields ? all.filter((hit) => outlined.includes(hit) || fields.includes(hit)) : outlined;
  const outline = withoutDuplicates(hits).map(symbolOf).sort(byPlace);
  const answer = path === '' ? null : await engine.show({ at: { path, line: 0, lastLine: MAX_WHOLE_LINES - 1 } }, signal);
  const [whole] = (answer?.results ?? []).map(codeOf);
  if (answer && whole) {
    const cost = codeTokens(whole);
    const isShort = cost <= WHOLE_SHARE * room || cost <= OUTLINE_FACTOR * tokensOf(outlineText(outline).join('\n'));
    const { problems } = answer;
    if (!outline.length && whole.endLine > MAX_WHOLE_LINES) return beginningOf(call, path, whole, room);
    if (!outline.length || (isShort && whole.endLine <= MAX_WHOLE_LINES && cost <= room))
      return { results: [whole], outline: [], problems };
    return { results: [], outline, problems, notes: leftOut(all, hits) };
  }
  const paths = path === '' ? {} : { paths: [`${escapeGlob(path)}/**`] };
  const { hits: below, problems } = await engine.symbols({ query: '', limit: MAX_OF_FOLDER, filters: paths }, signal);
  const notes =
    below.length < MAX_OF_FOLDER ? [] : [`of a folder with more symbols those are listed that most code uses, ${MAX_OF_FOLDER} at most`];
  return { results: [], outline: below.map(symbolOf).sort(byPlace), problems, notes };
}

/** Of a file without an outline as many lines as the room has, and how to read on. @param first its first lines */
async function beginningOf({ engine, signal }: ToolCall, path: WorkspacePath, first: McpCode, room: number): Promise<PathRead> {
  const all = first.endLine;
  const most = Math.max(1, Math.floor((READ_SHARE * room * MAX_WHOLE_LINES) / codeTokens(first)));
  const last = Math.min(all, most);
  const { results, problems } = await engine.show({ at: { path, line: 0, lastLine: last - 1 } }, signal);
  const notes = last < all ? [`lines ${last + 1} to ${all} are left out: ${path}:${last + 1}-${all} reads them`] : [];
  return { results: results.map(codeOf), outline: [], problems, notes };
}

/** Whether the outline of a file with these symbols has one of them. */
function isOutlined(all: readonly SymbolHit[]): (hit: SymbolHit) => boolean {
  const functions = new Set(
    all.flatMap(({ symbolKind, qualifiedName }) => (isFunction(symbolKind) && symbolKind !== 'component' ? qualifiedName : [])),
  );
  const isInFunction = ({ qualifiedName, name }: SymbolHit): boolean => functions.has(qualifiedName.slice(0, -name.length - 1));
  const types = new Set(all.flatMap(({ symbolKind, qualifiedName }) => (isType(symbolKind) ? qualifiedName : [])));
  // A getter, a setter, a computed property.
  const isAccessor = ({ symbolKind, qualifiedName, name, lines }: SymbolHit): boolean =>
    symbolKind === 'property' && lines.end - lines.start >= MIN_ACCESSOR_LINES && types.has(qualifiedName.slice(0, -name.length - 1));
  return (hit) => OUTLINED.has(hit.symbolKind) || (hit.symbolKind === 'variable' && !isInFunction(hit)) || isAccessor(hit);
}

/** How many symbols of which kinds an outline does not have. */
function leftOut(all: readonly SymbolHit[], shown: readonly SymbolHit[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { symbolKind } of all.filter((hit) => !shown.includes(hit)))
    counts.set(symbolKind ?? '', (counts.get(symbolKind ?? '') ?? 0) + 1);
  const list = [...counts].map(([kind, count]) => `${kind} ${count}`);
  return list.length ? [`not in the outline: ${list.join(', ')}; find_symbols with an empty query, paths and kinds lists them`] : [];
}

const byPlace = (a: McpSymbol, b: McpSymbol): number => (a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1);

/** In C, prototypes and type names beside the definition of the same file announce nothing else. */
function withoutDuplicates(hits: readonly SymbolHit[]): readonly SymbolHit[] {
  const sortOf = ({ symbolKind }: SymbolHit): string => (isFunction(symbolKind) ? 'function' : 'type');
  const longest = new Map<string, SymbolHit>();
  const isC = ({ language, symbolKind }: SymbolHit): boolean =>
    language === 'c' && (isFunction(symbolKind) || symbolKind === 'type' || TYPES.includes(symbolKind as SymbolKind));
  const idOf = (hit: SymbolHit): string => `${sortOf(hit)} ${hit.qualifiedName}`;
  const length = ({ lines }: SymbolHit): number => lines.end - lines.start;
  for (const hit of hits.filter(isC)) {
    const known = longest.get(idOf(hit));
    // A definition of one line follows its prototype.
    if (!known || length(hit) >= length(known)) longest.set(idOf(hit), hit);
  }
  return hits.filter((hit) => !isC(hit) || longest.get(idOf(hit)) === hit);
}

/** The functions, types and other symbols of several lines that lines of a file belong to, with their lines; the innermost of each. */
export async function namesWithin({ engine, signal }: ToolCall, path: WorkspacePath, first: number, last: number): Promise<string> {
  const { hits } = await engine.symbols({ query: '', ofFile: path, limit: MAX_OF_FILE }, signal);
  const own = withoutDuplicates(hits)
    .filter(({ symbolKind, lines }) => isFunction(symbolKind) || TYPES.includes(symbolKind as SymbolKind) || lines.end - lines.start > 1)
    .map(symbolOf)
    .filter(({ startLine, endLine }) => startLine <= last && first <= endLine)
    .sort(byPlace);
  const innermost = own.filter(
    (one) => !own.some((other) => other !== one && one.startLine <= other.startLine && other.endLine <= one.endLine),
  );
  const named = innermost.slice(0, MAX_WITHIN).map(({ name, startLine, endLine }) => `${name} ${startLine}-${endLine}`);
  return [...named, ...(innermost.length > MAX_WITHIN ? [`${innermost.length - MAX_WITHIN} more`] : [])].join(', ');
}

/** Why nothing of a file can be shown; similar paths if there is no such file. */
export async function whyNot({ engine, folders, signal }: ToolCall, file: string): Promise<string> {
  if (workspacePathOf(engine, folders, file) === null) {
    const similar = await similarFiles();
    return `no such file in the workspace: ${file}${similar.length ? `; similar: ${similar.join(', ')}` : ''}`;
  }
  for (const folder of folders) {
    const { type, excluded } = await engine.explainPath(resolve(folder, file));
    if (type !== 'missing' && excluded) return `${file} is not indexed: ${excluded.rule}`;
  }
  return `${file} holds nothing that is indexed`;

  /** By the same name in another folder, else by a part of the name. */
  async function similarFiles(): Promise<readonly string[]> {
    const name = file.split(/[\\/]/).filter(Boolean).at(-1) ?? '';
    const stem = name.replace(/\.[^.]*$/, '');
    for (const pattern of [escapeGlob(name), ...(stem.length > 2 ? [`*${escapeGlob(stem)}*`] : [])]) {
      const paths = await filesMatching(engine, `**/${pattern}`, MAX_SIMILAR, signal);
      if (paths.length) return paths;
    }
    return [];
  }
}
