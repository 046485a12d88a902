/**
 * Makes the vectors of a model that is no part of a commit, in the background: what is missing, in the order in which it was
 * committed, batch by batch. What is stored is never asked for, nor paid for, again: after a crash there is simply less missing.
 * Must never hold up indexing or questions: it begins when files are indexed, and yields between its steps.
 */
import type { MissingSlice, ModelStore } from '../embedding/model-store.js';
import { canEmbedNow, type ModelId } from '../embedding/model-switch.js';
import type { EmbeddingTask, Models } from '../embedding/models.js';
import type { EmbeddingProvider } from '../embedding/ports.js';
import type { WorkspacePath } from '../model/file.js';
import { applyPrecomputed, type LoadPrecomputed } from './apply-precomputed.js';
import type { Analyser } from './ports.js';

export interface ReembedderOptions {
  readonly models: Models;
  readonly store: ModelStore;
  readonly analyser: Pick<Analyser, 'analyse'>;
  /** Path below its root of a workspace path. */
  readonly local: (path: WorkspacePath) => string;
  /** Whether files are indexed: what is derived from them waits for that. */
  readonly isIdle: () => boolean;
  /** Files whose stored chunks their stored text does not give any more: they are to be analysed again. */
  readonly onStale: (paths: readonly WorkspacePath[]) => void;
  /** Vectors that somebody else computed, of a folder; tolerant. */
  readonly loadPrecomputed: LoadPrecomputed;
  /** Texts that have a vector, of all. */
  readonly onProgress: (done: number, total: number) => void;
  /** A run that made vectors has ended, with their number. */
  readonly onEnd: (done: number) => void;
}

/** Texts of a slice: enough to fill a provider's batches, few enough to be in memory twice. */
const sliceTexts = 256;
/** Who types changes the same text again and again: only what rests is embedded. */
const quietMs = 1_000;
/** What a question is about counts the more, so nobody waits longer than this. */
const longestQuietMs = 5_000;
const probeText = 'function';

export class Reembedder {
  readonly #options: ReembedderOptions;
  readonly #ending = new AbortController();
  #running: Promise<void> | null = null;
  #timer: NodeJS.Timeout | null = null;
  #firstChange: number | null = null;
  /** Counted by the last run that counted. */
  #total = 0;
  /** Texts of the present run that progress was reported of. */
  #made = 0;
  /** Whose pre-computed vectors were taken over. */
  #taken: EmbeddingProvider | null = null;
  /** For whom the vectors that other indexes have were taken over. */
  #adopted: EmbeddingProvider | null = null;
  readonly #toldStale = new Set<WorkspacePath>();

  constructor(options: ReembedderOptions) {
    this.#options = options;
  }

  /** Something was committed, or the settings changed. */
  changed(): void {
    if (this.#ending.signal.aborted || this.#options.models.task === null) return;
    const now = performance.now();
    this.#firstChange ??= now;
    this.#wake(Math.max(0, Math.min(quietMs, this.#firstChange + longestQuietMs - now)));
  }

  /** At once: does what there is to do. Resolves when nothing is missing, or it is paused. */
  async finish(): Promise<void> {
    for (;;) {
      if (this.#running !== null) await this.#running;
      else if (this.#ending.signal.aborted || !this.#due()) return;
      else this.#start();
    }
  }

  #due(): boolean {
    const { models, store, isIdle } = this.#options;
    const work = isIdle() ? models.task : null;
    if (!work || work.state.paused !== null) return false;
    return work.state.model.dimensions === 0 || store.missing(work.state.model, 1) !== null || isBuilding(models);
  }

  #wake(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), ms);
    this.#timer.unref();
  }

  #start(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#running || this.#ending.signal.aborted) return;
    this.#firstChange = null;
    this.#running = this.#run()
      .catch((error: unknown) => {
        if (!this.#ending.signal.aborted) this.#failed(error);
      })
      .finally(() => {
        this.#running = null;
      });
  }

  #failed(error: unknown): void {
    const { models } = this.#options;
    models.storeCosts();
    const paused = models.recordFailure(error, Date.now());
    if (paused?.retryAt) this.#wakeAt(paused.retryAt);
    this.#tellEnd();
  }

