/** After any history of edits an index answers, score by score, as one that was built from the same files at once. */
import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { settledEngine, workspace } from '../support/real-engine.js';
import { randomFrom } from './store-fixture.js';

const words = 'order parcel ticket account session payment address basket invoice voucher'.split(' ');

function textOf(random: () => number, file: number): string {
  const word = () => words[Math.floor(random() * words.length)] as string;
  const capital = (text: string) => text[0]?.toUpperCase() + text.slice(1);
  return Array.from({ length: 1 + Math.floor(random() * 4) }, (_, i) => {
    const callee = `${word()}${capital(word())}`;
    return `/** Takes the ${word()} of a ${word()} to the ${word()}. */\nexport function ${word()}${capital(word())}${file}x${i}(): number {\n  return ${callee}() + ${'amount + '.repeat(Math.floor(random() * 9))}1;\n}\n`;
  }).join('\n');
}

async function answersOf(engine: Engine): Promise<unknown> {
  const answers = [];
  for (const query of ['order of a parcel', 'ticketAccount', 'payment voucher', 'amount', 'takes the basket']) {
    const { results, confidence, problems } = await engine.retrieve({
      query,
      limit: 50,
      budgetTokens: Number.POSITIVE_INFINITY,
      explain: true,
    });
    const shown = results.map(({ key, path, lines, score, parts, text, unsaved }) => ({ key, path, lines, score, parts, text, unsaved }));
    answers.push({ query, shown, confidence, problems });
  }
  return answers;
}

test('edits, deletions and restores give the same index as a rebuild', { timeout: 120_000 }, async (t) => {
  const place = workspace(t);
  const random = randomFrom(3);
  const pathOf = (file: number) => `src/part${file}.ts`;
  for (let file = 0; file < 10; file++) place.write(pathOf(file), textOf(random, file));
  const engine = await settledEngine(place, { history: 'off' });
  for (let round = 0; round < 3; round++) {
    for (let step = 0; step < 25; step++) {
      const file = Math.floor(random() * 10);
      const kind = random();
      if (kind < 0.5) engine.openDocument(pathOf(file), textOf(random, file));
      else if (kind < 0.6) rmSync(place.file(pathOf(file)), { force: true });
      else place.write(pathOf(file), textOf(random, file));
      if (kind < 0.5) await engine.retrieve({ query: 'order' });
      if (kind < 0.5) engine.closeDocument(pathOf(file));
    }
    await engine.reindex({});
    await engine.settled();
    const cacheDir = join(dirname(place.folder), `fresh${round}`);
    const fresh = await settledEngine(place, { cacheDir, history: 'off' });
    assert.deepEqual(await answersOf(engine), await answersOf(fresh), `round ${round}`);
    await fresh.close();
  }
});

test('a document with the text on disk counts as saved, whatever the encoding', async (t) => {
  const place = workspace(t);
  const text = 'export function größe() { return 1; }\n';
  const encodings: Readonly<Record<string, Buffer>> = {
    'plain.ts': Buffer.from(text),
    'marked.ts': Buffer.from(`\ufeff${text}`),
    'wide.ts': Buffer.from(`\ufeff${text}`, 'utf16le'),
  };
  for (const [path, bytes] of Object.entries(encodings)) writeFileSync(place.file(path), bytes);
  const engine = await settledEngine(place, { history: 'off' });
  for (const path of Object.keys(encodings)) engine.openDocument(path, text);
  const shown = async () =>
    (await engine.retrieve({ query: 'größe', limit: 10 })).results.map((one) => ({ path: one.path, unsaved: one.unsaved, text: one.text }));
  const saved = ['marked.ts', 'plain.ts', 'wide.ts'].map((path) => ({ path, unsaved: false, text }));
  const inOrder = async () => (await shown()).sort((a, b) => (a.path < b.path ? -1 : 1));
  assert.deepEqual(await inOrder(), saved);
  // Some editors show the mark as a character of the text.
  for (const path of Object.keys(encodings)) engine.changeDocument(path, `\ufeff${text}`);
  assert.deepEqual(await inOrder(), saved);
});

/** An engine on one file, whether its answer counts that as unsaved, and the file opened with its text. */
async function withOpened(t: TestContext, path: string) {
  const text = 'export const priceOfParcel = 3;\n';
  const place = workspace(t);
  place.write(path, text);
  const engine = await settledEngine(place, { history: 'off' });
  engine.openDocument(path, text);
  const unsaved = async () => (await engine.retrieve({ query: 'priceOfParcel' })).results.map((one) => one.unsaved);
  return { place, engine, text, unsaved };
}

test('a document whose text becomes the one on disk again counts as saved', async (t) => {
  const { engine, text, unsaved } = await withOpened(t, 'price.ts');
  engine.changeDocument('price.ts', 'export const priceOfParcel = 4;\n');
  assert.deepEqual(await unsaved(), [true]);
  engine.changeDocument('price.ts', text);
  assert.deepEqual(await unsaved(), [false]);
  await engine.close();
});

test('an open document whose folder is deleted counts as unsaved', async (t) => {
  const { place, engine, unsaved } = await withOpened(t, 'shop/price.ts');
  assert.deepEqual(await unsaved(), [false]);
  rmSync(place.file('shop'), { recursive: true });
  engine.filesChanged([{ kind: 'deleted', path: 'shop' }]);
  await engine.settled();
  assert.deepEqual(await unsaved(), [true]);
  await engine.close();
});
