// Answers of the ranking with one part left out. The stages are the product's own, as far as the relevance gate.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WordSimilarity } from '../../dist/server/core/embedding/word-similarity.js';
import { readQuestion } from '../../dist/server/core/retrieval/query/read-question.js';
import { gate, rank } from '../../dist/server/core/retrieval/rank/rank.js';
import { gateLimits } from '../../dist/server/core/retrieval/rank/weights.js';
import { search } from '../../dist/server/core/retrieval/recall/search.js';
import { rarityIn } from '../../dist/server/io/embedding/embedded/embedded-model.js';
import { StaticModel } from '../../dist/server/io/embedding/embedded/static-model.js';
import { indexFolder } from '../../dist/server/io/stores/folder/index-folder.js';
import { openIndex } from '../../dist/server/io/stores/open-index.js';
import { root } from '../native/places.mjs';

const RESULTS = 50;
const MODEL = 'static-code-256-v3';
const model = StaticModel.open(join(root, 'server', 'assets', `${MODEL}.bin`), MODEL);
const words = new WordSimilarity((word) => model.embedQuery(word));
const base = { name: MODEL, dimensions: model.dimensions };
const embedder = {
  embedQuery: async (text, corpus) => ({ vector: model.embedQuery(text, corpus && rarityIn(corpus)), model: base, problem: null }),
  similarity: (a, b) => words.of(a, b),
};

/** Changes with the code of the ranking and with the parts that are left out. */
export function rankingFingerprint(parts = '') {
  const folder = join(root, 'dist', 'server', 'core', 'retrieval');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'));
  const hash = createHash('sha256').update(parts);
  for (const file of [...files.sort().map((name) => join(folder, name)), join(root, 'scripts', 'quality', 'ablation-parts.mjs')])
    hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

/** Opens the index of a folder, up to date, or as an earlier run left it where `isKept`. */
export async function open(folder, cache, isKept = false) {
  const cacheDir = join(cache, 'index');
  if (!isKept)
    execFileSync(process.execPath, [join(root, 'dist', 'bundle', 'main.js'), 'index', folder, '--cache-dir', cacheDir], {
      stdio: 'ignore',
    });
  return openIndex({ folder: indexFolder(cacheDir, [{ folder }]), embedder: base, vectorSearch: 'exact', log: () => {} });
}

/** Changes tables of numbers and patterns for as long as `run` takes. `change`: [[table, values], …] */
async function withChange(change = [], run) {
  const before = change.map(([table, values]) => [table, Object.fromEntries(Object.keys(values).map((key) => [key, table[key]]))]);
  for (const [table, values] of change) Object.assign(table, values);
  try {
    return await run();
  } finally {
    for (const [table, values] of before) Object.assign(table, values);
  }
}

const readerWithout = (index, methods = {}) =>
  new Proxy(index.reader, {
    get(target, key) {
      const value = methods[key] ?? target[key];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });

async function findCandidates(index, part, text) {
  const reader = readerWithout(index, part.reader);
  const read = readQuestion(readerWithout(index, part.lookup), text);
  const query = part.query?.(read) ?? read;
  const found = await search(reader, embedder, query, null);
  return { query, ...found };
}

/** Whether leaving a part out changes what is found, and not only its order. */
const changesSearch = ({ query, reader, lookup, recall }) => Boolean(query || reader || lookup || recall);

function order(index, part, { query, candidates: found, bestSemantic }) {
  const candidates = part.candidates ? found.map(part.candidates) : found;
  const facts = {
    frequency: index.reader.documentFrequency(query.words),
    chunks: index.reader.chunkCount(),
    importance: (fileId) => index.reader.fileImportance(fileId),
    similarity: embedder.similarity,
    ...part.facts,
  };
  const ranked = gate(rank(query, candidates, facts, null), bestSemantic, part.gate === false ? 0 : gateLimits.floor);
  return ranked.slice(0, RESULTS).map(({ candidate: { record } }) => ({
    path: record.path,
    name: record.name,
    start_line: record.lines.start + 1,
    end_line: Math.max(record.lines.start + 1, record.lines.end),
  }));
}

/** The results of every system, in their order; the first is the whole ranking. */
export async function answerWithout(index, text, systems) {
  const usual = await findCandidates(index, systems[0], text);
  const whole = order(index, systems[0], usual);
  const answers = [];
  for (const part of systems) {
    const matters = part !== systems[0] && (part.matters?.(usual.query, usual.candidates) ?? true);
    const ask = async () => order(index, part, changesSearch(part) ? await findCandidates(index, part, text) : usual);
    answers.push(matters ? await withChange(part.change, ask) : whole);
  }
  return answers;
}
