/** Changes on a real disk, seen by the real watchers. Every test waits for the event itself. */
import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { DiskChange } from '../../server/core/indexing/ports.js';
import type { FileSourceOptions } from '../../server/io/workspace/file-source.js';
import { git, list, source, tempFolder, write } from './workspace-folder.js';

interface Watched {
  readonly batches: (readonly DiskChange[])[];
  /** Batches of the watcher itself; `batches` also has those of the listings that follow. */
  readonly reports: () => number;
  /** Resolves with what is returned for the batches so far, once that is not undefined. */
  until<T>(look: (batches: readonly (readonly DiskChange[])[]) => T | undefined): Promise<T>;
  /** Resolves when the change has been reported, or a full listing was asked for. */
  seen(kind: DiskChange['kind'], path: string): Promise<void>;
}

async function watched(t: TestContext, folder: string, options: Partial<FileSourceOptions> = {}): Promise<Watched> {
  const batches: (readonly DiskChange[])[] = [];
  const waiting: (() => void)[] = [];
  const files = source(folder, options);
  await list(files);
  const take = (changes: readonly DiskChange[]) => {
    batches.push(changes);
    for (const wake of waiting.splice(0)) wake();
  };
  // A folder stands for all below it, which a listing tells, as the indexer asks for it.
  const expand = async (changes: readonly DiskChange[]) => {
    const under = changes.map(({ path }) => path);
    for await (const entries of files.list({ under, signal: AbortSignal.timeout(10_000), onProblem: () => {} }))
      take(entries.map(({ path }) => ({ kind: 'created', path })));
  };
  let reports = 0;
  const watch = await files.watch((changes) => {
    reports++;
    take(changes);
    if (changes.length > 0) void expand(changes);
  });
  t.after(() => watch.close());
  const until: Watched['until'] = async (look) => {
    for (;;) {
      const found = look(batches);
      if (found !== undefined) return found;
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`not seen within 10 s: ${JSON.stringify(batches).slice(0, 2_000)}`)), 10_000);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  };
  const seen: Watched['seen'] = (kind, path) =>
    until((all) => (all.flat().some((change) => change.kind === kind && change.path === path) ? null : undefined)).then(() => {});
  return { batches, reports: () => reports, until, seen };
}

const asksForListing = (batches: readonly (readonly DiskChange[])[]) => (batches.some((batch) => batch.length === 0) ? true : undefined);
const project = '-- .gitignore --\n*.log\nbuilt/\n-- src/a.ts --\n-- src/b.ts --\n-- built/x.js --\n';

for (const watcher of ['native', 'node'] as const) {
  test(`created, changed, renamed, deleted; ignored files stay unseen (${watcher})`, async (t) => {
    const folder = tempFolder(t);
    write(folder, project);
    git(folder, 'init', '-q');
    const { batches, seen } = await watched(t, folder, { watcher });
    writeFileSync(join(folder, 'src/new.ts'), 'new');
    await seen('created', 'src/new.ts');
    appendFileSync(join(folder, 'src/a.ts'), 'more');
    await seen('changed', 'src/a.ts');
    writeFileSync(join(folder, 'src/x.log'), '');
    writeFileSync(join(folder, 'built/y.js'), '');
    writeFileSync(join(folder, '.env'), '');
    renameSync(join(folder, 'src/b.ts'), join(folder, 'src/c.ts'));
    await Promise.all([seen('deleted', 'src/b.ts'), seen('created', 'src/c.ts')]);
    rmSync(join(folder, 'src/c.ts'));
    await seen('deleted', 'src/c.ts');
    const paths = new Set(batches.flat().map((change) => change.path));
    assert.deepEqual([...paths].sort(), ['src/a.ts', 'src/b.ts', 'src/c.ts', 'src/new.ts']);
  });

  test(`sees folders that are created, moved in and moved away (${watcher})`, async (t) => {
    const base = tempFolder(t);
    const folder = join(base, 'ws');
    write(base, '-- ws/a.ts --\n-- ws/old/x.ts --\n-- elsewhere/deep/y.ts --\n-- elsewhere/node_modules/m.js --\n');
    git(folder, 'init', '-q');
    const { seen, until, batches } = await watched(t, folder, { watcher });
    mkdirSync(join(folder, 'made/deeper'), { recursive: true });
    writeFileSync(join(folder, 'made/deeper/z.ts'), '');
    await seen('created', 'made/deeper/z.ts');
    renameSync(join(base, 'elsewhere'), join(folder, 'moved'));
    await seen('created', 'moved/deep/y.ts');
    appendFileSync(join(folder, 'moved/deep/y.ts'), 'more');
    await until((all) => (all.flat().filter((change) => change.path === 'moved/deep/y.ts').length > 1 ? true : undefined));
    assert.ok(!batches.some((batch) => batch.length === 0), 'no full listing so far');
    renameSync(join(folder, 'old'), join(base, 'away'));
    await until(
      (all) =>
        asksForListing(all) ?? (all.flat().some((change) => change.kind === 'deleted' && change.path === 'old/x.ts') ? true : undefined),
    );
  });
}

