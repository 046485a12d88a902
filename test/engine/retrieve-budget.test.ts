/** The token budget is a hard bound, whatever the question and the workspace; tokens are counted as cl100k_base has them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Answer, Question } from '../../server/core/model/answer.js';
import { renderMarkdown } from '../../server/fronts/render-markdown.js';
import { packageRoot } from '../../server/util/package-root.js';
import { settledEngine, workspace } from '../support/real-engine.js';
import { randomFrom } from './store-fixture.js';

const { countTokens } = createRequire(import.meta.url)('gpt-tokenizer/encoding/cl100k_base') as {
  countTokens(text: string, options: object): number;
};
const tokensIn = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });

const documentOf = (answer: Answer): string => renderMarkdown({ ...answer, isIncomplete: false });

function checkBudget(answer: Answer, what: string): void {
  for (const result of [...answer.results, ...answer.related])
    assert.equal(result.tokens, tokensIn(result.text), `${what}: ${result.path} ${result.qualifiedName}`);
  assert.ok(answer.tokens <= answer.budgetTokens, `${what}: ${answer.tokens} tokens of ${answer.budgetTokens}`);
  if (!answer.results.length) assert.equal(answer.tokens, 0, what);
  else {
    const whole = tokensIn(documentOf(answer));
    assert.ok(whole <= answer.tokens, `${what}: ${whole} tokens as a document, ${answer.tokens} counted`);
    assert.ok(
      answer.tokens <= whole * 1.1 + 40,
      `${what}: ${whole} tokens as a document, ${answer.tokens} counted: not more than joining costs`,
    );
  }
}

const budgets = [0, 1, 2, 5, 10, 50, 100, 500, 2_000, 8_000, 10_000_000, Number.POSITIVE_INFINITY];
const questions = [
  'retrieve under a token budget',
  'indexer',
  'README',
  'special <|endoftext|> tokens',
  '日本語 コメント',
  'long table of numbers',
  'x',
  'code with long fences',
];

test('no budget is ever exceeded', { timeout: 120_000 }, async (t) => {
  const place = workspace(t);
  // Real code, and what is hard to count or to cut.
  for (const folder of ['retrieval', 'indexing', 'chunking'])
    for (const name of readdirSync(join(packageRoot, 'server/core', folder)))
      if (name.endsWith('.ts')) place.write(`core/${folder}/${name}`, readFileSync(join(packageRoot, 'server/core', folder, name)));
  place.write('special.md', '# Special tokens\n\n<|endoftext|><|fim_prefix|> are text like any other <|endofprompt|>\n'.repeat(20));
  place.write(
    '日本.py',
    `def コメント():\n    """${'日本語のコメントはトークンが多い。'.repeat(60)}"""\n    return "😀${'👩‍👩‍👧‍👦'.repeat(200)}"\n`,
  );
  place.write(
    'table.c',
    `/* A long table of numbers. */\nstatic const int table[] = {\n${'  0x1F2E3D4C, 123456789, -1, 0,\n'.repeat(900)}};\n`,
  );
  place.write('fences.md', `# Fences\n\n${'`'.repeat(40)}\ncode with long fences\n${'`'.repeat(40)}\n\n\`\`\`js\nretrieve()\n\`\`\`\n`);
  place.write(
    `deep/${'a long folder name/'.repeat(6)}retrieve under a token budget.ts`,
    'export const retrieveUnderTokenBudget = 1;\n'.repeat(3),
  );
  place.write('line.js', `export function oneLongLine() { return "${'ab1 '.repeat(4_000)}"; }\n`);
  const engine = await settledEngine(place);
  const ask = async (question: Question): Promise<Answer> => {
    const answer = await engine.retrieve(question);
    checkBudget(answer, JSON.stringify(question));
    return answer;
  };
  for (const query of questions) {
    let before = 0;
    for (const budgetTokens of budgets) {
      const answer = await ask({ query, budgetTokens, limit: 50 });
      assert.equal(answer.budgetTokens, budgetTokens);
      if (budgetTokens === 0) assert.deepEqual(answer.results, []);
      assert.ok(budgetTokens < 100 || answer.results.length >= Math.min(1, before), 'more room is not less');
      before = answer.results.length;
    }
  }
  const random = randomFrom(5);
  for (let i = 0; i < 60; i++)
    await ask({
      query: questions[Math.floor(random() * questions.length)] as string,
      budgetTokens: Math.floor(10 ** (random() * 4.5)),
      reservedTokens: Math.floor(random() * 200),
      limit: Math.floor(random() * 60),
      related: Math.floor(random() * 20),
      extract: i % 2 === 0,
    });
  const standard = await ask({ query: 'retrieve under a token budget' });
  assert.equal(standard.budgetTokens, 6_000, '8,000 by default, of which 2,000 are kept for the answer');
  assert.equal((await ask({ query: 'indexer', budgetTokens: 100, reservedTokens: 500 })).budgetTokens, 0);
  const places = await engine.retrieve({ query: 'indexer', withText: false, budgetTokens: 1 });
  assert.ok(places.results.length > 0 && places.results.every(({ text }) => text === ''), 'places alone cost nothing');
});

test('of a very long function the statements that the question is about come, where that is asked for', async (t) => {
  const place = workspace(t);
  const steps = (name: string, count: number) => Array.from({ length: count }, (_, i) => `    ${name}_${i} = prepare("${name}", ${i})`);
  const lines = [
    'def process_order(order):',
    ...steps('audit', 120),
    '    for parcel in order.parcels:',
    '        if parcel.leaves_country:',
    '            parcel.customs = declare_customs(parcel, order.country)',
    ...steps('label', 120),
    '    return order',
  ];
  place.write('orders.py', `${lines.join('\n')}\n`);
  const engine = await settledEngine(place);
  const ask = async (extract: boolean) => {
    const answer = await engine.retrieve({ query: 'where are customs declared for a parcel', budgetTokens: 1_000, extract });
    checkBudget(answer, `extract ${extract}`);
    return answer.results.find(({ name }) => name === 'process_order');
  };
  const first = await ask(false);
  assert.equal(first?.shortening, 'collapsed');
  assert.doesNotMatch(first.text, /declare_customs/);
  const extract = await ask(true);
  assert.deepEqual([extract?.shortening, extract?.lines], ['extract', first.lines]);
  assert.match(extract?.text ?? '', /^# extract: \d+ of 245 lines, omissions are marked\ndef process_order\(order\):\n/);
  assert.match(extract?.text ?? '', /\n {4}# \d+ lines left out\n/);
  assert.match(
    extract?.text ?? '',
    / {4}for parcel in order.parcels:\n {8}if parcel.leaves_country:\n {12}parcel.customs = declare_customs\(parcel, order.country\)\n/,
  );
});
