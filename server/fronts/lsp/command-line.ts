/** The command line of the language server. Unknown options are kept, because some clients add their own (`--clientProcessId=1`). */
import { parseArgs } from 'node:util';
import { type LogLevel, logLevels } from '../../util/log.js';
import { suggestion } from '../../util/nearest.js';
import { oneOf, UsageError } from '../read-options.js';
import type { Transport } from './transport.js';

const options = {
  stdio: { type: 'boolean' },
  socket: { type: 'string' },
  pipe: { type: 'string' },
  log: { type: 'string' },
  clientProcessId: { type: 'string' },
} as const;

export interface CommandLine {
  readonly transport: Transport;
  readonly level: LogLevel;
  /** What to tell about options that are ignored. */
  readonly warnings: readonly string[];
}

/** @throws UsageError for a wrong value, or without a transport */
export function readCommandLine(argv: readonly string[]): CommandLine {
  const { values, tokens } = parseArgs({ args: [...argv], options, strict: false, tokens: true });
  const level = oneOf('log', logLevels, textOf(values.log) ?? 'warn');
  const known = Object.keys(options).map((name) => `--${name}`);
  const unknown = tokens.flatMap((token) => (token.kind === 'option' && !Object.hasOwn(options, token.name) ? [token.rawName] : []));
  const warnings = unknown.map((name) => `unknown option ${name}${suggestion(name, known)}; options are ${known.join(', ')}`);
  return { transport: transportOf(values), level, warnings };
}

function transportOf(values: Readonly<Record<string, unknown>>): Transport {
  if (values['socket'] !== undefined) {
    const port = Number(textOf(values['socket']));
    if (Number.isInteger(port) && port > 0 && port < 65536) return { kind: 'socket', port };
    throw new UsageError(`--socket: expected a port from 1 to 65535, got ${JSON.stringify(textOf(values['socket']) ?? '')}`);
  }
  const pipe = textOf(values['pipe']);
  if (pipe) return { kind: 'pipe', name: pipe };
  if (values['stdio'] !== undefined) return { kind: 'stdio' };
  throw new UsageError('expected --stdio, --socket=PORT or --pipe=NAME; "context-language-server help" lists the commands');
}

/** An option that takes a value and has none is read as `true`. */
const textOf = (value: unknown): string | undefined => (value === true ? '' : (value as string | undefined));
