/** Settings from three sources, checked key by key: one wrong value does not invalidate the others. */
import type { z } from 'zod';
import type { EngineSettings } from '../../core/engine/engine-api.js';
import type { ContextSettings } from '../../protocol/settings.js';
import { guardedSettings, settingsSchema } from '../../protocol/settings.js';
import { withoutUndefined } from '../../util/without-undefined.js';
import { describeIssues } from '../describe-issues.js';

export interface CheckedSettings {
  readonly settings: ContextSettings;
  /** One line per invalid setting; these are left out. */
  readonly faults: readonly string[];
}

type Path = readonly PropertyKey[];

/** Ignores invalid keys and values, as little as is safe (`ignoredFor`); each fault names what is valid. */
export function checkSettings(value: unknown): CheckedSettings {
  if (value === null || value === undefined) return { settings: {}, faults: [] };
  if (typeof value !== 'object' || Array.isArray(value)) return { settings: {}, faults: ['settings are not an object'] };
  const faults: string[] = [];
  // Each round removes something; some faults show only after others are removed.
  for (let rest: unknown = value; ; ) {
    const parsed = settingsSchema.safeParse(rest);
    if (parsed.success) return { settings: withoutUndefined(parsed.data), faults };
    for (const { path, message } of describeIssues(parsed.error, settingsSchema, rest)) faults.push(`${path}: ${message}`);
    for (const path of parsed.error.issues.flatMap(ignoredFor)) rest = without(rest, path);
  }
}

/** Ignored as a whole, because ignoring a part might send text to another place than the user wants. */
const indivisible: ReadonlySet<PropertyKey> = new Set(['embedding', 'reranker', 'packs', 'team'] satisfies (keyof ContextSettings)[]);
/** Settings by name: an invalid entry does not affect the others. */
const named: ReadonlySet<PropertyKey> = new Set(['profiles', 'servers'] satisfies (keyof ContextSettings)[]);

/** Paths that are removed because of an issue. */
function ignoredFor({ path, ...issue }: z.core.$ZodIssue): Path[] {
  const [first, second] = path;
  if (first !== undefined && indivisible.has(first)) return [[first]];
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => [...path, key]);
  return [first !== undefined && second !== undefined && named.has(first) ? [first, second] : path.slice(0, 1)];
}

/** A copy without the value at `path`, which may be gone already. */
function without(value: unknown, [key, ...inner]: Path): unknown {
  if (value === null || typeof value !== 'object' || key === undefined) return value;
  const copy: Record<PropertyKey, unknown> = { ...value };
  if (inner.length === 0) delete copy[key];
  else copy[key] = without(copy[key], inner);
  return copy;
}

/** Settings from a workspace run nothing, send nothing and choose no folder to write to, unless the user trusts it. */
export function withoutGuardedSettings({ settings, faults }: CheckedSettings): CheckedSettings {
  const guarded = guardedSettings.filter((key) => settings[key] !== undefined);
  if (guarded.length === 0) return { settings, faults };
  const rest = Object.fromEntries(Object.entries(settings).filter(([key]) => !guardedSettings.some((name) => name === key)));
  const why = guarded.map((key) => `${key}: it is taken from initializationOptions, and from here only where those say "trusted": true`);
  return { settings: rest, faults: [...faults, ...why] };
}

/** The engine's settings; a change reopens the engine. */
export const engineSettings = (settings: ContextSettings): EngineSettings => ({
  ...(settings.maxFileBytes !== undefined && { maxFileBytes: settings.maxFileBytes }),
  ...(settings.redactEmails !== undefined && { redactEmails: settings.redactEmails }),
  ...(settings.workers !== undefined && { workers: settings.workers }),
  ...(settings.auditDays !== undefined && { auditDays: settings.auditDays }),
  ...(settings.retentionDays !== undefined && { retentionDays: settings.retentionDays }),
  ...(settings.exclude !== undefined && { exclude: settings.exclude }),
  ...(settings.vectorSearch !== undefined && { vectorSearch: settings.vectorSearch }),
  ...(settings.history !== undefined && { history: settings.history }),
  ...(settings.servers !== undefined && { servers: settings.servers }),
  ...(settings.trusted !== undefined && { trusted: settings.trusted }),
  ...(settings.embedding !== undefined && { embedding: settings.embedding }),
  ...(settings.reranker !== undefined && { reranker: settings.reranker }),
  ...(settings.packs !== undefined && { packs: settings.packs }),
  ...(settings.team !== undefined && { team: settings.team }),
  ...(settings.edgeIndexing !== undefined && { edgeIndexing: settings.edgeIndexing }),
});
