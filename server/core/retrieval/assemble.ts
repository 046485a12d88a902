/**
 * Last stage: the ranked list becomes an answer under a hard token budget. Whole symbols where they fit, shortened in
 * stages (whole, children collapsed, signature, one line) where they do not; nothing is padded.
 * Invariant: the sum of the results' tokens never exceeds the budget.
 */
import { commentStyle } from '../chunking/comment-style.js';
import { collapse, lineStartIfBlank, renderChunk } from '../chunking/render-chunk.js';
import type { Result, Shortening } from '../model/answer.js';
import type { ChunkRecord } from '../model/chunk.js';
import type { IndexReader, TokenCounter } from './ports.js';
import type { Ranked } from './rank.js';

export interface AssembleOptions {
  readonly limit: number;
  /** Tokens of context at most; Infinity where the caller counts for himself. */
  readonly budgetTokens: number;
  readonly withText: boolean;
  readonly explain: boolean;
}

export interface Assembled {
  readonly results: readonly Result[];
  readonly tokens: number;
  /** True where the budget shortened or dropped something. */
  readonly cut: boolean;
}

/** A whole symbol longer than this is shown with its long inner blocks in outline unless the budget is ample. Tokens. */
const LONG_RESULT_TOKENS = 1200;

export function assemble(reader: IndexReader, tokens: TokenCounter, ranked: readonly Ranked[], options: AssembleOptions): Assembled {
  const results: Result[] = [];
  const files = new Map<number, { text: string; chunks: readonly ChunkRecord[] }>();
  const fileOf = (record: ChunkRecord) => {
    let file = files.get(record.fileId);
    if (!file) {
      file = { text: reader.fileText(record.fileId) ?? '', chunks: reader.chunksOfFile(record.fileId) };
      files.set(record.fileId, file);
    }
    return file;
  };
  let used = 0;
  let cut = false;
  for (const item of ranked) {
    if (results.length >= options.limit) break;
    const { record } = item.candidate;
    if (!options.withText) {
      results.push(toResult(item, fileOf(record).text, '', 'whole', 0, options.explain));
      continue;
    }
    const left = options.budgetTokens - used;
    if (left <= 0) {
      cut = true;
      break;
    }
    const { text, chunks } = fileOf(record);
    const shown = fit(text, record, chunks, tokens, left);
    if (!shown) {
      cut = true;
      continue;
    }
    if (shown.shortening === 'signature' || shown.shortening === 'line') cut = true;
    used += shown.tokens;
    results.push(toResult(item, text, shown.text, shown.shortening, shown.tokens, options.explain));
  }
  return { results, tokens: used, cut };
}

interface Shown {
  readonly text: string;
  readonly shortening: Shortening;
  readonly tokens: number;
}

/** The fullest form of a chunk that fits into `left` tokens, or null. */
function fit(text: string, record: ChunkRecord, chunks: readonly ChunkRecord[], tokens: TokenCounter, left: number): Shown | null {
  const children = chunks.filter((chunk) => chunk.parentId === record.id);
  const forms: readonly (readonly [Shortening, () => string])[] = [
    ['whole', () => (children.some((child) => child.bodySpan) ? '' : renderChunk(text, record, [], record.language))],
    ['collapsed', () => renderChunk(text, record, children, record.language)],
    ['collapsed', () => outlineOf(text, record, children)],
    ['signature', () => signatureOf(text, record)],
    ['line', () => (record.signature || record.name).split('\n')[0]?.slice(0, 120) ?? ''],
  ];
  for (const [shortening, render] of forms) {
    const shown = render();
    if (!shown) continue;
    // The estimate is within 15 %: only what comes near a bound is counted exactly.
    const estimate = tokens.estimate(shown);
    const bound = shortening === 'line' ? left : Math.min(left, LONG_RESULT_TOKENS);
    if (estimate > bound * 1.3 && estimate > 40) continue;
    const count = tokens.count(shown);
    if (count <= bound) return { text: shown, shortening, tokens: count };
  }
  return null;
}

/** Too long even with children collapsed: the declaration, then the signatures of the children; for a leaf, its first lines. */
function outlineOf(text: string, record: ChunkRecord, children: readonly ChunkRecord[]): string {
  const style = commentStyle(record.language);
  const named = children.filter((child) => child.symbolKind !== null && child.signature);
  const head = record.signature || record.name;
  if (named.length > 1) {
    const lines = named.slice(0, 40).map((child) => `  ${child.signature.split('\n')[0]?.slice(0, 160)}`);
    const more = named.length > 40 ? [`  ${style.open}${named.length - 40} more${style.close}`] : [];
    return [...(record.kind === 'module' ? [] : [head]), ...lines, ...more].join('\n');
  }
  const from = lineStartIfBlank(text, record.span.start);
  const source = text.slice(from, record.span.end).split('\n');
  const first = source.slice(0, 60);
  if (source.length <= first.length) return source.join('\n').trimEnd();
  return `${first.join('\n').trimEnd()}\n${style.open}${source.length - first.length} lines left out${style.close}`;
}

function signatureOf(text: string, record: ChunkRecord): string {
  if (!record.bodySpan) return record.signature;
  const from = lineStartIfBlank(text, record.span.start);
  return collapse(text, from, record.span.end, [record.bodySpan], record.language).trimEnd();
}

/** 0-based line and UTF-16 column of a chunk's name; the start of the chunk where it has none. */
export function namePosition(text: string, record: ChunkRecord): { nameLine: number; nameColumn: number } {
  if (!record.nameSpan) return { nameLine: record.lines.start, nameColumn: 0 };
  const at = record.nameSpan.start;
  let nameLine = record.lines.start;
  for (let i = text.indexOf('\n', record.span.start); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) nameLine++;
  return { nameLine, nameColumn: at - (text.lastIndexOf('\n', at - 1) + 1) };
}

function reasonOf({ candidate, parts }: Ranked): string {
  if (candidate.name === 'identifier' || candidate.name === 'identifierFolded') return `defines ${candidate.record.name}`;
  if (candidate.name === 'compound') return `named after the question: ${candidate.record.name}`;
  if (candidate.name === 'fuzzy') return `name is close to the question: ${candidate.record.name}`;
  const top = [...parts].sort((a, b) => b.value - a.value)[0]?.name;
  if (top === 'semantic') return 'means what was asked';
  if (top === 'lexical') return 'uses the words of the question';
  if (top === 'file name' || top === 'folder') return 'in a file named after the question';
  return top ?? 'related';
}

function toResult(item: Ranked, source: string, text: string, shortening: Shortening, tokens: number, explain: boolean): Result {
  const { record } = item.candidate;
  const name = namePosition(source, record);
  return {
    key: record.key,
    path: record.path,
    language: record.language,
    kind: record.kind,
    symbolKind: record.symbolKind,
    name: record.name,
    qualifiedName: record.qualifiedName,
    lines: record.lines,
    ...name,
    score: Math.round(item.score * 1e4) / 1e4,
    reason: reasonOf(item),
    parts: explain ? item.parts.map(({ name, value }) => ({ name, value: Math.round(value * 1e4) / 1e4 })) : [],
    signature: record.signature,
    doc: record.doc,
    meta: record.meta,
    text,
    shortening,
    tokens,
    unsaved: record.origin === 'buffer',
    provenance: record.provenance,
  };
}
