/**
 * The models of one workspace: which one embeds questions, and which providers are open. The embedded model can always
 * answer, since every commit brings its vectors; a chosen one is used once it has vectors of everything.
 * Invariant: a question's vector is compared with vectors of the model that made it, and with no others.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { BuildingStatus, ModelsStatus } from '../model/model-status.js';
import { ContextError, type Problem } from '../model/problem.js';
import type { EmbeddedQuery, Embedder, WordFrequencies } from '../retrieval/ports.js';
import type { RerankStage } from '../retrieval/rank/rerank.js';
import type { ModelStore } from './model-store.js';
import {
  afterCompletion,
  afterFailure,
  afterProgress,
  afterSettingsChange,
  type Building,
  initialState,
  type ModelId,
  type SwitchState,
  sameModel,
} from './model-switch.js';
import type { EmbeddingProvider } from './ports.js';
import { Providers } from './providers.js';
import { WordSimilarity } from './word-similarity.js';

/** The model of the settings, opened as far as possible. */
export type ConfiguredModel =
  | { readonly kind: 'embedded' }
  | { readonly kind: 'provider'; readonly provider: EmbeddingProvider; readonly precomputed?: string }
  /** It cannot be used: the folder holds no model, or a package is missing. */
  | { readonly kind: 'unusable'; readonly label: string; readonly reason: string };

export type ConfiguredReranker =
  | null
  | { readonly kind: 'reranker'; readonly stage: RerankStage }
  | { readonly kind: 'unusable'; readonly label: string; readonly reason: string };

/** The embedded model in this process. */
export interface BaseModel extends ModelId {
  embedQuery(text: string, corpus?: WordFrequencies): Float32Array;
}

export interface ModelsOptions {
  readonly base: BaseModel;
  readonly store: ModelStore;
  readonly log: Log;
  /** The status has changed. */
  readonly onChanged: () => void;
  /** There is background work that does not follow from a commit. */
  readonly onTask: () => void;
}

/** Vectors to be made in the background, and the provider that makes them. */
export interface EmbeddingTask {
  readonly provider: EmbeddingProvider;
  readonly state: Building;
  /** A folder of vectors computed elsewhere with this model. */
  readonly precomputed: string | null;
}

const unknownDimensions = 0;

export class Models implements Embedder {
  readonly #options: ModelsOptions;
  #wanted: ConfiguredModel = { kind: 'embedded' };
  #reranker: ConfiguredReranker = null;
  #state: SwitchState;
  /** New texts of the model in use; the same shape as a switch, since it fails in the same ways. */
  #catchUp: Building | null = null;
  /** A problem of the settings; until they change. */
  #settingsProblem: string | null = null;
  readonly #providers: Providers;
  readonly #words: WordSimilarity;

  constructor(options: ModelsOptions) {
    this.#options = options;
    this.#words = new WordSimilarity((word) => options.base.embedQuery(word));
    this.#providers = new Providers(options.store, options.log);
    this.#state = { serving: options.base, building: null };
  }

  /** Applies the settings; the model in use answers until the next one is complete. */
  configure(wanted: ConfiguredModel, reranker: ConfiguredReranker): void {
    this.#wanted = wanted;
    this.#reranker = reranker;
    this.#catchUp = null;
    this.#settingsProblem = null;
    if (reranker?.kind === 'reranker') this.#providers.add('reranker', reranker.stage.reranker);
    this.#providers.closeOthers('reranker', reranker?.kind === 'reranker' ? [reranker.stage.reranker.name] : []);
    if (wanted.kind === 'provider') {
      this.#providers.add('embedding', wanted.provider);
      this.#switchTo(this.#idOf(wanted.provider));
    } else if (wanted.kind === 'embedded') this.#serve({ serving: this.#options.base, building: null });
    else this.#state = { ...this.#state, building: null };
    this.#closeUnused();
    this.#options.onChanged();
  }

  /** The index was emptied or rebuilt. */
  reset(): void {
    this.#state = { serving: this.#options.base, building: null };
    this.#catchUp = null;
    if (this.#wanted.kind === 'provider') this.#switchTo(this.#idOf(this.#wanted.provider));
  }

  #switchTo(model: ModelId): void {
    const { base, store } = this.#options;
    const own = store.stored().find((stored) => sameModel(stored, model));
    if (own?.complete) this.#serve({ serving: model, building: null });
    else if (sameModel(this.#state.serving, base)) {
      this.#state = initialState(model, [{ ...base, complete: true, vectors: 1 }, ...(own ? [own] : [])], (other) =>
        sameModel(other, base),
      );
    } else this.#state = afterSettingsChange(this.#state, model);
  }

