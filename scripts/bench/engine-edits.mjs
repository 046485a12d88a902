// Part: from a change of an open document to an answer that shows it, in one process; and a full index of the folder
// of each file, to compare it with.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { editsOf, filesToEdit, shows } from './edits.mjs';
import { median, spread } from './measure.mjs';
import { partOptions, publishedEngine, report } from './part.mjs';

const { dist, folder, cacheDir, workers, files, perFile } = partOptions();
const { openEngine } = await publishedEngine(dist);
const open = (root, cache) =>
  openEngine(
    { roots: [{ name: basename(root), folder: root }], cacheDir: cache, settings: { workers, edgeIndexing: 'off' }, watch: false },
    () => {},
  );

async function indexFolderMs(root) {
  const cache = mkdtempSync(join(tmpdir(), 'cls-bench-'));
  try {
    const started = performance.now();
    const engine = await open(root, cache);
    await engine.settled();
    const ms = performance.now() - started;
    await engine.close();
    return ms;
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

const engine = await open(folder, cacheDir);
await engine.settled();
const times = [];
const ratios = [];
let shown = 0;
let number = 0;
for (const path of filesToEdit(folder, files)) {
  const own = [];
  for (const { word, text } of editsOf(folder, path, number++, perFile)) {
    if (!own.length) {
      engine.openDocument(path, text);
      await engine.retrieve({ query: path, limit: 1 });
    }
    const started = performance.now();
    engine.changeDocument(path, text);
    const { results } = await engine.retrieve({ query: word, limit: 5 });
    own.push(performance.now() - started);
    if (shows(results, path, word)) shown++;
  }
  engine.closeDocument(path);
  times.push(...own);
  const whole = await indexFolderMs(join(folder, dirname(path)));
  ratios.push(...own.map((ms) => ms / whole));
}
await engine.close();
await report({ ...spread(times), shown, ratio: spread(ratios), medianRatio: median(ratios) });
