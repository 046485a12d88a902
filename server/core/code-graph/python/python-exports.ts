/** What the entries of Python's `__all__` refer to. */
import type { WorkspacePath } from '../../model/file.js';
import type { PlacedChunk } from '../chunk-map.js';
import type { FileFacts } from '../facts.js';
import type { IndexedFile } from '../merge-facts.js';

/**
 * The definition of an entry of `__all__`, for which pyright returns none: the top-level name in this file or in an imported one. Null
 * for all other names.
 */
export function pythonExport<T extends PlacedChunk>(
  from: T,
  name: string,
  file: IndexedFile<T>,
  facts: FileFacts['facts'],
  indexed: (path: WorkspacePath) => Pick<IndexedFile<T>, 'chunks' | 'lineStarts'> | null,
): T | null {
  if (from.name !== '__all__' || file.language !== 'python') return null;
  const own = atTop(file.chunks, name);
  if (own) return own;
  const modules = new Set<WorkspacePath>();
  for (const { meaning } of facts) {
    if (meaning.kind !== 'here') continue;
    for (const { path, line, character } of meaning.targets) if (line === 0 && character === 0 && path !== file.path) modules.add(path);
  }
  for (const path of modules) {
    const found = atTop(indexed(path)?.chunks ?? [], name);
    if (found) return found;
  }
  return null;
}

const atTop = <T extends PlacedChunk>(chunks: readonly T[], name: string): T | null =>
  chunks.find(
    (chunk) =>
      chunk.kind === 'symbol' &&
      chunk.name === name &&
      !chunks.some(
        (other) => other.kind === 'symbol' && other !== chunk && other.span.start <= chunk.span.start && other.span.end >= chunk.span.end,
      ),
  ) ?? null;
