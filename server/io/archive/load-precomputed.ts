/**
 * Embeddings that somebody else computed, in a folder: `<id>` or `<id>.json` holds a JSON array of numbers, `<id>.meta.json`
 * beside it says where it belongs. Tolerant: a bad file is warned of and left out, whatever is wrong with it.
 */
import { lstat, opendir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, takeRow } from '../../core/embedding/check-vectors.js';
import type { Precomputed, PrecomputedVector } from '../../core/indexing/apply-precomputed.js';
import { messageOf } from '../../util/bug.js';

/** 65,536 numbers of 20 characters. */
const maxFileBytes = 1_500_000;
const maxFiles = 1_000_000;
const maxWarnings = 1_000;

/** Never throws but the signal's reason. @param dimensions what every vector must have. */
export async function loadPrecomputed(folder: string, dimensions: number, signal?: AbortSignal): Promise<Precomputed> {
  const warnings: string[] = [];
  const warn = (message: string): void => {
    if (warnings.length < maxWarnings) warnings.push(message);
    else if (warnings.length === maxWarnings) warnings.push('further warnings are left out');
  };
  const names: string[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      signal?.throwIfAborted();
      if (names.length >= maxFiles) {
        warn(`${folder}: more than ${maxFiles} files; the rest is left out`);
        break;
      }
      if (!entry.name.startsWith('.') && !entry.isDirectory() && !entry.name.endsWith('.meta.json')) names.push(entry.name);
    }
  } catch (error) {
    signal?.throwIfAborted();
    warn(`the folder ${folder} cannot be read: ${messageOf(error)}`);
  }
  const vectors: PrecomputedVector[] = [];
  const seen = new Set<string>();
  for (const name of names.sort()) {
    signal?.throwIfAborted();
    const id = name.replace(/\.json$/, '');
    try {
      if (seen.has(id)) throw new Error(`the id ${id} is there twice`);
      const vector = new Float32Array(dimensions);
      const taken = takeRow(await readJson(join(folder, name)), dimensions, vector, 0);
      if (taken.kind === 'bad') throw new Error(taken.reason);
      seen.add(id);
      vectors.push({ id, vector, ...(await readMeta(folder, id, warn)) });
    } catch (error) {
      warn(`${join(folder, name)} is left out: ${messageOf(error)}`);
    }
  }
  return { vectors, warnings };
}

async function readJson(file: string): Promise<unknown> {
  const entry = await lstat(file);
  // A link could show what the user did not mean to import.
  if (!entry.isFile()) throw new Error('not a plain file');
  if (entry.size > maxFileBytes) throw new Error(`${entry.size} bytes, more than ${maxFileBytes}`);
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('no valid JSON');
  }
}

type Meta = Pick<PrecomputedVector, 'source' | 'line' | 'tags'>;

/** A vector is of use without its meta file; what is wrong in one is warned of and taken as not said. */
async function readMeta(folder: string, id: string, warn: (message: string) => void): Promise<Meta> {
  const file = join(folder, `${id}.meta.json`);
  const none: Meta = { source: null, line: null, tags: [] };
  let json: unknown;
  try {
    json = await readJson(file);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOENT') warn(`${file} is left out: ${messageOf(error)}`);
    return none;
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    warn(`${file} is left out: expected an object, got ${describe(json)}`);
    return none;
  }
  const { source, line, tags } = json as Record<string, unknown>;
  const bad = (field: string, value: unknown): void => warn(`${file}: ${field} is ${describe(value)}, it is not used`);
  const isLine = typeof line === 'number' && Number.isInteger(line) && line >= 1;
  const isTags = Array.isArray(tags) && tags.every((tag) => typeof tag === 'string');
  if (source !== undefined && typeof source !== 'string') bad('source', source);
  if (line !== undefined && !isLine) bad('line', line);
  if (tags !== undefined && !isTags) bad('tags', tags);
  return { source: typeof source === 'string' ? source : null, line: isLine ? line : null, tags: isTags ? (tags as string[]) : [] };
}
