/** What a server with semantic tokens is asked about, and what follows from an answer. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { classifiedQuestions } from '../../server/core/code-graph/classified-questions.js';
import type { Meaning } from '../../server/core/code-graph/facts.js';
import { identifiers } from '../../server/core/code-graph/identifiers.js';

const classes = {
  local: new Set(['parameter']),
  localOrUnresolved: new Set(['variable']),
  types: new Set(['class']),
  keywords: new Set(['keyword']),
};

/**
 * Each mention as `name` with its meaning: `-` outside, `~` unknown, `+` in the workspace; and `?` if it was asked about first, `!` if asked
 * about then. Names are classes if they are capitalized, variables otherwise, methods before `(`, parameters if they end in `P`.
 * `library`: names that no workspace file defines.
 */
function plan(text: string, library: readonly string[], declared: readonly string[] = []): string {
  const mentions = identifiers(text, 'csharp');
  const tokenAt = (offset: number) => {
    const name = /^\w+/.exec(text.slice(offset))?.[0] ?? '';
    if (name.endsWith('P')) return 'parameter';
    return text[offset - 1] === '.' ? 'method' : /^[A-Z]/.test(name) ? 'class' : 'variable';
  };
  const questions = classifiedQuestions(text, mentions, tokenAt, new Set(declared), classes);
  const answer = (name: string): Meaning => (library.includes(name) ? { kind: 'unknown' } : { kind: 'here', targets: [] });
  const answered = (asked: typeof mentions | readonly (typeof mentions)[number][]) =>
    asked.map((occurrence) => ({ occurrence, meaning: answer(occurrence.name) }));
  const first = answered(questions.first);
  const rest = questions.rest(first);
  const facts = questions.complete([...first, ...answered(rest)]);
  assert.deepEqual(
    facts.map(({ occurrence }) => occurrence),
    mentions,
  );
  const mark = { outside: '-', unknown: '~', here: '+' };
  const when = (one: (typeof mentions)[number]) => (questions.first.includes(one) ? '?' : rest.includes(one) ? '!' : '');
  return facts.map(({ occurrence, meaning }) => `${occurrence.name}${mark[meaning.kind]}${when(occurrence)}`).join(' ');
}

test('types are asked about once, members of library types never, and parameters only as names of arguments', () => {
  assert.equal(plan('Assert.Equal(1); Assert.Equal(Cart);', ['Assert']), 'Assert-? Equal- Assert- Equal- Cart+?');
  assert.equal(plan('Prices.Sum(oneP); Prices.Sum(oneP: 1);', []), 'Prices+? Sum+! oneP- Prices+ Sum+! oneP+?');
});

test('each construction of a type of the workspace is asked about', () => {
  assert.equal(plan('new Cart(1); new Cart(); new Text(); new Text(1);', ['Text']), 'Cart+? Cart+! Text-? Text-');
  assert.equal(plan('[Label] class A {} [Label(1)] class B {}', [], ['A', 'B']), 'Label+? A+? Label+! B+?');
  // A type of another arity, and a name that the file declares, perhaps more than once.
  assert.equal(plan('Box<Cart> a; Box b; Inner c; Inner d;', [], ['Inner']), 'Box+? Cart+? a+? Box+? b+? Inner+? c+? Inner+? d+?');
});

test('a name that cannot be resolved stays unknown', () => {
  assert.equal(plan('rows; rows; missing; missing;', ['missing']), 'rows+? rows- missing~? missing~');
});
