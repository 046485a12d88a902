// A worker that only reads and parses: the same reader, grammars and parser as the analysis worker.

import { workerData } from 'node:worker_threads';
import { serverModule } from './part.mjs';

const { dist, maxFileBytes } = workerData;
/** @type {typeof import('../../server/io/syntax/outline.js')} */
const { createOutliner } = await serverModule(dist, 'io/syntax/outline.js');
/** @type {typeof import('../../server/io/workers/read-source.js')} */
const { readSource } = await serverModule(dist, 'io/workers/read-source.js');
/** @type {typeof import('../../server/io/workers/serve-jobs.js')} */
const { serveJobs } = await serverModule(dist, 'io/workers/serve-jobs.js');
/** @type {typeof import('../../server/core/model/language.js')} */
const { languageOf } = await serverModule(dist, 'core/model/language.js');
const outliner = await createOutliner();

serveJobs(async ({ path, absolutePath }) => {
  const read = readSource(absolutePath, maxFileBytes);
  if (read.kind !== 'text') return { parsed: false, chars: 0, lines: 0 };
  const parsed = await outliner.parseOnly(read.text, languageOf(path, read.text.slice(0, 200)));
  let lines = 1;
  for (let at = read.text.indexOf('\n'); at >= 0; at = read.text.indexOf('\n', at + 1)) lines++;
  return { parsed, chars: read.text.length, lines };
});
