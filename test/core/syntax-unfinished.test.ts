/** Text that is being written: an open bracket or quote must not hide the declarations around it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { outlineTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';

interface Case {
  readonly language: string;
  /** With `@` on the line where a statement is written. */
  readonly text: string;
  readonly statements: readonly string[];
}

const go = `package shop

// Total adds up.
func (c *Cart) Total() int {
	sum := 0
	@
	return sum
}

type Cart struct {
	items []Item
}

func (c *Cart) Add(item Item) {
	text := \`one
two\`
	c.items = append(c.items, item)
}
`;

const typescript = `export class Cart {
  total(): number {
    const sum = 0;
    @
    return sum;
  }

  add(item: Item): void {
    this.items.push(\`\${item}\`);
  }
}

export function empty(): Cart {
  return new Cart();
}
`;

const python = `class Cart:
    def total(self):
        """Adds up."""
        @
        return 0

    def add(self, item):
        """Adds one."""
        self.items.append(item)


def empty():
    return Cart()
`;

const rust = `impl Cart {
    fn total<'a>(&'a self) -> u32 {
        let sum = 0;
        @
        sum
    }

    fn add(&mut self, item: Item) {
        self.items.push(item);
    }
}

fn empty() -> Cart {
    Cart::default()
}
`;

const c = `int total(struct cart *cart)
{
  int sum = 0;
  @
  return sum;
}

void add(struct cart *cart, int item)
{
  cart->items[cart->count++] = item;
}
`;

const cases: readonly Case[] = [
  {
    language: 'go',
    text: go,
    statements: ['for i := range c.items {', 'if x := foo(', 's := `unclosed', 'x := []int{1, 2', 'go func() {', 'c.'],
  },
  {
    language: 'typescript',
    text: typescript,
    statements: ['for (const x of y) {', 'if (foo(', 'const s = `unclosed', "const s = 'unclosed", 'foo(() => {', 'f({'],
  },
  { language: 'python', text: python, statements: ['foo(', 'x = {', 's = """unclosed', "s = 'unclosed", 'for a in [', 'if x'] },
  { language: 'rust', text: rust, statements: ['for i in x {', 'if foo(', 'let z = [', 'self.'] },
  { language: 'c', text: c, statements: ['for(;;) {', 'if(foo(', 'x = y['] },
];

const namesOf = async (text: string, language: string): Promise<string[]> =>
  ((await outlineTree(text, language))?.symbols ?? []).map(({ kind, name, lines }) => `${kind} ${name} ${lines.start}-${lines.end}`);

for (const { language, text, statements } of cases)
  test(`an unfinished statement in ${language} leaves the symbols as they are`, async () => {
    const finished = await namesOf(text.replace('@', ''), language);
    assert.ok(finished.length >= 2, `${finished}`);
    for (const statement of statements) assert.deepEqual(await namesOf(text.replace('@', statement), language), finished, statement);
  });

test('a function that is not finished ends before the next one', async () => {
  const text = 'package shop\n\nfunc open() {\n\tfor i := range x {\n\nfunc after() int {\n\treturn 1\n}\n';
  assert.deepEqual(await namesOf(text, 'go'), ['function open 2-4', 'function after 5-8']);
});
