/** TypeScript 7 by itself fetches types for JavaScript with npm. Started by us it does not. */
import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import test from 'node:test';
import { typescriptNative } from '../../server/io/language-servers/adapters/typescript-native.js';
import { SupervisedServer } from '../../server/io/language-servers/process/supervised-server.js';
import { usualTiming } from '../../server/io/language-servers/process/timing.js';
import type { RunningServer } from '../../server/io/language-servers/running-server.js';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { waitUntil } from '../support/wait-until.js';

test('JavaScript that depends on packages: npm is not run', {
  skip: process.platform !== 'linux' && 'where it keeps types is told by the environment on Linux',
  timeout: 120_000,
}, async (t) => {
  const workspace = temporaryWorkspace(`
-- package.json --
{ "name": "shop", "dependencies": { "lodash": "4" } }
-- shop.js --
const { map } = require('lodash');
exports.total = map;
-- bin/npm --
#!/bin/sh
echo "$PWD $*" >> "$NPM_LOG"
exit 1
`);
  const log = join(workspace.cacheDir, 'npm.log');
  chmodSync(join(workspace.folder, 'bin/npm'), 0o755);
  const before = { ...process.env };
  t.after(() => {
    process.env = before;
    workspace.remove();
  });
  process.env['PATH'] = `${join(workspace.folder, 'bin')}${delimiter}${before['PATH'] ?? ''}`;
  process.env['NPM_LOG'] = log;
  const uri = workspace.uriOf('shop.js');
  const ask = ({ server }: Pick<RunningServer, 'server'>) =>
    server.request('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 8 } }, { priority: 'interactive', uri });

  process.env['XDG_CACHE_HOME'] = join(workspace.cacheDir, 'ours');
  const servers = new WorkspaceServers({
    roots: [{ name: '', folder: workspace.folder }],
    trusted: false,
    cacheFolder: workspace.cacheDir,
    settings: {},
    log: () => {},
  });
  t.after(() => servers.close());
  const running = (await servers.serverFor('javascript')) as RunningServer;
  await ask(running);

  // What it does by itself, to know that it would have done so by now.
  process.env['XDG_CACHE_HOME'] = join(workspace.cacheDir, 'theirs');
  const { command, args } = running.found.launch;
  const server = new SupervisedServer({
    adapter: typescriptNative,
    launch: { command, args },
    context: running.context,
    timing: usualTiming,
    log: () => {},
  });
  t.after(() => server.close());
  await ask({ server });
  await waitUntil('the log of the server', () => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'));
  const runs = readFileSync(log, 'utf8').trim().split('\n');
  assert.deepEqual(
    runs.filter((one) => !one.includes('/theirs/')),
    [],
  );
});
