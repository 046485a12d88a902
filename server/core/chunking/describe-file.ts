/**
 * The text of a file's chunks as it is indexed: the words of the lexical fields, and the embedding texts,
 * each a header line (path > container > name) and then purpose, signature, imports, one-hop signatures and the
 * source with children collapsed. Long leaves are embedded in several parts. Pure.
 */

import { estimateTokens } from '../../util/estimate-tokens.js';
import { addTo } from '../../util/grouped.js';
import type { Chunk, LexicalFields } from '../model/chunk.js';
import { limits } from '../model/limits.js';
import type { OutlineReference, TextSpan } from '../model/symbol.js';
import { collapse, lineStartIfBlank } from './render-chunk.js';
import { plainFunctions } from './text-functions.js';

interface EmbeddingText {
  readonly chunk: number;
  /** Where it stands: `path > container > name`. */
  readonly header: string;
  /** What it defines: its qualified name and signature; for a module chunk the names at its top level. */
  readonly names: string;
  readonly body: string;
}

export interface FileDescription {
  /** One row a chunk; all fields empty where the chunk is too small to be searched by itself. */
  readonly lexical: readonly LexicalFields[];
  readonly texts: readonly EmbeddingText[];
}

/** Two characters a token is the least that source comes to: what is shorter need not be counted. */
const SHORT_SOURCE_CHARS = limits.maxEmbeddingTokens * 2;
const NO_BODIES: readonly TextSpan[] = [];
const NO_WORDS: LexicalFields = { path: '', name: '', signature: '', body: '' };
const MAX_HOP_SIGNATURES = 4;
const MAX_MODULE_SIGNATURES = 60;

const small = new Set(['property', 'field', 'enumMember', 'variable', 'constant', 'key', 'type']);
/** A field or one-line constant is part of what holds it; by itself it answers no question, only its name does. */
const isMinor = (chunk: Chunk): boolean =>
  chunk.symbolKind !== null &&
  chunk.tokens < limits.minChunkTokens &&
  ((small.has(chunk.symbolKind) && chunk.doc.length < 60) || chunk.symbolKind === 'namespace');

/** Lines of source in runs of at most about `limits.maxEmbeddingTokens`, cut at blank lines where there are any. */
function splitSource(source: string): string[] {
  if (source.length < SHORT_SOURCE_CHARS || estimateTokens(source) <= limits.maxEmbeddingTokens) return [source];
  const parts: string[] = [];
  let current: string[] = [];
  let tokens = 0;
  for (const line of source.split('\n')) {
    const cost = estimateTokens(line) + 1;
    const full = tokens + cost > limits.maxEmbeddingTokens;
    const goodBreak = tokens > limits.maxEmbeddingTokens * 0.6 && !line.trim();
    if ((full || goodBreak) && current.length) {
      parts.push(current.join('\n'));
      current = [];
      tokens = 0;
    }
    current.push(line);
    tokens += cost;
  }
  if (current.some((line) => line.trim())) parts.push(current.join('\n'));
  return parts;
}

/** Signatures of symbols of the same file that a chunk mentions: one hop, as far as syntax knows. */
function hopSignatures(chunks: readonly Chunk[], references: readonly OutlineReference[]): Map<number, string[]> {
  const byName = new Map<string, number>();
  for (let i = chunks.length - 1; i > 0; i--) if ((chunks[i] as Chunk).signature) byName.set((chunks[i] as Chunk).name, i);
  const hops = new Map<number, string[]>();
  for (const { from, name, kind } of references) {
    if (kind === 'import' || from <= 0) continue;
    const target = byName.get(name);
    if (target === undefined || target === from || (chunks[from] as Chunk).parent === target) continue;
    const { signature } = chunks[target] as Chunk;
    const list = hops.get(from);
    if (!list) hops.set(from, [signature]);
    else if (list.length < MAX_HOP_SIGNATURES && !list.includes(signature)) list.push(signature);
  }
  return hops;
}

