/** The models in use and being built, and their costs: part of the status. */

export interface ModelName {
  readonly name: string;
  readonly dimensions: number;
}

export interface BuildingStatus {
  readonly name: string;
  /** Null until the provider's first answer. */
  readonly dimensions: number | null;
  /** Pieces of text that have their vector, of all that there are; 0 of 0 until they were counted. */
  readonly done: number;
  readonly total: number;
  /** Why it does not go on, and when it is tried again (milliseconds since the epoch; null: when the settings change). */
  readonly paused: { readonly reason: string; readonly retryAt: number | null } | null;
}

/** What has been spent. Plain numbers, so that a caller can add them up and keep them. */
export interface Cost {
  readonly requests: number;
  /** Requests that were made again after a failure. */
  readonly retries: number;
  readonly failures: number;
  readonly texts: number;
  /** As the provider counts them, else estimated. */
  readonly tokens: number;
  /** In the currency of the setting `pricePerMillionTokens`; 0 without one. */
  readonly money: number;
}

/** What one provider has done for this index. */
export interface ProviderUse extends Cost {
  readonly role: 'embedding' | 'reranker';
  readonly name: string;
}

export interface ModelsStatus {
  /** Its vectors answer questions. */
  readonly model: ModelName;
  /** The one that the settings ask for, while it cannot serve yet. */
  readonly building: BuildingStatus | null;
  /** Recently changed texts that the model in use has not embedded yet; words and names find them. */
  readonly behind: number;
  readonly reranker: string | null;
  readonly providers: readonly ProviderUse[];
}
