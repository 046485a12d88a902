/** Publishing commit after commit: what is reused, how many packs there are, and that a reader finds the newest record of each content. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ContentToPublish } from '../../server/core/packs/ports.js';
import { fetchPacks } from '../../server/io/packs/fetch-packs.js';
import { parseRecord } from '../../server/io/packs/pack-block.js';
import { PackReader } from '../../server/io/packs/pack-reader.js';
import { openStorage } from '../../server/io/packs/pack-storage.js';
import { publishPacks } from '../../server/io/packs/publish-packs.js';

const basis = { schema: 1, redaction: 'secrets', model: { name: 'm', dimensions: 2 } };
const commitOf = (n: number) => n.toString(16).padStart(40, '0');
const contentHash = (n: number) => n.toString(36).padStart(14, '0');

function content(n: number, provenance = ''): ContentToPublish {
  const facts = provenance ? [{ path: 'p', provenance, targets: [], edges: [] }] : [];
  const record = { language: 'x', provenance: `syntax:${n}`, strings: [], chunks: [], references: [], parts: ['h'], facts };
  const vectors = [{ hash: 'h', scale: 0.1, codes: new Int8Array([n, -n]) }];
  return { contentHash: contentHash(n), facts: () => facts, read: () => ({ contentHash: contentHash(n), record, vectors }) };
}

function packs(t: TestContext) {
  const base = mkdtempSync(join(tmpdir(), 'context-packs-'));
  t.after(() => rmSync(base, { recursive: true, force: true }));
  const folder = join(base, 'packs');
  const commitsTo = (commit: number) => Array.from({ length: commit + 1 }, (_, i) => commitOf(commit - i));
  const publish = (commit: number, contents: readonly ContentToPublish[]) =>
    publishPacks(contents, {
      folder,
      commit: commitOf(commit),
      commits: commitsTo(commit),
      basis,
      product: 'test',
      createdAt: new Date(0),
    });
  const fetch = (commit: number, known: readonly string[] = []) => {
    const options = { storage: openStorage({ source: folder }), wanted: [commitsTo(commit)], basis, folder: join(base, 'fetched') };
    return fetchPacks(options, new Set(known), new AbortController().signal);
  };
  const manifest = (commit: number) => JSON.parse(readFileSync(join(folder, 'manifests', `${commitOf(commit)}.json`), 'utf8'));
  return { publish, fetch, manifest };
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i);

test('many small commits make few packs, and write each record a few times', async (t) => {
  const { publish, fetch, manifest } = packs(t);
  const commits = 100;
  let written = 0;
  for (const commit of numbers(commits))
    written += (
      await publish(
        commit,
        numbers(commit + 20).map((n) => content(n)),
      )
    ).written;
  const records = commits + 19;
  assert.ok(manifest(commits - 1).packs.length <= Math.log2(records), `${manifest(commits - 1).packs.length} packs`);
  assert.ok(written <= records * Math.log2(records), `${written} records were written`);
  const fetched = await fetch(commits - 1);
  assert.equal(fetched?.records, records);
  const reader = new PackReader(fetched?.folder ?? '');
  for (const n of numbers(records)) assert.equal(parseRecord(reader.get(contentHash(n)) ?? assert.fail())?.provenance, `syntax:${n}`);
  reader.close();
});

test('a record whose facts have changed is written again, and read in its new form', async (t) => {
  const { publish, fetch } = packs(t);
  await publish(
    0,
    numbers(20).map((n) => content(n)),
  );
  const report = await publish(
    1,
    numbers(20).map((n) => content(n, n === 3 ? 'pyright 1.0 #a' : '')),
  );
  assert.deepEqual([report.reused, report.written], [19, 1]);
  const fetched = await fetch(1);
  const found: string[] = [];
  for await (const { contentHash: of, record } of fetched?.facts() ?? []) found.push(`${of} ${record.facts[0]?.provenance}`);
  assert.deepEqual(found, [`${contentHash(3)} pyright 1.0 #a`]);
});

test('only blocks with a missing record are fetched, and none where nothing is missing', async (t) => {
  const { publish, fetch } = packs(t);
  await publish(
    0,
    numbers(20).map((n) => content(n)),
  );
  await publish(
    1,
    numbers(21).map((n) => content(n)),
  );
  assert.equal((await fetch(1, numbers(20).map(contentHash)))?.records, 1);
  const nothing = await fetch(1, numbers(21).map(contentHash));
  assert.deepEqual([nothing?.records, nothing?.folder, nothing?.has(contentHash(20))], [0, null, true]);
});
