/** The options of the command line, their values, and what a subcommand is given. */
import type { ParseArgsConfig, parseArgs } from 'node:util';
import type { Engine, EngineOptions } from '../../core/engine/engine-api.js';
import { checkLanguages } from '../../core/model/check-languages.js';
import { relatedKinds } from '../../core/model/related.js';
import { relatedKindsMeant } from '../../protocol/related-kinds.js';
import { symbolKinds } from '../../protocol/symbol-kinds.js';
import { oneOf, readOptions, UsageError } from '../read-options.js';

export const options = {
  workspace: { type: 'string', short: 'w' },
  settings: { type: 'string' },
  'cache-dir': { type: 'string' },
  packs: { type: 'string' },
  postgres: { type: 'string' },
  repository: { type: 'string' },
  branch: { type: 'string' },
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  queries: { type: 'string' },
  or: { type: 'string', multiple: true },
  limit: { type: 'string', short: 'n' },
  budget: { type: 'string', short: 'b' },
  'result-tokens': { type: 'string' },
  places: { type: 'boolean' },
  code: { type: 'boolean' },
  related: { type: 'string' },
  language: { type: 'string', multiple: true },
  kind: { type: 'string', multiple: true },
  path: { type: 'string', multiple: true },
  markdown: { type: 'boolean' },
  explain: { type: 'boolean' },
  extract: { type: 'boolean' },
  'explain-html': { type: 'string' },
  html: { type: 'string' },
  compare: { type: 'string' },
  force: { type: 'boolean' },
  everything: { type: 'boolean' },
  write: { type: 'boolean' },
  since: { type: 'string' },
  trusted: { type: 'boolean' },
  'with-servers': { type: 'boolean' },
  'in-process': { type: 'boolean' },
  wait: { type: 'string' },
  depth: { type: 'string' },
  relation: { type: 'string', multiple: true },
  workers: { type: 'string' },
  'max-file-bytes': { type: 'string' },
  'redact-emails': { type: 'boolean' },
  'vector-search': { type: 'string' },
  color: { type: 'string' },
  verbose: { type: 'boolean', short: 'v' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} satisfies ParseArgsConfig['options'];

export type Flags = ReturnType<typeof parseArgs<{ options: typeof options; allowPositionals: true }>>['values'];

/** Options that take one of some words. */
export const choices = {
  color: ['always', 'never', 'auto'],
  'vector-search': ['auto', 'exact'],
  kind: symbolKinds,
  relation: relatedKinds,
} as const satisfies Partial<Record<keyof typeof options, readonly string[]>>;

/** Options that take a whole number, with the least. */
const numbers = { limit: 1, budget: 1, 'result-tokens': 1, related: 0, wait: 0, workers: 1, 'max-file-bytes': 1 } as const;

/**
 * @param offered options of the subcommand, to list where one is unknown
 * @throws UsageError or ContextError('query') for wrong options and values, whether the subcommand uses them or not
 */
export function readFlags(
  argv: readonly string[],
  offered?: readonly string[],
): { readonly flags: Flags; readonly words: readonly string[] } {
  const { values: flags, positionals } = readOptions(argv, options, offered);
  if (flags.relation) flags.relation = relatedKindsMeant(flags.relation.flatMap((kinds) => kinds.split(','))) as string[];
  for (const [name, known] of Object.entries(choices) as [keyof typeof choices, readonly string[]][])
    for (const value of [flags[name] ?? []].flat()) oneOf(name, known, value);
  checkLanguages(flags.language, () => []);
  for (const name of Object.keys(numbers) as (keyof typeof numbers)[]) numberFlag(flags, name);
  return { flags, words: positionals };
}

/** @throws UsageError */
export function numberFlag(flags: Flags, name: keyof typeof numbers): number | undefined {
  const value = flags[name];
  if (value === undefined) return undefined;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < numbers[name] || value.trim() === '')
    throw new UsageError(`--${name}: expected a whole number of at least ${numbers[name]}, got "${value}"`);
  return number;
}

export const isColoured = (flags: Flags): boolean =>
  flags.color === 'always' || (flags.color !== 'never' && Boolean(process.stdout.isTTY) && !process.env.NO_COLOR);

/** What a subcommand is given. `open` opens the workspace's engine; the caller of the subcommand closes it. */
export interface Invocation {
  readonly folder: string;
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly limit: number | undefined;
  readonly budget: number | undefined;
  readonly resultTokens: number | undefined;
  readonly related: number | undefined;
  /** Seconds that an answer waits for the index. */
  readonly wait: number;
  readonly open: (how?: Pick<EngineOptions, 'paused' | 'readOnly'>) => Promise<Engine>;
}
