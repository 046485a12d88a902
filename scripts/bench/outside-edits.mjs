// Part: another process writes files one after the other while questions are asked. From the write of a file to the first answer that
// shows it: by the watcher, and by `didChange` of an open document, which needs no disk.

import { setTimeout as sleep } from 'node:timers/promises';
import { filesToEdit, shows } from './edits.mjs';
import { spread } from './measure.mjs';
import { partOptions, publishedEngine, report } from './part.mjs';
import { indexedSince } from './questions.mjs';
import { writer } from './writer.mjs';

const { dist, folder, cacheDir, workers, files, everyMs, documents } = partOptions();
const { openEngine } = await publishedEngine(dist);
const engine = await openEngine(
  { roots: [{ name: 'corpus', folder }], cacheDir, settings: { workers, edgeIndexing: 'off' }, watch: true },
  () => {},
);
await engine.settled();
// The first question loads tables and caches.
await engine.retrieve({ query: 'how is a file opened and read?' });

const { indexFolder } = engine.status();
const wordOf = (i) => `outside${[...String(i)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}edit`;
const textOf = (i) => `// ${wordOf(i)}\nexport function ${wordOf(i)}(count) {\n  return count + ${i};\n}\n`;
const pathOf = (i) => `written-${Math.floor(i / 50)}/file-${i}.ts`;

const begunAt = Date.now();
const writing = writer(
  Array.from({ length: files }, (_, i) => ({ path: pathOf(i), text: textOf(i) })),
  { folder, everyMs },
);
const visible = [];
const questions = [];
let lost = 0;
/** The newest file that was not asked for yet is asked for until it is shown, or a generous time is over. */
const patienceMs = 20_000;
for (let last = -1; !(writing.isDone() && last === files - 1); ) {
  const newest = writing.newest();
  if (newest === last) {
    await sleep(1);
    continue;
  }
  last = newest;
  for (;;) {
    const started = performance.now();
    const { results } = await engine.retrieve({ query: wordOf(newest), limit: 5 });
    questions.push(performance.now() - started);
    const ms = Date.now() - writing.writtenAt(newest);
    if (shows(results, pathOf(newest), wordOf(newest))) {
      visible.push(ms);
      break;
    }
    if (ms > patienceMs) {
      lost++;
      break;
    }
    // Beside the indexing, as a user who asks again.
    await sleep(20);
  }
}
await writing.ended;
const writingMs = writing.writtenAt(files - 1) - writing.writtenAt(0);
await engine.settled();
const shown = indexedSince(indexFolder, begunAt).files;

const changed = [];
let changedShown = 0;
const edited = filesToEdit(folder, documents);
for (const [i, path] of edited.entries()) {
  const word = `d${wordOf(i)}`;
  const text = `// ${word}\n`;
  engine.openDocument(path, text.replace(word, 'before'));
  await engine.retrieve({ query: path, limit: 1 });
  const started = performance.now();
  engine.changeDocument(path, text);
  const { results } = await engine.retrieve({ query: word, limit: 5 });
  changed.push(performance.now() - started);
  if (shows(results, path, word)) changedShown++;
  engine.closeDocument(path);
}
await engine.close();
await report({
  files,
  writingMs,
  shown,
  lost,
  visible: spread(visible),
  questions: spread(questions),
  changed: { ...spread(changed), shown: changedShown },
});
