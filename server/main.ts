#!/usr/bin/env node
/** argv to a subcommand, nothing else. Heavy modules load with the command that needs them. */
import { engineOpener, runEngine, runningEngines } from './shared-engine.js';

const inProcess = '--in-process';
const words = process.argv.slice(2).filter((word) => word !== inProcess);
const isOwn = process.argv.includes(inProcess);
const [command, ...rest] = words;

const transports = ['--stdio', '--socket', '--pipe', '--node-ipc'];
const namesTransport = words.some((word) => transports.includes(word.split('=', 1)[0] as string));
if (command === undefined || (command.startsWith('-') && namesTransport)) {
  const { runServer } = await import('./fronts/lsp/run-server.js');
  await runServer(words, engineOpener(isOwn ? 'own' : 'start'));
} else if (command === 'mcp') {
  const { runMcp } = await import('./fronts/mcp/run-mcp.js');
  process.exitCode = await runMcp(rest, engineOpener(isOwn ? 'own' : 'start'));
} else if (command === 'engine') {
  await runEngine(rest);
} else {
  const { runCommand } = await import('./fronts/cli/run-command.js');
  process.exitCode = await runCommand(command, rest, engineOpener(isOwn ? 'own' : 'attach'), runningEngines);
}
