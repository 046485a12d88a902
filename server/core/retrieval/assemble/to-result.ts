/** An assembled entry as the answer has it. Pure. */
import type { Result } from '../../model/answer.js';
import type { Entry } from './answer-entry.js';
import { partLabel } from './part-label.js';
import { reasonOf, relationReason } from './reason.js';
import { namePosition } from './show-chunk.js';

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;

export function toResult({ item, record, relation, shown }: Entry, source: string, explain: boolean): Result {
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
    reason: item.focus?.reason ?? (relation ? relationReason[relation.relation] : reasonOf(item)),
    parts: explain ? item.parts.map(({ name, value }) => ({ name: partLabel(name), value: rounded(value) })) : [],
    signature: record.signature,
    doc: record.doc,
    meta: record.meta,
    text: shown.text,
    segments: shown.segments,
    shortening: shown.shortening,
    tokens: shown.tokens,
    unsaved: record.origin === 'buffer',
    provenance: record.provenance,
  };
}
