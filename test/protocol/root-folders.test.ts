/** Workspace folders come and go: what is known of a root is kept, nothing is embedded twice, and no root changes its name. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { openEngine } from '../../server/compose.js';
import { silent } from '../../server/util/log.js';
import { startProviderServer } from '../support/provider-servers.js';
import { type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const skip = serverMissing;

/** A root folder `NAME/app` with files that each define one function. */
function root(place: Workspace, name: string, files: number, word: string): string {
  const folder = join(place.folder, name, 'app');
  for (let i = 0; i < files; i++) {
    const file = join(folder, `src/${word}${i}.ts`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `/** Handles ${word} number ${i}. */\nexport function ${word}Number${i}(): number {\n  return ${i};\n}\n`);
  }
  writeFileSync(join(folder, 'README.md'), `# ${word}\n\nAll about ${word}.\n`);
  return folder;
}

const uri = (folder: string) => pathToFileURL(folder).href;
const folderOf = (folder: string) => ({ uri: uri(folder), name: 'app' });

async function serverOn(place: Workspace, folders: readonly string[], settings: Json = {}): Promise<TestClient> {
  const { client, stop } = startServer();
  place.atEnd(stop);
  await initialize(client, {
    folders: folders.map(uri),
    settings: { cacheDir: place.cacheDir, edgeIndexing: 'off', watch: 'off', vectorSearch: 'exact', history: 'off', ...settings },
    capabilities: { experimental: { contextStatus: true } },
  });
  return client;
}

const change = (client: TestClient, added: readonly string[], removed: readonly string[] = []) =>
  client.notify('workspace/didChangeWorkspaceFolders', { event: { added: added.map(folderOf), removed: removed.map(folderOf) } });

const names = ({ roots }: Json): Record<string, string> => Object.fromEntries(roots.map(({ uri, name }: Json) => [uri, name]));
const firstPath = async (client: TestClient, query: string): Promise<string | undefined> =>
  (await client.request('context/retrieve', { query, limit: 1 })).results[0]?.path;

/** When each file was last analysed, by path. */
function analysedAt({ indexFolder }: Json): Map<string, number> {
  const db = new Database(join(indexFolder, 'index.sqlite'), { readonly: true });
  try {
    const rows = db.prepare('SELECT path, indexed_at FROM files').raw().all() as [string, number][];
    return new Map(rows);
  } finally {
    db.close();
  }
}

test('a new root keeps the others warm, and is reported missing until indexed', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(t);
  const first = root(place, 'one', 60, 'parcel');
  const second = root(place, 'two', 300, 'invoice');
  const client = await serverOn(place, [first]);
  const alone = await client.request('context/reindex');
  const before = analysedAt(alone);
  change(client, [second]);
  const answer = await client.request('context/retrieve', { query: 'parcelNumber7', limit: 1 });
  assert.equal(answer.results[0].path, 'app/src/parcel7.ts');
  assert.ok(answer.isIncomplete, 'the other root is not indexed yet');
  const both = await client.request('context/reindex');
  assert.notEqual(both.indexFolder, alone.indexFolder);
  assert.equal(both.files, 362);
  const after = analysedAt(both);
  for (const [path, at] of before) assert.equal(after.get(`app/${path}`), at, path);
  assert.equal(await firstPath(client, 'invoiceNumber11'), 'two-app/src/invoice11.ts');
  // The one that goes takes its files along, and the other is as warm as it was.
  change(client, [], [first]);
  assert.equal(await firstPath(client, 'invoiceNumber11'), 'src/invoice11.ts');
  const rest = await client.request('context/reindex');
  assert.equal(rest.files, 301);
  for (const [path, at] of analysedAt(rest)) assert.equal(after.get(`two-app/${path}`), at, path);
  assert.ok(
    !(await client.request('context/retrieve', { query: 'parcelNumber7' })).results.some(({ name }: Json) => name.startsWith('parcel')),
  );
});

test('sends no text to a provider twice when roots change', { timeout: 120_000 }, async (t) => {
  const provider = await startProviderServer(t);
  const place = workspace(t);
  const roots = ['one', 'two', 'three'].map((name, i) => root(place, name, 5, ['parcel', 'invoice', 'refund'][i] as string));
  const sent = (): string[] => provider.received.flatMap(({ texts }) => texts).filter((text) => /number \d/.test(text));
  /** Opens the roots in a session of their own, and gives how many texts were sent for them. */
  const sentFor = async (...chosen: readonly number[]): Promise<number> => {
    const before = sent().length;
    const engine = await openEngine(
      {
        roots: chosen.map((i) => ({ name: 'app', folder: roots[i] as string })),
        cacheDir: place.cacheDir,
        settings: {
          workers: 1,
          vectorSearch: 'exact',
          edgeIndexing: 'off',
          embedding: { provider: 'ollama', model: 'm', baseUrl: provider.url },
        },
        watch: false,
      },
      silent,
    );
    await engine.embedded();
    assert.equal(engine.status().model.dimensions, provider.dimensions);
    assert.equal(engine.status().files, 6 * chosen.length);
    await engine.close();
    return sent().length - before;
  };
  assert.equal(await sentFor(0), 5);
  assert.equal(await sentFor(0, 1), 5, 'a root came');
  assert.equal(await sentFor(1), 0, 'the other one went');
  assert.equal(await sentFor(2), 5, 'a workspace of its own');
  assert.equal(await sentFor(2, 1, 0), 0, 'each root is held by another index');
  assert.deepEqual(sent().length, new Set(sent()).size);
});

test('keeps root names in any order, when others change, and at the next start', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t);
  const [first, second, third] = [
    root(place, 'one', 1, 'parcel'),
    root(place, 'two', 1, 'invoice'),
    root(place, 'three', 1, 'refund'),
  ] as const;
  const named = { [uri(first)]: 'app', [uri(second)]: 'two-app' };
  const client = await serverOn(place, [second, first]);
  assert.deepEqual(names(await client.request('context/reindex')), named);
  assert.equal(await firstPath(client, 'invoiceNumber0'), 'two-app/src/invoice0.ts');
  change(client, [third], [first]);
  const changed = await client.request('context/reindex');
  assert.deepEqual(names(changed), { [uri(second)]: 'two-app', [uri(third)]: 'three-app' });
  assert.equal(await firstPath(client, 'invoiceNumber0'), 'two-app/src/invoice0.ts');
  change(client, [first], [third]);
  assert.deepEqual(names(await client.request('context/reindex')), named);

  // The index remembers, whatever the order; so does an index of more roots that is new.
  const again = await serverOn(place, [first, second]);
  assert.deepEqual(names(await again.request('context/reindex')), named);
  const more = await serverOn(place, [third, second, first]);
  assert.deepEqual(names(await more.request('context/reindex')), { ...named, [uri(third)]: 'three-app' });
  assert.equal(await firstPath(more, 'refundNumber0'), 'three-app/src/refund0.ts');
});
