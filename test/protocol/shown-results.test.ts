/** What an answer shows: results whole where the budget has room, each line with its number, related results apart. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { runCli } from '../support/real-engine.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const steps = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `    ${name}_${i} = measure_step("${name}", ${i})`).join('\n');
const methods = Array.from({ length: 9 }, (_, i) => `    def drawer_${i}(self):\n${steps(`drawer${i}`, 8).replace(/^/gm, '    ')}\n`).join(
  '\n',
);

const kitchen = `
-- kitchen/bake.py --
"""Baking."""
import os


def bake_bread(oven):
    """Bakes a loaf of bread."""
${steps('bread', 90)}
    return oven


def measure_step(name, count):
    return count


def ask_baker():
    return bake_bread(1)
-- kitchen/cupboard.py --
class Cupboard:
    """Holds plates."""
    def small(self):
        one = 1
        two = 2
        three = 3
        return one + two + three

${methods}
-- old/plates.py --
def polish_every_plate_until_it_shines(plates, cloth, water, soap, patience):
    """Polishes plates until they shine, one after the other, with a cloth, water and soap."""
    for plate in plates:
        cloth.wet(water).rub(plate, soap, patience)
    return plates
-- new/plates.py --
def polish_every_plate_until_it_shines(plates, cloth, water, soap, patience):
    """Polishes plates until they shine, one after the other, with a cloth, water and soap."""
    for plate in plates:
        cloth.wet(water).rub(plate, soap, patience)
    return plates
`;

async function inKitchen(run: (client: TestClient, read: (path: string) => string[]) => Promise<void>): Promise<void> {
  const workspace = temporaryWorkspace(kitchen);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      await run(client, (path) => workspace.text(path).split('\n'));
    });
  } finally {
    workspace.remove();
  }
}

/** Each line that a segment tells is that line of the file, but for what stands behind a declaration whose body is collapsed. */
function checkSegments({ text, segments, path, qualifiedName }: Json, read: (path: string) => string[]): number {
  const [shown, file] = [text.split('\n'), read(path)];
  let lines = 0;
  for (const { textLine, line, count } of segments)
    for (let i = 0; i < count; i++, lines++) {
      const source = (file[line + i] as string).trimEnd();
      const own = (shown[textLine + i] as string).trimEnd();
      assert.ok(own === source || own.startsWith(source) || source.includes(own.trim()), `${path} ${qualifiedName}: ${own} / ${source}`);
    }
  return lines;
}

const isCut = ({ problems }: Json): boolean => problems.some(({ code }: Json) => code === 'budgetExceeded');

test('completes results with the unused budget, best first; without a budget all are whole', () =>
  inKitchen(async (client, read) => {
    const ask = (params: object) => client.request('context/retrieve', params);
    const one = await ask({ query: 'bake_bread', limit: 1, related: 0, budgetTokens: 6000 });
    const [bread] = one.results;
    assert.equal(bread.shortening, 'whole');
    assert.equal(bread.text, read('kitchen/bake.py').slice(bread.range.start.line, bread.range.end.line).join('\n').concat('\n'));
    assert.ok(bread.tokens > 720, `${bread.tokens} tokens: more than one result gets while results are chosen`);
    assert.ok(!isCut(one));
    assert.deepEqual(bread.segments, [{ textLine: 0, line: bread.range.start.line, count: bread.range.end.line - bread.range.start.line }]);

    const open = await ask({ query: 'Cupboard', budgetTokens: null });
    const cupboard = open.results.find(({ name }: Json) => name === 'Cupboard');
    assert.deepEqual([cupboard.shortening, isCut(open)], ['whole', false]);
    assert.match(cupboard.text, /drawer8_7/);
    assert.ok(
      !open.results.some(({ qualifiedName }: Json) => qualifiedName === 'Cupboard.drawer_3'),
      'what stands inside is no result of its own',
    );

    const bounded = await ask({ query: 'bake_bread', limit: 1, related: 0, budgetTokens: null, resultTokens: 200 });
    assert.ok(bounded.results[0].tokens <= 200 && bounded.results[0].shortening === 'collapsed');
    checkSegments(bounded.results[0], read);
  }));

