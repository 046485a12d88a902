/** What an index holds, by content: files with the same content share a record. */
import type { StoredVector } from '../embedding/archive-ports.js';
import type { WorkspacePath } from '../model/file.js';
import { packFile } from './pack-file.js';
import type { ContentToPublish, PackStore, PlaceOf } from './ports.js';

export function contentsToPublish(store: PackStore, placeOf: PlaceOf): ContentToPublish[] {
  const byContent = new Map<string, WorkspacePath[]>();
  for (const { path, contentHash } of store.filesToPack()) {
    const paths = byContent.get(contentHash);
    if (paths) paths.push(path);
    else byContent.set(contentHash, [path]);
  }
  return [...byContent].map(([contentHash, paths]): ContentToPublish => {
    const facts = () => paths.flatMap((path) => store.facts(path, placeOf) ?? []);
    return {
      contentHash,
      facts,
      read() {
        const [first, ...others] = paths.flatMap((path) => store.fileToPack(path, placeOf) ?? []);
        const packed = first && packFile(first);
        if (!packed) return null;
        // Embedding texts contain the path, so each path has its own.
        const parts = [...new Set([...packed.parts, ...others.flatMap((other) => other.parts)])];
        const vectors: readonly StoredVector[] = store.vectors(parts);
        return { contentHash, record: { ...packed, parts, facts: facts() }, vectors };
      },
    };
  });
}
