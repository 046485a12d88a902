/**
 * What stands first of a file speaks for it. Imports, pragmas, remarks and the outline of the file are full of the words of a question,
 * and no answer to it where code of the same file fits about as well: that takes their place, and they come after it.
 */
import type { ChunkKind } from '../../model/chunk.js';
import type { SymbolKind } from '../../model/symbol.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { mentions } from '../query/question-words.js';
import type { Scoring } from './rank.js';
import { weights } from './weights.js';

/** They say less than what they are parts of. */
const PARTS: ReadonlySet<SymbolKind | null> = new Set(['field', 'property', 'enumMember', 'key', 'variable']);

/** What code takes the place of. A name may stand in a remark only, an outline only lists what the file defines. */
export const OUTLINES: ReadonlySet<ChunkKind> = new Set(['module']);
export const OUTLINES_AND_COMMENTS: ReadonlySet<ChunkKind> = new Set(['module', 'block', 'comment']);

export const asksForComments = ({ text }: AnalysedQuery): boolean => mentions(text, 'comments');

/** The question is the path or glob of a file and nothing else: then the file as a whole is the answer. */
export const isFileName = ({ text }: AnalysedQuery): boolean => /^[^\s:()]*[\w*]\.[\w*]+$/.test(text) && /[/*]/.test(text);

export function promoteCodeChunks(scored: readonly Scoring[], replaced: ReadonlySet<ChunkKind>): void {
  const first = new Map<number, Scoring>();
  const code = new Map<number, Scoring>();
  for (const one of scored) {
    const { fileId, kind, symbolKind } = one.candidate.record;
    if (one.score > (first.get(fileId)?.score ?? Number.NEGATIVE_INFINITY)) first.set(fileId, one);
    if (kind === 'symbol' && !PARTS.has(symbolKind) && one.score > (code.get(fileId)?.score ?? Number.NEGATIVE_INFINITY))
      code.set(fileId, one);
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

function change(scoring: Scoring, value: number, name: string): void {
  scoring.score += value;
  scoring.parts.push({ name, value });
}
