/** Outlines by the tree-sitter grammars that are copied to dist/grammars. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Outline } from '../../server/core/model/symbol.js';
import { outlineTree } from '../../server/io/syntax/tree-sitter/outline-tree.js';
import { assertWellFormed, rendered } from './syntax-structure-checks.js';

async function outlineOf(text: string, language: string): Promise<Outline> {
  const outline = await outlineTree(text, language);
  assert.ok(outline, `no outline of ${language}`);
  return outline;
}

/** Compares an outline with its rendering: indented `kind name [start-end) : signature`, lines 0-based. */
async function check(language: string, text: string, expected: string): Promise<void> {
  const outline = await outlineOf(text, language);
  assertWellFormed(text, outline);
  assert.equal(`\n${rendered(outline)}`, expected);
}

test('kotlin', async () => {
  await check(
    'kotlin',
    `package a.b

import kotlinx.coroutines.flow.Flow
import java.io.File as F

/**
 * A store of users.
 *
 * @param dao where rows live
 */
@Service
@Named("users { not a brace")
public class UserStore(private val dao: Dao) : Base(dao), Closeable {
    /** How many. */
    val count: Int
        get() = dao.count("}")

    companion object {
        const val MAX = 10
    }

    override suspend fun load(
        id: String, // the key
        retry: Int = 3,
    ): Result<User?, Problem> {
        val local = dao.find(id) { it.name }
        fun inner(x: Int) = x + 1
        return Result.of(local)
    }

    private fun hidden() = "\${dao.find("x")} {"
}

fun <T : Any> List<T>.second(): T = this[1]
typealias Ids = Map<String, Int>
enum class Level { LOW, HIGH }
sealed interface Shape
object Single : Shape
`,
    `
class UserStore [5-32] : public class UserStore(private val dao: Dao) : Base(dao), Closeable
  property count [13-16] : val count: Int get()
  class companion object [17-20] : companion object
    constant MAX [18-19] : const val MAX = 10
  method load [21-29] : override suspend fun load( id: String, retry: Int = 3, ): Result<User?, Problem>
    function inner [26-27] : fun inner(x: Int)
  method hidden [30-31] : private fun hidden()
function second [33-34] : fun <T : Any> List<T>.second(): T
type Ids [34-35] : typealias Ids = Map<String, Int>
enum Level [35-36] : enum class Level
  enumMember LOW [35-36] : LOW
  enumMember HIGH [35-36] : HIGH
interface Shape [36-37] : sealed interface Shape
class Single [37-38] : object Single : Shape`,
  );
});

test('swift: macros, raw strings and types that the grammar does not know cause no errors', async () => {
  const text = `@Suite("Errors") struct ErrorTests {
    @Test func fails() throws {
        #expect(throws: (any Error).self) { try run(#"{"a": "b"}"#) }
        let value = try #require(last(in: ##"say "#hello""##))
        #if DEBUG
        #expect(value == 1)
        #endif
    }
    func here(at place: Place = #_sourceLocation, line: Int = #line) {}
}
#Preview { Screen() }
`;
  const outline = await outlineOf(text, 'swift');
  assert.equal(outline.hasErrors, false);
  assert.deepEqual(
    outline.symbols.map(({ name }) => name),
    ['ErrorTests', 'fails', 'here'],
  );
  const mentioned = new Set(outline.references.map(({ name }) => name));
  for (const name of ['expect', 'require', 'Place', 'Screen', 'Error']) assert.ok(mentioned.has(name), name);
});

