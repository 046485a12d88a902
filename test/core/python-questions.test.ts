/** What of a Python file a server is asked about, and what its text tells by itself. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Meaning } from '../../server/core/code-graph/facts.js';
import { identifiers } from '../../server/core/code-graph/identifiers.js';
import { pythonQuestions } from '../../server/core/code-graph/python/python-questions.js';

/** Each mention as `name` with what is done about it: `?` asked, `=` as the same one before, `-` outside, `~` unknown. */
function plan(text: string, members: readonly string[] | null = null, modules: readonly string[] = ['a', 'os', 'shop']): string {
  const mentions = identifiers(text, 'python');
  const { asked, complete } = pythonQuestions(text, mentions, members && { members: new Set(members), modules: new Set(modules) });
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

test('local variables and builtins are not asked about, names of the module once', () => {
  assert.equal(
    plan('from shop import total\n\ndef price(items, tax=total):\n    count = len(items)\n    return total(count)\n'),
    'shop? total? price? items- tax- total= count- len- items- total= count-',
  );
  // What a function binds is its own, also where the module has the name; and only there.
  assert.equal(plan('rate = 1\ndef f():\n    rate = 2\n    return rate\nprint(rate)'), 'rate? f? rate- rate- print- rate=');
  // A default is read where the function stands.
  assert.equal(plan('rate = 1\ndef f(rate=rate): return rate'), 'rate? f? rate- rate? rate-');
});

test('comments and assignments to members bind no name', () => {
  assert.equal(plan('from a import b\n# As it was.\nb(b)'), 'a? b? b= b=');
  assert.equal(plan('from a import b\ndef f():\n    b.c = 1\n    return b'), 'a? b? f? b= c? b=');
  assert.equal(plan('def f():\n    b.c, d.e = 1\n    return b + d'), 'f? b- c- d- e- b- d-');
});

test('names with uncertain bindings are asked about', () => {
  assert.equal(plan('rate = 1\ndef f():\n    global rate\n    rate = 2\n    return rate'), 'rate? f? rate? rate? rate?');
  assert.equal(plan('def f(a):\n    from b import c\n    return [d for d in a if d is c]'), 'f? a- b? c? d- d- a- d- c?');
  assert.equal(plan('from a import *\nb(c)'), 'a? b? c?');
  assert.equal(plan('def f(a):\n    x = """\nno = 1\n"""; a = (\n b := 2)\n    return b + x'), 'f? a- x- a- b- b- x-');
});

test('members: of self once in a class, of a module once in a file, unknown ones never', () => {
  const text = 'import os\nclass A:\n    def f(self, b):\n        self.c(b.d)\n    def g(self):\n        self.c(os.e, os.e)\n';
  assert.equal(plan(text), 'os? A? f? b- c? b- d? g? c= os= e? os= e=');
  assert.equal(plan(text, ['c']), 'os? A? f? b- c? b- d~ g? c= os= e~ os= e~');
  assert.equal(plan('def f(a): pass\nf(a=1, b=2)', ['b']), 'f? a- f= a~ b?');
});

test('an import from an unknown module is from a library, unless the name has another binding', () => {
  const text = 'import io\nfrom json import dumps as say\nfrom a import b\nsay(io.a.b(b))\n';
  const all = ['a', 'b', 'dumps', 'io'];
  assert.equal(plan(text, all, ['a']), 'io- json- dumps? say- a? b? say- io- a- b- b=');
  assert.equal(plan(text, all, ['a', 'io', 'json']), 'io? json? dumps? say? a? b? say= io= a? b? b=');
  assert.equal(plan('try:\n    import io\nexcept E:\n    io = 1\nio', all, ['a']), 'io? E- io? io?');
  assert.equal(plan('from json import b as c\nfrom .a import b\nb(c)', all, ['a']), 'json- b? c- a? b? b? c-');
  assert.equal(plan('def f():\n    import io\n    return io.b(b)\n', all, ['a']), 'f? io- io- b? b-');
  assert.equal(plan('from .io import b\nb()', all, ['a']), 'io? b? b=');
});

test('a variable of a comprehension is local if the name has no other binding', () => {
  assert.equal(
    plan('def f(a):\n    for i in a:\n        i(i)\n    return [j for j in i if lambda k: k]'),
    'f? a- i- a- i- i- j- j- i- k- k-',
  );
  assert.equal(plan('j = 1\ndef f(a):\n    return [j for j in a] + j'), 'j? f? a- j? j? a- j?');
});

test('entries of __all__ and unknown quoted names are not asked about', () => {
  const text = 'import a\n__all__ = [\n    "a", "one"]\nx: list["a"]\ny = z["one"]\n';
  assert.equal(plan(`one = 1\n${text}`), 'one? a? __all__? a~ one~ x? list- a? y? z- one?');
  assert.equal(plan(`one = 1\n${text}`, ['a', 'x']), 'one? a? __all__? a~ one~ x? list- a? y? z- one~');
});

test('a known quoted name is asked about', () => {
  assert.equal(plan('import a\nx: "a"\ny = "other"'), 'a? x? a? y? other~');
});