test('reports a file that becomes a link as deleted', async (t) => {
  const folder = tempFolder(t);
  write(folder, project);
  const { seen } = await watched(t, folder);
  rmSync(join(folder, 'src/a.ts'));
  symlinkSync('/etc/passwd', join(folder, 'src/a.ts'));
  await seen('deleted', 'src/a.ts');
});

test('a branch switch, a changed ignore file and a changed exclude file each ask for a full listing', async (t) => {
  const folder = tempFolder(t);
  write(folder, project);
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'one');
  git(folder, 'checkout', '-qb', 'other');
  for (let i = 0; i < 50; i++) writeFileSync(join(folder, `src/other${i}.ts`), '');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'two');
  const { batches, until, seen } = await watched(t, folder);
  git(folder, 'checkout', '-q', 'main');
  await until(asksForListing);

  batches.length = 0;
  writeFileSync(join(folder, '.gitignore'), '*.log\n');
  await until(asksForListing);
  // What was ignored, and not watched, is watched now.
  appendFileSync(join(folder, 'built/x.js'), 'more');
  await seen('changed', 'built/x.js');

  batches.length = 0;
  writeFileSync(join(folder, '.git/info/exclude'), 'src/b.ts\n');
  await until(asksForListing);

  batches.length = 0;
  writeFileSync(join(folder, 'src/.contextignore'), '*.ts\n');
  await until(asksForListing);
});

test('a new subscription leaves no descriptor open', {
  skip: process.platform !== 'linux' && 'descriptors are read from /proc',
}, async (t) => {
  const folder = tempFolder(t);
  write(folder, project);
  git(folder, 'init', '-q');
  const { batches, until } = await watched(t, folder);
  const open = () => readdirSync('/proc/self/fd').length;
  let before = 0;
  for (let round = 0; round < 8; round++) {
    batches.length = 0;
    writeFileSync(join(folder, '.gitignore'), `${round}.log\n`);
    await until(asksForListing);
    if (round === 1) before = open();
  }
  assert.ok(open() < before + 4, `${open()} descriptors, ${before} before`);
});

test('sees an ignored file that becomes tracked', async (t) => {
  const folder = tempFolder(t);
  write(folder, project);
  git(folder, 'init', '-q');
  git(folder, 'add', '.');
  git(folder, 'commit', '-qm', 'one');
  const { batches, until, seen } = await watched(t, folder);
  writeFileSync(join(folder, 'src/new.ts'), '');
  git(folder, 'add', 'src/new.ts');
  await seen('created', 'src/new.ts');
  assert.ok(!batches.some((batch) => batch.length === 0));
  git(folder, 'add', '-f', 'built/x.js');
  await until(asksForListing);
});

test('3,000 files at once give one request to list; 3,000 ignored ones give none', async (t) => {
  const folder = tempFolder(t);
  write(folder, project);
  git(folder, 'init', '-q');
  const { batches, reports, until, seen } = await watched(t, folder);
  mkdirSync(join(folder, 'built/many'));
  for (let i = 0; i < 3_000; i++) writeFileSync(join(folder, 'built/many', `f${i}.js`), '');
  writeFileSync(join(folder, 'src/after.ts'), '');
  await seen('created', 'src/after.ts');
  assert.deepEqual(
    batches.flat().map((change) => change.path),
    ['src/after.ts'],
  );

  batches.length = 0;
  const before = reports();
  const from = performance.now();
  mkdirSync(join(folder, 'many'));
  for (let i = 0; i < 3_000; i++) writeFileSync(join(folder, 'many', `f${i}.ts`), '');
  // Either all of them in few batches, or a request to list.
  const asked = await until(
    (all) => asksForListing(all) ?? (new Set(all.flat().map((change) => change.path)).size >= 3_000 ? false : undefined),
  );
  // Events that go on are reported in parts, one in 120 ms at most: on a busy machine there are more of them.
  const allowed = 3 + (performance.now() - from) / 120;
  assert.ok(reports() - before <= allowed, `${reports() - before} reports, ${allowed} allowed, listing asked: ${asked}`);
});

test('polls the folder if there are no events', async (t) => {
  const folder = tempFolder(t);
  write(folder, project);
  const { until } = await watched(t, folder, { watcher: 'poll', pollMs: 20 });
  await until(asksForListing);
});

test('sends nothing after close', async (t) => {
  const folder = tempFolder(t);
  write(folder, project);
  const files = source(folder);
  const batches: unknown[] = [];
  const watch = await files.watch((changes) => batches.push(changes));
  writeFileSync(join(folder, 'src/new.ts'), '');
  await watch.close();
  const before = batches.length;
  writeFileSync(join(folder, 'src/newer.ts'), '');
  const other = await watched(t, folder);
  writeFileSync(join(folder, 'src/newest.ts'), '');
  await other.seen('created', 'src/newest.ts');
  assert.equal(batches.length, before);
});
