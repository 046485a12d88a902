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

const rust = `const TEXT: &str = "several \\
    lines";
const RAW: &str = r#"a " b"#;

impl Cart {
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

const ruby = `module Shop
  class Cart
    def total
      sum = 0
      @
      sum
    end

    def add(item)
      items.each do |one|
        puts one if one.big?
      end
    end

    def empty = items.empty?
  end
end
`;

const lua = `local M = {}

function M.total(cart)
  local sum = 0
  @
  return sum
end

local function add(cart, item)
  for _, one in ipairs(cart) do
    print(one)
  end
end

function M.each(cart, visit)
  add(cart, function(item)
    visit(item)
  end)
end

return M
`;

const elixir = `defmodule Cart do
  def total(cart) do
    sum = 0
    @
    sum
  end

  def add(cart, item), do: [item | cart]

  def each(cart, visit) do
    Enum.each(cart, fn item ->
      visit.(item)
    end)
  end
end
`;

const java = `class Cart {
  int total() {
    int sum = 0;
    @
    return sum;
  }

  void add(Item item) {
    items.add(item);
  }
}
`;

const cases: readonly Case[] = [
  { language: 'ruby', text: ruby, statements: ['if foo', 'items.each do |x|', 'case x', 'while foo', 'foo(', 'x = [', 's = "unclosed'] },
  {
    language: 'lua',
    text: lua,
    statements: ['for i = 1, 2 do', 'if x then', 'foo(', 'foo(function(a)', 'local t = {', 'local s = "unclosed'],
  },
  { language: 'elixir', text: elixir, statements: ['if x do', 'case x do', 'Enum.map(x, fn a ->', 'foo(', 's = "unclosed'] },
  { language: 'java', text: java, statements: ['for (;;) {', 'if (foo(', 'int[] x = {1,', 'run(() -> {'] },
  { language: 'csharp', text: java.replace('Item item', 'Item item, int more'), statements: ['for (;;) {', 'if (foo(', 'Run(() => {'] },
  {
    language: 'php',
    text: `<?php\n${java.replaceAll('int total', 'function total').replaceAll('void add(Item item)', 'function add($item)').replaceAll('int sum', '$sum')}`,
    statements: ['foreach ($x as $y) {', 'if (foo(', '$x = [', '$s = "unclosed'],
  },
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
  {
    language: 'rust',
    text: rust,
    statements: [
      'for i in x {',
      'if foo(',
      'let z = [',
      'self.',
      'if let Some(x) = ',
      'for x in',
      'match',
      'while let',
      'let x = if',
      'self.push("',
      'format!("{',
    ],
  },
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

test('half a declaration takes nothing of the next one', async () => {
  const text = '@\nfn after(a: u8) -> u8 {\n    match a {\n        1 =>\n        {\n            2\n        }\n        _ => 3,\n    }\n}\n';
  for (const half of ['use ', 'let', 'impl ', 'const X: ', 'fn new_one', 'fn new_one(', 'fn new_one(a: u8) ->', 'type A = '])
    assert.deepEqual(await namesOf(text.replace('@', half), 'rust'), ['function after 1-10'], half);
});
