/** What of an editor's settings reaches a language server, and what it meets there. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { gopls } from '../../server/io/language-servers/adapters/gopls.js';
import { pyright } from '../../server/io/language-servers/adapters/pyright.js';
import { listServers, RootServers } from '../../server/io/language-servers/root-servers.js';
import { mergedSettings, trustedSettings } from '../../server/io/language-servers/server-requests.js';

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
  const servers = {
    linter: { command: process.execPath, languages: ['python'], beside: true },
    lost: { command: 'no-such-program', languages: ['python'], beside: true },
  };
  const said: string[] = [];
  const options = { folder, trusted: true, cacheFolder: join(folder, 'cache'), settings: servers };
  const upstream = new RootServers({ ...options, log: (_level, text) => said.push(text) });
  try {
    const reports = await listServers(['python'], options);
    assert.deepEqual(
      reports.map(({ id, state }) => [id, state]),
      [
        ['pyright', 'idle'],
        ['linter', 'idle'],
        ['lost', 'missing'],
      ],
    );
    assert.equal((await upstream.for('python'))?.adapter.id, 'pyright');
    assert.deepEqual(
      (await upstream.all('python')).map(({ adapter }) => adapter.id),
      ['pyright', 'linter'],
    );
    assert.match(said.join(), /no lost beside .*: no-such-program was not found/);
  } finally {
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
