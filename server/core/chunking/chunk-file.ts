/**
 * Symbol tree to hierarchical chunks: one chunk a symbol at every level, a module chunk that holds what is
 * left of the file, blocks for long runs of top-level code, and comment blocks. Pure.
 * Invariant: chunk 0 is the module chunk and spans the file, so every line belongs to some chunk.
 */

import { TokenEstimates } from '../../util/estimate-tokens.js';
import type { LineIndex } from '../../util/text.js';
import type { Chunk, ChunkKind, ChunkMeta } from '../model/chunk.js';
import { type LineSpan, stemOf } from '../model/file.js';
import type { CommentBlock, Outline, OutlineReference, OutlineSymbol, SymbolKind, TextSpan } from '../model/symbol.js';
import { chunkIdentity, chunkKey } from './chunk-key.js';
import { countedLines, linesOf, withoutBlankEnds } from './line-spans.js';
import { plainFunctions } from './text-functions.js';

/** Shorter comments say too little to be found by themselves. */
const MIN_COMMENT_TOKENS = 20;
/** Top-level runs of fewer tokens stay in the module chunk alone. */
const MIN_BLOCK_TOKENS = 40;
/** Longer runs are cut near blank lines. */
const MAX_BLOCK_TOKENS = 250;

export interface ChunkedFile {
  readonly chunks: readonly Chunk[];
  /** The outline's references, `from` being an index into `chunks`. */
  readonly references: readonly OutlineReference[];
}

function metaOf(symbol: OutlineSymbol, imports: readonly string[]): ChunkMeta {
  const { visibility, exported, async, parameters, returnType, tags } = symbol;
  const meta: { -readonly [K in keyof ChunkMeta]: ChunkMeta[K] } = {};
  if (visibility) meta.visibility = visibility;
  if (exported) meta.exported = true;
  if (async) meta.async = true;
  if (parameters?.length) meta.parameters = parameters;
  if (returnType) meta.returnType = returnType;
  if (tags?.length) meta.tags = tags;
  if (imports.length) meta.imports = imports;
  return meta;
}

/** `Container.name`; a method declared outside its type (Go, Kotlin, C++) is named under its receiver, which lies in what is around. */
function qualifiedNames(symbols: readonly OutlineSymbol[]): string[] {
  const names: string[] = [];
  for (const symbol of symbols) {
    const receiver = symbol.tags?.find((tag) => tag.startsWith('receiver:'))?.slice('receiver:'.length);
    const around = symbol.parent >= 0 ? (names[symbol.parent] as string) : '';
    const isWithin = receiver !== undefined && `.${around}`.endsWith(`.${receiver}`);
    names.push([around, isWithin ? undefined : receiver, symbol.name].filter(Boolean).join('.'));
  }
  return names;
}

const CONTAINERS: ReadonlySet<SymbolKind> = new Set(['module', 'class', 'interface', 'struct', 'trait', 'enum', 'impl', 'type']);
const DOTTED = /^(?:::)?[\p{L}_][\p{L}\p{N}_]*(?:(?:\.|::)[\p{L}_][\p{L}\p{N}_]*)*(?:\.|::)([\p{L}_][\p{L}\p{N}_]*)$/u;

/** Of `defmodule Oban.Engine` and `class Rack::Utils` the last segment, by which code and questions mention them. */
function lastSegment({ name, kind, nameSpan }: OutlineSymbol): Pick<OutlineSymbol, 'name' | 'nameSpan'> {
  const last = CONTAINERS.has(kind) ? DOTTED.exec(name)?.[1] : undefined;
  return last === undefined ? { name, nameSpan } : { name: last, nameSpan: { start: nameSpan.end - last.length, end: nameSpan.end } };
}

/** Imported names that each symbol mentions. */
function importsUsed(outline: Outline): Map<number, string[]> {
  const imported = new Set(outline.references.filter((r) => r.kind === 'import').map((r) => r.name));
  const used = new Map<number, string[]>();
  for (const { name, from, kind } of outline.references) {
    if (kind === 'import' || from < 0 || !imported.has(name)) continue;
    const list = used.get(from);
    if (!list) used.set(from, [name]);
    else if (list.length < 12 && !list.includes(name)) list.push(name);
  }
  return used;
}

