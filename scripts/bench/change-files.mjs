// Part: another process that changes files, as a checkout or an agent does, while an engine watches them.
// `to` is copied over the folder where it is given; otherwise each of `paths` gets a line with the word.

import { appendFileSync, copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { partOptions, report } from './part.mjs';

const { folder, paths, word, to, gone = [] } = partOptions();
const startedAt = Date.now();
for (const path of gone) rmSync(join(folder, path), { force: true });
for (const path of paths) {
  const file = join(folder, path);
  if (to) {
    mkdirSync(dirname(file), { recursive: true });
    copyFileSync(join(to, path), file);
  } else appendFileSync(file, `\n// ${word}\n`);
}
await report({ startedAt, endedAt: Date.now() });
