/** A team's index beside a local one that is incomplete, and a team's database that is away, of another version, or half published. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { openEngine } from '../../server/compose.js';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { joinedEngine } from '../../server/core/engine/joined-engine.js';
import { ContextError, indexError } from '../../server/core/model/problem.js';
import { Database } from '../../server/io/stores/postgres/database.js';
import { TeamReader } from '../../server/io/stores/postgres/team-reader.js';
import { connectionOf } from '../../server/team.js';
import { TeamSideThread } from '../../server/team-side.js';
import { hashOf } from '../../server/util/hash.js';
import { silent } from '../../server/util/log.js';
import { settledEngine, type Workspace, workspace } from '../support/real-engine.js';
import { indexed, model, openDatabase, pgliteDriver, teamReader } from '../support/team.js';

const files = `
-- src/retry.ts --
/** Sends a request again after a growing pause. */
export function retryWithBackoff(send: () => void, attempts: number): void {
  for (let i = 0; i < attempts; i++) send();
}
-- src/pause.ts --
/** How long the pause before the next request is. */
export function pauseBefore(attempt: number): number {
  return 2 ** attempt;
}
-- src/queue.ts --
/** Requests that wait for a pause to end. */
export class RequestQueue {
  push(request: string): void {}
}
`;
const question = { query: 'pause before the next request' };
const namesIn = ({ results }: { readonly results: readonly { readonly qualifiedName: string }[] }): string[] =>
  results.map(({ qualifiedName }) => qualifiedName).sort();

const hashOnDiskOr =
  (place: Workspace, edited: ReadonlyMap<string, string>) =>
  (path: string): string | null =>
    edited.has(path) ? hashOf(edited.get(path) as string) : existsSync(place.file(path)) ? hashOf(readFileSync(place.file(path))) : null;

/** An engine that has not read any file yet. */
async function unreadEngine(t: { after: (work: () => unknown) => void }, { folder, cacheDir }: Workspace): Promise<Engine> {
  const settings = { workers: 1, vectorSearch: 'exact', edgeIndexing: 'off', history: 'off' } as const;
  const engine = await openEngine(
    { roots: [{ name: 'workspace', folder }], cacheDir: `${cacheDir}-2`, settings, watch: false, paused: true },
    silent,
  );
  t.after(() => engine.close());
  return engine;
}

test('while the local index is incomplete, files that are as published are answered by the team, all others locally', async (t) => {
  const place = workspace(t, files);
  const data = pathToFileURL(join(place.folder, '../database')).href;
  const database = new Database({ url: data, timeoutMs: 300_000, driver: pgliteDriver });
  (await indexed(t, place.folder, place.cacheDir)).publish(database, 'workspace');
  await database.close();

  // One file differs on the disk and is not indexed; another one in an editor.
  place.write('src/queue.ts', '/** Something else. */\nexport class OtherQueue {}\n');
  const local = await unreadEngine(t, place);
  const edited = new Map<string, string>();
  const team = { postgres: data, repository: 'workspace' };
  const side = new TeamSideThread({ team, connection: { driver: pgliteDriver, timeoutMs: 300_000 } }, silent, 300_000);
  t.after(() => side.close());
  const joined = joinedEngine(local, { team: side, localHash: hashOnDiskOr(place, edited) });
  const before = await joined.retrieve(question);
  assert.deepEqual(
    namesIn(before).filter((name) => /^[a-zA-Z]+$/.test(name) && name !== 'pause' && name !== 'retry'),
    ['pauseBefore', 'retryWithBackoff'],
  );
  assert.match(before.problems.find(({ code }) => code === 'team')?.message ?? '', /joined with the team's index/);
  assert.ok(before.isIncomplete, 'the local index is still incomplete');
  assert.ok(before.tokens <= before.budgetTokens);

  edited.set(
    'src/pause.ts',
    '/** How long the pause before the next request is. */\nexport function pauseNow(): number {\n  return 1;\n}\n',
  );
  for (const [path, text] of edited) local.openDocument(path, text);
  const after = await joined.retrieve(question);
  assert.ok(namesIn(after).includes('pauseNow') && namesIn(after).includes('retryWithBackoff'), namesIn(after).join());
  assert.ok(!namesIn(after).some((name) => name === 'pauseBefore' || name === 'RequestQueue'), namesIn(after).join());
  const tight = await joined.retrieve({ ...question, budgetTokens: 60 });
  assert.ok(tight.tokens <= 60 && tight.results.length > 0, `${tight.tokens} tokens`);

  const { hits } = await joined.symbols({ query: 'retryWithBackoff' });
  assert.equal(hits[0]?.name, 'retryWithBackoff');
  const shown = await joined.show({ symbol: 'retryWithBackoff' });
  assert.match(shown.results[0]?.text ?? '', /attempts/);
  const { of } = await joined.related({ key: after.results.find(({ qualifiedName }) => qualifiedName === 'retryWithBackoff')?.key ?? '' });
  assert.equal(of[0]?.name, 'retryWithBackoff');

  await joined.reindex({});
  await joined.settled();
  const complete = await joined.retrieve(question);
  assert.deepEqual(
    complete.problems.filter(({ code }) => code === 'team'),
    [],
    'a complete index asks nobody',
  );
});

test('a database that is away costs its part of the answer, which says so, without the password', async (t) => {
  const place = workspace(t, files);
  const local = await unreadEngine(t, place);
  local.openDocument('src/pause.ts', 'export function pauseBefore(): number {\n  return 1;\n}\n');
  const away = new TeamSideThread(
    { team: { postgres: 'postgres://reader:pa55word@127.0.0.1:1/none', repository: 'workspace' } },
    silent,
    60_000,
  );
  const joined = joinedEngine(local, { team: away, localHash: () => null });
  t.after(() => away.close());
  for (let i = 0; i < 2; i++) {
    const answer = await joined.retrieve(question);
    assert.ok(namesIn(answer).includes('pauseBefore'));
    const { message, incomplete } = answer.problems.find(({ code }) => code === 'team') ?? assert.fail('no problem');
    assert.match(message, /^the local index answers alone: .*ECONNREFUSED/);
    assert.doesNotMatch(message, /pa55word/);
    assert.equal(incomplete, false);
  }
  const shown = await joined.show({ symbol: 'nothingLikeThis' });
  assert.deepEqual([shown.results.length, shown.problems.some(({ code }) => code === 'team')], [0, true]);
});

test('a complete local index never asks', async (t) => {
  const local = await settledEngine(workspace(t, files));
  const never = () => Promise.reject(new Error('it was asked'));
  const joined = joinedEngine(local, { team: { ask: never, hashes: never, close: async () => {} }, localHash: () => null });
  assert.ok((await joined.retrieve(question)).results.length > 0);
  assert.equal((await joined.show({ symbol: 'nothingLikeThis' })).results.length, 0);
});

test('a thread that does not answer is given up, and asked anew', async (t) => {
  const place = workspace(t);
  // It connects, and then answers nothing.
  place.write('hangs.mjs', 'export const connect = async () => ({ query: () => new Promise(() => {}) });\n');
  const driver = pathToFileURL(place.file('hangs.mjs')).href;
  const database = new Database({ url: 'memory:', timeoutMs: 50, driver });
  t.after(() => database.close());
  for (let i = 0; i < 2; i++) assert.throws(() => database.rows('SELECT 1'), /did not answer within 50 ms/);
});

test('a lost connection ends the question that it was asked for; the next one has another', async (t) => {
  const place = workspace(t);
  place.write(
    'loses.mjs',
    `export const connect = async () => {
      let left = 3;
      return { query: async () => { if (left-- === 0) throw new Error('connection terminated'); return [[1]]; } };
    };\n`,
  );
  const database = new Database({ url: 'memory:', timeoutMs: 10_000, driver: pathToFileURL(place.file('loses.mjs')).href });
  t.after(() => database.close());
  const asked = database.snapshot(async () => {
    database.rows('SELECT 1');
    database.rows('SELECT 2');
    assert.throws(() => database.rows('SELECT 3'), /connection terminated/);
    database.rows('SELECT 4');
  });
  await assert.rejects(asked, /the connection to the team database was lost/);
  assert.deepEqual(await database.snapshot(async () => database.rows('SELECT 5')), [[1]]);
});

test('a database of another version, another model, or without the branch is refused; a failed publication changes nothing', async (t) => {
  const place = workspace(t, files);
  const database = openDatabase(t);
  const refused = (reader: TeamReader) => reader.ask(() => reader.reader.counts());
  const asked = (repository: string, branch?: string) =>
    new TeamReader({ url: '', timeoutMs: 0, wanted: [{ repository, ...(branch && { branch }) }], model }, database);
  await assert.rejects(refused(asked('own')), /nothing has been published/);
  const first = await indexed(t, place.folder, place.cacheDir);
  assert.deepEqual(first.publish(database, 'own'), { files: 3, written: 3, removed: 0 });
  assert.deepEqual(first.publish(database, 'own'), { files: 3, written: 0, removed: 0 });
  await assert.rejects(refused(asked('other')), /no branch of other that this role may read/);
  await assert.rejects(refused(asked('own', 'next')), /no branch next of own/);
  const otherModel = new TeamReader({ url: '', timeoutMs: 0, wanted: [], model: { name: 'another', dimensions: 256 } }, database);
  await assert.rejects(refused(otherModel), /published with the model/);

  // A second branch shares what is the same, also from another folder.
  const other = workspace(t, files);
  other.write('src/pause.ts', 'export function pauseNow(): number {\n  return 1;\n}\n');
  const second = await indexed(t, other.folder, other.cacheDir);
  assert.deepEqual(second.publish(database, 'own', 'next'), { files: 3, written: 1, removed: 0 });
  const [main, next] = [
    await teamReader(database, { repository: 'own' }),
    await teamReader(database, { repository: 'own', branch: 'next' }),
  ];
  const named = (team: TeamReader, name: string) => team.ask(() => team.reader.named([name], 5).length);
  assert.deepEqual(await Promise.all([named(main, 'pauseBefore'), named(main, 'pauseNow')]), [1, 0]);
  assert.deepEqual(await Promise.all([named(next, 'pauseBefore'), named(next, 'pauseNow')]), [0, 1]);

  // The vectors of the last table cannot be written: nothing of the publication is seen.
  database.run(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''the disk is full''; END';
    CREATE TRIGGER refuse BEFORE INSERT ON context_team.branch_file FOR EACH ROW EXECUTE FUNCTION refuse()`);
  other.write('src/more.ts', 'export const more = 1;\n');
  const third = await indexed(t, other.folder, `${other.cacheDir}-3`);
  assert.throws(() => third.publish(database, 'own', 'next'), /the disk is full/);
  database.run('DROP TRIGGER refuse ON context_team.branch_file');
  assert.equal(await next.ask(() => next.reader.counts().files), 3);
  assert.equal(await named(next, 'pauseNow'), 1);
  // The next publication is seen by a reader that is open; contents of no branch are removed.
  assert.deepEqual(third.publish(database, 'own', 'main'), { files: 4, written: 1, removed: 1 });
  assert.deepEqual([await named(main, 'pauseBefore'), await named(main, 'pauseNow'), await named(main, 'more')], [0, 1, 2]);

  database.run('UPDATE context_team.version SET version = 99');
  await assert.rejects(refused(asked('own')), /schema version 99, expected 2/);
  assert.throws(() => first.publish(database, 'own'), /schema version 99/);
});

test('a password comes from the variable that is named, which must be set', () => {
  const team = { postgres: 'postgres://reader@127.0.0.1/team', passwordEnv: 'CONTEXT_TEST_NO_SUCH_PASSWORD' };
  assert.throws(() => connectionOf(team, 1), /CONTEXT_TEST_NO_SUCH_PASSWORD is not set/);
  assert.equal(connectionOf({ ...team, passwordEnv: 'PATH' }, 1).password, process.env['PATH']);
  assert.ok(indexError('x') instanceof ContextError);
});
