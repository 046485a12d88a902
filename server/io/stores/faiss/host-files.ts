/**
 * Saved vectors: an index file, its ids beside it, and a manifest that names both with their checksums. The manifest is
 * put in place last, by a rename: an interrupted save leaves the former one whole.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  createReadStream,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { HeldVectors } from './held-vectors.js';
import type { HeldAs, SavedFor } from './messages.js';

const manifestName = 'vectors.json';
const version = 3;
/** Read at a time for a checksum. */
const checkedBytes = 1 << 20;

interface SavedFile {
  readonly name: string;
  readonly sha1: string;
}
interface Manifest extends SavedFor {
  readonly version: number;
  readonly heldAs: HeldAs;
  readonly index: SavedFile;
  readonly ids: SavedFile;
  /** Ids of rows that are not in the database. */
  readonly removed: readonly number[];
}

/**
 * Writes all that is held when it is called into `folder`; returns the bytes written. Searches have their turn between blocks of bytes
 * and while checksums are computed. One call at a time.
 */
export async function saveVectors(folder: string, savedFor: SavedFor, { heldAs, index, removed: marked }: HeldVectors): Promise<number> {
  const removed = [...marked];
  const stamp = Date.now().toString(36) + process.pid.toString(36);
  const nameOf = (ending: string): string => `vectors-${heldAs}-${stamp}.${ending}`;
  const names = { index: nameOf(heldAs === 'flat' ? 'faiss' : 'bytes'), ids: nameOf('ids') };
  writeFileSync(join(folder, names.ids), new Uint8Array(index.ids().buffer), { mode: 0o600 });
  await index.write(join(folder, names.index));
  let bytes = 0;
  const seal = async (name: string): Promise<SavedFile> => {
    const path = join(folder, name);
    if (process.platform !== 'win32') chmodSync(path, 0o600);
    bytes += statSync(path).size;
    const hash = createHash('sha1');
    for await (const chunk of createReadStream(path, { highWaterMark: checkedBytes })) hash.update(chunk as Uint8Array);
    return { name, sha1: hash.digest('hex') };
  };
  const manifest: Manifest = { version, ...savedFor, heldAs, index: await seal(names.index), ids: await seal(names.ids), removed };
  const temporary = join(folder, `vectors-${stamp}.json.tmp`);
  writeFileSync(temporary, JSON.stringify(manifest), { mode: 0o600 });
  renameSync(temporary, join(folder, manifestName));
  removeSaved(folder, new Set([manifestName, names.index, names.ids]));
  return bytes;
}

/** Loads files saved for the same database, model and dimensions, and says which rows are gone; a reason where that is not possible. */
export function loadVectors(
  folder: string,
  savedFor: SavedFor,
  vectors: HeldVectors,
): { reason: string } | { removed: Float64Array | null } {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest;
    if (manifest.version !== version) return { reason: `version ${manifest.version}, expected ${version}` };
    for (const key of ['databaseId', 'model', 'dimensions'] as const) {
      if (manifest[key] !== savedFor[key]) return { reason: `saved for another ${key}` };
    }
    // It has grown since, or the threshold has changed.
    if (manifest.heldAs !== vectors.heldAs) return { reason: 'nothing saved' };
    const checked = ({ name, sha1 }: SavedFile): string => {
      if (!/^vectors-[\w-]+\.(faiss|bytes|ids)$/.test(name)) throw new Error(`unexpected file name ${name}`);
      if (sha1Of(join(folder, name)) !== sha1) throw new Error(`${name} does not have its checksum`);
      return join(folder, name);
    };
    const index = checked(manifest.index);
    const raw = readFileSync(checked(manifest.ids));
    vectors.index.read(index, new Float64Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength)));
    return { removed: manifest.deleted === savedFor.deleted ? Float64Array.from(manifest.removed) : null };
  } catch (error) {
    vectors.reset(vectors.heldAs);
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

function sha1Of(path: string): string {
  const hash = createHash('sha1');
  const file = openSync(path, 'r');
  try {
    const part = Buffer.allocUnsafe(checkedBytes);
    for (let read = readSync(file, part); read > 0; read = readSync(file, part)) hash.update(part.subarray(0, read));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
