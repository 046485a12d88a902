/**
 * Which model serves and which is being built. Pure: a state and the steps between states; whoever runs the steps keeps the
 * state. Who runs them: models.ts.
 * Invariant: `serving` changes only in `choose` (at the start) and `switched` (nothing missing).
 */

export interface ModelId {
  readonly name: string;
  readonly dimensions: number;
}

/** A model that the store has vectors of. */
export interface StoredModel extends ModelId {
  /** Every chunk had a vector of it when the last full pass ended. */
  readonly complete: boolean;
  readonly vectors: number;
}

export interface Building {
  readonly model: ModelId;
  readonly done: number;
  /** 0 until it has been counted. */
  readonly total: number;
  /** Set while it cannot go on. */
  readonly paused: { readonly reason: string; readonly failures: number; readonly retryAt: number | null } | null;
}

export interface SwitchState {
  /** Its vectors answer questions. Null: none can, only words and names answer. */
  readonly serving: ModelId | null;
  readonly building: Building | null;
}

export const sameModel = (a: ModelId | null, b: ModelId | null): boolean =>
  a === b || (a !== null && b !== null && a.name === b.name && a.dimensions === b.dimensions);

const building = (model: ModelId): Building => ({ model, done: 0, total: 0, paused: null });

/**
 * At the start: the wanted model serves if the store has all of it, or has nothing of any other that could (then it
 * grows while it serves). Otherwise the fullest model that can still embed a question serves meanwhile.
 * @param usable whether a question can be embedded by that model: its provider is set or it is the embedded one.
 */
export function initialState(wanted: ModelId, stored: readonly StoredModel[], usable: (model: ModelId) => boolean): SwitchState {
  const own = stored.find((model) => sameModel(model, wanted));
  if (own?.complete) return { serving: wanted, building: null };
  const others = stored.filter((model) => !sameModel(model, wanted) && model.vectors > 0 && usable(model));
  others.sort((a, b) => Number(b.complete) - Number(a.complete) || b.vectors - a.vectors);
  const [other] = others;
  if (!other || (!other.complete && (own?.vectors ?? 0) >= other.vectors)) return { serving: wanted, building: null };
  return { serving: { name: other.name, dimensions: other.dimensions }, building: building(wanted) };
}

/** The setting changed. Wanting the model that serves ends a switch; what was built of the other stays until housekeeping. */
export function afterSettingsChange(state: SwitchState, wanted: ModelId): SwitchState {
  if (sameModel(state.serving, wanted)) return { ...state, building: null };
  if (state.building && sameModel(state.building.model, wanted)) return state;
  return state.serving === null ? { serving: wanted, building: null } : { ...state, building: building(wanted) };
}

/** Counted anew, or a batch was committed: `missing` of `total` are still to do. Only what gets further ends a pause. */
export function afterProgress(state: SwitchState, missing: number, total: number): SwitchState {
  if (!state.building) return state;
  const done = Math.max(0, total - missing);
  const paused = done > state.building.done ? null : state.building.paused;
  return { ...state, building: { ...state.building, done, total, paused } };
}

/** The provider failed. Waits double, up to ten minutes; an error that a retry does not heal waits for the settings to change. */
export function afterFailure(
  state: SwitchState,
  failure: { readonly reason: string; readonly retryable: boolean; readonly retryAfterMs?: number },
  now: number,
): SwitchState {
  if (!state.building) return state;
  const failures = (state.building.paused?.failures ?? 0) + 1;
  const wait = Math.max(failure.retryAfterMs ?? 0, Math.min(600_000, 5_000 * 2 ** (failures - 1)));
  const paused = { reason: failure.reason, failures, retryAt: failure.retryable ? now + wait : null };
  return { ...state, building: { ...state.building, paused } };
}

/** Whether the background may embed now. */
export const canEmbedNow = (state: SwitchState, now: number): boolean =>
  state.building !== null && (state.building.paused === null || (state.building.paused.retryAt ?? Number.POSITIVE_INFINITY) <= now);

/** Called in the writer's turn, with what is missing at that very moment: the only way to another model while running. */
export function afterCompletion(state: SwitchState, missing: number): SwitchState {
  return state.building && missing === 0 ? { serving: state.building.model, building: null } : state;
}

/** A folder of its own for what is derived from a model's vectors; safe on every file system, two models never share one. */
export function modelFolderName(model: ModelId, hash: (text: string) => string): string {
  const readable = model.name
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^[-.]+/, '')
    .slice(0, 60);
  return `${readable || 'model'}-${model.dimensions}-${hash(`${model.name}\n${model.dimensions}`).slice(0, 8)}`;
}
