/** A result during assembly: what is shown of it so far, and its tokens. Pure. */
import type { RelatedResult } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import type { Ranked } from '../rank/rank.js';
import type { Shown } from './show-chunk.js';

export interface Entry {
  readonly record: ChunkRecord;
  readonly item: Pick<Ranked, 'candidate' | 'score' | 'parts' | 'focus' | 'outlines' | 'isAside'>;
  /** Null for a primary result. */
  readonly relation: Pick<RelatedResult, 'relation' | 'of'> | null;
  /** Children that are shown with their bodies. */
  readonly expanded: ReadonlySet<number>;
  /** Tokens of its heading and fence. */
  readonly frame: number;
  readonly shown: Shown;
}

/** The lines that the question points to. */
export const placeOf = (item: Entry['item']): LineSpan | null => item.candidate.place?.lines ?? null;

/** Lines of the file, 0-based: what the question points to, or uses of what it asks about. */
export function answerLinesOf(item: Entry['item']): readonly number[] {
  const place = placeOf(item);
  if (item.focus) return [...item.focus.lines].sort((a, b) => a - b);
  return place ? Array.from({ length: place.end - place.start }, (_, i) => place.start + i) : [];
}

export const costOf = ({ frame, shown }: Entry): number => frame + shown.printedTokens;

/** Always shown as an outline: as a whole it would be a file. */
export const isOutlined = ({ kind, symbolKind }: ChunkRecord): boolean => kind === 'module' || symbolKind === 'namespace';

/** Whether more room would show more of it. */
export const isCutShort = ({ record, shown }: Entry): boolean =>
  !isDone(shown) && shown.shortening !== 'documentation' && !isOutlined(record);

/** Whether its code is shown, all of it. */
export const isShownWhole = ({ shown: { shortening } }: Entry): boolean => shortening === 'whole' || shortening === 'documentation';

/** Whether more room would change nothing. */
export const isDone = ({ shortening }: Shown): boolean => shortening === 'whole' || shortening === 'repeated' || shortening === 'place';

/** Whether an entry shows the whole chunk inside the symbol around it, or inside a file that it shows whole. */
export const isWithin = ({ fileId, id, lines }: ChunkRecord, { record, shown }: Entry): boolean =>
  fileId === record.fileId &&
  id !== record.id &&
  (shown.shortening === 'whole' || !isOutlined(record)) &&
  lines.start >= record.lines.start &&
  lines.end <= record.lines.end &&
  shown.segments.some((segment) => lines.start >= segment.line && lines.end <= segment.line + segment.count);

/** Whether an entry shows a line of a file, 0-based. */
export const showsLine = ({ record, shown }: Entry, path: string, line: number): boolean =>
  record.path === path && shown.segments.some((segment) => line >= segment.line && line < segment.line + segment.count);
