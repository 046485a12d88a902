/** Packs as a team uses them: published by the command line, fetched over HTTP by an editor's server, with edges of language servers. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { typescriptNative } from '../../server/io/language-servers/adapters/typescript-native.js';
import { adapterContext } from '../../server/io/language-servers/discovery/executables.js';
import { startPackServer } from '../support/pack-server.js';
import { runCli, type Workspace, workspace } from '../support/real-engine.js';
import { serverMissing, startServer } from '../support/server-process.js';
import { sharing } from '../support/shared-engine.js';
import { ready } from '../support/shop.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const hasGit = spawnSync('git', ['--version']).status === 0;
const skip = serverMissing || (!hasGit && 'git is not installed');

const files = `
-- package.json --
{ "name": "till", "type": "module" }
-- tsconfig.json --
{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }
-- src/price.ts --
/** What a customer pays. */
export class Price {
  constructor(readonly cents: number) {}
  /** The price with taxes. */
  taxed(rate: number): Price {
    return new Price(Math.round(this.cents * (1 + rate)));
  }
}
-- src/till.ts --
import { Price } from './price.js';

/** Prints a receipt. */
export function receipt(prices: readonly Price[]): string {
  return prices.map((price) => price.taxed(0.2).cents).join();
}
`;

function git(folder: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'init.defaultBranch=main'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, '-C', folder, ...args], { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  return stdout.trim();
}

/** A repository with published packs, a server for them, and a clone on "another machine". */
async function team(t: TestContext, ...options: string[]) {
  const made = workspace(t, files);
  git(made.folder, 'init', '-q');
  git(made.folder, 'add', '.');
  git(made.folder, 'commit', '-q', '-m', 'all');
  const packs = join(made.folder, '../packs');
  const published = await runCli(['pack', 'publish', packs, '-w', made.folder, '--cache-dir', made.cacheDir, '--json', ...options]);
  assert.equal(published.code, 0, published.stderr);
  const clone: Workspace = { ...made, folder: join(made.folder, '../clone'), cacheDir: `${made.cacheDir}-clone` };
  git(made.folder, 'clone', '-q', made.folder, clone.folder);
  return { clone, report: JSON.parse(published.stdout), server: await startPackServer(t, packs) };
}

async function editor(place: Workspace, settings: Json, configuration?: Json): Promise<TestClient> {
  const { client, stop } = startServer(['--stdio']);
  place.atEnd(stop);
  if (configuration) client.answers.set('workspace/configuration', ({ items }) => items.map(() => configuration));
  await initialize(client, {
    folders: [pathToFileURL(place.folder).href],
    settings: { cacheDir: place.cacheDir, edgeIndexing: 'off', ...settings },
    ...(configuration && { capabilities: { workspace: { configuration: true } } }),
  });
  await ready(client);
  return client;
}

const typescript = typescriptNative.bundled?.(adapterContext('/', false, '/')) ? skip : 'TypeScript 7 is not installed';

test('a clone gets structure, vectors and the edges of language servers, without a server of its own', { skip: typescript }, async (t) => {
  const { clone, report, server } = await team(t, '--with-servers');
  assert.deepEqual([report.left, report.files > 3], [0, true]);
  const client = await editor(clone, { packs: { source: server.url } });
  const { packs, problems } = await client.request('context/status');
  assert.deepEqual([packs.state, packs.commit, packs.records, packs.source], ['fetched', report.commit, report.files, `${server.url}/`]);
  assert.ok(packs.filesWithEdges >= 2, JSON.stringify(packs));
  assert.deepEqual(
    problems.filter(({ code }: Json) => code === 'packs'),
    [],
  );
  const calls = async () => {
    const { items } = await client.request('context/related', { symbol: 'Price.taxed', kinds: ['called_by'] });
    return items.map(({ symbol, provenance }: Json) => [symbol.name, provenance]);
  };
  const [[name, provenance]] = await calls();
  assert.equal(name, 'receipt');
  assert.match(provenance, /^typescript /);
  // A server of this machine states the same, so it need not be asked again.
  const own = ['--cache-dir', `${clone.cacheDir}-own`, '--json', '--with-servers'];
  const { stdout } = await runCli(['related', 'Price.taxed', '--relation', 'called_by', '-w', clone.folder, ...own]);
  assert.ok(stdout.includes(JSON.stringify(provenance)), stdout);
  const { results } = await client.request('context/retrieve', { query: 'what does a customer pay with taxes' });
  assert.equal(results[0].path, 'src/price.ts');
});

test('a source that a workspace names is not asked', { skip }, async (t) => {
  const { clone, server } = await team(t);
  const client = await editor(clone, {}, { packs: { source: server.url } });
  const { packs, problems, files: indexed } = await client.request('context/status');
  assert.deepEqual([packs, server.requests.length, indexed > 0], [null, 0, true]);
  assert.match(problems.find(({ code }: Json) => code === 'configuration').message, /packs: it is taken from initializationOptions/);
});

test('a wrong source is a wrong setting', { skip }, async (t) => {
  const place = workspace(t, files);
  const client = await editor(place, { packs: { source: 'packs' } });
  const { packs, problems } = await client.request('context/status');
  assert.equal(packs, null);
  assert.match(problems[0].message, /packs\.source: expected an http or https URL, or an absolute folder/);
});

test('a source that is gone costs a problem, and questions are answered', { skip }, async (t) => {
  const { clone, server } = await team(t);
  server.instead = (_, response) => response.writeHead(500).end() !== undefined;
  const client = await editor(clone, { packs: { source: server.url } });
  const { packs, problems } = await client.request('context/status');
  assert.equal(packs.state, 'failed');
  assert.match(problems.find(({ code }: Json) => code === 'packs').message, /answered 500 for manifests/);
  const { results } = await client.request('context/retrieve', { query: 'prints a receipt' });
  assert.equal(results[0].path, 'src/till.ts');
});

test('an engine that clients share fetches packs', { skip }, async (t) => {
  const { clone, report, server } = await team(t);
  const { editor: attach } = sharing(clone);
  const { client } = await attach({ packs: { source: server.url } });
  await ready(client);
  const { packs } = await client.request('context/status');
  assert.deepEqual([packs.state, packs.records], ['fetched', report.files]);
});

test('publishing needs a commit, and a folder', { skip }, async (t) => {
  const place = workspace(t, files);
  const publish = (...args: string[]) => runCli(['pack', ...args, '-w', place.folder, '--cache-dir', place.cacheDir]);
  const packs = join(place.folder, '../packs');
  assert.match((await publish('publish', packs)).stderr, /is not at a commit/);
  assert.match((await publish('fetch', packs)).stderr, /expected pack publish FOLDER/);
});

test('the terminal says what packs have contributed', { skip }, async (t) => {
  const { clone, report, server } = await team(t);
  const index = (cache: string, source: string) =>
    runCli(['index', clone.folder, '--cache-dir', `${clone.cacheDir}-${cache}`, '--packs', source]);
  const { stdout } = await index('a', server.url);
  assert.ok(stdout.includes(`packs of ${server.url}/: ${report.files} contents of commit ${report.commit.slice(0, 12)}`), stdout);
  assert.match((await index('b', clone.folder)).stdout, /packs of \S+: none of this commit or of those before it/);
  server.instead = (_, response) => response.writeHead(500).end() !== undefined;
  assert.match((await index('c', server.url)).stdout, /answered 500 for manifests/);
});
