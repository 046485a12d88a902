/** What of a Python file a server is asked about, and what its text tells by itself. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Meaning } from '../../server/core/structure/facts.js';
import { identifiers } from '../../server/core/structure/identifiers.js';
import { pythonQuestions } from '../../server/core/structure/python-questions.js';

/** Each mention as `name` with what is done about it: `?` asked, `=` as the same one before, `-` outside, `~` unknown. */
function plan(text: string, members: ReadonlySet<string> | null = null): string {
  const mentions = identifiers(text, 'python');
  const { asked, complete } = pythonQuestions(text, mentions, members);
  const here: Meaning = { kind: 'here', targets: [] };
  const facts = complete(asked.map((occurrence) => ({ occurrence, meaning: here })));
  assert.deepEqual(
    facts.map(({ occurrence }) => occurrence),
    mentions,
  );
  const mark = ({ occurrence, meaning }: (typeof facts)[number]) =>
    meaning.kind === 'outside' ? '-' : meaning.kind === 'unknown' ? '~' : asked.includes(occurrence) ? '?' : '=';
  return facts.map((fact) => `${fact.occurrence.name}${mark(fact)}`).join(' ');
}

test('variables of functions and names of the language are not asked about, names of the module once', () => {
  assert.equal(
    plan('from shop import total\n\ndef price(items, tax=total):\n    count = len(items)\n    return total(count)\n'),
    'shop? total? price? items- tax- total= count- len- items- total= count-',
  );
  // What a function binds is its own, also where the module has the name; and only there.
  assert.equal(plan('rate = 1\ndef f():\n    rate = 2\n    return rate\nprint(rate)'), 'rate? f? rate- rate- print- rate=');
  // A default is read where the function stands.
  assert.equal(plan('rate = 1\ndef f(rate=rate): return rate'), 'rate? f? rate- rate? rate-');
});

test('what stands before a name in a comment, and what gets a member, binds nothing', () => {
  assert.equal(plan('from a import b\n# As it was.\nb(b)'), 'a? b? b= b=');
  assert.equal(plan('from a import b\ndef f():\n    b.c = 1\n    return b'), 'a? b? f? b= c? b=');
  assert.equal(plan('def f():\n    b.c, d.e = 1\n    return b + d'), 'f? b- c- d- e- b- d-');
});

test('what binds in a way that the text does not tell surely is asked about', () => {
  assert.equal(plan('rate = 1\ndef f():\n    global rate\n    rate = 2\n    return rate'), 'rate? f? rate? rate? rate?');
  assert.equal(plan('def f(a):\n    from b import c\n    return [d for d in a if d is c]'), 'f? a- b? c? d? d? a- d? c?');
  assert.equal(plan('from a import *\nb(c)'), 'a? b? c?');
  assert.equal(plan('def f(a):\n    x = """\nno = 1\n"""; a = (\n b := 2)\n    return b + x'), 'f? a- x- a- b? b? x-');
});

test('members: of self once a class, of a module once a file, and none that nothing in the workspace has', () => {
  const text = 'import os\nclass A:\n    def f(self, b):\n        self.c(b.d)\n    def g(self):\n        self.c(os.e, os.e)\n';
  assert.equal(plan(text), 'os? A? f? b- c? b- d? g? c= os= e? os= e=');
  assert.equal(plan(text, new Set(['c'])), 'os? A? f? b- c? b- d~ g? c= os= e~ os= e~');
  assert.equal(plan('def f(a): pass\nf(a=1, b=2)', new Set(['b'])), 'f? a- f= a~ b?');
});

test('a quoted name is asked about where something has it', () => {
  assert.equal(plan('import a\nx: "a"\ny = "other"'), 'a? x? a? y? other~');
});
