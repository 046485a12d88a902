/**
 * Saved FAISS indexes: each in its own file, its ids beside it, and a manifest that names them with their
 * checksums. The manifest is put in place last, by a rename: an interrupted save leaves the former one whole.
 */
import { createHash } from 'node:crypto';
import { chmodSync, createReadStream, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Faiss, HostIndexes, PartState } from './host-indexes.js';
import type { Part, SavedFor } from './messages.js';

const manifestName = 'vectors.json';
const version = 1;
const parts: readonly Part[] = ['flat', 'graph'];

interface SavedFile {
  readonly name: string;
  readonly sha1: string;
}
interface Manifest extends SavedFor {
  readonly version: number;
  readonly promoted: boolean;
  readonly parts: Record<Part, { readonly index: SavedFile; readonly ids: SavedFile }>;
}

/**
 * Writes all that `indexes` holds when it is called into `folder`; returns the bytes written. Searches have their turn
 * while checksums are computed. One call at a time.
 */
export async function saveIndexes(folder: string, savedFor: SavedFor, indexes: HostIndexes): Promise<number> {
  const stamp = Date.now().toString(36) + process.pid.toString(36);
  const nameOf = (part: Part, ending: 'faiss' | 'ids'): string => `vectors-${part}-${stamp}.${ending}`;
  const { promoted } = indexes;
  for (const part of parts) {
    const { index, ids } = indexes.part(part);
    index.write(join(folder, nameOf(part, 'faiss')));
    writeFileSync(join(folder, nameOf(part, 'ids')), new Uint8Array(Float64Array.from(ids).buffer), { mode: 0o600 });
  }
  let bytes = 0;
  const seal = async (name: string): Promise<SavedFile> => {
    const path = join(folder, name);
    if (process.platform !== 'win32') chmodSync(path, 0o600);
    bytes += statSync(path).size;
    const hash = createHash('sha1');
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Uint8Array);
    return { name, sha1: hash.digest('hex') };
  };
  const saved = {} as Record<Part, { index: SavedFile; ids: SavedFile }>;
  for (const part of parts) saved[part] = { index: await seal(nameOf(part, 'faiss')), ids: await seal(nameOf(part, 'ids')) };
  const manifest: Manifest = { version, ...savedFor, promoted, parts: saved };
  const temporary = join(folder, `vectors-${stamp}.json.tmp`);
  writeFileSync(temporary, JSON.stringify(manifest), { mode: 0o600 });
  renameSync(temporary, join(folder, manifestName));
  removeSaved(folder, new Set([manifestName, ...parts.flatMap((part) => [saved[part].index.name, saved[part].ids.name])]));
  return bytes;
}

/** Loads files saved for the same database, model and dimensions; a reason where that is not possible. */
export function loadIndexes(folder: string, savedFor: SavedFor, faiss: Faiss, indexes: HostIndexes): { reason: string } | null {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest;
    if (manifest.version !== version) return { reason: `version ${manifest.version}, expected ${version}` };
    for (const key of ['databaseId', 'model', 'dimensions'] as const) {
      if (manifest[key] !== savedFor[key]) return { reason: `saved for another ${key}` };
    }
    const read = (file: SavedFile): Buffer => {
      if (!/^vectors-[\w-]+\.(faiss|ids)$/.test(file.name)) throw new Error(`unexpected file name ${file.name}`);
      const content = readFileSync(join(folder, file.name));
      if (sha1Of(content) !== file.sha1) throw new Error(`${file.name} does not have its checksum`);
      return content;
    };
    const restored = {} as Record<Part, PartState>;
    for (const part of parts) {
      const { index, ids } = manifest.parts[part];
      read(index);
      const raw = read(ids);
      const table = new Float64Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
      restored[part] = { index: faiss.Index.read(join(folder, index.name)), ids: Array.from(table) };
    }
    indexes.restore(restored, manifest.promoted);
    return null;
  } catch (error) {
    const missing = (error as { code?: string }).code === 'ENOENT';
    return { reason: missing ? 'nothing saved' : `damaged: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Deletes saved files, all but those in `keep`. */
export function removeSaved(folder: string, keep: ReadonlySet<string> = new Set()): void {
  for (const name of readdirSync(folder)) {
    if (/^vectors[-.]/.test(name) && !keep.has(name)) rmSync(join(folder, name), { force: true });
  }
}

const sha1Of = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex');
