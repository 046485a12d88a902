/** Export and import of an index as one file: real files, damaged in every way that files are. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { gunzipSync, gzipSync } from 'node:zlib';
import type {
  ExportedFile,
  RepositoryIdentity,
  StoredVector,
  VectorSink,
  VectorSource,
} from '../../server/core/embedding/archive-ports.js';
import { ContextError } from '../../server/core/model/problem.js';
import { exportArchive } from '../../server/io/archive/export-archive.js';
import { importArchive, readArchiveManifest } from '../../server/io/archive/import-archive.js';
import { tarEnd, tarEntry } from '../../server/io/archive/tar.js';
import { hashOf } from '../../server/util/hash.js';
import { randomFrom, temporaryFolder } from './store-fixture.js';

const model = { name: 'static-code', dimensions: 48 };
const repository: RepositoryIdentity = { remote: 'example.org/owner/name', rootCommit: 'a1' };

/** What a store offers: vectors by hash. */
class Shelf implements VectorSource, VectorSink {
  readonly model;
  readonly kept = new Map<string, StoredVector>();
  puts = 0;
  readonly #files: readonly ExportedFile[];
  constructor(of = model, files: readonly ExportedFile[] = []) {
    this.model = of;
    this.#files = files;
  }
  *files() {
    for (let at = 0; at < this.#files.length; at += 700) yield this.#files.slice(at, at + 700);
  }
  *vectors() {
    const all = [...this.kept.values()];
    for (let at = 0; at < all.length; at += 1_500) yield all.slice(at, at + 1_500);
  }
  readonly known: ExportedFile[] = [];
  know(files: readonly ExportedFile[]) {
    this.known.push(...files);
  }
  put(vectors: readonly StoredVector[]) {
    this.puts++;
    const before = this.kept.size;
    for (const vector of vectors) if (!this.kept.has(vector.hash)) this.kept.set(vector.hash, vector);
    return this.kept.size - before;
  }
}

function filled(count: number, seed = 1): Shelf {
  const random = randomFrom(seed);
  const vectors = Array.from({ length: count }, (_, i) => ({
    hash: hashOf(`${seed} ${i}`),
    scale: Math.fround(random() / 100),
    codes: Int8Array.from({ length: model.dimensions }, () => Math.floor(random() * 255) - 127),
  }));
  const files = Array.from({ length: Math.ceil(count / 3) }, (_, i) => ({
    path: `src/deep/file ${i}.ts`,
    contentHash: hashOf(`file ${i}`),
    parts: vectors.slice(3 * i, 3 * i + 3).map((vector) => vector.hash),
  }));
  const shelf = new Shelf(model, files);
  shelf.put(vectors);
  return shelf;
}

const meta = { product: 'tests 1.0.0', repository, commit: 'c0ffee', createdAt: new Date(0) };

async function exported(t: TestContext, count = 2_345) {
  const folder = temporaryFolder(t);
  const file = join(folder, 'index.tar.gz');
  const shelf = filled(count);
  const result = await exportArchive(shelf, { ...meta, file });
  return { folder, file, shelf, result };
}

async function refused(file: string, message: RegExp, sink = new Shelf(), of = repository): Promise<void> {
  const before = [...sink.kept.keys()];
  const puts = sink.puts;
  await assert.rejects(importArchive(sink, { file, repository: of }), (error) => {
    assert.ok(error instanceof ContextError, String(error));
    assert.equal(error.code, 'index');
    assert.match(error.message, message);
    return true;
  });
  assert.deepEqual([[...sink.kept.keys()], sink.puts], [before, puts]);
}

test('an import restores every vector; a second one adds nothing', async (t) => {
  const { folder, file, shelf, result } = await exported(t);
  assert.deepEqual([result.files, result.vectors], [782, 2_345]);
  assert.equal(result.bytes, readFileSync(file).length);
  assert.deepEqual(readdirSync(folder), ['index.tar.gz']);
  const sink = new Shelf();
  const progress: number[] = [];
  const imported = await importArchive(sink, { file, repository, onProgress: (done) => progress.push(done) });
  assert.deepEqual([imported.files, imported.vectors, imported.added, imported.manifest.commit], [782, 2_345, 2_345, 'c0ffee']);
  assert.deepEqual(sink.kept, shelf.kept);
  assert.equal(progress.at(-1), 2_345);
  assert.equal((await importArchive(sink, { file, repository })).added, 0);
  const half = new Shelf();
  half.put([...shelf.kept.values()].slice(0, 1_000));
  assert.equal((await importArchive(half, { file, repository })).added, 1_345);
});

test('exports are deterministic, possibly empty, and readable by tar', async (t) => {
  const { folder, file, shelf } = await exported(t, 10);
  await exportArchive(shelf, { ...meta, file: join(folder, 'again') });
  assert.deepEqual(readFileSync(file), readFileSync(join(folder, 'again')));
  await exportArchive(new Shelf(), { ...meta, file: join(folder, 'empty') });
  assert.equal((await importArchive(new Shelf(), { file: join(folder, 'empty'), repository })).vectors, 0);
  assert.equal((await readArchiveManifest(file)).model.name, 'static-code');
  const listed = spawnSync('tar', ['tzf', file], { encoding: 'utf8' });
  if (listed.error) return t.diagnostic('no tar here');
  assert.deepEqual(listed.stdout.trim().split('\n'), ['manifest.json', 'files/000001.json', 'vectors/000001.bin', 'checksums.json']);
});

test('exports large vectors and unusual hashes', async (t) => {
  const of = { name: 'large', dimensions: 4_096 };
  const shelf = new Shelf(of);
  shelf.put(
    Array.from({ length: 1_200 }, (_, i) => ({ hash: `${i}-_é`.replace('é', 'e'), scale: 0, codes: new Int8Array(4_096).fill(i) })),
  );
  const file = join(temporaryFolder(t), 'x');
  await exportArchive(shelf, { ...meta, file });
  const sink = new Shelf(of);
  await importArchive(sink, { file, repository });
  assert.deepEqual(sink.kept, shelf.kept);
});

test('refuses another repository, model or format, and changes nothing', async (t) => {
  const { file } = await exported(t, 30);
  const other: RepositoryIdentity = { remote: 'example.org/someone/else', rootCommit: 'b2' };
  await refused(file, /index of another repository \(example.org\/owner\/name, not example.org\/someone\/else\)/, filled(5, 9), other);
  assert.equal((await importArchive(new Shelf(), { file, repository: { remote: 'fork/x', rootCommit: 'a1' } })).added, 30);
  assert.equal((await importArchive(new Shelf(), { file, repository: { remote: null, rootCommit: null } })).added, 30);
  await refused(file, /of the model static-code \(48\), this index uses other \(48\)/, new Shelf({ ...model, name: 'other' }));
  await refused(file, /this index uses static-code \(64\)/, new Shelf({ ...model, dimensions: 64 }));
});

/** The sections of an export, to be put together anew. */
function sectionsOf(file: string): { name: string; content: Buffer }[] {
  const tar = gunzipSync(readFileSync(file));
  const sections: { name: string; content: Buffer }[] = [];
  for (let at = 0; tar[at] !== 0; ) {
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    sections.push({
      name: tar.toString('latin1', at, at + 100).split('\0', 1)[0] as string,
      content: Buffer.from(tar.subarray(at + 512, at + 512 + size)),
    });
    at += 512 + 512 * Math.ceil(size / 512);
  }
  return sections;
}
const together = (sections: readonly { name: string; content: Buffer }[]): Buffer =>
  gzipSync(Buffer.concat([...sections.map(({ name, content }) => tarEntry(name, content)), tarEnd]));

test('refuses changed, truncated and malformed archives with a reason, and changes nothing', async (t) => {
  const { folder, file } = await exported(t, 1_500);
  const good = readFileSync(file);
  const bad = join(folder, 'bad');
  const check = async (bytes: Buffer, message: RegExp) => {
    writeFileSync(bad, bytes);
    await refused(bad, message, filled(3, 5));
  };
  const change = (name: string, how: (content: Buffer) => Buffer) =>
    together(sectionsOf(file).map((section) => (section.name === name ? { name, content: how(section.content) } : section)));
  const json = (how: (json: Record<string, unknown>) => unknown) => (content: Buffer) =>
    Buffer.from(JSON.stringify(how(JSON.parse(content.toString()) as Record<string, unknown>)));
  const flip = (content: Buffer) => {
    content[content.length - 5] = (content[content.length - 5] as number) ^ 1;
    return content;
  };
  await check(change('vectors/000002.bin', flip), /vectors\/000002.bin has a wrong checksum: the export is damaged/);
  await check(
    change('vectors/000001.bin', (content) => content.subarray(0, -7)),
    /row 999 is cut short/,
  );
  await check(
    change(
      'manifest.json',
      json((manifest) => ({ ...manifest, version: 7 })),
    ),
    /format version 7, this server reads version 1: make it again/,
  );
  await check(
    change(
      'manifest.json',
      json((manifest) => ({ ...manifest, commit: 'beef' })),
    ),
    /manifest.json has a wrong checksum/,
  );
  await check(
    change(
      'manifest.json',
      json((manifest) => ({ ...manifest, model: 'x' })),
    ),
    /manifest.json: model: /,
  );
  await check(
    change('manifest.json', () => Buffer.from('{')),
    /manifest.json is not JSON/,
  );
  await check(
    change(
      'files/000001.json',
      json((files) => [{ ...(files as unknown as object[])[0], path: '../../.bashrc' }]),
    ),
    /"..\/..\/.bashrc" is not allowed/,
  );
  await check(together(sectionsOf(file).slice(0, -1)), /checksums.json is missing: the export is cut short/);
  await check(together(sectionsOf(file).filter(({ name }) => name !== 'vectors/000001.bin')), /expected 4 sections, found 3/);
  await check(together(sectionsOf(file).slice(1)), /expected manifest.json first, found files/);
  await check(together([...sectionsOf(file).slice(0, 2), ...sectionsOf(file).slice(1)]), /files\/000001.json occurs twice/);
  await check(good.subarray(0, good.length >> 1), /unexpected end of file|cut short/);
  await check(Buffer.from('<!DOCTYPE html>'), /cannot be unpacked: incorrect header check/);
  await check(gzipSync('hello world'.repeat(100)), /damaged or no export/);
  await check(Buffer.alloc(0), /cut short|unexpected end/);
  await refused(join(folder, 'absent'), /cannot be read: ENOENT/);
  await refused(folder, /is not a file|EISDIR/);
});

test('refuses paths that lead elsewhere, links and oversized entries', async (t) => {
  const { folder, file } = await exported(t, 10);
  const bad = join(folder, 'bad');
  for (const name of ['../../etc/passwd', '/etc/passwd', 'vectors/../../x.bin', 'files/000001.json/../x', 'other.txt']) {
    writeFileSync(bad, together([...sectionsOf(file).slice(0, 1), { name, content: Buffer.from('x') }]));
    await refused(bad, /the path .* is not allowed in an export/);
  }
  const patched = (patch: (header: Buffer) => void): Buffer => {
    const entry = tarEntry('vectors/000001.bin', Buffer.from('x'));
    patch(entry);
    entry.write('        ', 148, 'latin1');
    const sum = entry.subarray(0, 512).reduce((a, b) => a + b, 0);
    entry.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
    const [manifest] = sectionsOf(file) as [{ name: string; content: Buffer }];
    return gzipSync(Buffer.concat([tarEntry(manifest.name, manifest.content), entry, tarEnd]));
  };
  writeFileSync(
    bad,
    patched((header) => header.write('2', 156, 'latin1')),
  );
  await refused(bad, /vectors\/000001.bin is not a plain file/);
  writeFileSync(
    bad,
    patched((header) => header.write('77777777777', 124, 'latin1')),
  );
  await refused(bad, /more than 33554432/);
  const sink = new Shelf();
  await assert.rejects(importArchive(sink, { file, repository, maxBytes: 2_000 }), /unpacks to more than 2000 bytes/);
  assert.equal(sink.puts, 0);
});

test('an export that fails or is cancelled leaves the earlier file and nothing else', async (t) => {
  const { folder, file, shelf } = await exported(t, 5_000);
  const before = readFileSync(file);
  const broken: VectorSource = {
    model,
    files: () => [],
    *vectors() {
      yield* shelf.vectors();
      throw new Error('database disk image is malformed');
    },
  };
  await assert.rejects(exportArchive(broken, { ...meta, file }), /export to .* failed: database disk image is malformed/);
  const abort = new AbortController();
  const givenUp: VectorSource = {
    model,
    files: () => [],
    *vectors() {
      for (const slice of shelf.vectors()) {
        yield slice;
        abort.abort(new Error('enough'));
      }
    },
  };
  await assert.rejects(exportArchive(givenUp, { ...meta, file, signal: abort.signal }), /enough/);
  assert.deepEqual(readdirSync(folder), ['index.tar.gz']);
  assert.deepEqual(readFileSync(file), before);
  await assert.rejects(exportArchive(shelf, { ...meta, file: join(folder, 'no', 'such', 'folder') }), /export to .* failed: ENOENT/);
  await assert.rejects(importArchive(new Shelf(), { file, repository, signal: AbortSignal.abort(new Error('stop')) }), /stop/);
});