test('swift', async () => {
  await check(
    'swift',
    `import Foundation

/// A request.
///
/// Sends once.
@MainActor
public final class Request: Base, Sendable {
    public enum State {
        case idle, running(Int)
        case done
    }
    private(set) var state: State = .idle
    var isDone: Bool { state == .done }
    let text = "func nope() { \\(state) }"

    public init?(url: URL, retries: Int = 3) {
        self.url = url
    }
    @discardableResult
    public func send<T>(_ body: T, to host: String) async throws -> Response where T: Encodable {
        let value = try await client.call(body)
        return Response(value)
    }
    static func == (lhs: Request, rhs: Request) -> Bool { true }
}
extension Request: CustomStringConvertible {
    var description: String { "x" }
}
protocol Sink {
    associatedtype Element
    func put(_ element: Element)
}
`,
    `
class Request [2-25] : public final class Request: Base, Sendable
  enum State [7-11] : public enum State
    enumMember idle [8-9] : case idle
    enumMember running [8-9] : running(Int)
    enumMember done [9-10] : case done
  property state [11-12] : private(set) var state: State = .idle
  property isDone [12-13] : var isDone: Bool { state == .done }
  property text [13-14] : let text = "func nope() { \\(state) }"
  constructor init [15-18] : public init?(url: URL, retries: Int = 3)
  method send [18-23] : public func send<T>(_ body: T, to host: String) async throws -> Response where T: Encodable
  method == [23-24] : static func == (lhs: Request, rhs: Request) -> Bool
impl Request [25-28] : extension Request: CustomStringConvertible
  property description [26-27] : var description: String { "x" }
interface Sink [28-32] : protocol Sink
  type Element [29-30] : associatedtype Element
  method put [30-31] : func put(_ element: Element)`,
  );
});

test('scala', async () => {
  await check(
    'scala',
    `package io.x

import cats.{ Monad, Show => S }
import io.circe._

/** Decodes. */
trait Decoder[A] extends Serializable with Product { self =>
  def apply(c: HCursor): Decoder.Result[A]

  /** Maps. */
  final def map[B](f: A => B)(implicit ev: Show[B]): Decoder[B] = new Decoder[B] {
    def apply(c: HCursor): Decoder.Result[B] = self(c) match {
      case Right(a) => Right(f(a))
    }
  }
}

object Decoder {
  implicit val decodeInt: Decoder[Int] = instance(_.as("}"))
  private[this] type Alias = Int
  case class Failure(message: String, at: List[Op]) extends Exception(message)
}

enum Color:
  case Red, Green

class Spec extends Suite {
  test("decodes numbers") {
    assert(true)
  }
}
`,
    `
trait Decoder [5-16] : trait Decoder[A] extends Serializable with Product
  method apply [7-8] : def apply(c: HCursor): Decoder.Result[A]
  method map [9-15] : final def map[B](f: A => B)(implicit ev: Show[B]): Decoder[B]
    function apply [11-14] : def apply(c: HCursor): Decoder.Result[B]
class Decoder [17-22] : object Decoder
  property decodeInt [18-19] : implicit val decodeInt: Decoder[Int] = instance(_.as("}"))
  type Alias [19-20] : private[this] type Alias = Int
  class Failure [20-21] : case class Failure(message: String, at: List[Op]) extends Exception(message)
enum Color [23-25] : enum Color
  enumMember Red [24-25] : Red
  enumMember Green [24-25] : Green
class Spec [26-31] : class Spec extends Suite
  test decodes numbers [27-30] : test("decodes numbers")`,
  );
});

test('lua', async () => {
  await check(
    'lua',
    `--- Helpers.

local util = require("x.util")
local M = {}

---@class Opts
local defaults = {
  name = "end",
  on_done = function(self)
    return self
  end,
}

--- Sets up.
--- @param opts Opts
function M.setup(opts)
  local x = 1
  if opts then
    vim.keymap.set("n", "end", function()
      M.run(opts)
    end)
  end
  --[[ a long
  comment function nope() ]]
end

function Picker:find(a, b) return a end

M.run = function(x)
  return util.go(x)
end

local function hidden() end

describe("setup", function()
  it("works", function()
    assert.is_true(M.setup())
  end)
end)
`,
    `
variable M [3-4] : local M = {}
variable defaults [5-12] : local defaults
  function on_done [8-11] : on_done = function(self)
function setup [13-25] : function M.setup(opts)
function find [26-27] : function Picker:find(a, b)
function run [28-31] : M.run = function(x)
function hidden [32-33] : local function hidden()
test setup [34-39] : describe("setup", function()
  test works [35-38] : it("works", function()`,
  );
});

