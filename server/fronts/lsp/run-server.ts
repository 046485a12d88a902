/** Starts the language server as the command line asks: --stdio, --socket=PORT or --pipe=NAME. */
import type { OpenEngineWithLog } from '../../core/engine/engine-api.js';
import { version } from '../../util/version.js';
import { logToStderr } from '../log-to-stderr.js';
import { UsageError } from '../read-options.js';
import { type CommandLine, readCommandLine } from './command-line.js';
import { startLspServer } from './start-lsp-server.js';

export async function runServer(argv: readonly string[], openEngine: OpenEngineWithLog): Promise<void> {
  let commandLine: CommandLine;
  try {
    commandLine = readCommandLine(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`context-language-server: ${error.message}\n`);
    process.exitCode = 2;
    return;
  }
  const log = logToStderr(commandLine.level);
  for (const warning of commandLine.warnings) log('warn', warning);
  await startLspServer({ transport: commandLine.transport, log, version, openEngine });
}
