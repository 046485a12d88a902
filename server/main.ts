#!/usr/bin/env node
/** argv to a subcommand, nothing else. Heavy modules load with the command that needs them. */
import { audited } from './auditing.js';
import type { PublishTeam } from './core/model/team.js';
import { auditFiles } from './io/audit/audit-files.js';
import { engineOpener, runEngine, runningEngines } from './shared-engine.js';

const inProcess = '--in-process';
const words = process.argv.slice(2).filter((word) => word !== inProcess);
const isOwn = process.argv.includes(inProcess);
const [command, ...rest] = words;
const auditLogs = auditFiles();
const openerOf = (mode: 'start' | 'visit') => audited(engineOpener(isOwn ? 'own' : mode), auditLogs);

const publishLater: PublishTeam = async (target) => (await import('./team.js')).publishTeam(target);

const transports = ['--stdio', '--socket', '--pipe', '--node-ipc'];
const namesTransport = words.some((word) => transports.includes(word.split('=', 1)[0] as string));
// A person who types the name alone wants to know the commands; a client starts it without a terminal.
const isTypedAlone = command === undefined && process.stdin.isTTY;
const asksForHelp = rest.some((word) => word === '--help' || word === '-h');
if ((command === undefined && !isTypedAlone) || (command?.startsWith('-') && namesTransport)) {
  const { runServer } = await import('./fronts/lsp/run-server.js');
  await runServer(words, openerOf('start'));
} else if (command === 'mcp' && !asksForHelp) {
  const { runMcp } = await import('./fronts/mcp/run-mcp.js');
  process.exitCode = await runMcp(rest, openerOf('start'));
} else if (command === 'serve' && !asksForHelp) {
  const { serveTeam } = await import('./serve-team.js');
  process.exitCode = await serveTeam(rest, (open) => audited(open, auditLogs));
} else if (command === 'engine') {
  await runEngine(rest);
} else {
  const { runCommand } = await import('./fronts/cli/run-command.js');
  const services = { engines: runningEngines, auditLogs, publishTeam: publishLater };
  process.exitCode = await runCommand(command ?? 'help', rest, openerOf('visit'), services);
}