test('lua: constants in the tables of a file', async () => {
  await check(
    'lua',
    `local limits = {
  MAX_ITEMS = 3,
  HEADERS = {
    HOST = "host",
  },
  name = "none",
}
return limits
`,
    `
variable limits [0-7] : local limits
  constant MAX_ITEMS [1-2] : MAX_ITEMS = 3
  constant HEADERS [2-5] : HEADERS`,
  );
});

test('lua: functions under keys of a table', async () => {
  const text = `local layouts = {}\nlayouts["slim-box"] = function (a)\n  return a\nend\nlayouts['bar'] = function () end\n`;
  const { symbols } = await outlineOf(text, 'lua');
  assert.deepEqual(
    symbols.map(({ kind, name, lines }) => `${kind} ${name} ${lines.start}-${lines.end}`),
    ['variable layouts 0-1', 'function slim-box 1-4', 'function bar 4-5'],
  );
});

test('dart', async () => {
  await check(
    'dart',
    `library shop;
import 'dart:io';
part 'cart.g.dart';

/// A cart.
@immutable
class Cart<T extends Object> extends Base<T> with Priced implements Closeable {
  static const int max = 3, min = 1;
  final String name;
  Map<String, void Function(int)>? hooks;

  Cart(this.name, {required this.hooks, super.key}) {
    open();
  }
  const Cart._(this.name);
  factory Cart.fromJson(Map<String, dynamic> json) => Cart(json['}']);
  const factory Cart.of({required int a}) = _Cart;

  int get total => hooks.length;
  set total(int value) {}
  @override
  Future<(int, String)> run({bool fast = false}) async {
    void inner() {}
    return (1, 'a { \${inner()}');
  }
  bool operator ==(Object other) => true;
  int stop();
}

mixin Priced on Base implements Shown {}
sealed class Shape {}
class Both = Base with Priced;
enum Level {
  low(1),
  high(2);
  const Level(this.n);
  final int n;
}
extension on String { String shout() => toUpperCase(); }
extension type Id(int value) { int get next => value + 1; }
typedef Hook = void Function(int);
typedef int Compare(int a, int b);
final cartProvider = Provider<int>((ref) {
  return 1;
});
(int, int) pair() => (1, 2);
void main() {
  test('adds', () {
    expect(1, 1);
  });
}
`,
    `
class Cart [4-28] : class Cart<T extends Object> extends Base<T> with Priced implements Closeable
  constant max [7-8] : static const int max = 3
  constant min [7-8] : static const int min = 1
  field name [8-9] : final String name
  field hooks [9-10] : Map<String, void Function(int)>? hooks
  constructor Cart [11-14] : Cart(this.name, {required this.hooks, super.key})
  constructor _ [14-15] : const Cart._(this.name)
  constructor fromJson [15-16] : factory Cart.fromJson(Map<String, dynamic> json)
  constructor of [16-17] : const factory Cart.of({required int a}) = _Cart
  property total [18-19] : int get total
  property total [19-20] : set total(int value)
  method run [20-25] : Future<(int, String)> run({bool fast = false}) async
    function inner [22-23] : void inner()
  method operator == [25-26] : bool operator ==(Object other)
  method stop [26-27] : int stop()
class Priced [29-30] : mixin Priced on Base implements Shown
class Shape [30-31] : sealed class Shape
class Both [31-32] : class Both = Base with Priced
enum Level [32-38] : enum Level
  enumMember low [33-34] : low(1)
  enumMember high [34-35] : high(2)
  constructor Level [35-36] : const Level(this.n)
  field n [36-37] : final int n
impl String [38-39] : extension on String
  method shout [38-39] : String shout()
class Id [39-40] : extension type Id(int value)
  property next [39-40] : int get next
type Hook [40-41] : typedef Hook = void Function(int)
type Compare [41-42] : typedef int Compare(int a, int b)
variable cartProvider [42-45] : final cartProvider
function pair [45-46] : (int, int) pair()
function main [46-51] : void main()
  test adds [47-50] : test('adds', ()`,
  );
});

