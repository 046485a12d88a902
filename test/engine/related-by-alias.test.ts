/** Calls through aliases and imports lead to the one definition that they mean, in each language, without a language server. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { parseFixture } from '../support/fixture.js';
import { engineOn, workspace } from '../support/real-engine.js';

/** `deliver` has five definitions in each language: the name alone says nothing. */
const others = ['North', 'South', 'East', 'West'];

const elixir = `
-- lib/post/parcel.ex --
defmodule Post.Parcel do
  @callback deliver(map()) :: :ok

  @spec deliver(map()) :: :ok
  def deliver(parcel), do: stamp!(parcel)

  def stamp!(parcel), do: parcel
  def later(parcel), do: __MODULE__.deliver(parcel)
end
-- lib/post/clerk.ex --
defmodule Post.Clerk do
  alias Post.Parcel
  alias Post.Parcel, as: Box
  alias Post.{North, Parcel}

  def one(p), do: Parcel.deliver(p)
  def two(p), do: Box.deliver(p)
  def three(ps), do: Enum.map(ps, &Parcel.deliver/1)
  def four(p), do: p |> Parcel.deliver()
  def five(p), do: Parcel.deliver p
  def six(p), do: North.deliver(p)
  @spec seven(Parcel.deliver()) :: :ok
  def seven(p), do: p
  def eight(p), do: Parcel.stamp!(p)
end
${others.map((name) => `-- lib/post/${name}.ex --\ndefmodule Post.${name} do\n  def deliver(p), do: p\n  def stamp!(p), do: p\nend`).join('\n')}
`;

const python = `
-- post/parcel.py --
def deliver(p):
    return p
class Box:
    @staticmethod
    def deliver(p):
        return p
-- post/clerk.py --
import post.parcel
import post.parcel as pp
from post import parcel as other, north
from post.parcel import deliver as send
from .parcel import Box as Chest
def one(p): return pp.deliver(p)
def two(p): return other.deliver(p)
def three(p): return send(p)
def four(p): return post.parcel.deliver(p)
def five(p): return Chest.deliver(p)
def six(p): return north.deliver(p)
${others.map((name) => `-- post/${name.toLowerCase()}.py --\ndef deliver(p):\n    return p`).join('\n')}
`;

const script = `
-- src/parcel.ts --
export function deliver(p) { return p; }
export class Box { static deliver(p) { return p; } }
-- src/clerk.ts --
import * as ns from './parcel.js';
import { deliver as send, Box as Chest } from './parcel';
import * as parcels from './north';
const lib = require('./parcel');
const { deliver: put } = require('./parcel');
export function one(p) { return ns.deliver(p); }
export function two(p) { return send(p); }
export function three(p) { return lib.deliver(p); }
export function four(p) { return put(p); }
export function five(p) { return Chest.deliver(p); }
export function six(p) { return parcels.deliver(p); }
${others.map((name) => `-- src/${name.toLowerCase()}.ts --\nexport function deliver(p) { return p; }`).join('\n')}
`;

const go = `
-- parcel/parcel.go --
package parcel
func Deliver(p int) int { return p }
-- clerk/clerk.go --
package clerk
import (
	box "example.com/post/parcel"
	"example.com/post/north"
)
func One(p int) int { return box.Deliver(p) }
func Two(p int) int { return north.Deliver(p) }
${others.map((name) => `-- ${name.toLowerCase()}/a.go --\npackage ${name.toLowerCase()}\nfunc Deliver(p int) int { return p }`).join('\n')}
`;

/** The package at the root has the module's name, which no path has, and is in several files. */
const goModule = `
-- go.mod --
module example.com/post/v2

go 1.22
-- post.go --
package post
func Open() int { return 1 }
-- parcel.go --
package post
func Deliver(p int) int { return p }
-- clerk/clerk.go --
package clerk
import (
	"example.com/post/v2"
	"example.com/post/v2/north"
	other "example.org/post"
)
func One(p int) int { return post.Deliver(p) }
func Two(p int) int { return north.Deliver(p) }
func Three(p int) int { return other.Deliver(p) }
-- north/a.go --
package north
func Deliver(p int) int { return p }
`;

