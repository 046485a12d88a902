/** Starts the language server as the command line asks: --stdio, --socket=PORT or --pipe=NAME. */
import type { Engine, EngineOptions } from '../../core/engine/engine-api.js';
import { onBug } from '../../util/bug.js';
import type { Log, LogLevel } from '../../util/log.js';
import { expectedOneOf, suggestion } from '../../util/nearest.js';
import { version } from '../cli/version.js';
import { startLspServer } from './start-lsp-server.js';
import type { Transport } from './transport.js';

const ranks: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2, debug: 3 };

/** Some clients say more than is asked for (`--clientProcessId=1`): what is not known is told, and no reason to stop. */
const known = ['--stdio', '--socket', '--pipe', '--log', '--clientProcessId'];

/** Value of `--name=value` or `--name value`; undefined where the command line has no such flag. */
function flagValue(argv: readonly string[], name: string): string | undefined {
  const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
  if (at < 0) return undefined;
  const word = argv[at] as string;
  return word === name ? (argv[at + 1] ?? '') : word.slice(name.length + 1);
}

/** What the command line asks for, or a message on what is wrong with it. */
function readCommandLine(argv: readonly string[]): { readonly transport: Transport; readonly level: LogLevel } | string {
  const level = flagValue(argv, '--log') ?? 'warn';
  if (!Object.hasOwn(ranks, level)) return `--log: ${expectedOneOf(Object.keys(ranks), level)}`;
  const at = (transport: Transport) => ({ transport, level: level as LogLevel });
  const socket = flagValue(argv, '--socket');
  if (socket !== undefined) {
    const port = Number(socket);
    if (!Number.isInteger(port) || port <= 0 || port >= 65536)
      return `--socket: expected a port from 1 to 65535, got ${JSON.stringify(socket)}`;
    return at({ kind: 'socket', port });
  }
  const pipe = flagValue(argv, '--pipe');
  if (pipe) return at({ kind: 'pipe', name: pipe });
  if (argv.includes('--stdio')) return at({ kind: 'stdio' });
  return 'expected --stdio, --socket=PORT or --pipe=NAME; "context-language-server help" lists the commands';
}

export async function runServer(argv: readonly string[], openEngine: (options: EngineOptions, log: Log) => Promise<Engine>): Promise<void> {
  const asked = readCommandLine(argv);
  if (typeof asked === 'string') {
    process.stderr.write(`context-language-server: ${asked}\n`);
    process.exitCode = 2;
    return;
  }
  const { transport, level } = asked;
  const limit = ranks[level];
  // A client that dies takes the reader of our log along: an error of the log that was logged would never end.
  let isHeard = true;
  process.stderr.on('error', () => {
    isHeard = false;
  });
  const log: Log = (level, message) => {
    if (isHeard && ranks[level] <= limit) process.stderr.write(`${level}: ${message}\n`);
  };
  for (const word of argv) {
    const [flag = ''] = word.split('=', 1);
    if (flag.startsWith('-') && !known.includes(flag))
      log('warn', `unknown option ${flag}${suggestion(flag, known)}; options are ${known.join(', ')}`);
  }
  onBug((message) => log('error', message));
  process.on('uncaughtException', (error) => log('error', `unexpected: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) =>
    log('error', `unexpected: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`),
  );
  await startLspServer({ transport, log, version, openEngine });
}
