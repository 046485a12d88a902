/** From identifiers to edges, without a server: what is asked, in which role it stands, what an answer comes to. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { chunkFile } from '../../server/core/chunking/chunk-file.js';
import { ChunkMap } from '../../server/core/code-graph/chunk-map.js';
import { edgeKind } from '../../server/core/code-graph/edge-kind.js';
import type { Fact, Meaning, Provenance } from '../../server/core/code-graph/facts.js';
import { identifiers } from '../../server/core/code-graph/identifiers.js';
import { mentionsToResolve } from '../../server/core/code-graph/mentions-to-resolve.js';
import { mergeFacts } from '../../server/core/code-graph/merge-facts.js';
import { languageOf } from '../../server/core/model/language.js';
import { meaningOf } from '../../server/io/language-servers/facts/ask-file-facts.js';
import { readShard } from '../../server/io/language-servers/facts/clangd/shard.js';
import { createOutliner } from '../../server/io/syntax/outline.js';
import { LineIndex } from '../../server/util/text.js';

const names = (text: string, language: string) =>
  identifiers(text, language)
    .map(({ name }) => name)
    .join(' ');

test('identifiers skip keywords, comments and strings, but not code inside strings', () => {
  assert.equal(names('x = f"a {b.c!s} {{no}}" # no\ny: "Foo | None" = \'hello world\'\n"""no"""', 'python'), 'x b c s y Foo');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
  assert.equal(names('const a = `t ${b + `in ${c}`} no ${{ d: e }.d}`; // no', 'typescript'), 'a b c d e d');
  assert.equal(
    names('const never = 1; f(never, 2 as number); import { unknown } from "no"; unknown.x', 'typescript'),
    'never f never unknown from unknown x',
  );
  assert.equal(names('const r = /no[/]x/g.test(s) / t; x.delete(y); super(z)', 'javascript'), 'r test s t x delete y super z');
  assert.equal(names('auto s = R"(no)"; a->b(c::d); int n = 0x1F; /* no */', 'cpp'), 's a b c d n');
  assert.equal(names('x := fmt.Sprintf(`no %s`, y.len) // no', 'go'), 'x fmt Sprintf y len');
  assert.equal(names('var s = $"a {b}"; var t = @"no"; // no', 'csharp'), 's b t');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
  assert.equal(names('total "$1" # no\necho "${HOME} no"', 'shellscript'), 'total HOME');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a program
  const script = '[ $# -lt 1 ] && die "no $name, $(of "$x" $y) no $"; p=${path#a}; $test';
  assert.equal(names(script, 'shellscript'), 'lt die name of x y p path a test');
  const setup = '<script setup>\nconst a = "no" // no\n</script>\n';
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the text of a component
  const markup = '<!-- no --><B :c="d(`${e}`)" title="no" @f.g="h" v-if="i != \'no\'">{{ j }}</B>';
  assert.equal(names(setup + markup, 'vue'), 'script setup a script B c d e title f g h v i j B');
  assert.equal(names('{#each a as b}<c d="{e} no" on:f={g}>{h}</c>', 'svelte'), 'each a b c d e on f g h c');
});

test('identifiers have UTF-16 positions, after any line ends and characters', () => {
  const text = 'a = "𝒳"; b\r\n\tc = "𝒳" + d';
  assert.deepEqual(
    identifiers(text, 'javascript').map(({ name, start, line, character }) => [
      name,
      text.slice(start, start + name.length),
      line,
      character,
    ]),
    [
      ['a', 'a', 0, 0],
      ['b', 'b', 0, 10],
      ['c', 'c', 1, 1],
      ['d', 'd', 1, 12],
    ],
  );
});

test('finds identifiers of hostile texts in bounded time', () => {
  for (const text of [
    '`${'.repeat(5_000),
    '{'.repeat(100_000),
    '"\\'.repeat(10_000),
    'f"{'.repeat(5_000),
    '/*',
    '\0'.repeat(1_000),
    'é'.repeat(50_000),
    `"${'a'.repeat(5_000)}-" "${'a[b] | '.repeat(2_000)}-"`.repeat(20),
  ]) {
    for (const language of ['python', 'typescript', 'cpp', 'unheard-of']) identifiers(text, language);
  }
});

