#!/usr/bin/env node
/** Maps argv to a subcommand. Modules load with the command that needs them. */
const words = process.argv.slice(2);
const [command, ...rest] = words;

const transports = ['--stdio', '--socket', '--pipe', '--node-ipc'];
const namesTransport = words.some((word) => transports.includes(word.split('=', 1)[0] as string));
if (command === undefined || (command.startsWith('-') && namesTransport)) {
  const { runServer } = await import('./fronts/lsp/run-server.js');
  const { openEngine } = await import('./compose.js');
  await runServer(words, openEngine);
} else if (command === 'mcp') {
  const { runMcp } = await import('./fronts/mcp/run-mcp.js');
  const { openEngine } = await import('./compose.js');
  process.exitCode = await runMcp(rest, openEngine);
} else {
  const { runCommand } = await import('./fronts/cli/run-command.js');
  const { openEngine } = await import('./compose.js');
  process.exitCode = await runCommand(command, rest, openEngine);
}
