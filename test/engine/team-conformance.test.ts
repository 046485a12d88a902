/**
 * One suite for both stores: a question has the same answer from SQLite and from PostgreSQL, in the same order, with the same scores.
 * CONTEXT_TEAM_POSTGRES names a real server (an empty database of which the user is the owner); otherwise PostgreSQL runs in this process.
 */
import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { ChunkRecord } from '../../server/core/model/chunk.js';
import { type Found, retrieve } from '../../server/core/retrieval/pipeline.js';
import type { IndexReader } from '../../server/core/retrieval/ports.js';
import { searchSymbols } from '../../server/core/retrieval/recall/search-symbols.js';
import { packageRoot } from '../../server/util/package-root.js';
import { remembered } from '../../server/util/remembered.js';
import { workspace } from '../support/real-engine.js';
import { indexed, openDatabase, portsOf, teamReader } from '../support/team.js';
import { randomFrom } from './store-fixture.js';

/** Questions of `npm test`; the figure in docs/team.md is of 1,000. */
const questionCount = Number(process.env['CONTEXT_TEAM_QUESTIONS'] ?? 40);
const tolerance = 1e-4;

/** Questions of all kinds, about what is there: the same for the same index. */
function questionsAbout(reader: IndexReader, count: number): string[] {
  const random = randomFrom(7);
  const files = [...reader.files()].sort((a, b) => (a.path < b.path ? -1 : 1));
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const questions: string[] = [];
  while (questions.length < count) {
    const file = pick(files);
    const chunks = reader.chunksOfFile(file.id);
    if (chunks.length === 0) continue;
    const chunk = pick(chunks);
    const text = (reader.fileText(file.id) ?? '').slice(chunk.span.start, chunk.span.end);
    const words = text.match(/[A-Za-z]{4,}/g) ?? ['nothing'];
    const line = pick(
      text
        .split('\n')
        .filter((one) => one.trim().length > 12)
        .concat(`no such line in ${chunk.name}`),
    ).trim();
    const misspelt = chunk.name.length > 5 ? chunk.name.slice(0, 3) + chunk.name.slice(4) : `${chunk.name}x`;
    questions.push(
      pick([
        chunk.name,
        chunk.qualifiedName,
        chunk.doc.split('\n')[0] || `how is ${pick(words)} made from ${pick(words)}`,
        `${pick(words)} ${pick(words)} ${pick(words)}`,
        `where is ${chunk.name} used`,
        `what does ${chunk.qualifiedName} call`,
        `tests of ${chunk.name}`,
        `who implements ${chunk.name}`,
        `how does ${misspelt} handle ${pick(words)}`,
        `"${line}"`,
        `Error: ${pick(words)} ${pick(words)}\n    at ${chunk.name} (${file.path}:${chunk.lines.start + 1}:3)`,
        `${file.path} ${pick(words)}`,
        `what imports ${file.path}`,
        `warum wird ${pick(words)} ${pick(words)} nicht geschlossen`,
      ]),
    );
  }
  return questions;
}

/** A local index whose chunks have the keys of the database: keys are part of an answer's text, and of its tokens. */
function withKeys(reader: IndexReader, keys: ReadonlyMap<string, string>): IndexReader {
  const renamed = new Map<ChunkRecord, ChunkRecord>();
  const rename = (records: readonly ChunkRecord[]): readonly ChunkRecord[] =>
    records.map((record) => remembered(renamed, record, () => ({ ...record, key: keys.get(record.key) as string })));
  const locally = new Map([...keys].map(([local, published]) => [published, local]));
  return {
    ...reader,
    chunks: (ids) => rename(reader.chunks(ids)),
    chunksOfFile: (file) => rename(reader.chunksOfFile(file)),
    chunksByKey: (key) => rename(reader.chunksByKey(locally.get(key) ?? key)),
  };
}

/** Where two values differ, or null; numbers may by a little. */
function differenceOf(local: unknown, team: unknown, at = ''): string | null {
  if (typeof local === 'number' && typeof team === 'number')
    return Math.abs(local - team) <= tolerance * Math.max(1, Math.abs(local)) ? null : `${at}: ${local} and ${team}`;
  if (local === null || typeof local !== 'object' || typeof team !== 'object' || team === null)
    return local === team ? null : `${at}: ${String(local)} and ${String(team)}`;
  const names = new Set([...Object.keys(local), ...Object.keys(team)]);
  for (const name of names) {
    const own = (value: object): unknown => (value as Record<string, unknown>)[name];
    const found = name === 'elapsedMs' ? null : differenceOf(own(local), own(team), `${at}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

async function compare(t: TestContext, folder: string, cacheDir: string, count: number): Promise<void> {
  const local = await indexed(t, folder, cacheDir);
  const database = openDatabase(t, process.env['CONTEXT_TEAM_POSTGRES']);
  local.publish(database, 'own');
  const team = await teamReader(database, { repository: 'own' });
  const [ours, theirs] = [portsOf(withKeys(local.index.reader, local.keys('own'))), portsOf(team.reader)];
  await team.ask(() => {
    assert.deepEqual(team.reader.counts(), local.index.reader.counts());
    assert.equal(team.reader.chunkCount(), local.index.reader.chunkCount());
  });
  const differences: string[] = [];
  const spent = { local: 0, team: 0, calls: database.calls };
  const questions = questionsAbout(local.index.reader, count);
  let results = 0;
  for (const [i, query] of questions.entries()) {
    const question = { query, brief: i % 3 === 0, ...(i % 5 === 0 && { limit: 20 }), ...(i % 11 === 0 && { exclude: ['**/*.json'] }) };
    let began = performance.now();
    const first: [Found<object>, object] = [await retrieve(ours, question, []), await searchSymbols(ours, { query }, [])];
    spent.local += performance.now() - began;
    began = performance.now();
    const second = await team.ask(async () => [await retrieve(theirs, question, []), await searchSymbols(theirs, { query }, [])]);
    spent.team += performance.now() - began;
    results += (first[0] as { results: unknown[] }).results.length;
    const difference = differenceOf(first, second);
    if (difference !== null) differences.push(`${JSON.stringify(query)} ${difference}`);
  }
  assert.ok(results > count, `${results} results of ${count} questions`);
  const ratio = (spent.team / spent.local).toFixed(2);
  const calls = ((database.calls - spent.calls) / count).toFixed(0);
  t.diagnostic(`${count} questions: ${differences.length} differ; ${calls} calls a question; ${ratio} times the time of SQLite`);
  assert.deepEqual(differences, []);
}

test('the same answers about a part of this repository', async (t) => {
  const place = workspace(t);
  cpSync(join(packageRoot, 'server', 'core'), join(place.folder, 'core'), { recursive: true });
  cpSync(join(packageRoot, 'docs', 'decisions'), join(place.folder, 'docs'), { recursive: true });
  await compare(t, place.folder, place.cacheDir, questionCount);
});
