#!/usr/bin/env node
/** argv to a subcommand, nothing else. Heavy modules load with the command that needs them. */
const [command, ...rest] = process.argv.slice(2);

const server = ['--stdio', '--socket', '--pipe', '--node-ipc'];
if (command === undefined || server.some((flag) => command.startsWith(flag))) {
  const { runServer } = await import('./fronts/lsp/run-server.js');
  const { openEngine } = await import('./compose.js');
  await runServer(process.argv.slice(2), openEngine);
} else {
  const { runCommand } = await import('./fronts/cli/run-command.js');
  const { openEngine } = await import('./compose.js');
  process.exitCode = await runCommand(command, rest, openEngine);
}
