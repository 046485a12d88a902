/** Of the lines of a caller those are listed that mean the symbol in question, not one of its name on a value of another type. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/session.cpp --
struct word_session {
    void tokenize(int text) { last = text; }
    int last;
};
struct line_session {
    void tokenize(int text) { last = text; }
    int last;
};
struct vocab::impl {
    void load(int kind);
};
void vocab::impl::load(int kind) {
    switch (kind) {
    case 1: {
        word_session session;
        session.tokenize(1);
        session.tokenize(2);
    }
    case 2: {
        line_session session;
        session.tokenize(3);
    }
    }
}
`;

test('lines of another type of value are not listed', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const linesOf = async (symbol: string): Promise<string[]> =>
    (await engine.related({ symbol, kinds: ['called_by'] })).items.flatMap(({ symbol: { qualifiedName }, proof, moreProof }) =>
      [proof, ...moreProof].map((one) => `${qualifiedName} ${one?.text}`),
    );
  const caller = 'vocab.impl.load';
  assert.deepEqual(await linesOf('word_session.tokenize'), [`${caller} session.tokenize(1);`, `${caller} session.tokenize(2);`]);
  assert.deepEqual(await linesOf('line_session.tokenize'), [`${caller} session.tokenize(3);`]);
  const { callers, results } = await engine.retrieve({ query: 'who calls line_session.tokenize' });
  const shown = [...results.map(({ text }) => text), ...callers.map(({ text }) => text)].join('\n');
  assert.match(shown, /tokenize\(3\)/);
});

test('the symbols of a file by their kind, with an empty query', async (t) => {
  const place = workspace(t, source);
  // So many others that the file is none of the important ones.
  for (let i = 0; i < 120; i++)
    place.write(`src/part${i}.cpp`, `struct part${i} { int a; };\nint use_${i}(part${(i + 1) % 120} *p) { return p->a; }\n`);
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { hits, problems } = await engine.symbols({ query: '', filters: { paths: ['src/session.cpp'], kinds: ['method'] } });
  assert.deepEqual(
    hits.map(({ qualifiedName }) => qualifiedName),
    ['word_session.tokenize', 'line_session.tokenize', 'vocab.impl.load', 'vocab.impl.load'],
  );
  assert.deepEqual(problems, []);
});

test('a caller of two symbols of the name that is asked for is listed for each', async (t) => {
  const place = workspace(
    t,
    `
-- src/logger.ts --
export function init() { return 1; }
-- src/metrics.ts --
export function init() { return 2; }
-- src/start.ts --
import * as logger from './logger';
import * as metrics from './metrics';
export function start() {
  logger.init();
  metrics.init();
}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'init', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol: { name }, proof, moreProof }) => [name, proof?.text, moreProof.length]),
    [
      ['start', 'logger.init();', 0],
      ['start', 'metrics.init();', 0],
    ],
  );
});

test('beside certain callers many calls of a common name on any value are counted, not listed', async (t) => {
  const others = Array.from({ length: 12 }, (_, i) => `export function other${i}(headers) { return headers.get('a${i}'); }`);
  const place = workspace(
    t,
    `
-- src/config.ts --
export class Config {
  get(key: string) { return key; }
}
-- src/start.ts --
import { Config } from './config';
export function start(config: Config) { return config.get('url'); }
-- src/others.js --
${others.join('\n')}
`,
  );
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const { items, problems } = await engine.related({ symbol: 'Config.get', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol: { name } }) => name),
    ['start'],
  );
  assert.match(
    problems[0]?.message ?? '',
    /^12 more functions call get of a value whose type is not known; a search for "who calls Config\.get"/,
  );
});
