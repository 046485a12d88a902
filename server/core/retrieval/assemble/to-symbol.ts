/** A chunk as the answers about symbols name it. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { RelatedSymbol } from '../../model/related.js';
import type { IndexReader } from '../ports.js';
import { namePosition } from './show-chunk.js';

export function toSymbol(reader: IndexReader, record: ChunkRecord): RelatedSymbol {
  const { key, name, qualifiedName, symbolKind, path, language, lines, signature, fileId, nameSpan } = record;
  const position = namePosition(reader.fileText(fileId) ?? '', record);
  const containerName = qualifiedName.length > name.length ? qualifiedName.slice(0, -name.length - 1) : '';
  const nameLength = nameSpan ? nameSpan.end - nameSpan.start : 0;
  return { key, name, qualifiedName, symbolKind, containerName, path, language, lines, ...position, nameLength, signature };
}