  /** Unknown dimensions are 0: then nothing is stored. */
  #idOf({ name, dimensions }: EmbeddingProvider): ModelId {
    const known = dimensions ?? this.#options.store.stored().find((model) => model.name === name)?.dimensions;
    return { name, dimensions: known ?? unknownDimensions };
  }

  #serve(state: SwitchState): void {
    const isNew = !sameModel(this.#state.serving, state.serving);
    this.#state = state;
    if (!isNew) return;
    this.#options.store.serve(state.serving ?? this.#options.base);
    this.#closeUnused();
    this.#options.log('info', `${state.serving?.name} answers questions from now on`);
    this.#options.onChanged();
  }

  // --- questions -------------------------------------------------------------------------------------------------

  async embedQuery(text: string, corpus?: WordFrequencies, signal?: AbortSignal): Promise<EmbeddedQuery> {
    const { base } = this.#options;
    const model = this.#state.serving ?? base;
    const provider = sameModel(model, base) ? null : this.#providers.embedding(model.name);
    if (!provider) return { vector: base.embedQuery(text, corpus), model: base, problem: null };
    try {
      const vector = await this.#providers.during(provider, provider.embedQuery(text, signal));
      if (vector.length !== model.dimensions) {
        // The provider has another model behind the same name now: its vectors have to be made.
        this.#options.onTask();
        throw new Error(`expected ${model.dimensions} dimensions, got ${vector.length}`);
      }
      return { vector, model, problem: null, isOtherModel: true };
    } catch (error) {
      signal?.throwIfAborted();
      const message = `the embedded model answers, since ${model.name} did not: ${messageOf(error)}`;
      return { vector: base.embedQuery(text, corpus), model: base, problem: { code: 'provider', message, incomplete: false } };
    }
  }

  similarity(a: string, b: string): number {
    return this.#words.of(a, b);
  }

  /** The embedded model's vector of a question, which is cheap; null where another model is in use. */
  embedAhead(text: string, corpus: WordFrequencies): Float32Array | null {
    const { base } = this.#options;
    return sameModel(this.#state.serving ?? base, base) ? base.embedQuery(text, corpus) : null;
  }

  /** The reranker that is set and can be used. */
  get reranker(): RerankStage | null {
    return this.#reranker?.kind === 'reranker' ? this.#reranker.stage : null;
  }

  // --- the background --------------------------------------------------------------------------------------------

  /** The model being built, or the model in use, which may lack new texts; null where the embedded model is configured. */
  get task(): EmbeddingTask | null {
    if (this.#wanted.kind !== 'provider') return null;
    const { provider, precomputed = null } = this.#wanted;
    const model = this.#idOf(provider);
    const { building, serving } = this.#state;
    // The provider's first answer may have other dimensions than known before.
    if (building ? !sameModel(building.model, model) : !sameModel(serving, model)) this.#switchTo(model);
    if (this.#state.building) return { provider, precomputed, state: this.#state.building };
    this.#catchUp ??= { model, done: 0, total: 0, paused: null };
    return { provider, precomputed, state: this.#catchUp };
  }

  recordProgress(missing: number, total: number): void {
    if (this.#state.building) this.#state = afterProgress(this.#state, missing, total);
    else if (this.#catchUp) this.#catchUp = afterProgress({ serving: null, building: this.#catchUp }, missing, total).building;
    this.#options.onChanged();
  }

  /** Must be called in the same turn in which nothing was missing: the new model is used from then on. */
  completeBuild(): void {
    const { building } = this.#state;
    this.#catchUp = null;
    if (!building) return;
    this.#options.store.complete(building.model);
    this.#serve(afterCompletion(this.#state, 0));
  }

  recordFailure(error: unknown, now: number): Building['paused'] {
    const data = error instanceof ContextError ? error.data : {};
    const wait = data['retryAfterMs'];
    const isRetryable = !(error instanceof ContextError) || data['retryable'] === true;
    const failure = { reason: messageOf(error), retryable: isRetryable, ...(typeof wait === 'number' && { retryAfterMs: wait }) };
    const building = this.#state.building ?? this.#catchUp;
    const paused = afterFailure({ serving: null, building }, failure, now).building;
    if (this.#state.building) this.#state = { ...this.#state, building: paused };
    else this.#catchUp = paused;
    this.#options.log('warn', `${building?.model.name ?? 'the model'} is paused: ${failure.reason}`);
    this.#options.onChanged();
    return paused?.paused ?? null;
  }

  /** Reports a problem of the settings that affects nothing else. `details`, one a line, go to the log only. */
  reportProblem(message: string, details: readonly string[] = []): void {
    this.#settingsProblem = message;
    this.#options.log('warn', message);
    for (const detail of details) this.#options.log('warn', detail);
    this.#options.onChanged();
  }

  /** Ends a pause. */
  retry(): void {
    if (this.#state.building) this.#state = { ...this.#state, building: { ...this.#state.building, paused: null } };
    this.#catchUp = null;
  }

  // --- status ----------------------------------------------------------------------------------------------------

  /** Models whose vectors are in use. */
  get inUse(): readonly ModelId[] {
    const { serving, building } = this.#state;
    return [serving ?? this.#options.base, ...(building ? [building.model] : [])];
  }

  /** The model to import vectors of `of` for: itself where it is in use or configured, else the embedded one, which refuses them. */
  importable(of: ModelId): ModelId {
    const { base } = this.#options;
    if (this.#wanted.kind !== 'provider') return base;
    const wanted = this.#idOf(this.#wanted.provider);
    const isWanted = of.name === wanted.name && (wanted.dimensions === unknownDimensions || wanted.dimensions === of.dimensions);
    return isWanted ? of : sameModel(of, base) ? base : wanted;
  }

  status(): ModelsStatus {
    const { serving, building } = this.#state;
    const { name, dimensions } = serving ?? this.#options.base;
    const reranker = this.reranker?.reranker.name ?? null;
    return {
      model: { name, dimensions },
      building: this.#building(building),
      behind: this.#behind,
      reranker,
      providers: this.#providers.uses(),
    };
  }

  get #behind(): number {
    return this.#catchUp ? Math.max(0, this.#catchUp.total - this.#catchUp.done) : 0;
  }

  #building(building: Building | null): BuildingStatus | null {
    if (this.#wanted.kind === 'unusable') {
      return { name: this.#wanted.label, dimensions: null, done: 0, total: 0, paused: { reason: this.#wanted.reason, retryAt: null } };
    }
    if (!building) return null;
    const { model, done, total, paused } = building;
    const dimensions = model.dimensions === unknownDimensions ? null : model.dimensions;
    return { name: model.name, dimensions, done, total, paused: paused && { reason: paused.reason, retryAt: paused.retryAt } };
  }

  problems(): Problem[] {
    const problems: Problem[] = [];
    const add = (code: Problem['code'], message: string): void => void problems.push({ code, message, incomplete: false });
    const { serving } = this.#state;
    const building = this.#building(this.#state.building);
    if (building?.paused) add('provider', `${building.name} cannot be used, ${serving?.name} answers: ${building.paused.reason}`);
    else if (building)
      add('provider', `${serving?.name} answers until ${building.name} has embedded everything: ${embeddedSoFar(building)}`);
    if (this.#catchUp?.paused) add('provider', `${this.#catchUp.model.name} cannot embed new texts: ${this.#catchUp.paused.reason}`);
    if (this.#behind > 0) add('vectorsStale', `${this.#behind} recently changed texts are not embedded yet; words and names find them`);
    if (this.#settingsProblem) add('provider', this.#settingsProblem);
    if (this.#reranker?.kind === 'unusable') add('reranker', `${this.#reranker.label} cannot be used: ${this.#reranker.reason}`);
    return problems;
  }

  /** Stores what providers have cost since the last call. */
  storeCosts(): void {
    this.#providers.storeCosts();
  }

  #closeUnused(): void {
    const { serving, building } = this.#state;
    const wanted = this.#wanted.kind === 'provider' ? this.#wanted.provider.name : '';
    this.#providers.closeOthers('embedding', [serving?.name ?? '', building?.model.name ?? '', wanted]);
  }

  close(): Promise<void> {
    return this.#providers.close();
  }
}

const embeddedSoFar = ({ done, total }: BuildingStatus): string => (total === 0 ? 'nothing yet' : `${done} of ${total} texts`);