/** Runs of lines that no symbol owns and that are not blank. */
function uncovered(owners: Int32Array, text: string, index: LineIndex): LineSpan[] {
  const runs: LineSpan[] = [];
  let start = -1;
  for (let line = 0; line <= owners.length; line++) {
    const free = line < owners.length && !owners[line];
    if (free && start < 0 && text.slice(index.offsetOf(line), index.offsetOf(line + 1)).trim()) start = line;
    if (!free && start >= 0) {
      runs.push({ start, end: line });
      start = -1;
    }
  }
  return runs;
}

/** Cuts a run of lines at blank lines (else anywhere) into pieces of at most about MAX_BLOCK_TOKENS. */
function cutRun(run: LineSpan, text: string, index: LineIndex, estimates: TokenEstimates): LineSpan[] {
  const pieces: LineSpan[] = [];
  let start = run.start;
  let tokens = 0;
  let lastBlank = -1;
  for (let line = run.start; line < run.end; line++) {
    if (tokens > MAX_BLOCK_TOKENS / 3 && !text.slice(index.offsetOf(line), index.offsetOf(line + 1)).trim()) lastBlank = line;
    tokens += estimates.ofLines(line, line + 1);
    if (tokens > MAX_BLOCK_TOKENS && line > start) {
      const end = lastBlank > start ? lastBlank : line;
      pieces.push({ start, end });
      start = end;
      lastBlank = -1;
      tokens = estimates.ofLines(start, line + 1);
    }
  }
  if (start < run.end) pieces.push({ start, end: run.end });
  return pieces;
}

/** First line of a block that says something: its name in lists. */
export function blockName(text: string, span: TextSpan): string {
  const all = text.slice(span.start, span.end).split('\n');
  // What only closes an element or a comment says nothing.
  const telling = all.filter((line) => !/^\s{0,200}(?:<\/|-->)/.test(line));
  const lines = telling.length ? telling : all;
  // More than `fi` or `</div>`, which end what is before the block.
  const line =
    lines.find((l) => /\p{L}{5}|\p{L}{3}\P{L}+(?:\p{L}{1,2}\P{L}+)*\p{L}{3}/u.test(l)) ?? lines.find((l) => /[\p{L}\p{N}]/u.test(l)) ?? '';
  return line.trim().replace(/\s+/g, ' ').slice(0, 60);
}

/**
 * @param path identifies the file in the keys of its chunks
 * @param index line index of `text`
 */
