/** Vectors that somebody else computed find the texts that they belong to, before a provider is asked for any. */
import { nextTurn } from '../../util/next-turn.js';
import type { ModelStore } from '../embedding/model-store.js';
import type { ModelId } from '../embedding/model-switch.js';
import type { Models } from '../embedding/models.js';

export interface PrecomputedVector {
  /** Where the meta file names no source: the hash of a text. */
  readonly id: string;
  /** Unit length. */
  readonly vector: Float32Array;
  /** A path in the workspace, as written; null where the meta file does not say. */
  readonly source: string | null;
  /** 1-based, as people count; null where the meta file does not say. */
  readonly line: number | null;
  readonly tags: readonly string[];
}

export interface Precomputed {
  readonly vectors: readonly PrecomputedVector[];
  /** One a bad file or folder: what was expected and what came. */
  readonly warnings: readonly string[];
}

/** Never throws but the signal's reason. @param dimensions what every vector must have. */
export type LoadPrecomputed = (folder: string, dimensions: number, signal?: AbortSignal) => Promise<Precomputed>;

const perStep = 200;
/** Of bad files in one message. */
const maxNamed = 20;

/** What cannot be used is a remark, and costs no more than itself. */
export async function applyPrecomputed(
  folder: string,
  model: ModelId,
  store: ModelStore,
  models: Pick<Models, 'reportProblem'>,
  load: LoadPrecomputed,
  signal: AbortSignal,
): Promise<void> {
  const { vectors, warnings } = await load(folder, model.dimensions, signal);
  const homeless: string[] = [];
  let used = 0;
  for (let at = 0; at < vectors.length && !signal.aborted; at += perStep) {
    const taken: { readonly hash: string; readonly vector: Float32Array }[] = [];
    for (const { id, vector, source, line, tags } of vectors.slice(at, at + perStep)) {
      const path = source?.replaceAll('\\', '/').replace(/^\.\//, '');
      const place = path === undefined ? null : store.textsAt(path, line === null ? null : line - 1);
      const hashes = place?.hashes ?? (path === undefined && store.isUsed(id) ? [id] : []);
      if (place && tags.length > 0) store.tag(place.chunk, tags);
      if (hashes.length === 0)
        homeless.push(`${id}: nothing of the workspace is ${path === undefined ? 'named so' : `at ${path}:${line ?? 1}`}`);
      for (const hash of hashes) taken.push({ hash, vector });
    }
    const rows = new Float32Array(taken.length * model.dimensions);
    for (const [row, { vector }] of taken.entries()) rows.set(vector, row * model.dimensions);
    used += store.put(
      model,
      taken.map(({ hash }) => hash),
      rows,
    );
    await nextTurn();
  }
  const problems = [...warnings, ...homeless];
  if (problems.length === 0) return;
  const rest = problems.slice(maxNamed);
  const more = rest.length > 0 ? `; and ${rest.length} more, which the log names` : '';
  models.reportProblem(`${used} pre-computed vectors of ${folder} are used; ${problems.slice(0, maxNamed).join('; ')}${more}`, rest);
}
