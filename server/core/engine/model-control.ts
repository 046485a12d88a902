/** The models of an engine: opens what the settings ask for, makes vectors in the background, exports and imports them. */

import type { Log } from '../../util/log.js';
import type { Archive } from '../embedding/archive-ports.js';
import type { ModelId } from '../embedding/model-switch.js';
import { type BaseModel, type ConfiguredModel, type ConfiguredReranker, Models } from '../embedding/models.js';
import type { LoadPrecomputed } from '../indexing/apply-precomputed.js';
import type { Indexer } from '../indexing/indexer.js';
import type { Analyser, FileSource, WorkspaceIndex } from '../indexing/ports.js';
import { Reembedder } from '../indexing/reembed.js';
import type { ExportReport, ImportReport } from '../model/archive-report.js';
import type { ModelSettings } from '../model/model-settings.js';

export interface ModelControlDependencies {
  readonly index: WorkspaceIndex;
  readonly source: Pick<FileSource, 'local'>;
  readonly analyser: Analyser;
  /** The embedded model, and how others are opened; opening sends and loads nothing. */
  readonly model: BaseModel;
  readonly openModels: (settings: ModelSettings) => Promise<{ readonly wanted: ConfiguredModel; readonly reranker: ConfiguredReranker }>;
  readonly embedding: 'background' | 'onDemand';
  readonly archive: Archive;
  readonly loadPrecomputed: LoadPrecomputed;
  readonly log: Log;
  readonly onChanged: () => void;
  readonly onProgress: (phase: 'embedding' | 'ready', done: number, total: number) => void;
  readonly isReady: () => boolean;
  readonly isClosed: () => boolean;
}

export class ModelControl {
  readonly models: Models;
  readonly #parts: ModelControlDependencies;
  #reembedder: Reembedder | null = null;
  /** Resolves when the models that the settings ask for are open, as far as they can be. Never rejects. */
  #configured: Promise<void> = Promise.resolve();

  constructor(parts: ModelControlDependencies) {
    this.#parts = parts;
    this.models = new Models({
      base: parts.model,
      store: parts.index.models,
      log: parts.log,
      onChanged: parts.onChanged,
      onTask: () => this.embedSoon(),
    });
  }

  /** Vectors of a chosen model are made from then on. */
  start(indexer: Indexer): void {
    const { index, analyser, source, loadPrecomputed, onProgress, isReady } = this.#parts;
    this.#reembedder = new Reembedder({
      models: this.models,
      store: index.models,
      analyser,
      local: (path) => source.local(path),
      isIdle: () => isReady() && !indexer.busy && index.writer.isComplete(),
      loadPrecomputed,
      onStale: (paths) => void indexer.reanalyse(paths),
      onProgress: (done, total) => onProgress('embedding', done, total),
      onEnd: (done) => onProgress('ready', done, done),
    });
  }

  get configured(): Promise<void> {
    return this.#configured;
  }

  configure(settings: ModelSettings): Promise<void> {
    this.#configured = this.#configured.then(async () => {
      const { wanted, reranker } = await this.#parts.openModels(settings);
      if (this.#parts.isClosed()) return;
      this.models.configure(wanted, reranker);
      this.embedSoon();
    });
    return this.#configured;
  }

  /** Makes missing vectors in the background, unless that is done on demand. */
  embedSoon(): void {
    if (this.#parts.embedding === 'background') this.#reembedder?.changed();
  }

  /** Resolves when no vector of the chosen model is missing, or when it is paused. */
  async embedAll(): Promise<void> {
    await this.#reembedder?.finish();
  }

  async exportIndex(file: string, signal?: AbortSignal): Promise<ExportReport> {
    const [model] = this.models.inUse as [ModelId];
    return this.#parts.archive.export(this.#parts.index.models.archiveSource(model), file, signal);
  }

  async importIndex(file: string, signal?: AbortSignal): Promise<ImportReport> {
    const { archive, index } = this.#parts;
    await this.#configured;
    const model = this.models.importable(await archive.modelOf(file));
    const report = await archive.import(index.models.archiveSink(model), file, signal);
    this.embedSoon();
    return report;
  }

  reused(): number {
    return this.models.inUse.reduce((sum, model) => sum + this.#parts.index.models.reused(model), 0);
  }

  /** Waits for a configuration under way, then ends the background. */
  async stop(): Promise<void> {
    await this.#configured;
    await this.#reembedder?.close();
  }

  close(): Promise<void> {
    return this.models.close();
  }
}
