/** Questions that are none: each gets an answer or a reason, never an error, and within its budget. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import type { Answer, Question } from '../../server/core/model/answer.js';
import { settledEngine, type Workspace, workspace } from '../support/real-engine.js';
import { shop } from '../support/shop.js';

let place: Workspace;
let engine: Engine;
const ends: (() => unknown)[] = [];
before(async () => {
  place = workspace({ after: (end: () => unknown) => ends.push(end) } as never, shop);
  engine = await settledEngine(place);
});
after(async () => {
  for (const end of ends) await end();
});

/** A plain line on an answer: its first result, or why there is none. */
async function ask(question: Question): Promise<string> {
  const answer: Answer = await engine.retrieve(question);
  assert.ok(answer.tokens <= answer.budgetTokens, JSON.stringify(question).slice(0, 200));
  assert.ok(answer.results.length || answer.problems.length, `no result and no reason: ${JSON.stringify(question).slice(0, 200)}`);
  const [first] = answer.results;
  return [
    first ? `${first.path} ${first.qualifiedName}` : 'nothing',
    ...answer.problems.map(({ code, message }) => `${code}: ${message}`),
  ].join('; ');
}

const nothing = 'nothing; noMatch: ';
const noWord = `${nothing}the question has no word to search for`;
const far = `${nothing}nothing found is relevant enough`;
const retry = 'src/retry.ts retryWithBackoff';

const questions: readonly (readonly [what: string, query: string, expected: string])[] = [
  ['empty', '', 'nothing; emptyQuery: the query is empty'],
  ['blank', ' \r\n\t ', 'nothing; emptyQuery: the query is empty'],
  ['100 KB of one letter', 'x'.repeat(100_000), `nothing; queryCut: the query was cut to 8000 characters; ${noWord.slice(9)}`],
  ['100 KB of one word', 'retry '.repeat(17_000), `${retry}; queryCut: the query was cut to 8000 characters`],
  ['only stop words', 'the of and to', noWord],
  ['a question of stop words', 'how does it do that to them?', noWord],
  ['emoji', '🚀', noWord],
  ['emoji beside words', '🛒 ShoppingCart 🎉', 'src/cart.ts ShoppingCart'],
  [
    'Chinese, which nothing here is written in: in English',
    '如何在失败后重新发送请求',
    `${retry}; translated: the question was read as "how failed after again sent request"; noMatch: nothing matches the question; the closest results are listed`,
  ],
  ['a name that is not English', 'straßenBreite', 'src/größe.ts straßenBreite'],
  ['control characters', '\u0000\u0001\u001b[31m', far],
  ['brackets', '((((', noWord],
  ['half a surrogate pair', '\ud83d retryWithBackoff', retry],
  ['operators of a search language', 'NOT "retryWithBackoff" OR b*', retry],
  ['SQL', "retryWithBackoff'; DROP TABLE chunks; --", retry],
  ['a regular expression', 'function \\w+WithBackoff\\(', retry],
  ['a regular expression that is none', '[retryWithBackoff', retry],
  ['a glob: the file that fits', '**/cart.*', 'src/cart.ts cart'],
  ['special tokens of a model', '<|endoftext|>', far],
  ['code', 'for (let i = 0; i < attempts; i++) {\n  try {\n    return await send();', retry],
  [
    'a stack trace: what is around its line',
    'TypeError: send is not a function\n    at Object.<anonymous> (/home/somebody/shop/src/retry.ts:5:20)\n    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
    retry,
  ],
  ['a Python traceback', 'Traceback (most recent call last):\n  File "src/retry.ts", line 5, in call\nTimeoutError', retry],
  [
    'an error of a compiler',
    "src/cart.ts(5,3): error TS2322: Type 'number' is not assignable to type 'string'.",
    'src/cart.ts ShoppingCart.add',
  ],
  ['an error of another compiler', 'src/cart.ts:5:3: error: expected ;', 'src/cart.ts ShoppingCart.add'],
  ['a path: its file as a whole', 'src/cart.ts', 'src/cart.ts cart'],
];
for (const [what, query, expected] of questions) test(what, async () => assert.equal(await ask({ query }), expected));

test('keeps budgets of 0, 1, 50 and ten million tokens', async () => {
  const cut = (tokens: number) => `budgetExceeded: results were shortened or left out to stay within ${tokens} tokens`;
  assert.equal(await ask({ query: 'retry with backoff', budgetTokens: 0 }), `nothing; ${cut(0)}`);
  assert.equal(await ask({ query: 'retry with backoff', budgetTokens: 1 }), `nothing; ${cut(1)}`);
  assert.match(await ask({ query: 'retry with backoff', budgetTokens: 60 }), /^src\/retry\.ts .*; budgetExceeded/);
  assert.equal(await ask({ query: 'retry with backoff', budgetTokens: 10_000_000 }), retry);
});

test('handles filters that match nothing and rejects invalid filters', async () => {
  const none = `${nothing}nothing within the filters matches`;
  for (const filters of [
    { languages: ['haskell'] },
    { paths: ['!**'] },
    { kinds: ['enum'] },
    { tags: ['unheard-of'] },
    { roles: ['generated'] },
    { changedSince: 9e15 },
  ] as const)
    assert.equal(await ask({ query: 'retry with backoff', filters }), none, JSON.stringify(filters));
  for (const path of ['nowhere/**', '['])
    assert.equal(
      await ask({ query: 'retry with backoff', filters: { paths: [path] } }),
      `${none}; unmatchedPath: no indexed file matches the path ${path}`,
    );
  for (const filters of [{}, { languages: [] }, { paths: [], kinds: [] }, { changedSince: 0 }])
    assert.equal(await ask({ query: 'retry with backoff', filters }), retry, JSON.stringify(filters));
  assert.equal(await ask({ query: 'retry with backoff', exclude: ['no-such-key', ''] }), retry);
});

test('ignores an anchor in a missing file or beyond its end', async () => {
  assert.equal(await ask({ query: 'retry with backoff', anchor: { path: 'gone.ts', line: 3 } }), retry);
  assert.equal(await ask({ query: 'retry with backoff', anchor: { path: '../../etc/passwd', line: 0 } }), retry);
  assert.equal(await ask({ query: 'retry with backoff', anchor: { path: 'src/cart.ts', line: 1e9 } }), retry);
  rmSync(place.file('src/cart.ts'));
  await engine.reindex({});
  assert.equal(await ask({ query: 'retry with backoff', anchor: { path: 'src/cart.ts', line: 2 } }), retry);
  assert.equal(await ask({ query: 'ShoppingCart' }).then((line) => line.includes('src/cart.ts')), false, 'what is deleted is not found');
});