const rust = `
-- src/parcel.rs --
pub fn deliver(p: i32) -> i32 { p }
pub struct Box9;
impl Box9 { pub fn deliver(p: i32) -> i32 { p } }
-- src/clerk.rs --
use crate::parcel as pp;
use crate::{north, parcel::{deliver as send, Box9 as Chest}};
fn one(p: i32) -> i32 { pp::deliver(p) }
fn two(p: i32) -> i32 { send(p) }
fn three(p: i32) -> i32 { crate::parcel::deliver(p) }
fn five(p: i32) -> i32 { Chest::deliver(p) }
fn six(p: i32) -> i32 { north::deliver(p) }
${others.map((name) => `-- src/${name.toLowerCase()}.rs --\npub fn deliver(p: i32) -> i32 { p }`).join('\n')}
`;

const php = `
-- src/Parcel.php --
<?php
namespace Post;
class Parcel { public static function deliver($p) { return $p; } }
-- src/Clerk.php --
<?php
namespace Desk;
use Post\\Parcel as Box;
use Post\\{North, South};
class Clerk {
  public function one($p) { return Box::deliver($p); }
  public function two($p) { return \\Post\\Parcel::deliver($p); }
  public function six($p) { return North::deliver($p); }
}
${others.map((name) => `-- src/${name}.php --\n<?php\nnamespace Post;\nclass ${name} { public static function deliver($p) { return $p; } }`).join('\n')}
`;

const java = `
-- src/post/Parcel.java --
package post;
public class Parcel { public static int deliver(int p) { return p; } }
-- src/desk/Clerk.java --
package desk;
import post.Parcel;
import static post.Parcel.deliver;
import post.North;
public class Clerk {
  int one(int p) { return Parcel.deliver(p); }
  int two(int p) { return deliver(p); }
  int six(int p) { return North.deliver(p); }
}
${others.map((name) => `-- src/post/${name}.java --\npackage post;\npublic class ${name} { public static int deliver(int p) { return p; } }`).join('\n')}
`;

const kotlin = `
-- src/Parcel.kt --
package post
object Parcel { fun deliver(p: Int): Int = p }
-- src/Clerk.kt --
package desk
import post.Parcel as Box
import post.Parcel.deliver as send
import post.North
fun one(p: Int): Int = Box.deliver(p)
fun two(p: Int): Int = send(p)
fun six(p: Int): Int = North.deliver(p)
${others.map((name) => `-- src/${name}.kt --\npackage post\nobject ${name} { fun deliver(p: Int): Int = p }`).join('\n')}
`;

const scala = `
-- src/Parcel.scala --
package post
object Parcel { def deliver(p: Int): Int = p }
-- src/Clerk.scala --
package desk
import post.{Parcel => Box, North}
import post.Parcel.{deliver => send}
object Clerk {
  def one(p: Int): Int = Box.deliver(p)
  def two(p: Int): Int = send(p)
  def six(p: Int): Int = North.deliver(p)
}
${others.map((name) => `-- src/${name}.scala --\npackage post\nobject ${name} { def deliver(p: Int): Int = p }`).join('\n')}
`;

const csharp = `
-- src/Parcel.cs --
namespace Post { public class Parcel { public static int Deliver(int p) { return p; } } }
-- src/Clerk.cs --
using Post;
using Box = Post.Parcel;
namespace Desk {
  public class Clerk {
    int One(int p) { return Box.Deliver(p); }
    int Two(int p) { return Post.Parcel.Deliver(p); }
    int Six(int p) { return North.Deliver(p); }
  }
}
${others.map((name) => `-- src/${name}.cs --\nnamespace Post { public class ${name} { public static int Deliver(int p) { return p; } } }`).join('\n')}
`;

