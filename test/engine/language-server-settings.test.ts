/** What of an editor's settings reaches a language server, and what it meets there. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gopls } from '../../server/io/language-servers/adapters/gopls.js';
import { pyright } from '../../server/io/language-servers/adapters/pyright.js';
import { mergedSettings, trustedSettings } from '../../server/io/language-servers/session/server-requests.js';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';

test('removes settings that name programs in an untrusted workspace, at any depth', () => {
  const python = { pythonPath: './evil', analysis: { typeCheckingMode: 'strict', venv: 'x' } };
  assert.deepEqual(trustedSettings(python, false, pyright.programKeys), { analysis: { typeCheckingMode: 'strict' } });
  assert.deepEqual(trustedSettings(python, true, pyright.programKeys), python);
  const go = { env: { GOFLAGS: '-toolexec=./evil' }, 'build.buildFlags': ['-toolexec=./evil'], build: { env: {} }, gofumpt: true };
  assert.deepEqual(trustedSettings(go, false, gopls.programKeys), { build: {}, gofumpt: true });
  assert.equal(trustedSettings({ any: 1 }, false, undefined), undefined);
});

test("the editor's settings override ours, key by key, lists as a whole", () => {
  const ours = { analysis: { mode: 'off', paths: ['a'] }, pythonPath: '/usr/bin/python3' };
  assert.deepEqual(mergedSettings(ours, { analysis: { mode: 'strict', paths: [] } }), {
    analysis: { mode: 'strict', paths: [] },
    pythonPath: '/usr/bin/python3',
  });
  assert.deepEqual(mergedSettings(ours, null), ours);
  assert.equal(mergedSettings(undefined, undefined), null);
  assert.equal(mergedSettings(null, 5), 5);
});

test('a server with beside is listed, serves editors after the other, and adds nothing to the index', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'context-beside-'));
  const settings = {
    linter: { command: process.execPath, languages: ['python'], beside: true },
    lost: { command: 'no-such-program', languages: ['python'], beside: true },
  };
  const logged: string[] = [];
  const servers = new WorkspaceServers({
    roots: [{ name: '', folder }],
    trusted: true,
    cacheFolder: join(folder, 'cache'),
    settings,
    log: (_level, text) => logged.push(text),
  });
  try {
    const reports = await servers.describe(['python']);
    assert.deepEqual(
      reports.map(({ id, state }) => [id, state]),
      [
        ['pyright', 'idle'],
        ['linter', 'idle'],
        ['lost', 'missing'],
      ],
    );
    assert.equal((await servers.serverFor('python'))?.adapter.id, 'pyright');
    assert.deepEqual(
      (await servers.serversFor('python', '')).map(({ adapter }) => adapter.id),
      ['pyright', 'linter'],
    );
    assert.match(logged.join(), /additional language server lost is not available: no-such-program was not found/);
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('without a workspace folder there are no servers, and nothing fails', async () => {
  const cacheFolder = mkdtempSync(join(tmpdir(), 'context-no-folder-'));
  const editor = { languages: null, capabilities: {}, methods: [] };
  const servers = new WorkspaceServers({ roots: [], trusted: true, cacheFolder, settings: {}, editor, log: () => {} });
  try {
    assert.equal(await servers.serverFor('python'), null);
    assert.deepEqual(await servers.proxiedServers?.serversFor('python', join(cacheFolder, 'a.py')), []);
    assert.deepEqual(await servers.describe(['python']), []);
  } finally {
    await servers.close();
    rmSync(cacheFolder, { recursive: true, force: true });
  }
});

test('gopls since 0.12 is asked with files open', () => {
  const open = { needsOpenFiles: true, keepsOneFileOpen: true };
  for (const version of ['0.12.0', '0.16.1', '0.20.0', '1.0.0']) assert.deepEqual(gopls.ofVersion?.(version), open, version);
  for (const version of ['0.5.0', '0.11.3', '', 'master']) assert.deepEqual(gopls.ofVersion?.(version), {}, version);
});
