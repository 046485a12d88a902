/** Settings from three sources, checked key by key: one wrong value must not cost the others. */
import type { EngineSettings } from '../../core/engine-face.js';
import type { ContextSettings } from '../../protocol/settings.js';
import { guardedSettings, settingsSchema } from '../../protocol/settings.js';
import { issuesOf } from './errors.js';

export interface CheckedSettings {
  readonly settings: ContextSettings;
  /** What was wrong, one line each; the keys concerned are left out. */
  readonly faults: readonly string[];
}

export function checkSettings(value: unknown): CheckedSettings {
  if (value === null || value === undefined) return { settings: {}, faults: [] };
  if (typeof value !== 'object' || Array.isArray(value)) return { settings: {}, faults: ['settings are no object'] };
  const whole = settingsSchema.safeParse(value);
  if (whole.success) return { settings: whole.data, faults: [] };
  const wrong = new Set(whole.error.issues.map((issue) => String(issue.path[0])));
  const rest = Object.fromEntries(Object.entries(value).filter(([key]) => !wrong.has(key)));
  const again = settingsSchema.safeParse(rest);
  return { settings: again.success ? again.data : {}, faults: issuesOf(whole.error).map((issue) => `${issue.path}: ${issue.message}`) };
}

/** T4: settings that come from a workspace run nothing, send nothing and choose no folder to write to, unless the user trusts it. */
export function withoutGuarded({ settings, faults }: CheckedSettings): CheckedSettings {
  const guarded = guardedSettings.filter((key) => settings[key] !== undefined);
  if (guarded.length === 0) return { settings, faults };
  const rest = Object.fromEntries(Object.entries(settings).filter(([key]) => !guardedSettings.some((name) => name === key)));
  const why = guarded.map((key) => `${key}: it is taken from initializationOptions, and from here only where those say "trusted": true`);
  return { settings: rest, faults: [...faults, ...why] };
}

/** What the engine is opened with; where it changes the engine has to be opened again. */
export const engineSettings = (settings: ContextSettings): EngineSettings => ({
  ...(settings.maxFileBytes !== undefined && { maxFileBytes: settings.maxFileBytes }),
  ...(settings.workers !== undefined && { workers: settings.workers }),
  ...(settings.exclude !== undefined && { exclude: settings.exclude }),
  ...(settings.vectorSearch !== undefined && { vectorSearch: settings.vectorSearch }),
  ...(settings.history !== undefined && { history: settings.history }),
  ...(settings.servers !== undefined && { servers: settings.servers }),
  ...(settings.trusted !== undefined && { trusted: settings.trusted }),
  ...(settings.embedding !== undefined && { embedding: settings.embedding }),
  ...(settings.reranker !== undefined && { reranker: settings.reranker }),
  ...(settings.harvest !== undefined && { harvest: settings.harvest }),
});
