/** No process of a real language server outlives us, however we end; one without its inner process is restarted; all run at low priority. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { constants, getPriority } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { waitUntil } from '../support/wait-until.js';

const skip = process.platform === 'linux' && !spawnSync('ps').error ? false : 'looks at processes with ps, as Linux shows them';
const fixture = `
-- a.py --
def f(): pass
-- a.ts --
export const f = 1;
-- tsconfig.json --
{}
-- a.cpp --
int f() { return 1; }
-- go.mod --
module a

go 1.19
-- a.go --
package a
`;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly command: string;
}
const processes = (): readonly Process[] =>
  spawnSync('ps', ['-eo', 'pid=,ppid=,pgid=,stat=,args='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state]) => !state?.startsWith('Z'))
    .map(([pid, parent, group, , ...args]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      command: args.join(' '),
    }));

const below = (pid: number, all = processes()): readonly Process[] =>
  all.filter((one) => one.parent === pid).flatMap((one) => [one, ...below(one.pid, all)]);

async function until(isTrue: () => boolean, withinMs: number): Promise<boolean> {
  for (const end = Date.now() + withinMs; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 50)))
    if (isTrue()) return true;
  return isTrue();
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`${signal} of our process ends every server and its children`, { skip, timeout: 90_000 }, async () => {
    const workspace = temporaryWorkspace(fixture);
    try {
      const script = workspace.file('owner.mjs');
      const options = (cache: string, settings: object) =>
        JSON.stringify({
          roots: [{ name: '', folder: workspace.folder }],
          trusted: true,
          cacheFolder: join(workspace.cacheDir, cache),
          settings,
        });
      workspace.write(
        'owner.mjs',
        `import { WorkspaceServers } from ${JSON.stringify(new URL('../../server/io/language-servers/workspace-servers.js', import.meta.url).href)};
         const log = () => {};
         const one = new WorkspaceServers({ ...${options('one', {})}, log });
         const two = new WorkspaceServers({ ...${options('two', { typescript: { enabled: false } })}, log });
         const all = [await two.serverFor('typescript')];
         for (const language of ['python', 'typescript', 'cpp', 'go']) all.push(await one.serverFor(language));
         const there = all.filter(Boolean);
         for (const { server, adapter } of there) if (adapter.id.startsWith('typescript')) server.hold(${JSON.stringify(workspace.uriOf('a.ts'))}, 'typescript', '');
         await Promise.all(there.map(({ server }) => server.request('workspace/symbol', { query: 'f' }, { priority: 'background', readyMs: 0 }).catch(() => {})));
         console.log(there.length);
         setInterval(() => {}, 1000);`,
      );
      const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
      const count = await new Promise<number>((resolve) => owner.stdout.once('data', (data: Buffer) => resolve(Number(data))));
      assert.ok(count >= 3, `only ${count} servers`);
      const started = below(owner.pid!);
      const isOurs = (one: Process) => started.some(({ pid, command }) => pid === one.pid && command === one.command);
      assert.ok(started.length > count, started.map(({ command }) => command).join('\n'));
      owner.kill(signal);
      assert.ok(
        await until(() => !processes().some(isOurs), 5_000),
        processes()
          .filter(isOurs)
          .map(({ command }) => command)
          .join('\n'),
      );
    } finally {
      workspace.remove();
    }
  });
}

test('typescript-language-server without its tsserver answers [] for ever: it is killed and restarted', {
  skip,
  timeout: 60_000,
}, async () => {
  const workspace = temporaryWorkspace(fixture);
  const settings = { typescript: { enabled: false } };
  const servers = new WorkspaceServers({
    roots: [{ name: '', folder: workspace.folder }],
    trusted: true,
    cacheFolder: workspace.cacheDir,
    settings,
    log: () => {},
  });
  try {
    const running = await servers.serverFor('typescript');
    assert.ok(running);
    const { server } = running;
    const uri = workspace.uriOf('a.ts');
    server.hold(uri, 'typescript', workspace.text('a.ts'));
    const symbols = () => server.request('textDocument/documentSymbol', { textDocument: { uri } }, { priority: 'background', uri });
    const before = await symbols();
    assert.equal((before as unknown[]).length, 1);
    const inner = below(server.session!.process.pid).filter(({ command }) => command.includes('tsserver.js'));
    assert.ok(inner.length > 0);
    for (const { pid } of inner) process.kill(pid, 'SIGKILL');
    await waitUntil('the end of the server', () => server.deaths === 1);
    assert.deepEqual(await symbols(), before);
  } finally {
    await servers.close();
    workspace.remove();
  }
});

test('a server runs at low priority, except for an editor', { timeout: 60_000 }, async () => {
  const workspace = temporaryWorkspace(fixture);
  const silence = () => {};
  const listening = { onStarted: silence, onEnded: silence, onNotification: silence, onRequest: () => undefined };
  const editor = { ...listening, languages: ['python'], capabilities: {}, methods: [] };
  const { folder, cacheDir: cacheFolder } = workspace;
  const servers = new WorkspaceServers({ roots: [{ name: '', folder }], trusted: true, settings: {}, log: silence, cacheFolder, editor });
  try {
    const priorityOf = async (language: string) => {
      const { server } = (await servers.serverFor(language))!;
      await server.ready();
      return getPriority(server.session!.process.pid);
    };
    assert.equal(await priorityOf('typescript'), constants.priority.PRIORITY_BELOW_NORMAL);
    assert.equal(await priorityOf('python'), getPriority());
  } finally {
    await servers.close();
    workspace.remove();
  }
});