const ruby = `
-- lib/parcel.rb --
module Post
  class Parcel
    def self.deliver(p)
      p
    end
  end
end
-- lib/clerk.rb --
require_relative 'parcel'
module Desk
  class Clerk
    def one(p)
      Post::Parcel.deliver(p)
    end

    def two(p)
      Post::Parcel.deliver p
    end

    def six(p)
      Post::North.deliver(p)
    end
  end
end
${others.map((name) => `-- lib/${name}.rb --\nmodule Post\n  class ${name}\n    def self.deliver(p)\n      p\n    end\n  end\nend`).join('\n')}
`;

const erlang = `
-- src/parcel.erl --
-module(parcel).
-behaviour(carrier).
-export([deliver/1, later/1]).
-spec deliver(parcel:t()) -> ok.
deliver(P) -> P.
later(P) -> deliver(P).
-- src/carrier.erl --
-module(carrier).
-callback seal(term()) -> ok.
-- src/clerk.erl --
-module(clerk).
-export([one/1, deliver/1]).
one(P) -> parcel:deliver(P).
two(Ps) -> lists:map(fun parcel:deliver/1, Ps).
three(P) -> north:deliver(P).
four(P) -> deliver(P).
five(P) -> maps:deliver(P).
%% parcel:deliver(P)
six() -> "parcel:deliver(P)".
deliver(P) -> P.
${others.map((name) => `-- src/${name.toLowerCase()}.erl --\n-module(${name.toLowerCase()}).\ndeliver(P) -> P.`).join('\n')}
`;

const perl = `
-- lib/Post/Carrier.pm --
package Post::Carrier;
sub new { bless {}, shift }
1;
-- lib/Post/Parcel.pm --
package Post::Parcel;
use parent 'Post::Carrier';
our @EXPORT_OK = qw(deliver);
# A text, a pattern and a document with brackets.
my $text = qq{ "} . '{';
sub quoted { return m!["{]! ? <<'EOT' : 1 }
sub deliver { nothing
EOT
sub deliver { my $self = shift; return 1 }
sub later { my $self = shift; return $self->deliver }
1;
__END__
=head2 deliver

  Post::Parcel->deliver(1);
-- lib/Post/Clerk.pm --
package Post::Clerk;
use Post::Parcel qw(deliver);
sub one { Post::Parcel->deliver(1) }
sub two { return deliver 1 }
sub three { my $run = \\&deliver; $run->() }
sub four { Post::Parcel::deliver(1) }
sub five { Post::North->deliver(1) }
sub six { "Post::Parcel->deliver(1)" }
sub seven { my %h = (deliver => 1); $h{deliver} }
sub eight { Post::Parcel
    ->deliver(2) }
1;
${others.map((name) => `-- lib/Post/${name}.pm --\npackage Post::${name};\nsub deliver { my $self = shift; 1 }\n1;`).join('\n')}
`;

const r = `
-- R/parcel.R --
deliver <- function(x, ...) UseMethod("deliver")
deliver.parcel <- function(x, ...) x
\`[.deliver\` <- function(x, i) deliver(x)
later <- function(x) deliver(x)
-- R/clerk.R --
one <- function(x) deliver(x)
two <- function(xs) lapply(xs, deliver.parcel)
three <- function(x) deliver.parcel(x)
four <- function(deliver) deliver
five <- function(x) "deliver(x)" # deliver(x)
six <- function(x) .Call(\`native_deliver\`, x)
seven <- function(x) x$deliver()
-- src/native.c --
int native_deliver(int x) { return x; }
`;

