/**
 * A file's best-ranked chunk represents it. Imports, comments, the outline of a file and the whole of a class contain many words of a
 * question without answering it: code of the same file, or a section of a document, that fits about as well takes their place, and they come
 * after it.
 */
import type { ChunkKind } from '../../model/chunk.js';
import { isFunction, type SymbolKind } from '../../model/symbol.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { mentions } from '../query/question-words.js';
import { isTrivial } from './demotions.js';
import type { Scoring } from './rank.js';
import { weights } from './weights.js';

/** They say less than the symbols that contain them, or use them. */
const VALUES: ReadonlySet<SymbolKind | null> = new Set(['field', 'property', 'enumMember', 'key', 'variable', 'constant']);

/** Kinds of chunks that code replaces. For a name only outlines: a comment may be the only place that contains it. */
export const OUTLINES: ReadonlySet<ChunkKind> = new Set(['module']);
export const OUTLINES_AND_COMMENTS: ReadonlySet<ChunkKind> = new Set(['module', 'block', 'comment']);

export const asksForComments = ({ text }: AnalysedQuery): boolean => mentions(text, 'comments');

/** Whether the question is the path or glob of a file and nothing else: then the whole file is the answer. */
export const isFileName = ({ text }: AnalysedQuery): boolean => /^[^\s:()]*[\w*]\.[\w*]+$/.test(text) && /[/*]/.test(text);

export function promoteCodeChunks(scored: readonly Scoring[], replaced: ReadonlySet<ChunkKind>): void {
  const first = new Map<number, Scoring>();
  const code = new Map<number, Scoring>();
  for (const one of scored) {
    const { fileId, kind, symbolKind } = one.candidate.record;
    if (one.score > (first.get(fileId)?.score ?? Number.NEGATIVE_INFINITY)) first.set(fileId, one);
    const isCode = kind === 'section' || (kind === 'symbol' && !VALUES.has(symbolKind));
    if (isCode && one.score > (code.get(fileId)?.score ?? Number.NEGATIVE_INFINITY)) code.set(fileId, one);
  }
  for (const [fileId, remark] of first) {
    const { kind } = remark.candidate.record;
    const speaker = code.get(fileId);
    if (!replaced.has(kind) || !speaker || speaker.score < remark.score * weights.promotedCode) continue;
    const ahead = remark.score - speaker.score;
    if (ahead <= 0) continue;
    change(speaker, ahead, 'code before comments');
    change(remark, -ahead, 'comments after code');
  }
}

/** A comment inside a function speaks for the function: that comes in its place, since it shows the comment as well. */
export function promoteAroundComments(scored: readonly Scoring[]): void {
  const byId = new Map(scored.map((one) => [one.candidate.record.id, one]));
  for (const remark of scored) {
    const { kind, parentId } = remark.candidate.record;
    const around = kind === 'comment' && parentId !== null ? byId.get(parentId) : undefined;
    if (!around || !isFunction(around.candidate.record.symbolKind)) continue;
    const ahead = remark.score - around.score;
    if (ahead > 0) change(around, ahead, 'comment inside');
    change(remark, -remark.score * (1 - weights.innerComment), 'inside a result');
  }
}

/** The best function of a file comes before the class around it, or a value of the file, where it fits about as well. */
export function promoteFunctions(scored: readonly Scoring[], query: AnalysedQuery): void {
  if (query.stated.length > 0) return;
  const shareOf = (first: Scoring, best: Scoring): number | null => {
    if (isTypeAround(first, best)) return mentions(query.text, 'types') ? null : weights.promotedFunction;
    return VALUES.has(first.candidate.record.symbolKind) && !mentions(query.text, 'values') ? weights.promotedBeforeValue : null;
  };
  const first = new Map<number, Scoring>();
  const functions = new Map<number, Scoring>();
  for (const one of scored) {
    const { fileId, symbolKind } = one.candidate.record;
    if (one.score > (first.get(fileId)?.score ?? Number.NEGATIVE_INFINITY)) first.set(fileId, one);
    if (
      isFunction(symbolKind) &&
      !isTrivial(one.candidate.record) &&
      one.score > (functions.get(fileId)?.score ?? Number.NEGATIVE_INFINITY)
    )
      functions.set(fileId, one);
  }
  for (const [fileId, other] of first) {
    const best = functions.get(fileId);
    const share = best && shareOf(other, best);
    if (!best || share === null || share === undefined || best.score < other.score * share) continue;
    const ahead = other.score - best.score;
    change(best, ahead, 'function first');
    change(other, -ahead, 'after its function');
  }
}

const isTypeAround = ({ candidate: { record } }: Scoring, { candidate: { record: inside } }: Scoring): boolean =>
  record.kind === 'symbol' &&
  !isFunction(record.symbolKind) &&
  record.id !== inside.id &&
  record.lines.start <= inside.lines.start &&
  record.lines.end >= inside.lines.end;

function change(scoring: Scoring, value: number, name: string): void {
  scoring.score += value;
  scoring.parts.push({ name, value });
}
