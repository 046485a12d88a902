/**
 * A role that may not see a repository: its answers are those of a database that has never had it. So nothing of it shows, neither in texts,
 * names and paths nor through counts, scores, edges and corrections.
 * CONTEXT_TEAM_POSTGRES names a real server (its user may create databases and roles); otherwise PostgreSQL runs in this process.
 */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ContextError, type Problem } from '../../server/core/model/problem.js';
import { showSymbols } from '../../server/core/retrieval/assemble/show-symbols.js';
import { findRelated } from '../../server/core/retrieval/graph/find-related.js';
import { retrieve } from '../../server/core/retrieval/pipeline.js';
import { findText } from '../../server/core/retrieval/recall/find-text.js';
import { searchSymbols } from '../../server/core/retrieval/recall/search-symbols.js';
import type { Database } from '../../server/io/stores/postgres/database.js';
import type { TeamReader } from '../../server/io/stores/postgres/team-reader.js';
import { findLines } from '../../server/io/text/find-lines.js';
import { workspace } from '../support/real-engine.js';
import { indexed, openDatabase, portsOf, teamReader } from '../support/team.js';
import { randomFrom } from './store-fixture.js';

/** Questions of `npm test`; the figure in docs/team.md is of 10,000. */
const questionCount = Number(process.env['CONTEXT_TEAM_LEAK_QUESTIONS'] ?? 120);

const shop = `
-- src/cart.ts --
import { priceOf } from './price';
/** Everything that a customer wants to buy. */
export class Cart {
  #items: string[] = [];
  addItem(name: string): void {
    this.#items.push(name);
  }
  totalPrice(): number {
    return this.#items.reduce((sum, name) => sum + priceOf(name), 0);
  }
}
-- src/price.ts --
/** The price of one item, taxes included. */
export function priceOf(name: string): number {
  return name.length * 2;
}
-- src/vault.ts --
export function openVault(code: string): boolean {
  return code === 'none';
}
-- README.md --
# Shop

A cart holds items; each has a price.
`;
/** Shares names, words and paths with the shop, and mentions them. */
const secret = `
-- src/quokka.ts --
import { priceOf } from './price';
/** Launches the quokka when the customer wants to buy. */
export class QuokkaVault {
  totalPrice(): number {
    return priceOf('quokka') + wombatRate();
  }
  openVault(code: string): boolean {
    return code === 'wombat';
  }
}
export function wombatRate(): number {
  return 77;
}
-- src/price.ts --
import { QuokkaVault } from './quokka';
/** The price of one item for the quokka. */
export function priceOf(name: string): number {
  return new QuokkaVault().totalPrice() + name.length;
}
-- src/cart.ts --
import { priceOf } from './price';
export class Cart {
  addItem(name: string): number {
    return priceOf(name);
  }
}
`;
const marks = /quokka|wombat/i;

const words = [
  ...['quokka', 'QuokkaVault', 'quokaVault', 'wombatRate', 'wombatRte', 'openVault', 'openVolt', 'priceOf', 'totalPrice', 'Cart', 'cart'],
  ...['customer', 'buy', 'price', 'item', 'launches', 'src/quokka.ts', 'src/price.ts', 'secret/src/quokka.ts', 'taxes', 'code', 'vault'],
];
const forms = [
  ...['A', 'A B', 'where is A used', 'what does A call', 'tests of A', 'how is A made from B', '"A"', 'what imports A', 'A.B', ''],
  ...['who implements A', 'how does A reach B', 'Error: A B\n  at A (src/quokka.ts:3:1)', 'where is the A of the B checked'],
];
/** Everything that a front may ask, as text; refusals with their message. */
async function answersOf(team: TeamReader, question: string, name: string, keys: readonly string[]): Promise<string> {
  const ports = portsOf(team.reader);
  const problems: Problem[] = [];
  const asked: (() => unknown)[] = [
    () => retrieve(ports, { query: question, explain: true }, problems),
    () => searchSymbols(ports, { query: question }, problems),
    () => searchSymbols(ports, { query: name, mode: 'name' }, problems),
    () => findRelated(ports.reader, { symbol: name }, problems),
    () => showSymbols(ports.reader, ports.tokens, { symbol: name }, problems),
    ...keys.map((key) => () => showSymbols(ports.reader, ports.tokens, { key }, problems)),
    () => findText({ ...ports, findLines }, { text: name }, problems),
    () => [
      ports.reader.counts(),
      ports.reader.documentFrequency([name, 'price', 'quokka']),
      ports.reader.masked(),
      ports.reader.prominent(9),
    ],
    () => [ports.reader.similarNames(name, 9), ports.reader.searchNames(name, 9), ports.reader.edgesTo([name], 99).length],
    () => [ports.reader.indexedAt(''), ports.reader.indexedAt('secret'), ports.reader.file('secret/src/quokka.ts')],
  ];
  const answers: unknown[] = [];
  for (const one of asked) {
    try {
      answers.push(await team.ask(one as () => Promise<unknown>));
    } catch (error) {
      if (!(error instanceof ContextError)) throw error;
      answers.push(error.message);
    }
  }
  return JSON.stringify([answers, problems], (key, value: unknown) =>
    key === 'elapsedMs' || key === 'generation' ? undefined : value instanceof Map ? [...value] : value,
  );
}