const ocaml = `
-- lib/parcel.mli --
type t
val deliver : t -> t
-- lib/parcel.ml --
type t = int
let deliver p = p
let later p = deliver p |> deliver
let shadowed deliver = deliver 1
-- lib/clerk.ml --
module P = Post.Parcel
let deliver p = p
let one p = Parcel.deliver p
let two p = P.deliver p
let three ps = List.map Post.Parcel.deliver ps
let four p = North.deliver p
let five p = deliver p
let alone
  (p : int)
  =
  Parcel.deliver p
let six () = {|Parcel.deliver p|}
let seven = function
  | Parcel.Small deliver -> deliver
  | p -> Parcel.deliver p
-- lib/desk.ml --
open Parcel
let eight p = deliver p
let nine t = t.deliver
${others.map((name) => `-- lib/${name.toLowerCase()}.ml --\nlet deliver p = p`).join('\n')}
`;

/** Names of the symbols that call the definition on the first line with `marker`; `~` behind what goes by name alone. */
async function callersOf(t: TestContext, source: string, path: string, marker: string): Promise<string[]> {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const lines = (parseFixture(source).files.get(path) ?? '').split('\n');
  const line = lines.findIndex((text) => text.includes(marker));
  const column = (lines[line] as string).search(/deliver/i) + 1;
  const { items } = await engine.related({ at: { path, line, column }, kinds: ['called_by'] });
  return items.map(({ symbol: { name }, isGuess }) => `${name}${isGuess ? ' ~' : ''}`).sort();
}

const languages: readonly (readonly [language: string, source: string, path: string, marker: string, callers: readonly string[]])[] = [
  ['Elixir', elixir, 'lib/post/parcel.ex', 'def deliver', ['five', 'four', 'later', 'one', 'three', 'two']],
  ['Python, of a module', python, 'post/parcel.py', 'def deliver', ['four', 'one', 'three', 'two']],
  ['Python, of a class', python, 'post/parcel.py', '    def deliver', ['five']],
  ['TypeScript, of a module', script, 'src/parcel.ts', 'export function deliver', ['four', 'one', 'three', 'two']],
  ['TypeScript, of a class', script, 'src/parcel.ts', 'static deliver', ['five']],
  ['Go', go, 'parcel/parcel.go', 'func Deliver', ['One']],
  ['Go, of the package at the root', goModule, 'parcel.go', 'func Deliver', ['One']],
  ['Rust, of a module', rust, 'src/parcel.rs', 'pub fn deliver', ['one', 'three', 'two']],
  ['Rust, of a type', rust, 'src/parcel.rs', 'impl Box9', ['five']],
  ['PHP', php, 'src/Parcel.php', 'function deliver', ['one', 'two']],
  ['Java', java, 'src/post/Parcel.java', 'int deliver', ['one', 'two']],
  ['Kotlin', kotlin, 'src/Parcel.kt', 'fun deliver', ['one', 'two']],
  ['Scala', scala, 'src/Parcel.scala', 'def deliver', ['one', 'two']],
  ['C#', csharp, 'src/Parcel.cs', 'int Deliver', ['One', 'Two']],
  ['Erlang', erlang, 'src/parcel.erl', 'deliver(P) -> P', ['later', 'one', 'two']],
  ['OCaml', ocaml, 'lib/parcel.ml', 'let deliver', ['alone', 'eight', 'later', 'one', 'seven', 'three', 'two']],
  ['Perl', perl, 'lib/Post/Parcel.pm', 'sub deliver { my', ['eight', 'four', 'later', 'one', 'three', 'two']],
  ['Ruby', ruby, 'lib/parcel.rb', 'def self.deliver', ['one', 'two']],
];
for (const [language, source, path, marker, callers] of languages)
  test(`callers through aliases and imports: ${language}`, async (t) => {
    const found = await callersOf(t, source, path, marker);
    assert.deepEqual(found, callers);
  });

