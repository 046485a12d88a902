/** An edited document is parsed from the tree before; what comes out is what a parse from the beginning gives. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { DocumentTrees, outlineTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';
import { packageRoot } from '../../server/util/package-root.js';
import { randomFrom } from '../engine/store-fixture.js';

/** Sources of this project and short ones in other languages. */
const sources: Record<string, string> = {
  typescript: readFileSync(join(packageRoot, 'server/io/syntax/tree-sitter/walk.ts'), 'utf8'),
  javascript: readFileSync(join(packageRoot, 'scripts/bench.mjs'), 'utf8'),
  python: [1, 2, 3, 4]
    .map((n) => `class Shelf${n}(Base):\n    """Holds."""\n    def add(self, book):\n        return self.books.push(book)\n`)
    .join('\n'),
  cpp: [1, 2, 3]
    .map((n) => `namespace a {\n// Counts.\ntemplate <class T> class Box${n} { public: int size() const { return n_; } int n_; };\n}\n`)
    .join('\n'),
  csharp: [1, 2, 3].map((n) => `#if NET\nclass A${n} { void Run() { Go(); } }\n#else\nclass B${n} { }\n#endif\n`).join('\n'),
};
const pieces = ['{', '}', '"', '/*', '\n', ' name', 'foo(1);', '// note\n', '(', "'", '#', 'class X {}\n', 'é', '😀'];

for (const [language, source] of Object.entries(sources)) {
  test(`edits of ${language}: the outline matches the text or is marked provisional`, async () => {
    const random = randomFrom(language.length * 7919);
    const upTo = (n: number) => Math.floor(random() * n);
    const document = new DocumentTrees();
    let text = source;
    let exact = 0;
    for (let n = 0; n < 60; n++) {
      const at = upTo(text.length);
      // Two broken states, then whole again.
      if (n % 3 === 2) text = source.replace('\n', `\n${'\n'.repeat(n % 5)}`);
      else text = text.slice(0, at) + pieces[upTo(pieces.length)] + text.slice(at + (random() < 0.3 ? upTo(20) : 0));
      const quick = await outlineTree(text, language, document);
      const fresh = await outlineTree(text, language);
      assert.equal(fresh?.isProvisional ?? false, false);
      if (quick?.isProvisional) continue;
      exact++;
      assert.deepEqual(quick, fresh, `after edit ${n}`);
    }
    assert.ok(exact >= 20, `${exact} of 60 outlines were exact`);
    document.forget();
  });
}

test('does not reuse trees of another grammar or of a parse that was given up', async () => {
  const document = new DocumentTrees();
  await outlineTree('class A { run() {} }', 'typescript', document);
  const other = await outlineTree('class A:\n    def run(self): pass\n', 'python', document);
  assert.deepEqual(
    other?.symbols.map(({ name }) => name),
    ['A', 'run'],
  );
  document.forget();
  const again = await outlineTree('def run(): pass\n', 'python', document);
  assert.deepEqual(
    again?.symbols.map(({ name }) => name),
    ['run'],
  );
});
