/** What an answer says of its own completeness: before the disk was compared, after edits that no event has told of, after a checkout. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const skip = { skip: serverMissing };
const uriOf = (folder: string) => pathToFileURL(folder).href;
const settingsOf = ({ cacheDir }: Workspace) => ({ cacheDir, edgeIndexing: 'off', history: 'off' });
const open = (client: TestClient, place: Workspace, options = {}) =>
  initialize(client, { folders: [uriOf(place.folder)], settings: settingsOf(place), ...options });
const ready = (client: TestClient) => client.request('context/reindex');

/** Files whose functions say in their text which version they are of. */
function writeAll(place: Workspace, count: number, version: string): void {
  for (let i = 0; i < count; i++)
    place.write(`src/part${i}.ts`, `export function openInvoice${i}(): string {\n  return 'invoice ${version} ${i}';\n}\n`);
}

/** Every result quotes what its file holds at this moment. */
function assertOnDisk(place: Workspace, answer: Json): void {
  for (const { path, range, text } of answer.results) {
    const lines = readFileSync(place.file(path), 'utf8').split('\n').slice(range.start.line, range.end.line);
    assert.equal(text.trimEnd(), lines.join('\n').trimEnd(), path);
  }
}

const codesOf = ({ problems }: Json): string[] => problems.map(({ code }: Json) => code);

test('cold start: with waitForIndex each method answers from the whole index, within its time', skip, async (t) => {
  const place = workspace(t);
  writeAll(place, 400, 'one');
  await withServer(async ({ client }) => {
    await open(client, place);
    const brief = client.request('context/retrieve', { query: 'openInvoice399', waitForIndex: 1 });
    const wait = { waitForIndex: 600_000 };
    const answers = Promise.all([
      client.request('context/retrieve', { query: 'openInvoice399', workDoneToken: 'waiting', ...wait }),
      client.request('workspace/semanticSymbol', { query: 'openInvoice399', ...wait }),
      client.request('context/related', { symbol: 'openInvoice399', ...wait }),
      client.request('context/show', { symbol: 'openInvoice399', ...wait }),
      client
        .request('context/retrieveBatch', { queries: [{ query: 'openInvoice399', ...wait }] })
        .then(({ answers: [one] }: Json) => one.result),
    ]);
    assert.deepEqual(codesOf(await brief).includes('indexing'), true);
    for (const answer of await answers) assert.deepEqual([answer.isIncomplete, codesOf(answer)], [false, []]);
    assert.ok(client.progress('waiting').some(({ kind, message }: Json) => kind === 'report' && / of 400 files$/.test(message)));
    const late = await client.request('context/retrieve', { query: 'x', waitForIndex: 600_001 }).catch((error: unknown) => error);
    assert.match(String(late), /waitForIndex/);
  });
});

test('cold start: each method reports incompleteness from its first answer on', skip, async (t) => {
  const place = workspace(t);
  writeAll(place, 200, 'one');
  await withServer(async ({ client }) => {
    const asked = open(client, place);
    await asked;
    const first = client.request('context/retrieve', { query: 'openInvoice199' });
    const others = {
      batch: client.request('context/retrieveBatch', { queries: [{ query: 'openInvoice199' }] }),
      symbols: client.request('workspace/semanticSymbol', { query: 'openInvoice199' }),
      related: client.request('context/related', { symbol: 'openInvoice199' }),
      command: client.request('workspace/executeCommand', { command: 'contextLanguageServer.retrieve', arguments: ['openInvoice199'] }),
      standard: client.request('workspace/symbol', { query: 'openInvoice199', workDoneToken: 'door' }),
      status: client.request('context/status'),
    };
    const answer = await first;
    assert.equal(answer.isIncomplete, true);
    assert.deepEqual(
      answer.problems.filter(({ incomplete }: Json) => incomplete).map(({ code }: Json) => code),
      ['indexing'],
    );
    const [one] = (await others.batch).answers;
    const symbols = await others.symbols;
    const related = await others.related;
    const command = await others.command;
    for (const [what, is, holds] of [
      ['batch', one.result.isIncomplete, one.result.results.length > 0],
      ['symbols', symbols.isIncomplete, symbols.symbols.length > 0],
      ['related', related.isIncomplete, related.of.length > 0],
      ['command', command.isIncomplete, command.results.length > 0],
    ])
      assert.ok(is || holds, `${what} is neither incomplete nor complete`);
    if ((await others.standard).length === 0) {
      assert.match(client.progress('door').at(-1).message, /^0 symbols, incomplete: indexing/);
      await client.notification('window/logMessage', ({ message }) => /^workspace\/symbol: incomplete: indexing/.test(message));
    }
    const status = await others.status;
    assert.ok(status.state === 'ready' || codesOf(status).includes('indexing'));
    await ready(client);
    const whole = await client.request('context/retrieve', { query: 'openInvoice199' });
    assert.deepEqual([whole.isIncomplete, codesOf(whole), whole.results[0].name], [false, [], 'openInvoice199']);
  });
});

