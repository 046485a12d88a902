/**
 * Last stage: primary and related results become an answer under a hard token budget (R7): 60 % for the primary ones,
 * 30 % for what is related, 10 % for the graph; what one part leaves the primary results may use. A child of a result
 * that is listed already is expanded inside it (R8). Nothing is padded.
 * Invariant: the answer as a document, headings and needed signatures included, never exceeds the budget.
 */
import type { GraphEdge, NeededSignature, Result } from '../model/answer.js';
import type { ChunkRecord } from '../model/chunk.js';
import { fenceGrowth, fitNeeded, frameTokens } from './document-tokens.js';
import type { Expansion } from './expand-graph.js';
import type { Relevance } from './extract-statements.js';
import { neededSignatures } from './needed-signatures.js';
import { partLabel } from './part-label.js';
import type { IndexReader, TokenCounter } from './ports.js';
import type { Ranked } from './rank.js';
import { reasonOf, relationReason } from './reason.js';
import { namePosition, resultBound, type Shown, showChunk } from './show-chunk.js';

export interface AssembleOptions {
  readonly limit: number;
  /** Tokens of context at most; Infinity where the caller counts for himself. */
  readonly budgetTokens: number;
  readonly withText: boolean;
  readonly explain: boolean;
  /** Where statements of long functions are wanted: how well a line fits the question. */
  readonly relevance: Relevance | null;
}

export interface Assembled {
  readonly results: readonly Result[];
  readonly needed: readonly NeededSignature[];
  readonly graph: readonly GraphEdge[];
  /** Of the answer as a document. */
  readonly tokens: number;
  /** True where the budget shortened or dropped something. */
  readonly cut: boolean;
}

const PRIMARY_SHARE = 0.6;
const RELATED_SHARE = 0.3;
const GRAPH_SHARE = 0.1;
/** Tokens of one edge as a line of text. */
const EDGE_TOKENS = 25;
/** A parent with an expanded child may not grow beyond this; the child then stays a result of its own. Tokens. */
const MAX_MERGED_TOKENS = 500;

interface Entry {
  readonly record: ChunkRecord;
  readonly item: Pick<Ranked, 'candidate' | 'score' | 'parts'>;
  readonly relation: Result['relation'];
  readonly expanded: ReadonlySet<number>;
  readonly shown: Shown;
}

const NOTHING: Shown = { text: '', shortening: 'whole', tokens: 0 };

export function assemble(
  reader: IndexReader,
  tokens: TokenCounter,
  primary: readonly Ranked[],
  expansion: Expansion,
  options: AssembleOptions,
): Assembled {
  const { budgetTokens, withText, limit, relevance } = options;
  const texts = new Map<number, string>();
  const textOf = ({ fileId }: ChunkRecord): string => {
    let text = texts.get(fileId);
    if (text === undefined) {
      text = reader.fileText(fileId) ?? '';
      texts.set(fileId, text);
    }
    return text;
  };
  const most = resultBound(budgetTokens);
  const entries: Entry[] = [];
  let used = 0;
  let cut = false;
  const costOf = ({ text, tokens: own }: Shown): number => own + fenceGrowth(text, tokens);

  /** Adds a result within `bound` tokens of the whole answer; false where it does not fit at all. */
  const add = (record: ChunkRecord, item: Entry['item'], relation: Entry['relation'], bound: number): boolean => {
    const frame = withText ? frameTokens(record, tokens) : 0;
    const room = bound - used - frame;
    const shown = withText ? showChunk(textOf(record), record, reader.children(record.id), tokens, room, most, { relevance }) : NOTHING;
    if (!shown) return false;
    if (shown.shortening === 'signature' || shown.shortening === 'line') cut = true;
    const cost = frame + costOf(shown);
    if (used + cost > bound) return false;
    used += cost;
    entries.push({ record, item, relation, expanded: new Set(), shown });
    return true;
  };
  const mergeIntoParent = (record: ChunkRecord): boolean => {
    const at = entries.findIndex((entry) => entry.record.id === record.parentId && entry.record.kind === 'symbol');
    const parent = entries[at];
    if (!parent || !withText) return false;
    const expanded = new Set([...parent.expanded, record.id]);
    const room = Math.min(MAX_MERGED_TOKENS, budgetTokens - used + parent.shown.tokens);
    const shown = showChunk(textOf(record), parent.record, reader.children(parent.record.id), tokens, room, room, { expanded });
    if (!shown || (shown.shortening !== 'collapsed' && shown.shortening !== 'whole')) return false;
    const more = costOf(shown) - costOf(parent.shown);
    if (used + more > budgetTokens) return false;
    used += more;
    entries[at] = { ...parent, expanded, shown };
    return true;
  };

  const isBounded = withText && Number.isFinite(budgetTokens);
  const primaryBound = isBounded && expansion.related.length ? budgetTokens * PRIMARY_SHARE : budgetTokens;
  let next = 0;
  const addPrimary = (bound: number) => {
    for (; next < primary.length && entries.length < limit; next++) {
      const item = primary[next] as Ranked;
      const { record } = item.candidate;
      if (mergeIntoParent(record)) continue;
      if (withText && used >= bound) break;
      if (!add(record, item, null, bound)) break;
    }
  };
  addPrimary(primaryBound);
  const answered = entries.length;
  const relatedBound = isBounded ? Math.min(budgetTokens * (1 - GRAPH_SHARE), used + budgetTokens * RELATED_SHARE) : budgetTokens;
  for (const { record, score, relation, of } of expansion.related) {
    if (withText && used >= relatedBound) break;
    const item = { candidate: { record, lexical: 0, semantic: 0, name: null }, score, parts: [{ name: relation, value: score }] };
    add(record, item, { kind: relation, of }, relatedBound);
  }
  // What related results have left over goes to further primary ones, listed before them.
  const related = entries.splice(answered);
  addPrimary(isBounded ? budgetTokens * (1 - GRAPH_SHARE) : budgetTokens);
  if (next < primary.length && entries.length < limit) cut = true;
  entries.push(...related);
  const keys = new Set(entries.map(({ record }) => record.key));
  const needed = withText
    ? fitNeeded(
        neededSignatures(
          reader,
          entries.map(({ record }) => record.id),
        ),
        tokens,
        budgetTokens - used,
      )
    : { list: [], tokens: 0 };
  used += needed.tokens;
  const edges = isBounded ? Math.floor(Math.min(budgetTokens - used, budgetTokens * GRAPH_SHARE) / EDGE_TOKENS) : expansion.edges.length;
  return {
    results: entries.map((entry) => toResult(entry, textOf(entry.record), options.explain)),
    needed: needed.list,
    graph: expansion.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)).slice(0, edges),
    tokens: used,
    cut,
  };
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

function toResult({ item, record, relation, shown }: Entry, source: string, explain: boolean): Result {
  return {
    key: record.key,
    path: record.path,
    language: record.language,
    kind: record.kind,
    symbolKind: record.symbolKind,
    name: record.name,
    qualifiedName: record.qualifiedName,
    lines: record.lines,
    ...namePosition(source, record),
    score: rounded(item.score),
    reason: relation ? relationReason[relation.kind] : reasonOf(item),
    parts: explain ? item.parts.map(({ name, value }) => ({ name: partLabel(name), value: rounded(value) })) : [],
    signature: record.signature,
    doc: record.doc,
    meta: record.meta,
    text: shown.text,
    shortening: shown.shortening,
    tokens: shown.tokens,
    unsaved: record.origin === 'buffer',
    relation,
    provenance: record.provenance,
  };
}