test('dart: what strings hold, imports, members of types', async () => {
  const { references } = await outlineOf(
    `import 'package:shop/cart.dart' as c show Cart, Desk;
export '../till.dart';
void run(Cart cart) {
  print('a \${cart.total("no(x)")} b(c)');
  Cart.fromJson(1);
}
`,
    'dart',
  );
  const shown = references.map(({ kind, name, line, qualifier, module }) => `${kind} ${name}:${line} ${qualifier ?? module ?? ''}`.trim());
  assert.deepEqual(shown, [
    'import Cart:0 package:shop/cart.dart',
    'import Desk:0 package:shop/cart.dart',
    'import till:1 ../till.dart',
    'type Cart:2 package:shop/cart.dart',
    'call print:3',
    'call total:3 *package:shop/cart.dart/Cart',
    'call fromJson:4 package:shop/cart.dart/Cart',
  ]);
});

test('elixir', async () => {
  await check(
    'elixir',
    `defmodule My.Plug do
  @moduledoc """
  Does things.

      def not_code do
  """
  use Plug.Builder
  alias My.{One, Two}
  @behaviour Plug

  @type t :: %__MODULE__{name: String.t()}
  defstruct [:name]

  @doc """
  Calls.
  """
  @spec call(Plug.Conn.t(), keyword) :: Plug.Conn.t()
  def call(conn, opts \\\\ [])

  def call(%{a: "do"} = conn, opts) do
    conn |> assign(:x, ~s(end)) |> One.go()
  end

  def call(conn, _opts) when is_map(conn) do
    case conn do
      _ -> helper(conn)
    end
  rescue
    e -> e
  end

  def call(a, b, c), do: {a, b, c}

  defp helper(conn), do: conn

  defmacro plug(name) do
    quote do
      unquote(name)
    end
  end

  @callback init(opts :: term) :: term
end

defimpl Inspect, for: My.Plug do
  def inspect(p, _), do: p
end

defmodule My.PlugTest do
  describe "call/2" do
    test "calls", %{conn: conn} do
      assert conn
    end
  end
end
`,
    `
module My.Plug [0-43] : defmodule My.Plug
  type t [10-11] : @type t :: %__MODULE__{name: String.t()}
  struct defstruct [11-12] : defstruct [:name]
  function call [13-30] : def call(conn, opts \\\\ [])
  function call [31-32] : def call(a, b, c)
  function helper [33-34] : defp helper(conn)
  macro plug [35-40] : defmacro plug(name)
  interface init [41-42] : @callback init(opts :: term) :: term
impl Inspect [44-47] : defimpl Inspect, for: My.Plug
  function inspect [45-46] : def inspect(p, _)
module My.PlugTest [48-55] : defmodule My.PlugTest
  test call/2 [49-54] : describe "call/2"
    test calls [50-53] : test "calls", %{conn: conn}`,
  );
});

test('haskell: exports and further equations mention nothing, examples of Hspec are tests', async () => {
  const text = `module Shop (total) where
instance Label Item where
  label (Item x) = x
  label None = total ""
total x = x
spec = describe "items" $ do
  it "has a total" $ do
    total 1 \`shouldBe\` 1
`;
  const outline = await outlineOf(text, 'haskell');
  assert.deepEqual(
    outline.symbols.filter(({ kind }) => kind === 'test').map(({ name, lines }) => [name, lines.start, lines.end]),
    [
      ['items', 5, 8],
      ['has a total', 6, 8],
    ],
  );
  assert.deepEqual(
    outline.references.filter(({ name }) => name === 'total' || name === 'label').map(({ name, line }) => [name, line]),
    [
      ['total', 3],
      ['total', 7],
    ],
  );
});