test('warm start after unseen edits: no deleted file, no stale text, incomplete until compared', skip, async (t) => {
  const place = workspace(t);
  writeAll(place, 60, 'one');
  await withServer(async ({ client }) => {
    await open(client, place);
    await ready(client);
  });
  writeAll(place, 30, 'two: longer');
  rmSync(place.file('src/part40.ts'));
  renameSync(place.file('src/part41.ts'), place.file('src/moved.ts'));
  await withServer(async ({ client }) => {
    await open(client, place);
    for (const query of ['openInvoice40', 'openInvoice41', 'openInvoice7', 'invoice']) {
      const answer = await client.request('context/retrieve', { query });
      assertOnDisk(place, answer);
      // On a busy machine the comparison may end while the first question waits for it.
      if (query === 'openInvoice40') assert.equal(answer.isIncomplete, codesOf(answer).includes('verifying'));
      if (query === 'openInvoice40' && !answer.isIncomplete) assert.ok(!answer.results.some(({ name }: Json) => name === query));
      if (query === 'openInvoice41') assert.ok(answer.isIncomplete || answer.results[0].path === 'src/moved.ts');
    }
    const { symbols } = await client.request('workspace/semanticSymbol', { query: 'openInvoice40', mode: 'name' });
    assert.ok(!symbols.some(({ path }: Json) => path === 'src/part40.ts'));
    await ready(client);
    const moved = await client.request('context/retrieve', { query: 'openInvoice41' });
    assert.deepEqual([moved.isIncomplete, moved.results[0].path], [false, 'src/moved.ts']);
  });
});

test('the next answer has a changed file without a watcher event', skip, async (t) => {
  const place = workspace(t);
  writeAll(place, 5, 'one');
  await withServer(async ({ client }) => {
    // The client says that it watches, and never tells of anything.
    const capabilities = { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } };
    await open(client, place, { capabilities });
    await ready(client);
    place.write('src/part3.ts', `// a line more\nexport function openInvoice3(): string {\n  return 'invoice changed';\n}\n`);
    const ask = () => client.request('context/retrieve', { query: 'openInvoice3', limit: 1 });
    // On a busy machine the file may take longer than an answer waits for it: then the answer says so.
    const isStale = ({ problems }: { problems: readonly { code: string }[] }): boolean => problems.some(({ code }) => code === 'stale');
    let answer = await ask();
    for (let round = 0; round < 50 && isStale(answer); round++) answer = await ask();
    assert.deepEqual([answer.isIncomplete, answer.results[0].name], [false, 'openInvoice3']);
    assert.match(answer.results[0].text, /invoice changed/);
    assertOnDisk(place, answer);
    rmSync(place.file('src/part3.ts'));
    const [symbol] = await client.request('workspace/symbol', { query: 'openInvoice3' });
    assert.ok(symbol === undefined || !symbol.location.uri.endsWith('part3.ts'));
    const related = await client.request('context/related', { symbol: 'openInvoice3' });
    assert.deepEqual(related.of, []);
  });
});