test('what a module of Erlang or OCaml imports, implements and is imported by', async (t) => {
  const engine = await engineOn(workspace(t, `${erlang}${ocaml}`), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string) => {
    const { items } = await engine.related({ symbol, kinds: ['imported_by', 'extends', 'extended_by'] });
    return items.map((item) => `${item.kind} ${item.symbol.path}`).sort();
  };
  assert.deepEqual(await related('carrier'), ['extended_by src/parcel.erl', 'imported_by src/parcel.erl']);
  assert.deepEqual(await related('src/parcel.erl'), ['extends src/carrier.erl', 'imported_by src/clerk.erl']);
  assert.deepEqual(await related('lib/parcel.ml'), ['imported_by lib/clerk.ml', 'imported_by lib/desk.ml']);
});

test('names of R may hold dots: methods of generic functions, functions that are handed over, native code', async (t) => {
  const engine = await engineOn(workspace(t, r), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string) => {
    const { items } = await engine.related({ symbol, kinds: ['called_by', 'used_by', 'extended_by'] });
    return items.map((item) => `${item.kind} ${item.symbol.name}${item.isGuess ? ' ~' : ''}`).sort();
  };
  assert.deepEqual(await related('deliver'), [
    'called_by [.deliver',
    'called_by later',
    'called_by one',
    'called_by seven ~',
    'extended_by deliver.parcel',
  ]);
  assert.deepEqual(await related('deliver.parcel'), ['called_by three', 'used_by two']);
  assert.deepEqual(await related('native_deliver'), ['called_by six ~']);
});

test('Julia: exclamation marks, calls for each, callable values, subtypes, macros', async (t) => {
  const julia = `
-- src/Shop.jl --
module Shop
abstract type Carrier end
include("parcel.jl")
end
-- src/parcel.jl --
struct Van{T<:Real} <: Carrier
  size::T
end
deliver!(v::Van, mode=true) = v
function (v::Van)(x)
  deliver!(v)
end
macro stamp(x)
  x
end
one(xs) = deliver!.(xs)
@stamp one
# Each stamp counts.
two(v) = v.stamp(1)
`;
  const engine = await engineOn(workspace(t, julia), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string) => {
    const { items } = await engine.related({ symbol, kinds: ['called_by', 'extended_by'] });
    return items.map(({ kind, symbol: { name }, moreProof }) => `${kind} ${name} ${moreProof.length}`).sort();
  };
  assert.deepEqual(await related('deliver!'), ['called_by Van 0', 'called_by one 0']);
  assert.deepEqual(await related('Carrier'), ['extended_by Van 0']);
  assert.ok((await related('@stamp')).includes('called_by parcel 0'));
});

test('a package of Go is imported by its path, and named by its folder', async (t) => {
  const text = `
-- go.mod --
module shop.io/shop
-- internal/pathx/clean.go --
package pathx
func Clean(p string) string { return p }
-- cmd/run.go --
package cmd
import "shop.io/shop/internal/pathx"
func Run() string { return pathx.Clean("a") }
-- cmd/other.go --
package cmd
import "example.com/other/pathx"
func Other() string { return pathx.Clean("a") }
`;
  const engine = await engineOn(workspace(t, text), { history: 'off' });
  await engine.settled();
  for (const symbol of ['internal/pathx', 'pathx', 'internal/pathx/clean.go']) {
    const { items } = await engine.related({ symbol, kinds: ['imported_by'] });
    assert.deepEqual(
      items.map((item) => item.symbol.path),
      ['cmd/run.go'],
      symbol,
    );
  }
});