test('haskell', async () => {
  await check(
    'haskell',
    `{-# LANGUAGE CPP #-}
-- | Windows.
module X.Windows (
    manage, (<+>)
  ) where

import Data.List (nub, sortBy)
import qualified Data.Map as M

-- | Manages a window.
--
-- Really.
manage :: Window -> (Int -> X a)
       -> X (Maybe a)
manage w f | w > 0 = go w
           | otherwise = nub w
  where go x = f x -- -> not a comment end
{-# INLINE manage #-}

(<+>) :: Int -> Int -> Int
a <+> b = a + b

first', second' :: Int
first' = 1
second' = 2

data Shape a
  = Circle { radius :: !Double
           , name :: String }
  | Square Double
  deriving (Show)

newtype Id = Id Int

class Monad m => Store m where
  -- | Gets.
  get :: Key -> m Value
  get k = pure k
  put :: Key -> m ()

instance Store IO where
  get k = readIt k
  put _ = return ()

type Key = String
`,
    `
module X.Windows [1-5] : module X.Windows ( manage, (<+>) ) where
function manage [9-17] : manage :: Window -> (Int -> X a) -> X (Maybe a)
function <+> [19-21] : (<+>) :: Int -> Int -> Int
function first' [22-24] : first', second' :: Int
function second' [24-25] : second'
type Shape [26-31] : data Shape a
  enumMember Circle [27-29] : Circle { radius :: !Double , name :: String }
    field radius [27-28] : radius :: !Double
    field name [28-29] : name :: String
  enumMember Square [29-30] : Square Double
type Id [32-33] : newtype Id
trait Store [34-39] : class Monad m => Store m
  method get [35-38] : get :: Key -> m Value
  method put [38-39] : put :: Key -> m ()
impl Store [40-43] : instance Store IO
  method get [41-42] : get k
  method put [42-43] : put _
type Key [44-45] : type Key = String`,
  );
});

test('zig', async () => {
  await check(
    'zig',
    `//! A store.
const std = @import("std");
const Allocator = std.mem.Allocator;

/// Keeps things.
pub const Store = struct {
    items: []const u8 = &.{},
    count: usize,

    const Self = @This();
    pub const Error = error{ Full, OutOfMemory };

    /// Adds.
    pub fn add(
        self: *Self,
        comptime T: type,
    ) Error!void {
        const local = "}";
        const text =
            \\\\ pub fn no() {
        ;
        try self.items.append(T, local, text);
    }

    fn hidden(x: u8) u8 {
        return switch (x) {
            '{' => 1,
            else => 2,
        };
    }
};

pub const Kind = enum(u8) { a, b };
const max: usize = 10;

pub fn List(comptime T: type) type {
    return struct {
        pub fn init() @This() {}
    };
}

test "adds" {
    try std.testing.expect(true);
}
`,
    `
struct Store [4-31] : pub const Store
  field items [6-7] : items: []const u8 = &.{}
  field count [7-8] : count: usize
  enum Error [10-11] : pub const Error
  method add [12-23] : pub fn add( self: *Self, comptime T: type, ) Error!void
  method hidden [24-30] : fn hidden(x: u8) u8
enum Kind [32-33] : pub const Kind
  enumMember a [32-33] : a
  enumMember b [32-33] : b
constant max [33-34] : const max: usize = 10
function List [35-40] : pub fn List(comptime T: type) type
  function init [37-38] : pub fn init() @This()
test adds [41-44] : test "adds"`,
  );
});

test('documentation, parameters, return types and modifiers', async () => {
  const { symbols } = await outlineOf(
    '/** Loads. */\n@Get\nprivate suspend fun Foo.load(id: String, n: Map<A, B>): Result<A> {\n}\n',
    'kotlin',
  );
  const [load] = symbols;
  assert.equal(load?.doc, 'Loads.');
  assert.deepEqual(load?.parameters, ['id: String', 'n: Map<A, B>']);
  assert.equal(load?.returnType, 'Result<A>');
  assert.equal(load?.visibility, 'private');
  assert.equal(load?.async, true);
  assert.equal(load?.exported, undefined);
  assert.deepEqual(load?.tags, ['Get', 'suspend', 'receiver:Foo']);
});