export function describeFile(
  path: string,
  language: string,
  text: string,
  chunks: readonly Chunk[],
  references: readonly OutlineReference[],
  { wordsOf } = plainFunctions,
): FileDescription {
  const bodies = new Map<number, TextSpan[]>();
  /** Words of parts that are too small to be chunks of their own: their container is found by these words. */
  const ofMinor = new Map<number, string>();
  const top: Chunk[] = [];
  for (const chunk of chunks) {
    const { parent, bodySpan, doc } = chunk;
    if (parent >= 0 && (bodySpan || doc) && isMinor(chunk)) {
      const body = bodySpan ? text.slice(bodySpan.start, bodySpan.end) : '';
      ofMinor.set(parent, `${ofMinor.get(parent) ?? ''}\n${doc}\n${body}`);
    }
    if (parent >= 0 && bodySpan) addTo(bodies, parent, bodySpan);
  }
  for (const list of bodies.values()) list.sort((a, b) => a.start - b.start);
  for (const chunk of chunks) if (chunk.parent === 0) top.push(chunk);
  const hops = hopSignatures(chunks, references);
  const pathField = wordsOf(path);
  const lexical: LexicalFields[] = [];
  const texts: EmbeddingText[] = [];

  chunks.forEach((chunk, i) => {
    if (isMinor(chunk)) {
      lexical.push(NO_WORDS);
      return;
    }
    const isModule = chunk.kind === 'module';
    const source = isModule
      ? moduleSource(text, chunk, top)
      : collapse(text, lineStartIfBlank(text, chunk.span.start), chunk.span.end, bodies.get(i) ?? NO_BODIES, language);
    const name = chunk.kind === 'block' || chunk.kind === 'comment' || isModule ? '' : chunk.qualifiedName;
    lexical.push({
      path: pathField,
      name: wordsOf(name),
      signature: wordsOf(chunk.signature),
      body: wordsOf(source + (ofMinor.get(i) ?? '')),
    });

    const header = name ? `${path} > ${name.replaceAll('.', ' > ')}` : path;
    const names = isModule ? topNames(top) : `${name} ${chunk.signature}`.trim();
    const parent = chunks[chunk.parent];
    const preamble = [
      chunk.meta.imports?.length && !isModule ? `uses ${chunk.meta.imports.join(' ')}` : '',
      parent && parent.kind === 'symbol' && chunk.kind === 'symbol' ? parent.signature : '',
      ...(hops.get(i) ?? []),
    ]
      .filter(Boolean)
      .join('\n');
    splitSource(source).forEach((part, ordinal) => {
      const signature = ordinal > 0 ? chunk.signature : '';
      texts.push({ chunk: i, header, names, body: [name, preamble, signature, part].filter(Boolean).join('\n') });
    });
  });
  return { lexical, texts };
}

const topNames = (top: readonly Chunk[]): string =>
  top
    .filter((child) => child.symbolKind !== null)
    .slice(0, MAX_MODULE_SIGNATURES)
    .map((child) => child.name)
    .join(' ');

/** The module chunk stands for what is left of the file: its documentation, top-level lines, and the signatures below it. */
function moduleSource(text: string, module: Chunk, top: readonly Chunk[]): string {
  const lines: string[] = [];
  let at = module.span.start;
  for (const child of [...top].sort((a, b) => a.span.start - b.span.start)) {
    if (child.span.start > at) lines.push(text.slice(at, child.span.start));
    at = Math.max(at, child.span.end);
  }
  lines.push(text.slice(at, module.span.end));
  const signatures = top.filter((child) => child.symbolKind !== null).map((child) => child.signature || child.name);
  const rest = lines.map((run) => run.trim()).filter(Boolean);
  const doc = rest.some((run) => run.includes(module.doc.slice(0, 40))) ? '' : module.doc;
  return [doc, ...rest, ...signatures.slice(0, MAX_MODULE_SIGNATURES)].filter(Boolean).join('\n');
}