/** A database of its own, with the role that may read the shop. */
function freshDatabase(t: TestContext, name: string): Database {
  const url = process.env['CONTEXT_TEAM_POSTGRES'];
  if (url === undefined) {
    const database = openDatabase(t);
    database.run('CREATE ROLE shopper LOGIN');
    return database;
  }
  const admin = openDatabase(t, url);
  admin.run(`DROP DATABASE IF EXISTS ${name}`);
  admin.run(`CREATE DATABASE ${name}`);
  if (!admin.rows("SELECT 1 FROM pg_roles WHERE rolname = 'shopper'").length) admin.run('CREATE ROLE shopper LOGIN');
  const place = new URL(url);
  place.pathname = `/${name}`;
  return openDatabase(t, place.href);
}
const allow = (database: Database, role: string, repository: string) =>
  database.rows('INSERT INTO context_team.reader SELECT $1::name, id FROM context_team.repository WHERE name = $2', [role, repository]);

test('a role that may not see a repository gets the answers of a database without it', async (t) => {
  const place = workspace(t, shop);
  const other = workspace(t, secret);
  const [open, hidden] = [await indexed(t, place.folder, place.cacheDir), await indexed(t, other.folder, other.cacheDir)];
  const [without, withSecret] = [freshDatabase(t, 'team_without'), freshDatabase(t, 'team_with')];
  for (const database of [without, withSecret]) {
    open.publish(database, 'shop');
    if (database === withSecret) hidden.publish(database, 'secret');
    allow(database, 'shopper', 'shop');
    database.run('SET ROLE shopper');
  }
  const [expected, found] = [await teamReader(without), await teamReader(withSecret)];
  const secretKeys = [...hidden.keys('secret').values()].slice(0, 3);
  const random = randomFrom(3);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  for (let i = 0; i < questionCount; i++) {
    const [name, second] = [pick(words), pick(words)];
    const question = pick(forms).replaceAll('A', name).replaceAll('B', second);
    const answer = await answersOf(found, question, name, secretKeys);
    assert.equal(answer, await answersOf(expected, question, name, secretKeys), question);
    if (!marks.test(question) && !marks.test(name)) {
      // The one frequency that is asked for by name.
      assert.doesNotMatch(answer.replaceAll('["quokka",0]', ''), marks, question);
    }
  }
  t.diagnostic(`${questionCount} questions, each by twelve requests: 0 leaks`);
});

test('in SQL, too, a reader sees the rows of its repositories only, changes none, and is answered from all of them', async (t) => {
  const place = workspace(t, shop);
  const other = workspace(t, secret);
  const database = freshDatabase(t, 'team_sql');
  (await indexed(t, place.folder, place.cacheDir)).publish(database, 'shop');
  (await indexed(t, other.folder, other.cacheDir)).publish(database, 'secret');
  allow(database, 'shopper', 'shop');
  const tables = database
    .rows<[string]>(
      "SELECT tablename FROM pg_tables WHERE schemaname = 'context_team' AND tablename NOT IN ('version', 'reader') ORDER BY 1",
    )
    .map(([name]) => name);
  assert.ok(tables.length >= 9);
  const [[id] = [0]] = database.rows<[number]>("SELECT id FROM context_team.repository WHERE name = 'shop'");
  database.run('SET ROLE shopper');
  for (const table of tables) {
    const column = table === 'repository' ? 'id' : 'repository';
    const seen = database.rows<[number]>(`SELECT DISTINCT ${column} FROM context_team.${table}`);
    // No edge: language servers have not been asked.
    assert.deepEqual(seen, table === 'edge' ? [] : [[id]], table);
    for (const change of [
      `DELETE FROM context_team.${table}`,
      `UPDATE context_team.${table} SET ${table === 'repository' ? 'name = name' : 'repository = repository'}`,
    ])
      assert.throws(() => database.rows(change), /permission denied/, change);
  }
  assert.throws(() => database.rows("INSERT INTO context_team.reader VALUES('shopper', 2)"), /permission denied/);
  database.run('RESET ROLE');
  database.run('CREATE ROLE stranger LOGIN');
  database.run('SET ROLE stranger');
  for (const table of [...tables, 'reader']) assert.deepEqual(database.rows(`SELECT 1 FROM context_team.${table} LIMIT 1`), [], table);
  database.run('RESET ROLE');
  database.run('DROP ROLE stranger');

  allow(database, 'shopper', 'secret');
  database.run('SET ROLE shopper');
  const team = await teamReader(database);
  const answer = await team.ask(() => retrieve(portsOf(team.reader), { query: 'price of one item' }, []));
  const definitions = answer.results.filter(({ qualifiedName }) => qualifiedName === 'priceOf').map(({ path }) => path);
  assert.deepEqual(definitions.sort(), ['secret/src/price.ts', 'shop/src/price.ts']);
  assert.equal((await team.ask(() => team.reader.counts())).files, 7);
});
