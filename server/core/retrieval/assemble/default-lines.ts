/** Lines that give a field its value, for a question about defaults: the field's own declaration often has none. */
import type { CallerLine } from '../../model/answer.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import { looksLikeComment } from '../../model/line-forms.js';
import type { SymbolKind } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import { linesWith } from '../recall/lines-with.js';
import { budget } from './budget.js';
import { lineOf } from './mention-lines.js';

const fields: ReadonlySet<SymbolKind | null> = new Set(['field', 'property', 'key']);
/** Names of what makes values with defaults. */
const MAKER = /default|(?:^|\.)(?:new|__init__|init|initialize|constructor)$/i;
const ASKED = /\bdefaults?\b|\binitial(?:ly)?\b/i;

export const asksForDefaults = (question: string): boolean => ASKED.test(question);

/**
 * A few lines of each of the first fields among `records`, those within `default`, a constructor and the like first.
 * @param isShown whether the answer shows a line (0-based) already
 */
export function defaultLines(
  reader: IndexReader,
  records: readonly ChunkRecord[],
  isShown: (path: string, line: number) => boolean,
): CallerLine[] {
  return records
    .filter(({ symbolKind }) => fields.has(symbolKind))
    .slice(0, budget.defaultsFrom)
    .flatMap(({ id, name, qualifiedName }) =>
      linesWith(reader, name)
        .filter(
          ({ record, line, text }) => record.id !== id && record.role === 'source' && isValueOf(text, name) && !isShown(record.path, line),
        )
        .sort(
          (a, b) =>
            Number(MAKER.test(b.record.qualifiedName)) - Number(MAKER.test(a.record.qualifiedName)) || comparePlaces(a.record, b.record),
        )
        .slice(0, budget.defaultsOfEach)
        .map((one) => lineOf(one, 'uses', qualifiedName)),
    );
}

/** `name: value` or `name = value`, not a type or a comparison. */
function isValueOf(text: string, name: string): boolean {
  if (looksLikeComment(text)) return false;
  const at = text.indexOf(name);
  const behind = text.slice(at + name.length).trimStart();
  return /^(?::(?!:)|:?=(?!=)|=>)/.test(behind);
}
