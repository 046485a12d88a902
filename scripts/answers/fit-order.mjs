// Fits the order of symbols (server/core/retrieval/rank/order-symbols.ts) to change requests that name symbols, of the half to improve on.
//
//   node scripts/answers/fit-order.mjs [--snapshots DIR] [--per-kind N] [--signals FILE]
//
// Prints what the order of scores alone and the fitted one reach on repositories that are left out in turn (five folds), then the coefficients
// of all, for `symbolOrder` in weights.ts. --signals keeps what was read, or reads it again. A conditional logit: the probability that a symbol
// of a list is the right one is the softmax of a linear function of its signals. Documentation is no signal: that of the functions that are
// asked for was removed, that of others was not.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readQuestion } from '../../dist/server/core/retrieval/query/read-question.js';
import { isChangeOfNamed, orderSignals } from '../../dist/server/core/retrieval/rank/order-symbols.js';
import { rank } from '../../dist/server/core/retrieval/rank/rank.js';
import { rarityOf } from '../../dist/server/core/retrieval/rank/rarity.js';
import { similarShares } from '../../dist/server/core/retrieval/rank/similar-words.js';
import { symbolOrder } from '../../dist/server/core/retrieval/rank/weights.js';
import { search } from '../../dist/server/core/retrieval/recall/search.js';
import { corpusFacts } from '../../dist/server/core/retrieval/search-wordings.js';
import { embedder, open } from '../quality/ablation-run.mjs';
import { cacheFolder, option } from '../quality/command-line.mjs';
import { isRight } from './judge.mjs';
import { prepare } from './questions.mjs';
import { loadRepositories } from './repositories.mjs';

const RIDGE = 0.3;
const FOLDS = 5;
const NEWTON_STEPS = 12;
const KINDS = ['docstrings', 'commits'];
const names = Object.keys(symbolOrder.coefficients);

/** Of one question the signals of the symbols in the order of scores, and which are right. */
async function listOf(index, { repo, kind, query: text, targets }) {
  const { reader } = index;
  const query = readQuestion(reader, text);
  const found = await search(reader, embedder, query, null);
  const { links, ...facts } = corpusFacts({ reader, embedder }, query);
  if (!isChangeOfNamed(query) || found.candidates.some(({ place }) => place)) return null;
  const best = rank(query, found.candidates, facts, null, 'symbols').slice(0, symbolOrder.candidates);
  const sharesOf = similarShares(query.words, rarityOf(query.words, facts), facts.similarity, facts.textOf);
  const signals = orderSignals(best, query, sharesOf, links).map((one) => names.map((name) => Math.round(one[name] * 1e4) / 1e4));
  const right = best.map(({ candidate: { record } }) => {
    const start = record.lines.start + 1;
    const place = { path: record.path, start, end: Math.max(start, record.lines.end), name: record.name };
    return Number(targets.some((target) => isRight(place, target)));
  });
  return { repo, kind, signals, right };
}

async function read() {
  const { folder: cache, remove } = cacheFolder('order');
  const snapshots = option('--snapshots') ?? process.env.QUALITY_SNAPSHOTS ?? join(tmpdir(), 'context-language-server-snapshots');
  const lists = [];
  for (const repository of loadRepositories().filter(({ half }) => half === 'tune')) {
    const { questions, folder } = await prepare(repository, snapshots, join(cache, 'trees'), Number(option('--per-kind') ?? 30));
    const index = await open(folder, cache);
    for (const question of questions.filter(({ kind }) => KINDS.includes(kind)))
      lists.push(await listOf(index, { repo: repository.repo, ...question }));
    await index.close();
    console.error(`${repository.repo}: ${lists.length} questions so far`);
  }
  remove();
  return lists.filter(Boolean);
}

const dot = (weights, signals) => weights.reduce((sum, weight, i) => sum + weight * signals[i], 0);

/** Newton's method on the penalised likelihood of the lists that contain a right symbol. */
function fit(lists) {
  const known = lists.filter(({ right }) => right.includes(1));
  let weights = names.map(() => 0);
  for (let step = 0; step < NEWTON_STEPS; step++) {
    const slope = weights.map((weight) => 2 * RIDGE * weight);
    const curve = names.map((_, i) => names.map((_, j) => (i === j ? 2 * RIDGE : 0)));
    for (const { signals, right } of known) {
      const values = signals.map((one) => dot(weights, one));
      const most = Math.max(...values);
      const shares = values.map((value) => Math.exp(value - most));
      const sum = shares.reduce((a, b) => a + b, 0);
      const rights = right.reduce((a, b) => a + b, 0);
      const mean = names.map((_, i) => shares.reduce((all, share, k) => all + (share / sum) * signals[k][i], 0));
      for (const [k, one] of signals.entries()) {
        const share = shares[k] / sum;
        for (let i = 0; i < names.length; i++) {
          slope[i] += (share - right[k] / rights) * one[i];
          for (let j = 0; j < names.length; j++) curve[i][j] += share * (one[i] - mean[i]) * (one[j] - mean[j]);
        }
      }
    }
    const change = solve(curve, slope);
    weights = weights.map((weight, i) => weight - change[i]);
  }
  return weights;
}

/** x of `a` x = `b`, for a positive definite matrix, by elimination. */
function solve(a, b) {
  const rows = a.map((row, i) => [...row, b[i]]);
  for (const [i, row] of rows.entries()) {
    for (const below of rows.slice(i + 1)) {
      const factor = below[i] / row[i];
      for (let j = i; j < below.length; j++) below[j] -= factor * row[j];
    }
  }
  const x = b.map(() => 0);
  for (let i = rows.length - 1; i >= 0; i--)
    x[i] = (rows[i].at(-1) - x.reduce((sum, value, j) => (j > i ? sum + rows[i][j] * value : sum), 0)) / rows[i][i];
  return x;
}

/** Shares of the lists with a right symbol first, among three, among eight. */
function reached(lists, rating) {
  const first = lists.map(({ signals, right }) => {
    const order = signals.map((one, i) => ({ i, value: rating(one, i) })).sort((a, b) => b.value - a.value || a.i - b.i);
    const at = order.findIndex(({ i }) => right[i]);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  });
  return [1, 3, 8].map((count) => (first.filter((at) => at < count).length / Math.max(1, first.length)).toFixed(3)).join(' ');
}

const file = option('--signals');
const lists = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : await read();
if (file && !existsSync(file)) writeFileSync(file, JSON.stringify(lists));
const repos = [...new Set(lists.map(({ repo }) => repo))].sort();
const held = Array.from({ length: FOLDS }, (_, i) => {
  const isHeld = (list) => repos.indexOf(list.repo) % FOLDS === i;
  const weights = fit(lists.filter((list) => !isHeld(list)));
  return lists.filter(isHeld).map((list) => ({ ...list, values: list.signals.map((one) => dot(weights, one)) }));
}).flat();
for (const kind of KINDS) {
  const asked = held.filter((list) => list.kind === kind);
  const fitted = asked.map((list) => ({ ...list, signals: list.values.map((value) => [value]) }));
  console.log(`${kind}: ${asked.length}`);
  console.log(`  by score ${reached(asked, (_, i) => -i)}`);
  console.log(`  fitted   ${reached(fitted, ([value]) => value)}`);
}
console.log(JSON.stringify(Object.fromEntries(fit(lists).map((weight, i) => [names[i], Math.round(weight * 20) / 20])), null, 2));