test('the body of a symbol excludes its delimiters', async () => {
  const text = 'def a(x) do\n  x + 1\nend\n';
  const body = (await outlineOf(text, 'elixir')).symbols[0]?.bodySpan;
  assert.equal(body && text.slice(body.start, body.end).trim(), 'x + 1');
  const swift = 'func a() -> Int { 1 }';
  const braces = (await outlineOf(swift, 'swift')).symbols[0]?.bodySpan;
  assert.equal(braces && swift.slice(braces.start, braces.end), ' 1 ');
});

test('kotlin: annotated constructors on lines of their own, keywords as names', async () => {
  const text = `object Pack {
  class Reader
    @JvmOverloads
    constructor(
      private val source: Source,
    ) {
      private var set: Int = 0
      fun close(open: Boolean) {
        val bit = 1
        set = bit
        val in1 = source.open()
        in1.skip(2)
        if (!open) return
      }
    }
  fun last() = 1
}
`;
  const { symbols, hasErrors } = await outlineOf(text, 'kotlin');
  assert.deepEqual(
    symbols.map(({ kind, name, parent }) => `${kind} ${name} in ${parent < 0 ? '-' : symbols[parent]?.name}`),
    [
      'class Pack in -',
      'class Reader in Pack',
      'property source in Reader',
      'property set in Reader',
      'method close in Reader',
      'method last in Pack',
    ],
  );
  assert.equal(hasErrors, false);
});

test('references name imports, calls, types and parents, not strings or comments', async () => {
  const { references } = await outlineOf(
    'import a.Box\nclass Cat : Dog(), Elk {\n  // no(x)\n  fun f() { go("call(y)"); go(2) }\n}\n',
    'kotlin',
  );
  const shown = references.map((reference) => `${reference.kind} ${reference.name}@${reference.from}:${reference.line}`);
  assert.deepEqual(shown, ['import Box@-1:0', 'inherits Dog@0:1', 'implements Elk@0:1', 'call go@1:3']);
});

test('typescript: a call with type arguments on several lines', async () => {
  const text =
    'function f(a) {\n  return pick<\n    Kept<Box>,\n    Other\n  >(a) || (a<b && c>(1)) || load<{ id: string; size: number }>(a);\n}\n';
  const { references } = await outlineOf(text, 'typescript');
  const called = references.filter(({ kind }) => kind === 'call').map(({ name }) => name);
  assert.deepEqual(called, ['pick', 'load']);
});