export function chunkFile(
  path: string,
  text: string,
  index: LineIndex,
  outline: Outline,
  sectioned: boolean,
  { hashOf } = plainFunctions,
): ChunkedFile {
  const chunks: Omit<Chunk, 'key'>[] = [];
  const estimates = new TokenEstimates(text, index);
  const spanOf = (lines: LineSpan): TextSpan => ({ start: index.offsetOf(lines.start), end: index.offsetOf(lines.end) });
  const add = (kind: ChunkKind, parent: number, lines: LineSpan, name: string, body: boolean): number => {
    const span = spanOf(lines);
    const base = {
      kind,
      parent,
      name,
      qualifiedName: name,
      symbolKind: null,
      span,
      lines,
      nameSpan: null,
      signature: '',
      doc: '',
      meta: {},
    };
    return chunks.push({ ...base, bodySpan: body ? span : null, tokens: estimates.of(span.start, span.end) }) - 1;
  };

  const importedModules = [...new Set(outline.references.filter((r) => r.kind === 'import').map((r) => r.module ?? r.name))];
  const lineCount = countedLines(index);
  add('module', -1, { start: 0, end: lineCount }, stemOf(path), false);
  chunks[0] = {
    ...(chunks[0] as Chunk),
    doc: outline.moduleDoc,
    meta: importedModules.length ? { imports: importedModules.slice(0, 40) } : {},
  };

  const names = qualifiedNames(outline.symbols);
  const used = importsUsed(outline);
  const chunkOf: number[] = [];
  /** The innermost symbol's chunk on each line; 0 where there is none. Parents come before their children, so these overwrite. */
  const owners = new Int32Array(lineCount);
  outline.symbols.forEach((symbol, i) => {
    const { kind, bodySpan, signature, doc } = symbol;
    const { name, nameSpan } = sectioned ? symbol : lastSegment(symbol);
    const span = withoutBlankEnds(text, symbol.span);
    const lines = linesOf(span, index);
    const parent = symbol.parent >= 0 ? (chunkOf[symbol.parent] as number) : 0;
    const at =
      chunks.push({
        kind: sectioned ? 'section' : 'symbol',
        parent,
        name,
        qualifiedName: names[i] as string,
        symbolKind: kind,
        span,
        lines,
        nameSpan,
        bodySpan: bodySpan ? { start: bodySpan.start, end: Math.min(bodySpan.end, span.end) } : null,
        signature,
        doc,
        meta: metaOf(symbol, used.get(i) ?? []),
        tokens: estimates.of(span.start, span.end),
      }) - 1;
    chunkOf.push(at);
    owners.fill(at, lines.start, lines.end);
  });

  const addTags = (at: number, tags: readonly string[]): void => {
    const chunk = chunks[at] as Chunk;
    if (tags.length) chunks[at] = { ...chunk, meta: { ...chunk.meta, tags: [...new Set([...(chunk.meta.tags ?? []), ...tags])] } };
  };
  /** Comments with tags that lie in no symbol. */
  const loose: CommentBlock[] = [];
  for (const comment of outline.comments) {
    const span = spanOf(comment.lines);
    const owner = owners[comment.lines.start] ?? 0;
    const parent = innermost(chunks, owner, ({ span: around }) => around.start <= span.start && around.end >= span.end);
    // A comment behind code belongs to what is on its line.
    const tagged = innermost(chunks, owner, ({ lines }) => lines.end >= comment.lines.end);
    const isLong = estimates.of(span.start, span.end) >= MIN_COMMENT_TOKENS;
    if (isLong) addTags(add('comment', parent, comment.lines, blockName(text, span), false), comment.tags);
    if (tagged > 0) addTags(tagged, comment.tags);
    else if (!isLong && comment.tags.length) loose.push(comment);
  }
  const firstBlock = chunks.length;
  for (const run of uncovered(owners, text, index)) {
    for (const lines of cutRun(run, text, index, estimates)) {
      const span = withoutBlankEnds(text, spanOf(lines));
      if (estimates.of(span.start, span.end) >= MIN_BLOCK_TOKENS && !importsOnly(text, span)) {
        add('block', 0, linesOf(span, index), blockName(text, span), true);
      }
    }
  }
  for (const { lines, tags } of loose) {
    const block = chunks.findIndex((chunk, i) => i >= firstBlock && chunk.lines.start <= lines.start && lines.start < chunk.lines.end);
    addTags(Math.max(block, 0), tags);
  }
  const references = outline.references.map((r) => ({ ...r, from: r.from >= 0 ? (chunkOf[r.from] as number) : 0 }));
  return { chunks: withKeys(path, chunks, hashOf), references };
}

/** From the innermost symbol on a line up to the first that passes; the module chunk where none does. */
function innermost(chunks: readonly Omit<Chunk, 'key'>[], from: number, passes: (chunk: Omit<Chunk, 'key'>) => boolean): number {
  let at = from;
  while (at > 0 && !passes(chunks[at] as Chunk)) at = (chunks[at] as Chunk).parent;
  return at;
}

/** `import { a, b } from 'c'` and `export { a } from 'c'` over several lines, as barrel files have them. */
const IMPORT_STATEMENT = /^(?:import|export)\b[^'"`;()=]{0,4000}\bfrom\s*['"][^'"\n]*['"];?/gm;
const IMPORT_LINE =
  /^\s*(?:import|from|use|using|require|include|#\s*(?:include|import|pragma|define|ifndef|endif|if)|package|export \{|\}|\{|\)|\(|"|'|\/\/|\*|\/\*)/;
function importsOnly(text: string, span: TextSpan): boolean {
  return text
    .slice(span.start, span.end)
    .replace(IMPORT_STATEMENT, '')
    .split('\n')
    .every((line) => !line.trim() || IMPORT_LINE.test(line));
}

/** `path`: absolute, see `chunkIdentity`. */
export function withKeys(path: string, chunks: readonly Omit<Chunk, 'key'>[], hashOf: (text: string) => string): Chunk[] {
  const keyOf = chunkKey(hashOf);
  return chunks.map((chunk) => Object.assign(chunk, { key: keyOf(chunkIdentity(path, chunk)) }));
}
