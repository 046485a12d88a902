/** The options of the command line, and what a subcommand gets of them. */
import type { ParseArgsConfig, parseArgs } from 'node:util';
import type { Engine, EngineOptions } from '../../core/engine/engine-api.js';
import { expectedOneOf } from '../../util/nearest.js';

export const options = {
  workspace: { type: 'string', short: 'w' },
  settings: { type: 'string' },
  'cache-dir': { type: 'string' },
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  queries: { type: 'string' },
  limit: { type: 'string', short: 'n' },
  budget: { type: 'string', short: 'b' },
  'result-tokens': { type: 'string' },
  places: { type: 'boolean' },
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
  trusted: { type: 'boolean' },
  'with-servers': { type: 'boolean' },
  'in-process': { type: 'boolean' },
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

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {}

/** The value of a flag that has to be one of some words. @throws UsageError that lists them and names the nearest */
export function oneOf<const T extends string>(flag: keyof Flags, known: readonly T[], value: string): T {
  const found = known.find((word) => word === value);
  if (found === undefined) throw new UsageError(`--${flag}: ${expectedOneOf(known, value)}`);
  return found;
}

export const isColoured = (flags: Flags): boolean =>
  flags.color === 'always' || (flags.color !== 'never' && Boolean(process.stdout.isTTY) && !process.env.NO_COLOR);

/** What a subcommand is given. `open` opens the workspace's engine; it is closed by whoever called the subcommand. */
export interface Invocation {
  readonly folder: string;
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly limit: number | undefined;
  readonly budget: number | undefined;
  readonly resultTokens: number | undefined;
  readonly related: number | undefined;
  readonly open: (how?: Pick<EngineOptions, 'paused' | 'readOnly'>) => Promise<Engine>;
}