test('a checkout: complete answers are of the new branch, and none quotes the old one', skip, async (t) => {
  const place = workspace(t);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], { cwd: place.folder, stdio: 'pipe' });
  writeAll(place, 150, 'one');
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  git('checkout', '--quiet', '-b', 'other');
  writeAll(place, 150, 'two: longer');
  for (let i = 100; i < 150; i++) rmSync(place.file(`src/part${i}.ts`));
  place.write('src/added.ts', `export function closeLedger(): string {\n  return 'only on the other branch';\n}\n`);
  git('add', '--all');
  git('commit', '--quiet', '-m', 'two');
  git('checkout', '--quiet', 'main');
  await withServer(async ({ client }) => {
    await open(client, place, { settings: { ...settingsOf(place), watch: 'server' } });
    await ready(client);
    git('checkout', '--quiet', 'other');
    for (let i = 0; ; i++) {
      const answer = await client.request('context/retrieve', { query: `openInvoice${i % 150}` });
      assertOnDisk(place, answer);
      // Until the watcher's first event an answer can only be right about the files that it names.
      const added = await client.request('context/retrieve', { query: 'closeLedger' });
      assertOnDisk(place, added);
      if (added.results[0]?.name === 'closeLedger' && !added.isIncomplete) break;
    }
  });
});

test('files of client events are pending at once, and the answer says so', skip, async (t) => {
  const place = workspace(t);
  writeAll(place, 3, 'one');
  await withServer(async ({ client }) => {
    await open(client, place);
    await ready(client);
    const changes = [];
    for (let i = 0; i < 100; i++) {
      place.write(`new/part${i}.ts`, `export function closeLedger${i}(): void {}\n`);
      changes.push({ uri: uriOf(place.file(`new/part${i}.ts`)), type: 1 });
    }
    client.notify('workspace/didChangeWatchedFiles', { changes });
    const answer = await client.request('context/retrieve', { query: 'closeLedger99' });
    assert.ok(answer.isIncomplete || answer.results[0].name === 'closeLedger99');
    if (answer.isIncomplete) assert.match(answer.problems[0].message, /^\d+ changed files? on disk not indexed yet$/);
  });
});

test('answers are incomplete after forgetting everything, until a reindex', skip, async (t) => {
  const place = workspace(t);
  writeAll(place, 3, 'one');
  await withServer(async ({ client }) => {
    await open(client, place);
    await ready(client);
    await client.request('context/forget', { everything: true });
    const answer = await client.request('context/retrieve', { query: 'openInvoice1' });
    assert.deepEqual([answer.results, answer.isIncomplete], [[], true]);
    assert.match(answer.problems[0].message, /forgotten/);
    await ready(client);
    const again = await client.request('context/retrieve', { query: 'openInvoice1' });
    assert.deepEqual([again.isIncomplete, again.results[0].name], [false, 'openInvoice1']);
  });
});

test('answers are incomplete after a workspace folder was added, until it was listed', skip, async (t) => {
  const place = workspace(t);
  writeAll(place, 3, 'one');
  const other = `${place.folder}-other`;
  mkdirSync(other);
  writeFileSync(`${other}/ledger.ts`, 'export function closeLedger(): void {}\n');
  for (let i = 0; i < 400; i++) writeFileSync(`${other}/page${i}.ts`, `export function turnPage${i}(): number {\n  return ${i};\n}\n`);
  await withServer(async ({ client }) => {
    await open(client, place);
    await ready(client);
    const event = { added: [{ uri: uriOf(other), name: 'other' }], removed: [] };
    client.notify('workspace/didChangeWorkspaceFolders', { event });
    const answer = await client.request('context/retrieve', { query: 'closeLedger' });
    assert.equal(answer.isIncomplete, true, JSON.stringify(answer.problems));
    await ready(client);
    const found = await client.request('context/retrieve', { query: 'closeLedger' });
    assert.deepEqual([found.isIncomplete, found.results[0].name], [false, 'closeLedger']);
  });
});