test('never collapses bodies of six lines or fewer; numbers every shown line', () =>
  inKitchen(async (client, read) => {
    const { results, markdown } = await client.request('context/retrieve', {
      query: 'class Cupboard',
      limit: 1,
      related: 0,
      budgetTokens: 900,
      format: 'markdown',
    });
    const [cupboard] = results;
    assert.equal(cupboard.shortening, 'collapsed');
    assert.match(cupboard.text, /return one \+ two \+ three\n/);
    // Which of them fit the question best is up to the model.
    const [collapsed] = /def drawer_\d+(?=\(self\): # 8 lines collapsed\n)/.exec(cupboard.text) ?? assert.fail(cupboard.text);
    assert.ok(checkSegments(cupboard, read) > 10);
    assert.match(markdown, /^ *1 class Cupboard:$/m);
    const at = read('kitchen/cupboard.py').findIndex((line) => line.includes(`${collapsed}(`)) + 1;
    assert.match(markdown, new RegExp(`^ *${at} {5}${collapsed}\\(self\\): # 8 lines collapsed$`, 'm'));
  }));

test('limits results, lists related ones apart, and shows each text once', () =>
  inKitchen(async (client) => {
    const answer = await client.request('context/retrieve', { query: 'bake_bread', limit: 1, related: 10, format: 'markdown' });
    assert.equal(answer.results.length, 1);
    const caller = answer.related.find(({ name }: Json) => name === 'ask_baker');
    assert.deepEqual([caller.relation, caller.of], ['called_by', answer.results[0].key]);
    const [own, beside, ...none] = answer.markdown.split('\n# Related\n\n');
    assert.equal(none.length, 0);
    assert.match(beside, /^## kitchen\/bake\.py:\d+-\d+ `ask_baker` \(calls a result\)/m);
    assert.deepEqual(
      [own, beside].map((part) => part.match(/^## .+:\d+-\d+ /gm)?.length),
      [1, answer.related.length],
    );
    const { content } = await client.request('context/retrieve', { query: 'bake_bread', limit: 1, related: 10, format: 'mcp' });
    assert.equal(content.filter(({ text }: Json) => text.startsWith('# Related\n\n## ')).length, 1);
    assert.ok(!('relation' in answer.results[0]));

    const { results } = await client.request('context/retrieve', { query: 'polish_every_plate_until_it_shines', related: 0 });
    const copies = results.filter(({ name }: Json) => name === 'polish_every_plate_until_it_shines');
    assert.deepEqual(
      copies.map(({ shortening }: Json) => shortening),
      ['whole', 'repeated'],
    );
    assert.equal(copies[1].text, `# the same text as ${copies[0].path}:1`);
  }));

test('shows places only on request, and a whole symbol by key, name and place', () =>
  inKitchen(async (client, read) => {
    const places = await client.request('context/retrieve', { query: 'bake_bread', limit: 2, withText: false, format: 'markdown' });
    const [line, next] = places.markdown.split('\n');
    assert.equal(line, 'kitchen/bake.py:5 bake_bread');
    assert.match(next, /^\S+:\d+ \S+$/);

    const { key } = places.results[0];
    const whole = read('kitchen/bake.py').slice(4, 97).join('\n').trimEnd().concat('\n');
    const uri = places.results[0].uri;
    for (const params of [{ key }, { symbol: 'bake_bread' }, { textDocument: { uri }, position: { line: 40, character: 0 } }]) {
      const shown = await client.request('context/show', params);
      assert.deepEqual(
        shown.results.map(({ text }: Json) => text),
        [whole],
        JSON.stringify(params),
      );
      assert.match(shown.markdown, /\n 5 def bake_bread\(oven\):\n/);
    }
    const method = await client.request('context/show', { symbol: 'Cupboard.drawer_3' });
    assert.equal(method.results[0].qualifiedName, 'Cupboard.drawer_3');
    const nothing = await client.request('context/show', { symbol: 'no_such_thing' });
    assert.deepEqual([nothing.results, nothing.problems[0].code], [[], 'noMatch']);
    assert.equal((await client.failure('context/show', {})).code, -32602);
  }));

test('the command line has --places and show', async () => {
  const workspace = temporaryWorkspace(kitchen);
  const run = (...args: string[]) => runCli([...args, '-w', workspace.folder, '--cache-dir', workspace.cacheDir]);
  try {
    assert.match((await run('retrieve', 'bake_bread', '--places', '-n', '1')).stdout, /^kitchen\/bake\.py:5 bake_bread\n$/);
    const shown = await run('show', 'kitchen/bake.py:50');
    assert.match(shown.stdout, /^kitchen\/bake\.py:5-\d+ {2}function bake_bread\n {1}5 def bake_bread\(oven\):\n/);
    assert.equal((await run('show', 'no_such_thing')).code, 1);
    assert.equal((await run('show', 'no.py:3')).code, 2);
  } finally {
    workspace.remove();
  }
});
