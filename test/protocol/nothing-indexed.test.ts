/** A folder of which nothing is indexed says why: which rule excludes how many files. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json } from '../support/test-client.js';

const skip = { skip: serverMissing };
const why =
  /no file of workspace folder workspace is indexed: \.gitignore:1 `\/\*` excludes 36 files; dependency folder node_modules excludes 1 folder$/;

function ignoredAll(place: Workspace): void {
  for (let i = 0; i < 35; i++) place.write(`src/deep/part${i}.ts`, 'export function openInvoice(): void {}\n');
  place.write('node_modules/left/index.js', 'module.exports = 1;\n');
  // Ignores itself, too.
  place.write('.gitignore', '/*\n');
}

for (const git of ['with git', 'without git'] as const)
  test(`answer, status and command line name the rule that excludes everything, ${git}`, skip, async (t) => {
    const place = workspace(t);
    ignoredAll(place);
    if (git === 'with git') execFileSync('git', ['init', '--quiet'], { cwd: place.folder });
    const env: Record<string, string> = git === 'with git' ? {} : { PATH: '/nonexistent' };
    await withServer(
      async ({ client }) => {
        await initialize(client, { folders: [pathToFileURL(place.folder).href], settings: { cacheDir: place.cacheDir } });
        const status = await client.request('context/reindex');
        assert.deepEqual([status.files, status.problems.length, status.problems[0].code], [0, 1, 'nothingIndexed']);
        assert.match(status.problems[0].message, why);
        const answer = await client.request('context/retrieve', { query: 'openInvoice' });
        assert.deepEqual([answer.isIncomplete, answer.problems[0].code], [true, 'nothingIndexed']);
        const { problems } = await client.request('workspace/semanticSymbol', { query: 'openInvoice' });
        assert.match(problems[0].message, why);
        // A file that is indexed after all ends it.
        place.write('.gitignore', '/node_modules\n');
        const open = await client.request('context/reindex');
        assert.deepEqual([open.files, open.problems], [36, []]);
        place.write('.gitignore', '/*\n');
      },
      undefined,
      env,
    );
    const line = new RegExp(why.source, 'm');
    for (const args of [
      ['index', place.folder],
      ['ask', place.folder, 'openInvoice'],
      ['status', place.folder],
    ]) {
      const { stdout } = await runCli([...args, '--cache-dir', place.cacheDir], { env });
      assert.match(stdout, line, args[0]);
    }
    const json = JSON.parse((await runCli(['index', place.folder, '--json', '--cache-dir', place.cacheDir], { env })).stdout);
    assert.match(json.problems[0].message, why);
  });

test('names the folder without an indexed file among several', skip, async (t) => {
  const place = workspace(t);
  ignoredAll(place);
  const other = `${place.folder}-other`;
  mkdirSync(other);
  for (let i = 0; i < 50; i++) writeFileSync(`${other}/ledger${i}.ts`, 'export function closeLedger(): void {}\n');
  await withServer(async ({ client }) => {
    const folders = [pathToFileURL(place.folder).href, pathToFileURL(other).href];
    await initialize(client, { folders, settings: { cacheDir: place.cacheDir } });
    await client.request('context/reindex');
    const answer = await client.request('context/retrieve', { query: 'closeLedger' });
    const ofNothing = (problems: Json[]) => problems.filter(({ code }) => code === 'nothingIndexed');
    assert.deepEqual([answer.results[0].name, answer.isIncomplete, ofNothing(answer.problems).length], ['closeLedger', true, 1]);
    assert.match(ofNothing(answer.problems)[0].message, why);
    place.write('.gitignore', '');
    assert.deepEqual(ofNothing((await client.request('context/reindex')).problems), []);
  });
});
