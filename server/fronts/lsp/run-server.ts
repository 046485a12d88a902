/** Starts the language server as the command line asks: --stdio, --socket=PORT or --pipe=NAME. */
import type { Engine, EngineOptions } from '../../core/engine-face.js';
import { onBug } from '../../util/bug.js';
import type { Log, LogLevel } from '../../util/log.js';
import { version } from '../cli/version.js';
import { startLspServer } from './start-lsp-server.js';
import type { Transport } from './transport.js';

const ranks: Readonly<Record<LogLevel, number>> = { error: 0, warn: 1, info: 2, debug: 3 };

function transportOf(argv: readonly string[]): Transport | null {
  const value = (name: string): string | undefined => {
    const at = argv.findIndex((word) => word === name || word.startsWith(`${name}=`));
    if (at < 0) return undefined;
    const word = argv[at] as string;
    return word === name ? argv[at + 1] : word.slice(name.length + 1);
  };
  const socket = value('--socket');
  if (socket !== undefined) {
    const port = Number(socket);
    return Number.isInteger(port) && port > 0 && port < 65536 ? { kind: 'socket', port } : null;
  }
  const pipe = value('--pipe');
  if (pipe) return { kind: 'pipe', name: pipe };
  return argv.includes('--stdio') ? { kind: 'stdio' } : null;
}

export async function runServer(argv: readonly string[], openEngine: (options: EngineOptions, log: Log) => Promise<Engine>): Promise<void> {
  const transport = transportOf(argv);
  if (!transport) {
    process.stderr.write(
      'context-language-server: expected --stdio, --socket=PORT or --pipe=NAME; "context-language-server help" lists the commands\n',
    );
    process.exitCode = 2;
    return;
  }
  const limit = ranks[(argv.find((word) => word.startsWith('--log='))?.slice('--log='.length) ?? 'warn') as LogLevel] ?? 1;
  // A client that dies takes the reader of our log along: an error of the log that was logged would never end.
  let isHeard = true;
  process.stderr.on('error', () => {
    isHeard = false;
  });
  const log: Log = (level, message) => {
    if (isHeard && ranks[level] <= limit) process.stderr.write(`${level}: ${message}\n`);
  };
  onBug((message) => log('error', message));
  process.on('uncaughtException', (error) => log('error', `unexpected: ${error.stack ?? error.message}`));
  process.on('unhandledRejection', (reason) =>
    log('error', `unexpected: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`),
  );
  await startLspServer({ transport, log, version, openEngine });
}
