/** The home folder and what holds it are indexed through no door, unless `.contextignore` says that it is meant. */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { withMcp } from '../support/mcp-client.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize } from '../support/test-client.js';

const skip = { skip: serverMissing };
const files = '-- bill.ts --\nexport function openInvoice(): void {}\n-- project/dues.ts --\nexport function closeLedger(): void {}\n';
const uriOf = (folder: string) => pathToFileURL(folder).href;

/** The workspace as the user's home folder. */
const homeOf = ({ folder }: Workspace) => ({ HOME: folder, USERPROFILE: folder });

test('the terminal', skip, async (t) => {
  const place = workspace(t, files);
  const env = homeOf(place);
  const run = (...args: string[]) => runCli([...args, '--cache-dir', place.cacheDir], { env, cwd: place.folder });
  for (const args of [['ask', 'openInvoice'], ['symbols', 'openInvoice'], ['index'], ['index', dirname(place.folder)], ['index', '/']]) {
    const { code, stderr, stdout } = await run(...args);
    assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    assert.match(stderr, /is no project folder: choose a folder in it, or create .*\.contextignore to index all of it/);
  }
  assert.match((await run('status')).stdout, /^not indexed yet/);
  const doctor = await run('doctor');
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /^missing {3}folder {3}.* is no project folder/m);
  assert.match((await run('ask', `${place.folder}/project`, 'closeLedger')).stdout, /^dues\.ts:1/);
  place.write('.contextignore', 'project\n');
  assert.match((await run('ask', 'openInvoice')).stdout, /^bill\.ts:1/);
});

test('the language server: one folder has nothing to search, beside another it is left out', skip, async (t) => {
  const place = workspace(t, files);
  const settings = { cacheDir: place.cacheDir };
  await withServer(
    async ({ client }) => {
      await initialize(client, { folders: [uriOf(place.folder)], settings });
      const answer = await client.request('context/retrieve', { query: 'openInvoice' });
      assert.deepEqual([answer.results, answer.isIncomplete, answer.problems[0].code], [[], true, 'noWorkspace']);
      assert.match(answer.problems[0].message, /is no project folder/);
      const event = { added: [{ uri: uriOf(`${place.folder}/project`), name: 'project' }], removed: [] };
      client.notify('workspace/didChangeWorkspaceFolders', { event });
      await ready(client);
      assert.equal((await client.request('context/retrieve', { query: 'closeLedger' })).results[0].name, 'closeLedger');
      const { roots, problems } = await client.request('context/status');
      assert.deepEqual(
        roots.map(({ name }: { name: string }) => name),
        ['project'],
      );
      assert.match(problems[0].message, /^folder left out: .* is no project folder/);
    },
    undefined,
    homeOf(place),
  );
});

test('an agent, also where the folder was chosen for all calls', skip, async (t) => {
  const place = workspace(t, files);
  const args = ['--cache-dir', place.cacheDir, '-w', place.folder];
  await withMcp({ args, cwd: place.folder, env: homeOf(place) }, async ({ failure }) =>
    assert.match(await failure('search_code', { query: 'openInvoice' }), /is no project folder/),
  );
});