const bases: Readonly<Record<string, readonly [source: string, stated: readonly string[]]>> = {
  java: [
    `abstract class A extends B<C> implements D, e.F {
  void run() { go(new G() { public void on() {} }); go(new H()); }
}
record R(int a) implements D {}
enum E implements D { X }
interface I extends D, J<K<L>> {}
sealed class S extends B permits T {}`,
    ['A: B', 'A: D', 'A: e.F', 'run: G', 'R: D', 'E: D', 'I: D', 'I: J', 'S: B'],
  ],
  kotlin: [
    `class A(x: Int) : B(x), C, K.L {
  fun run() { go(object : D, E() { override fun on() {} }); go(object { }) }
}
object O : C
interface I : C`,
    ['A: B', 'A: C', 'A: K.L', 'run: D', 'run: E', 'O: C', 'I: C'],
  ],
  scala: ['class A(x: Int) extends B(x) with C with D[E] {}\nobject O extends C', ['A: B', 'A: C', 'A: D', 'O: C']],
  csharp: ['class A : B, C.D<E> {}\nrecord R(int a) : B;\ninterface I : J {}', ['A: B', 'A: C.D', 'R: B', 'I: J']],
  dart: [
    'class A extends B<C> with M implements D, e.F {}\nmixin M on G implements H {}\nclass I = B with M;\nenum E with M implements D { x }',
    ['A: B', 'A: M', 'A: D', 'A: e.F', 'M: G', 'M: H', 'I: B', 'I: M', 'E: M', 'E: D'],
  ],
  swift: ['class A: B, C {}\nextension A: D {}\nprotocol P: C {}', ['A: B', 'A: C', 'A: D', 'P: C']],
  php: ['<?php\nfinal class A extends B implements C, \\X\\D { use T; }', ['A: B', 'A: C', 'A: X.D', 'A: T']],
  ruby: ['class A < B\n  include C\nend\nclass D < E::F\nend', ['A: B', 'A: C', 'D: E.F']],
  python: ['class A(B, c.D, metaclass=M):\n    pass\nclass E(G[T], A): pass', ['A: B', 'A: c.D', 'E: G', 'E: A']],
  typescript: ['class A extends x.B<T> implements C, D<E> {}\ninterface I extends C, J {}', ['A: x.B', 'A: C', 'A: D', 'I: C', 'I: J']],
  cpp: ['class A : public B, private ns::C<int> {};\nstruct D final : virtual public A {};', ['A: B', 'A: ns.C', 'D: A']],
  rust: ['impl A for B {}\ntrait C: A + D {}\nimpl<T> fmt::E for F<T> {}', ['B: A', 'C: A', 'C: D', 'F: fmt.E']],
  go: [
    'package p\nimport "x/q"\ntype A struct { B; *C; q.E }\ntype I interface { J; q.K; M() }',
    ['A: B', 'A: C', 'A: x/q.E', 'I: J', 'I: x/q.K'],
  ],
};
for (const [language, [source, stated]] of Object.entries(bases))
  test(`base types: ${language}`, async () => {
    const { symbols, references } = await outlineOf(source, language);
    const found = references.filter(({ kind }) => kind === 'inherits' || kind === 'implements');
    const named = found.map(({ from, name, qualifier }) => `${symbols[from]?.name}: ${qualifier ? `${qualifier}.` : ''}${name}`);
    assert.deepEqual(named.sort(), [...stated].sort());
  });

test('comment blocks: long ones that document nothing, and marks', async () => {
  const { comments } = await outlineOf(
    '-- a\n-- b\n-- c\n-- d\n\nlocal x = 1 -- TODO later\n--- doc\nfunction f()\n  -- FIXME now\nend\n',
    'lua',
  );
  assert.deepEqual(comments, [
    { lines: { start: 0, end: 4 }, tags: [] },
    { lines: { start: 5, end: 6 }, tags: ['TODO'] },
    { lines: { start: 8, end: 9 }, tags: ['FIXME'] },
  ]);
});

test('a licence is no documentation of the module', async () => {
  assert.equal(
    (await outlineOf('// Copyright 2020 A. All rights reserved.\n\n// Parses dates.\n\nlet x = 1\n', 'swift')).moduleDoc,
    'Parses dates.',
  );
});

test('a class that only a comment defines', async () => {
  const { symbols } = await outlineOf('---@class Plugin\n---@field name string\n\n---@class Other\nlocal M = {}\n', 'lua');
  assert.deepEqual(
    symbols.map((symbol) => [symbol.kind, symbol.name, symbol.lines.end]),
    [
      ['class', 'Plugin', 2],
      ['variable', 'M', 5],
    ],
  );
});

test('a comment behind a body without braces documents the next declaration', async () => {
  const text = 'trait A {\n  def a: Int =\n    x match {\n      case _ => 1\n    }\n\n  /** Of b. */\n  def b: Int\n}\n';
  const { symbols } = await outlineOf(text, 'scala');
  assertWellFormed(text, await outlineOf(text, 'scala'));
  assert.deepEqual(
    symbols.map(({ name, doc, lines }) => [name, doc, lines.start, lines.end]),
    [
      ['A', '', 0, 9],
      ['a', '', 1, 5],
      ['b', 'Of b.', 6, 8],
    ],
  );
});