test('tells the role of a mention', () => {
  const kind = (marked: string, language: string, target: Parameters<typeof edgeKind>[3] = null) => {
    const start = marked.indexOf('|');
    const text = marked.replace('|', '');
    const name = /^[\w$]+/.exec(text.slice(start))?.[0] ?? '';
    return edgeKind(text, { name, start, line: 0, character: start }, language, target);
  };
  assert.equal(kind('from a import (\n  b,\n  |c\n)', 'python'), 'import');
  assert.equal(kind('import {\n  b,\n  |c } from "d"', 'typescript'), 'import');
  assert.equal(kind('class A(|B, metaclass=C): pass', 'python', 'class'), 'inherits');
  assert.equal(kind('class A(B, metaclass=|C): pass', 'python', 'class'), 'type');
  assert.equal(kind('class A extends |B {', 'typescript', 'class'), 'inherits');
  assert.equal(kind('class A extends B implements |C {', 'typescript', 'interface'), 'implements');
  assert.equal(kind('class A : public |B {', 'cpp', 'class'), 'inherits');
  assert.equal(kind('x = |f(1)', 'python', 'function'), 'call');
  assert.equal(kind('x = |f<number>(1)', 'typescript', 'function'), 'call');
  assert.equal(kind('new a.|B', 'typescript', 'class'), 'call');
  assert.equal(kind('let x: |B', 'typescript', 'interface'), 'type');
  assert.equal(kind('x = |y + 1', 'python', 'variable'), 'use');
});

const outliner = await createOutliner();
async function indexed(path: string, text: string) {
  const language = languageOf(path);
  const index = new LineIndex(text);
  const { chunks, references } = chunkFile(path, text, index, await outliner.outline(text, language), false);
  return { path, language, text, chunks, references, lineStarts: index.starts };
}
const provenance: Provenance = { server: 'test', version: '1', configuration: 'c' };

test('facts replace name-based edges; libraries end them, locals make none', async () => {
  const shop = await indexed('shop.py', 'def total(prices):\n    count = 1\n    return count\n\n\nclass Cart:\n    size = 3\n');
  const cart = await indexed(
    'cart.py',
    'from shop import total, Cart\n\n\ndef price(x):\n    open(x)\n    lost(x)\n    total(x)\n    return total(Cart.size)\n',
  );
  const place = (line: number, character: number): Meaning => ({ kind: 'here', targets: [{ path: 'shop.py', line, character }] });
  const meanings: Record<string, Meaning> = {
    total: place(0, 4),
    Cart: place(5, 6),
    size: place(6, 4),
    open: { kind: 'outside' },
    x: { kind: 'here', targets: [{ path: 'cart.py', line: 3, character: 10 }] },
  };
  const facts: Fact[] = identifiers(cart.text, 'python').map((occurrence) => ({
    occurrence,
    meaning: meanings[occurrence.name] ?? { kind: 'unknown' },
  }));
  const files = new Map([shop, cart].map((file) => [file.path, file]));
  const merged = mergeFacts(
    cart,
    cart.references,
    { path: 'cart.py', contentHash: '', provenance, facts, incomplete: null },
    (path) => files.get(path) ?? null,
  );
  const nameOf = (key: string) => [shop, cart].flatMap(({ chunks }) => chunks).find((chunk) => chunk.key === key)?.qualifiedName;
  assert.deepEqual(
    merged.edges
      .map(({ fromKey, toKey, kind, line, mentions }) => `${nameOf(fromKey)} ${kind} ${nameOf(toKey)} @${line} x${mentions}`)
      .sort(),
    [
      'cart import Cart @0 x1',
      'cart import total @0 x1',
      'price call total @6 x2',
      'price use Cart.size @7 x1',
      'price use Cart @7 x1',
    ].sort((a, b) => (a < b ? -1 : 1)),
  );
  assert.deepEqual(
    merged.guesses.map((i) => cart.references[i]?.name).filter((name) => name === 'lost' || name === 'open'),
    ['lost'],
  );
});

test('an unresolved import keeps its name-based edges', async () => {
  const cart = await indexed(
    'cart.ts',
    "import {\n  total,\n  Cart as Box,\n} from '@acme/shop';\n\nexport function price(box: Box) {\n  const count = total(box);\n  return count;\n}\n",
  );
  const placeOf = (text: string) => {
    const at = cart.text.indexOf(text);
    const line = cart.lineStarts.findLastIndex((start) => start <= at);
    return { path: 'cart.ts', line, character: at - cart.lineStarts[line]! };
  };
  const places: Record<string, string> = { total: 'total,', Box: 'Box,', box: 'box:', count: 'count =' };
  const facts: Fact[] = identifiers(cart.text, 'typescript').map((occurrence) => {
    const place = places[occurrence.name];
    return { occurrence, meaning: place ? { kind: 'here', targets: [placeOf(place)] } : { kind: 'unknown' } };
  });
  const merged = mergeFacts(cart, cart.references, { path: 'cart.ts', contentHash: '', provenance, facts, incomplete: null }, () => null);
  assert.deepEqual(merged.edges, []);
  assert.deepEqual([...new Set(merged.guesses.map((i) => cart.references[i]!.name))].sort(), ['Cart', 'total']);
});

