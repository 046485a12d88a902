/** Outlines of whatever text: hostile inputs, and sources shuffled at random. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outline } from '../../server/core/model/symbol.js';
import { genericOutline } from '../../server/io/syntax/text-outlines/generic-outline.js';
import { structureOutline } from '../../server/io/syntax/text-outlines/structure-outline.js';
import { assertWellFormed, rendered } from './syntax-structure-checks.js';

const languages =
  'fish perl erlang ocaml fsharp clojure dart r julia objective-c nim crystal d groovy solidity vb sql graphql prisma proto thrift terraform dockerfile makefile cmake vim emacs-lisp scheme html vue svelte plaintext markdown restructuredtext asciidoc json yaml toml ini nothing-known'.split(
    ' ',
  );
const outlineOf = (text: string, language: string): Outline => structureOutline(text, language) ?? genericOutline(text, language);

/** As deep as a person could make it; the long line is the longest that matters. */
const many = 5_000;
const hostile: Readonly<Record<string, string>> = {
  'nested brackets': '('.repeat(20_000) + ')'.repeat(20_000),
  'open brackets': '{[('.repeat(many),
  'closing brackets': '}])'.repeat(many),
  'one long line': 'a = b + foo(c) '.repeat(70_000),
  'one long word': 'a'.repeat(300_000),
  'unclosed functions': 'fun f(\n'.repeat(many),
  'unclosed classes': 'class A {\n'.repeat(many),
  'nested classes': 'class A {\n'.repeat(many) + '}\n'.repeat(many),
  'escaped quotes': '"\\"\n'.repeat(many),
  'nested interpolation': '"${'.repeat(many),
  'unclosed comments': '/*{-(*#|'.repeat(many),
  'unclosed long strings': '--[==[ [['.repeat(many),
  'indented blank lines': `foo${'\n  '.repeat(130)}\n`.repeat(400),
  'many clauses': 'def a(b), do: c\n'.repeat(many),
  'many headings': '# a\n===\n---\n'.repeat(many),
  'nested keys': '{"a":'.repeat(many),
  'lone surrogates': '\ud800'.repeat(many),
  'zero bytes': '\0'.repeat(many),
};

test('gives well-formed outlines of hostile input in bounded time', () => {
  for (const [what, text] of Object.entries(hostile)) {
    for (const language of languages) {
      const start = process.cpuUsage();
      const outline = outlineOf(text, language);
      const usage = process.cpuUsage(start);
      // Linear work takes well under a second a megabyte; quadratic work takes minutes.
      assert.ok((usage.user + usage.system) / 1000 < 6_000, `${what} as ${language}`);
      assertWellFormed(text, outline);
    }
  }
});

test('gives a well-formed outline of any text', () => {
  const pieces =
    'class A|{|}|(|)|[|]|"|\'|`|"""|/*|*/|//|--|{-|-}|#|@doc """|fun f(x: Int)|def g(a) do|end|local function h()|M.x = function()|foo :: A -> B|foo x = y|pub const S = struct|test "t"|import a.b|case x|val v = 1|  |    |\t|\n|\r\n|\r|\n\n|; |, |= |: |.|## T|===|- name: x|key:|[s]|"k": 1|\ufeff|é|𝒳|<script>|</script>|~s(|\\\\'.split(
      '|',
    );
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  for (let round = 0; round < 60; round++) {
    let text = round % 3 === 0 ? '\ufeff' : '';
    for (let i = 0; i < 5 + random(120); i++) text += (pieces[random(pieces.length)] ?? '') + (random(3) === 0 ? '\n' : ' ');
    for (const language of languages) {
      try {
        assertWellFormed(text, outlineOf(text, language));
      } catch (error) {
        throw new Error(`${language}: ${JSON.stringify(text)}`, { cause: error });
      }
    }
  }
});

test('line ends and a byte order mark change only offsets', () => {
  const text = 'import a\n\n/// Doc.\nclass A {\n  func b(x: Int) -> Int {\n    x\n  }\n}\n';
  const expected = rendered(genericOutline(text, 'unknown'));
  for (const other of [text.replaceAll('\n', '\r\n'), text.replaceAll('\n', '\r'), `\ufeff${text}`]) {
    const outline = genericOutline(other, 'unknown');
    assertWellFormed(other, outline);
    assert.equal(rendered(outline), expected);
    assert.equal(outline.symbols[0]?.doc, 'Doc.');
  }
});
