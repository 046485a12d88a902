/** Lua: a file is a module, and gives others the table that it returns; they name it as they like. */
import type { ChunkRecord } from '../../../model/chunk.js';
import type { EdgeRecord, IndexReader } from '../../ports.js';
import { importedFiles } from '../imported-files.js';

type Reader = Pick<IndexReader, 'fileText' | 'chunksOfFile'>;

/** The last statement of a file. Group: what it returns. */
const RETURNED = /^return\s+([A-Za-z_]\w*)\s*;?\s*$/;

/** The table that a file returns to those that require it; null where it returns something else. */
function returnedTable(reader: Reader, fileId: number): ChunkRecord | null {
  const text = (reader.fileText(fileId) ?? '').trimEnd();
  const name = RETURNED.exec(text.slice(text.lastIndexOf('\n') + 1))?.[1];
  return (name && reader.chunksOfFile(fileId).find((one) => one.symbolKind === 'variable' && one.qualifiedName === name)) || null;
}

/** Under which names other files mention a table that its file returns: that of the file, or of its folder. */
export function moduleNames(reader: Reader, { id, language, symbolKind, path, fileId }: ChunkRecord): readonly string[] {
  if (language !== 'lua' || symbolKind !== 'variable' || returnedTable(reader, fileId)?.id !== id) return [];
  const [stem = '', folder] = path
    .replace(/\.lua$/, '')
    .split('/')
    .reverse();
  return stem === 'init' && folder !== undefined ? [folder] : [stem];
}

/** The table that a mention of a whole module means: `cart` behind the path `shop/cart`. Null where it means something in a module. */
export function requiredTable(reader: IndexReader, { name, kind, qualifier }: EdgeRecord, from: ChunkRecord): ChunkRecord | null {
  if (from.language !== 'lua' || qualifier === null || kind === 'call' || kind === 'import') return null;
  const stem = qualifier.slice(Math.max(qualifier.lastIndexOf('/'), qualifier.lastIndexOf('.')) + 1);
  if (stem !== name) return null;
  const [path, other] = importedFiles(reader, qualifier, from.path);
  const file = path === undefined || other !== undefined ? null : reader.file(path);
  return file && returnedTable(reader, file.id);
}
