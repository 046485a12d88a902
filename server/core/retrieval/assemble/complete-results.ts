/**
 * Completes results with the remaining tokens, best first: a shortened function is shown whole, a class with the bodies of its methods,
 * anything longer as fully as fits. A result that an earlier one now shows is removed; one that came before the class around it stays and is
 * not repeated inside it.
 */
import type { ChildChunk, ChunkRecord } from '../../model/chunk.js';
import type { IndexReader, TokenCounter } from '../ports.js';
import { costOf, type Entry, isDone, isOutlined, isWithin, placeOf } from './answer-entry.js';
import { budget } from './budget.js';
import type { Relevance } from './extract-statements.js';
import { type Shown, showChunk } from './show-chunk.js';

export interface Completing {
  /** Tokens that may be spent. */
  readonly room: number;
  /** Most tokens of one result, by its index. */
  readonly mostOf: (index: number) => number;
  readonly reader: Pick<IndexReader, 'children'>;
  readonly tokens: TokenCounter;
  readonly textOf: (record: ChunkRecord) => string;
  readonly relevance: Relevance | null;
  /** See `ShowOptions`. */
  readonly placeAlone: boolean;
  readonly isMeant: (record: ChunkRecord) => boolean;
}

export interface Completed {
  readonly entries: readonly Entry[];
  /** Tokens that were spent, less those of removed results. */
  readonly spent: number;
}

export function completed(
  entries: readonly Entry[],
  { room, mostOf, reader, tokens, textOf, relevance, placeAlone, isMeant }: Completing,
): Completed {
  const done: Entry[] = [];
  let spent = 0;
  for (const [index, entry] of entries.entries()) {
    if (!entry.item.focus && done.some((before) => isWithin(entry.record, before))) {
      spent -= costOf(entry);
      continue;
    }
    const { record, shown } = entry;
    // More of the outline of a file says little about the question.
    if (isDone(shown) || (relevance && shown.shortening === 'documentation') || (index > 0 && isOutlined(record)) || !isMeant(record)) {
      done.push(entry);
      continue;
    }
    const children = reader.children(record.id);
    const left = room - spent + shown.printedTokens;
    const show = (expanded: ReadonlySet<number>): Shown | null =>
      showChunk(textOf(record), record, children, tokens, left, mostOf(index), {
        expanded,
        relevance,
        place: placeOf(entry.item),
        placeAlone,
        focus: entry.item.focus?.lines ?? null,
        goOn: !entry.item.focus && index < budget.followedResults,
        // Where statements are wanted, documentation is not what is missing.
        documentation: relevance ? 'first' : 'whole',
      });
    const expanded = isOutlined(record) || !children.length ? entry.expanded : bodiesToShow(record.fileId, children, done);
    const fuller =
      fullerThan(shown, () => show(expanded)) ?? (expanded === entry.expanded ? null : fullerThan(shown, () => show(entry.expanded)));
    if (fuller) spent += fuller.printedTokens - shown.printedTokens;
    done.push(fuller ? { ...entry, expanded, shown: fuller } : entry);
  }
  return { entries: done, spent };
}

/** Children whose bodies no earlier result shows. */
function bodiesToShow(fileId: number, children: readonly ChildChunk[], before: readonly Entry[]): ReadonlySet<number> {
  const shown = before.map(({ record }) => record).filter((record) => record.fileId === fileId);
  const isShown = ({ span }: ChildChunk): boolean => shown.some((one) => one.span.start >= span.start && one.span.end <= span.end);
  return new Set(children.filter((child) => !isShown(child)).map(({ id }) => id));
}

function fullerThan(shown: Shown, show: () => Shown | null): Shown | null {
  const one = show();
  return one && one.shortening !== 'signature' && one.shortening !== 'line' && one.tokens > shown.tokens ? one : null;
}
