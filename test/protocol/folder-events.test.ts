/** A client that watches files itself reports folders as well as files, as editors do after a rename in their tree view. */
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { initialize, type Json, openDocument, type RpcMessage, type TestClient } from '../support/test-client.js';

const source = (name: string) => `export function ${name}(): number {\n  return ${name.length};\n}\n`;
const kinds = { created: 1, changed: 2, deleted: 3 } as const;

type Event = readonly [keyof typeof kinds, string];

interface Watched {
  readonly place: Workspace;
  readonly client: TestClient;
  /** Sends events of the client's watcher; resolves once name search finds exactly these paths. */
  follows(paths: readonly string[], ...events: Event[]): Promise<void>;
}

const files = ['src/a.ts', 'src/deep/b.ts', 'src/deep/er/c.ts', 'lib/d.ts', 'e.ts'];

async function watched(t: TestContext, how: 'git' | 'plain'): Promise<Watched> {
  const place = workspace(t);
  for (const [i, path] of files.entries()) place.write(path, source(`symbol${i}`));
  if (how === 'git') mkdirSync(place.file('.git/objects'), { recursive: true });
  if (how === 'git') {
    mkdirSync(place.file('.git/refs'));
    place.write('.git/HEAD', 'ref: refs/heads/main\n');
  }
  const { client, stop } = startServer();
  place.atEnd(stop);
  const settings = { cacheDir: place.cacheDir, statusNotifications: true, edgeIndexing: 'off', vectorSearch: 'exact' };
  await initialize(client, {
    folders: [pathToFileURL(place.folder).href],
    settings: { ...settings, watch: 'client' },
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  await client.request('context/reindex');
  const report = (...events: Event[]) =>
    client.notify('workspace/didChangeWatchedFiles', {
      changes: events.map(([kind, path]) => ({ uri: pathToFileURL(place.file(path)).href, type: kinds[kind] })),
    });
  const paths = async () => {
    const { symbols }: Json = await client.request('workspace/semanticSymbol', { query: 'symbol', mode: 'name', limit: 50 });
    return [...new Set<string>(symbols.map(({ path }: Json) => path))].sort();
  };
  const follows: Watched['follows'] = async (expected, ...events) => {
    const wanted = [...expected].sort();
    report(...events);
    for (;;) {
      const seen = new Set(client.received);
      if (isDeepStrictEqual(await paths(), wanted)) return;
      const next = ({ method }: RpcMessage) => method === 'context/didChangeStatus';
      await client.waitFor((message) => next(message) && !seen.has(message), `${wanted}; found ${await paths()}`);
    }
  };
  return { place, client, follows };
}

for (const how of ['git', 'plain'] as const) {
  test(`follows created, deleted and renamed folders (${how})`, { skip: serverMissing, timeout: 120_000 }, async (t) => {
    const { place, client, follows } = await watched(t, how);
    renameSync(place.file('src'), place.file('src2'));
    const renamed = ['e.ts', 'lib/d.ts', 'src2/a.ts', 'src2/deep/b.ts', 'src2/deep/er/c.ts'];
    await follows(renamed, ['deleted', 'src'], ['created', 'src2']);
    rmSync(place.file('src2/deep'), { recursive: true });
    await follows(['e.ts', 'lib/d.ts', 'src2/a.ts'], ['deleted', 'src2/deep/']);
    place.write('new/in/f.ts', source('symbolNew'));
    await follows(['e.ts', 'lib/d.ts', 'new/in/f.ts', 'src2/a.ts'], ['created', 'new']);
    // A change of a folder says only that something below it may have changed.
    place.write('new/g.ts', source('symbolMore'));
    rmSync(place.file('lib/d.ts'));
    await follows(['e.ts', 'new/g.ts', 'new/in/f.ts', 'src2/a.ts'], ['changed', 'new'], ['changed', 'lib']);
    // A folder in the place of a file, and a folder that goes while a document of it is open.
    rmSync(place.file('e.ts'));
    place.write('e.ts/inner.ts', source('symbolInner'));
    openDocument(client, pathToFileURL(place.file('new/g.ts')).href, source('symbolUnsaved'));
    rmSync(place.file('new'), { recursive: true });
    await follows(['e.ts/inner.ts', 'new/g.ts', 'src2/a.ts'], ['changed', 'e.ts'], ['deleted', 'new']);
  });

  test(`applies ignore rules to folders, and follows changes of the rules (${how})`, {
    skip: serverMissing,
    timeout: 120_000,
  }, async (t) => {
    const { place, follows } = await watched(t, how);
    const outside = join(place.folder, '..', 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'x.ts'), source('symbolOutside'));
    place.write('.gitignore', 'generated/\n');
    place.write('generated/y.ts', source('symbolGenerated'));
    place.write('node_modules/z/z.ts', source('symbolPackage'));
    symlinkSync(outside, place.file('linked'));
    symlinkSync(place.file('src'), place.file('again'));
    place.write('last.ts', source('symbolLast'));
    const folders = ['generated', 'node_modules', 'linked', 'again'].map((name) => ['created', name] as const);
    await follows([...files, 'last.ts'], ...folders, ['created', 'last.ts']);
    place.write('.contextignore', 'src/deep\n');
    await follows(['e.ts', 'last.ts', 'lib/d.ts', 'src/a.ts'], ['created', '.contextignore']);
    place.write('.gitignore', '\n');
    rmSync(place.file('.contextignore'));
    await follows([...files, 'generated/y.ts', 'last.ts'], ['changed', '.gitignore'], ['deleted', '.contextignore']);
    // A folder that became a link: what it held is gone, and what the link leads to is there once.
    rmSync(place.file('lib'), { recursive: true });
    symlinkSync(place.file('src'), place.file('lib'));
    const left = files.filter((path) => path !== 'lib/d.ts');
    await follows([...left, 'generated/y.ts', 'last.ts'], ['created', 'lib']);
  });
}