  #wakeAt(time: number): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#start(), Math.max(0, time - Date.now()));
    this.#timer.unref();
  }

  async #run(): Promise<void> {
    const { models, store, isIdle, onProgress } = this.#options;
    const { signal } = this.#ending;
    let counted: ModelId | null = null;
    let left = 0;
    while (!signal.aborted) {
      // Files come first; `changed` is called again when they are done.
      const work = isIdle() ? models.task : null;
      if (!work || isWaiting(work)) break;
      const { provider } = work;
      if (work.state.model.dimensions === 0) {
        await provider.embedDocuments([probeText], signal);
        continue;
      }
      const { model } = work.state;
      if (work.precomputed !== null && this.#taken !== provider) {
        this.#taken = provider;
        await applyPrecomputed(work.precomputed, model, store, models, this.#options.loadPrecomputed, signal);
        continue;
      }
      if (this.#adopted !== provider) {
        this.#adopted = provider;
        await store.copyFromOtherIndexes(model, signal);
        continue;
      }
      if (counted?.name !== model.name || counted.dimensions !== model.dimensions) {
        const count = await store.count(model, signal);
        if (count === null) break;
        counted = model;
        left = count.missing;
        this.#total = count.total;
        models.recordProgress(left, this.#total);
        continue;
      }
      const slice = store.missing(model, sliceTexts);
      if (slice === null) {
        models.completeBuild();
        break;
      }
      for await (const done of this.#embed(provider, model, slice)) {
        left = Math.max(0, left - done);
        models.recordProgress(left, this.#total);
        this.#made += done;
        onProgress(this.#total - left, this.#total);
      }
      models.storeCosts();
    }
    this.#tellEnd();
  }

  #tellEnd(): void {
    if (this.#made > 0) this.#options.onEnd(this.#made);
    this.#made = 0;
  }

  /** Gives the number of texts that were done, batch by batch. */
  async *#embed(provider: EmbeddingProvider, model: ModelId, slice: MissingSlice): AsyncGenerator<number> {
    const { store } = this.#options;
    const texts = await this.#texts(slice);
    if (texts === null) return;
    const hashes = [...texts.keys()];
    const signal = this.#ending.signal;
    for await (const { indices, vectors, dimensions, rejected } of provider.embedBatches([...texts.values()], signal)) {
      // The provider has another model behind the same name now: what it gives belongs to that.
      if (indices.length > 0 && dimensions !== model.dimensions) return;
      if (indices.length > 0)
        store.put(
          model,
          indices.map((i) => hashes[i] as string),
          vectors,
        );
      if (rejected.length > 0)
        store.reject(
          model,
          rejected.map(({ index }) => hashes[index] as string),
        );
      yield indices.length + rejected.length;
    }
    store.covered(model, slice.upTo);
  }

  /** Texts by hash, derived from the files' texts once more. Null where files have to be looked at again first. */
  async #texts({ parts }: MissingSlice): Promise<Map<string, string> | null> {
    const { store, analyser, local, onStale } = this.#options;
    const wanted = new Map<WorkspacePath, string[]>();
    for (const { hash, path } of parts) {
      const hashes = wanted.get(path);
      if (hashes) hashes.push(hash);
      else wanted.set(path, [hash]);
    }
    const texts = new Map<string, string>();
    const stale: WorkspacePath[] = [];
    for (const [path, hashes] of wanted) {
      const source = store.source(path);
      if (!source) continue;
      const { text, language: languageId } = source;
      const job = {
        path,
        absolutePath: path,
        localPath: local(path),
        text,
        languageId,
        sizeBytes: text.length,
        mtimeMs: 0,
        describe: hashes,
      };
      const outcome = await analyser.analyse(job, 'background', this.#ending.signal);
      if (outcome.kind !== 'described') continue;
      for (const [hash, full] of outcome.texts) texts.set(hash, full);
      if (hashes.some((hash) => !outcome.texts.has(hash) && store.isUsed(hash))) stale.push(path);
    }
    // Once: what does not come right then is passed over, not tried for ever.
    const fresh = stale.filter((path) => !this.#toldStale.has(path));
    if (fresh.length === 0) return texts;
    for (const path of fresh) this.#toldStale.add(path);
    onStale(fresh);
    return null;
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#ending.abort();
    await this.#running;
  }
}

const isBuilding = (models: Models): boolean => models.status().building !== null;
const isWaiting = ({ state }: EmbeddingTask): boolean => !canEmbedNow({ serving: null, building: state }, Date.now());