test('implementations make edges between named symbols only', async () => {
  const shape = await indexed('shape.ts', 'export interface Shape {\n  area(): number;\n}\n');
  const box = await indexed('box.ts', 'export class Box {\n  area() {\n    return 1;\n  }\n}\n');
  const fact = (name: string, line: number, character: number, target: readonly [number, number]): Fact => ({
    occurrence: { name, start: box.lineStarts[line]! + character, line, character },
    meaning: { kind: 'here', targets: [{ path: 'shape.ts', line: target[0], character: target[1] }] },
  });
  const implementations = [
    fact('Box', 0, 13, [0, 17]),
    fact('area', 1, 2, [1, 2]),
    // Neither the keyword, nor a place in a text that has changed since.
    fact('return', 2, 4, [1, 2]),
    fact('area', 1, 2, [90, 2]),
    fact('area', 1, 2, [1, 3]),
  ];
  const { edges } = mergeFacts(
    box,
    box.references,
    { path: 'box.ts', contentHash: '', provenance, facts: [], implementations, incomplete: null },
    (path) => (path === 'shape.ts' ? shape : null),
  );
  const name = (key: string) => [...shape.chunks, ...box.chunks].find((chunk) => chunk.key === key)?.qualifiedName;
  assert.deepEqual(
    edges.map(({ fromKey, toKey, kind, line, mentions }) => `${name(fromKey)} ${kind} ${name(toKey)} @${line} x${mentions}`),
    ['Box implements Shape @0 x1', 'Box.area implements Shape.area @1 x1'],
  );
});

/** The edge for `name` of `user`, where the server says that it is defined at the beginning of a line of `other`. */
async function edgesToPlace(
  user: readonly [string, string],
  name: string,
  other: readonly [string, string],
  line: number,
): Promise<string[]> {
  const [from, to] = [await indexed(...user), await indexed(...other)];
  const facts: Fact[] = identifiers(from.text, languageOf(from.path)).map((occurrence) => ({
    occurrence,
    meaning: occurrence.name === name ? { kind: 'here', targets: [{ path: to.path, line, character: 0 }] } : { kind: 'unknown' },
  }));
  const { edges } = mergeFacts(from, from.references, { path: from.path, contentHash: '', provenance, facts, incomplete: null }, () => to);
  return edges.map(({ toKey, kind }) => `${kind} ${to.chunks.find(({ key }) => key === toKey)?.qualifiedName}`);
}

test('a default export leads to the symbol of its name, a place outside of all symbols to no member', async () => {
  const wrapped = '// Carts.\n\nconst Cart = () => null;\nexport { Cart as default };\n';
  assert.deepEqual(await edgesToPlace(['user.ts', 'export const open = () => Cart();\n'], 'Cart', ['cart.ts', wrapped], 1), ['call Cart']);
  const member = '// Boxes.\n\nclass Box {\n  Cart() {\n    return 1;\n  }\n}\n';
  assert.deepEqual(await edgesToPlace(['user.ts', 'export const open = () => Cart();\n'], 'Cart', ['cart.ts', member], 1), ['call cart']);
  // What a macro makes is defined where it is called.
  const made = 'pub struct Small(u32);\nimpl Small {\n    pub fn size(&self) -> u32 {\n        self.0\n    }\n}\nmake_types!(Wide);\n';
  assert.deepEqual(await edgesToPlace(['user.rs', 'fn open(wide: Wide) -> u32 {\n    wide.size()\n}\n'], 'size', ['made.rs', made], 6), [
    'call made',
  ]);
});

async function askedIn(path: string, text: string): Promise<string> {
  const file = await indexed(path, text);
  const asked = mentionsToResolve(file.text, identifiers(file.text, languageOf(path)), new ChunkMap(file.chunks));
  return asked.map(({ name }) => name).join(' ');
}

