/** Results and symbols in the form of the answer. */
import type { Result } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { RelatedSymbol } from '../../model/related.js';
import type { IndexReader } from '../ports.js';
import { answerLinesOf, type Entry } from './answer-entry.js';
import { partLabel, reasonOf, relationReason } from './reason.js';
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
    answerLines: answerLinesOf(item),
    tokens: shown.tokens,
    unsaved: record.origin === 'buffer',
    provenance: record.provenance,
  };
}

export function toSymbol(reader: IndexReader, record: ChunkRecord): RelatedSymbol {
  const { key, name, qualifiedName, symbolKind, path, language, lines, signature, fileId, nameSpan } = record;
  const position = namePosition(reader.fileText(fileId) ?? '', record);
  const containerName = qualifiedName.length > name.length ? qualifiedName.slice(0, -name.length - 1) : '';
  const nameLength = nameSpan ? nameSpan.end - nameSpan.start : 0;
  return { key, name, qualifiedName, symbolKind, containerName, path, language, lines, ...position, nameLength, signature };
}