test('fields of a variable of Go whose structure has no name are its members', async (t) => {
  const text = `
-- go.mod --
module shop.io/shop
-- conf/static.go --
package conf
var (
	Session struct {
		Provider string
		Name     string
	}
	Cache  struct{ Provider string }
	Mail   struct{ Provider string }
	Search struct{ Provider string }
)
var pool = &Pool{}
type Pool struct{ size int }
func (p *Pool) Start() {}
-- conf/start.go --
package conf
func Start(names []string) { pool.Start() }
func Param(pool *Pool) { pool.Start() }
func Local() { pool, err := &Pool{}, 1; pool.Start(); _ = err }
func Closure() { func(pool *Pool) { pool.Start() }(nil) }
func Key() *Pool { return &Pool{size: 1} }
-- cmd/run.go --
package cmd
import "shop.io/shop/conf"
func Run() string { return conf.Session.Provider }
-- cmd/login.go --
package cmd
type login struct{ Session string }
func Login() login { return login{Session: "a"} }
`;
  const engine = await engineOn(workspace(t, text), { history: 'off' });
  await engine.settled();
  const { of, items } = await engine.related({ symbol: 'Session.Provider', kinds: ['used_by'] });
  assert.deepEqual(
    of.map(({ qualifiedName }) => qualifiedName),
    ['Session.Provider'],
  );
  assert.deepEqual(
    items.map(({ symbol }) => symbol.name),
    ['Run'],
  );
  const pool = await engine.related({ symbol: 'pool', kinds: ['used_by'] });
  assert.deepEqual(
    pool.items.map(({ symbol }) => symbol.name),
    ['Start'],
  );
  const session = await engine.related({ symbol: 'conf.Session', kinds: ['used_by'] });
  assert.deepEqual(
    session.items.map(({ symbol }) => symbol.name),
    ['Run'],
  );
});

test('a package of Perl holds what follows it, and has those that inherit it', async (t) => {
  const engine = await engineOn(workspace(t, perl), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Post::Carrier', kinds: ['extended_by', 'imported_by'] });
  assert.deepEqual(
    items.map(({ kind, symbol }) => `${kind} ${symbol.qualifiedName}`),
    ['extended_by Post::Parcel'],
  );
  const { of } = await engine.related({ symbol: 'Post::Parcel::later', kinds: ['calls'] });
  assert.deepEqual(
    of.map(({ qualifiedName }) => qualifiedName),
    ['Post::Parcel.later'],
  );
});

test('a function of Erlang is named with its module and the number of its arguments', async (t) => {
  const engine = await engineOn(workspace(t, erlang), { history: 'off' });
  await engine.settled();
  const { of } = await engine.related({ symbol: 'parcel:deliver/1', kinds: ['called_by'] });
  assert.deepEqual(
    of.map(({ path }) => path),
    ['src/parcel.erl'],
  );
  const { results } = await engine.retrieve({ query: 'who calls parcel:deliver/1' });
  assert.deepEqual(
    results
      .slice(0, 3)
      .map(({ qualifiedName }) => qualifiedName)
      .sort(),
    ['later', 'one', 'two'],
  );
});

const chain = `
-- post/leaf.py --
def seal_letter():
    return 1
-- post/use.py --
from post.leaf import seal_letter


def middle():
    return seal_letter()


def top():
    handler = seal_letter
    return middle()
`;

test('greater depths follow the relations asked for, whatever else relates the symbols', async (t) => {
  const engine = await engineOn(workspace(t, chain), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'seal_letter', kinds: ['called_by'], depth: 2 });
  assert.deepEqual(
    items.map(({ symbol, depth }) => `${symbol.name} ${depth}`),
    ['middle 1', 'top 2'],
  );
});

test('TypeScript: the overloads of a function have each caller once', async (t) => {
  const files = `
-- util.ts --
export function elements(one: string): string[];
export function elements(one: string, two: string): string[];
export function elements(...all: string[]): string[] {
  return all;
}
-- page.ts --
import { elements } from './util';
export function head() { return elements('a'); }
export function body() {
  const first = elements('a', 'b');
  return [first, elements('c')];
}
`;
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'elements', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol, proof, moreProof }) => [symbol.qualifiedName, proof?.line, ...moreProof.map(({ line }) => line)]),
    [
      ['head', 1],
      ['body', 3, 4],
    ],
  );
});