test('asks about one of equal mentions in a chunk; other receivers and roles differ', async () => {
  assert.equal(await askedIn('a.py', 'def f(a, b):\n    a.x()\n    a.x()\n    b.x()\n    return g(x=x)\n'), 'a b x x g x x');
  // One name imported from two modules.
  assert.equal(await askedIn('a.py', 'from a import R as B\nfrom b import R\nfrom c import R\n'), 'a R B b R c');
  // What an `impl` names is declared elsewhere.
  assert.equal(await askedIn('a.rs', 'struct S;\nimpl T for S {\n  fn f() {}\n}\n'), 'T S');
  // What is private is not the variable of that name.
  assert.equal(
    await askedIn('a.ts', 'class A {\n  #x = 1;\n  f(x: number) {\n    this.#x = x;\n    return this.#x + x;\n  }\n}\n'),
    'x x x x',
  );
});

test('members in each case of a switch on types are asked about', async () => {
  const cases = 'switch b := a.(type) {\n\tcase A:\n\t\tb.x()\n\t\tb.x()\n\tcase B:\n\t\tb.x()\n\tdefault:\n\t\tb.x()\n\t}';
  assert.equal(await askedIn('a.go', `package a\n\nfunc f(a any) {\n\t${cases}\n}\n`), 'a a b A b x B x x');
  // Cases of other switches do not matter.
  assert.equal(await askedIn('a.go', 'package a\n\nfunc f(a T) {\n\tswitch {\n\tcase a.x:\n\tcase a.x:\n\t}\n}\n'), 'a a T x');
});

test('keys and named arguments differ by literal and call', async () => {
  assert.equal(await askedIn('a.py', 'def f(a):\n    a = 1\n    return [A(a=a), B(a=a), A(1, a=2)]\n'), 'a a A a B a');
  assert.equal(await askedIn('a.go', 'package a\n\nvar table = []any{&A{X: 1}, B{X: 1}, B{X: 2}, []A{{X: 1}, {X: 2}}}\n'), 'a A X B X');
  assert.equal(await askedIn('a.ts', 'function f() {\n  g({ x: 1 });\n  h([{ x: 1 }, { x: 2 }]);\n  g({ x: 3 });\n}\n'), 'g x h x');
});

test('reads locations in every form', () => {
  const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 3 } };
  const pathOf = (uri: string) => (uri.startsWith('file:///w/') ? uri.slice(10) : null);
  const here = { kind: 'here', targets: [{ path: 'a', line: 1, character: 2 }] };
  assert.deepEqual(meaningOf({ uri: 'file:///w/a', range }, pathOf, 8), here);
  assert.deepEqual(meaningOf([{ uri: 'file:///w/a', range }], pathOf, 8), here);
  assert.deepEqual(meaningOf([{ targetUri: 'file:///w/a', targetRange: range, targetSelectionRange: range }], pathOf, 8), here);
  assert.deepEqual(meaningOf([{ uri: 'file:///lib/a', range }], pathOf, 8), { kind: 'outside' });
  for (const none of [null, [], undefined, [{}], [null], 7, [{ uri: 'file:///w/a' }]])
    assert.deepEqual(meaningOf(none, pathOf, 8), { kind: 'unknown' });
});

test('rejects files that are not index shards', () => {
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(100),
    Buffer.from('RIFF\0\0\0\0CdIx'),
    Buffer.from('RIFF\0\0\0\0CdIxmeta\x04\0\0\0\x63\0\0\0'),
  ])
    assert.throws(() => readShard(bytes));
});

test('resolves entries of __all__ to top-level names of the file or its imports', async () => {
  const api = await indexed('api.py', 'def get():\n    pass\n\n\nclass Box:\n    def put(self):\n        pass\n');
  const init = await indexed('__init__.py', 'from api import *\n\n\ndef own():\n    pass\n\n\n__all__ = ["get", "own", "put", "gone"]\n');
  const facts: Fact[] = identifiers(init.text, 'python').map((occurrence) => ({
    occurrence,
    meaning: occurrence.name === 'api' ? { kind: 'here', targets: [{ path: 'api.py', line: 0, character: 0 }] } : { kind: 'unknown' },
  }));
  const merged = mergeFacts(init, init.references, { path: '', contentHash: '', provenance, facts, incomplete: null }, (path) =>
    path === 'api.py' ? api : null,
  );
  const name = (key: string) => [...api.chunks, ...init.chunks].find((chunk) => chunk.key === key)?.name;
  assert.deepEqual(
    merged.edges.filter(({ fromKey }) => name(fromKey) === '__all__').map(({ toKey, kind }) => `${kind} ${name(toKey)}`),
    ['use get', 'use own'],
  );
});
