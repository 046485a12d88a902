/** What of a C# file a server is asked about, what its text tells by itself, and what follows from an answer. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { csharpQuestions } from '../../server/core/code-graph/csharp-questions.js';
import type { Meaning, Occurrence } from '../../server/core/code-graph/facts.js';
import { identifiers } from '../../server/core/code-graph/identifiers.js';

/**
 * Each mention in the body of a method as `name` with its meaning: `-` outside, `~` unknown, `+` in the workspace; and `?` if it was asked
 * about first, `!` if it was asked about then. `library`: names that the workspace does not define. `declared`: names that the file declares.
 */
function plan(body: string, library: readonly string[] = [], declared: readonly string[] = []): string {
  const mentions = identifiers(body, 'csharp');
  const chunk = (name: string, start: number, end: number) => ({
    key: name,
    kind: 'symbol' as const,
    symbolKind: 'method' as const,
    name,
    span: { start, end },
    nameSpan: { start: -1, end: -1 },
  });
  const chunks = [chunk('Method', 0, body.length), ...declared.map((name) => chunk(name, -1, -1))];
  const questions = csharpQuestions(body, mentions, mentions, chunks);
  const answer = (name: string): Meaning => (library.includes(name) ? { kind: 'unknown' } : { kind: 'here', targets: [] });
  const answered = (asked: readonly Occurrence[]) => asked.map((occurrence) => ({ occurrence, meaning: answer(occurrence.name) }));
  const first = answered(questions.first);
  const rest = questions.rest(first);
  const facts = questions.complete([...first, ...answered(rest)]);
  assert.deepEqual(
    facts.map(({ occurrence }) => occurrence),
    mentions,
  );
  const mark = { outside: '-', unknown: '~', here: '+' };
  const when = (one: Occurrence) => (questions.first.includes(one) ? '?' : rest.includes(one) ? '!' : '');
  return facts.map(({ occurrence, meaning }) => `${occurrence.name}${mark[meaning.kind]}${when(occurrence)}`).join(' ');
}

test('variables and parameters of the function are not asked about', () => {
  assert.equal(plan('int Total(Cart cart) { var sum = rate; return sum + cart; }'), 'Total+? Cart+? cart- sum- rate+? sum- cart-');
  assert.equal(plan('foreach (var one in rows) F((a, b) => a + one, c => c);'), 'one- rows+? F+? a- b- a- one- c- c-');
  assert.equal(plan('if (x is Cart one && one > rate) return rate; one = 1;'), 'x+? Cart+? one- one- rate+? rate+? one-');
  assert.equal(plan('if (rows.Find(out List<int>? all)) F(all);'), 'rows+? Find+? List+? all- F+? all-');
  // Names of arguments and of properties that are set are no variables.
  assert.equal(plan('int sum = 1; F(sum: sum); new Cart { sum = sum };'), 'sum- F+? sum+? sum- Cart+? sum+? sum-');
  // Words of comments and comparisons declare nothing.
  assert.equal(plan('// the rate\nrate = 1; if (a > rate) return;'), 'rate+? a+? rate+?');
});

test('types are asked about once, members of library types never', () => {
  assert.equal(plan('Assert.Equal(1); Assert.Equal(Cart); Cart x;', ['Assert']), 'Assert~? Equal~ Assert~ Equal~ Cart+? Cart+ x-');
  assert.equal(plan('Prices.Sum(1); Prices.Sum("");'), 'Prices+? Sum+! Prices+ Sum+!');
  // Types of another arity, and names that the file declares, perhaps more than once.
  assert.equal(plan('Box<Cart> a; Box b; Inner c; Inner d;', [], ['Inner']), 'Box+? Cart+? a- Box+? b- Inner+? c- Inner+? d-');
});

test('each call of a method or constructor of the workspace is asked about', () => {
  assert.equal(plan('new Cart(1); new Cart(); new Text(); new Text(1);', ['Text']), 'Cart+? Cart+! Text~? Text~');
  assert.equal(plan('Pay(1); Pay(""); [Label] [Label(1)]'), 'Pay+? Pay+! Label+? Label+!');
});
