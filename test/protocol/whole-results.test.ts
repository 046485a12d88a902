/** A result shown whole is exactly the text of its range, so that an edited copy of it can replace that range. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LineIndex } from '../../server/util/text.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const sources = `
-- list.h --
/* A list node. */
typedef struct list_node {
    struct list_node *next; /* the next node */
    int value;
} list_node, *list_pointer; /* trailing comment */

typedef enum { RED, GREEN }
color_t;

static const char *color_names[] = {
    "red",
    "green",
}; // by color
-- shape.cpp --
namespace geo {
class Shape {
 public:
  virtual ~Shape() = default;
  virtual double area() const = 0;  // square metres
}; /* class Shape */

struct { int width; int height; } screen = {
  640,
  480,
};
} // namespace geo
-- a.ts --
export const limits = {
  retries: 3,
  timeout: 10,
} as const; // bounds

export type Handler = (event: string) => void; export let first = 1, second = 2;

export default class Router {
  route = (path: string) => { return path; };
};
-- b.js --
module.exports = {
  start() { return 1; },
  stop: function () {
    return 2;
  },
};
-- c.tsx --
export const Button = ({ label }: { label: string }) => (
  <button>{label}</button>
); // a button
-- d.py --
"""Helpers."""

TABLE = {
    'a': 1,
    'b': 2,
}  # lookup


def convert(value):  # converts
    return TABLE[value]  # end
-- e.go --
package shop

// Cart holds items.
type Cart struct {
	items []string // all of them
} // end of Cart

var (
	one = 1
	two = 2
)

func (c *Cart) Add(item string) { c.items = append(c.items, item) } // appends
-- F.cs --
namespace Shop {
  public class Order {
    public int Total { get; set; } = 1; // cents
    private int a, b = 2;
  };
}
-- g.rs --
pub struct Point {
    x: i32, // left
} // point

static NAMES: [&str; 2] = [
    "a",
    "b",
]; // names

impl Point { fn x(&self) -> i32 { self.x } }
-- H.java --
class Stack {
  private int top = 0, size = 1; // two fields
  int pop() { return top--; } // removes
};
-- i.rb --
class Greeter # says hello
  def greet(name) = "hello #{name}" # endless
  NAMES = [
    'a',
  ].freeze # constant
end # Greeter
-- j.php --
<?php
class Mailer {
    public $to = [
        'a',
    ]; // recipients
    function send() { return 1; } # sends
} // Mailer
-- k.sh --
greet() { # says hello
  echo hello
} # end
-- l.css --
.button { color: red; } /* red */
.link {
  color: blue;
}
-- m.ps1 --
function Get-Size { # size
  return 1
} # end
-- n.kt --
data class Person(
  val name: String,
) // person
-- o.md --
# Guide

First words about installing.


## Use

Some words about usage.


-- p.json --
{
  "server": {
    "port": 80
  },
  "client": {
    "name": "x"
  }
}
-- q.yaml --
server:
  port: 80

client:
  name: x
`;

/** The exact text of an LSP range; a position behind the end is the end. */
function textOf(text: string, { start, end }: Json): string {
  const index = new LineIndex(text);
  const offset = ({ line, character }: Json) => Math.min(text.length, index.offsetOf(line) + character);
  return text.slice(offset(start), offset(end));
}

for (const [form, write] of [
  ['line feeds', (text: string) => text],
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['no final line break', (text: string) => text.trimEnd()],
] as const)
  test(`the text of a whole result equals its range, with ${form}`, { skip: serverMissing }, async () => {
    const workspace = temporaryWorkspace(sources);
    try {
      for (const path of workspace.files.keys()) workspace.write(path, write(workspace.text(path)));
      await withServer(async ({ client }) => {
        await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
        await ready(client);
        const whole = new Map<string, Set<string>>();
        for (const path of workspace.files.keys()) {
          const { results } = await client.request('context/retrieve', {
            query: `${path} button class function value list items`,
            filters: { paths: [path] },
            limit: 50,
            related: 0,
            budgetTokens: null,
          });
          for (const result of results) {
            const text = write(workspace.text(path));
            // What `split` would give: a line behind the last line break does not exist.
            assert.ok(result.range.end.line <= text.replace(/\r?\n$/, '').split('\n').length, `${path} ${result.qualifiedName}`);
            if (result.shortening !== 'whole') continue;
            assert.equal(result.text, textOf(text, result.range), `${path} ${result.qualifiedName}`);
            const names = whole.get(path) ?? new Set();
            whole.set(path, names.add(result.name));
          }
        }
        assert.deepEqual(
          [...workspace.files.keys()].filter((path) => !whole.has(path)),
          [],
          'every language has a whole result',
        );
        assert.ok(whole.get('list.h')?.has('list_node'));
      });
    } finally {
      workspace.remove();
    }
  });