test('what the grammar of Kotlin misreads: annotations with arguments, annotated constructors, delegation', async () => {
  const text = `/** Of A. */
@OptIn(Some::class)
@Requires(level = Level.ERROR)
public annotation class A

/** Of B. */
public value class B
@Published internal constructor(internal val holder: Any?) {
    fun b() = 1
}

class C(private val c: D) : E(), D by c {
    fun c() = 1
}
`;
  const { symbols } = await outlineOf(text, 'kotlin');
  assert.deepEqual(
    symbols.map(({ kind, name, doc }) => [kind, name, doc]),
    [
      ['class', 'A', 'Of A.'],
      ['class', 'B', 'Of B.'],
      ['method', 'b', ''],
      ['class', 'C', ''],
      ['method', 'c', ''],
    ],
  );
});

test('both branches of a condition in Haskell, and the documentation of a module with fields', async () => {
  const text = '-- |\n-- Module : A\n-- License : BSD3\n--\n-- Windows.\n\nmodule A where\n\n#if X\na = 1\n#else\nb = 2\n#endif\n';
  const { symbols, moduleDoc } = await outlineOf(text, 'haskell');
  assert.deepEqual(
    symbols.map(({ name }) => name),
    ['A', 'a', 'b'],
  );
  assert.equal(moduleDoc, 'Windows.');
});

test('objective-c', async () => {
  await check(
    'objective-c',
    `#import <UIKit/UIKit.h>

NS_ASSUME_NONNULL_BEGIN
/** Posted when a cart is full. */
FOUNDATION_EXPORT NSString * const CartDidFill;
typedef NS_ENUM(NSUInteger, CartMode) {
    CartModeOpen = 0,
    CartModeClosed
};
/** What can be priced. */
@protocol Pricing <NSObject>
- (double)priceOf:(Item *)item inCountry:(nullable NSString *)country API_AVAILABLE(ios(13.0));
@end
@interface Cart : NSObject <Pricing>
@property (nonatomic, copy) NSArray<Item *> *items;
@property (class, readonly) Cart *shared, *spare;
+ (instancetype)cartWithItems:(NSArray *)items NS_SWIFT_NAME(make(items:));
@end
@interface Cart (Discounts)
- (void)discount:(int)percent;
@end
NS_ASSUME_NONNULL_END
static Item *FirstItem(NSArray *items) {
    return items.firstObject;
}
@implementation Cart
+ (instancetype)cartWithItems:(NSArray *)items {
    Cart *cart = [[Cart alloc] init];
    return cart;
}
- (void)fill { [self discount:3]; }
@end
`,
    `
constant CartDidFill [3-5] : FOUNDATION_EXPORT NSString * const CartDidFill
enum CartMode [5-9] : typedef NS_ENUM(NSUInteger, CartMode)
  enumMember CartModeOpen [6-7] : CartModeOpen = 0
  enumMember CartModeClosed [7-8] : CartModeClosed
interface Pricing [9-13] : @protocol Pricing <NSObject>
  method priceOf [11-12] : - (double)priceOf:(Item *)item inCountry:(nullable NSString *)country API_AVAILABLE(ios(13.0))
class Cart [13-18] : @interface Cart : NSObject <Pricing>
  property items [14-15] : @property (nonatomic, copy) NSArray<Item *> *items
  property shared [15-16] : @property (class, readonly) Cart *shared
  property spare [15-16] : *spare
  method cartWithItems [16-17] : + (instancetype)cartWithItems:(NSArray *)items NS_SWIFT_NAME(make(items:))
impl Cart [18-21] : @interface Cart (Discounts)
  method discount [19-20] : - (void)discount:(int)percent
function FirstItem [22-25] : static Item *FirstItem(NSArray *items)
impl Cart [25-32] : @implementation Cart
  method cartWithItems [26-30] : + (instancetype)cartWithItems:(NSArray *)items
  method fill [30-31] : - (void)fill`,
  );
});
