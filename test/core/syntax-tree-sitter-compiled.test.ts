/** Outlines of compiled languages. */
import test from 'node:test';
import { checkOutline } from './syntax-tree-sitter.render.js';

test('c: typedefs, macros, include guards, declarations', async () => {
  await checkOutline(
    'c',
    `/* Copyright someone. */
#ifndef LIB_H
#define LIB_H
#include <stdio.h>
#define MAX_SIZE 10
#define SQUARE(x) ((x) * (x))

struct node;
/* A list. */
typedef struct list {
  struct node *head;
  int (*compare)(int, int);
} list_t;
typedef struct {
  int a, b;
} pair_t;
typedef int (*callback)(void *);
enum mode { READ, WRITE = 2 };

/* Opens. */
LIB_EXTERN int lib_open(const char *path, int flags);
static int counter = 0;
static const char *const names[] = {
  "a",
};
static char *copy(char *from) {
  int local = 1;
  return from;
}
#endif
`,
    `
constant MAX_SIZE [5] : #define MAX_SIZE 10
macro SQUARE [6] : #define SQUARE(x) ((x) * (x))
struct list [9-13]{} : typedef struct list "A list."
  field head [11] : struct node *head
  field compare [12] : int (*compare)(int, int)
struct pair_t [14-16]{} : typedef struct
  field a [15] : int a, b
  field b [15] : int a, b
type callback [17] : typedef int (*callback)(void *)
enum mode [18]{} : enum mode
  enumMember READ [18] : READ
  enumMember WRITE [18] : WRITE = 2
function lib_open [20-21] : LIB_EXTERN int lib_open(const char *path, int flags) "Opens."
variable counter [22] : static int counter = 0 ~private
constant names [23-25]{} : static const char *const names[] = ~private
function copy [26-29]{} : static char *copy(char *from) ~private
`,
  );
});

test('c++: templates, access, macros that are no c++, tests', async () => {
  await checkOutline(
    'cpp',
    `namespace outer::inner {
LIB_NAMESPACE_BEGIN

// A stack.
template <typename T>
class LIB_EXPORT Stack : public Base<T>, private Other {
 public:
  explicit Stack(int size) : size_(size) {}
  ~Stack();
  // Pushes.
  void push(const T& value) LIB_EXCLUSIVE_LOCKS_REQUIRED(mu_);
  bool operator==(const Stack& other) const = default;
  template <class U>
  U convert() const { return U(); }

 private:
  enum class State { kOpen, kClosed };
  int size_ LIB_GUARDED_BY(mu_) = 0;
};

template <typename T>
void Stack<T>::push(const T& value) {
  auto each = [](int x) { return x; };
}
using Ints = Stack<int>;
constexpr int kMax = 3;
TEST(StackTest, Pushes) {
  EXPECT_TRUE(true);
}
LIB_NAMESPACE_END
}  // namespace outer::inner
`,
    `
namespace outer::inner [1-31]{} : namespace outer::inner
  class Stack [4-19]{} : template <typename T> class LIB_EXPORT Stack : public Base<T>, private Other "A stack."
    constructor Stack [8]{} : explicit Stack(int size)
    method ~Stack [9] : ~Stack()
    method push [10-11] : void push(const T& value) LIB_EXCLUSIVE_LOCKS_REQUIRED(mu_) "Pushes."
    method operator== [12] : bool operator==(const Stack& other) const = default
    method convert [13-14]{} : template <class U> U convert() const
    enum State [17]{} : enum class State ~private
      enumMember kOpen [17] : kOpen
      enumMember kClosed [17] : kClosed
    field size_ [18] : int size_ LIB_GUARDED_BY(mu_) = 0 ~private
  method push [21-24]{} : template <typename T> void Stack<T>::push(const T& value) #receiver:Stack
  type Ints [25] : using Ints = Stack<int>
  constant kMax [26] : constexpr int kMax = 3
  test StackTest.Pushes [27-29]{} : TEST(StackTest, Pushes) #TEST
`,
  );
});

test('rust: impl blocks, attributes, visibility', async () => {
  await checkOutline(
    'rust',
    `//! Queues.

use std::{fmt, sync::Arc as Shared};

/// A queue.
#[derive(Debug, Clone)]
pub struct Queue<T> {
    /// The items.
    items: Vec<T>,
    pub(crate) limit: usize,
}
struct Unit(u8);
pub enum Event {
    Open,
    Data { size: usize },
    Closed(u8),
}
impl<T> Queue<T> {
    pub async fn push(&mut self, item: T) -> Result<(), Full> {
        fn check() {}
        check()
    }
}
impl<T: Clone> fmt::Display for Queue<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { Ok(()) }
}
pub trait Source: Send {
    type Item;
    const SIZE: usize = 1;
    fn next(&self) -> Option<Self::Item>;
}
#[macro_export]
macro_rules! queue {
    () => {};
}
static GLOBAL: u8 = 1;
#[cfg(test)]
mod tests {
    #[test]
    fn works() {}
}
`,
    `
struct Queue [5-11]{} : pub struct Queue<T> #Debug,Clone "A queue."
  field items [8-9] : items: Vec<T> ~private "The items."
  field limit [10] : pub(crate) limit: usize ~internal
struct Unit [12] : struct Unit(u8) ~private
enum Event [13-17]{} : pub enum Event
  enumMember Open [14] : Open
  enumMember Data [15]{} : Data
    field size [15] : size: usize
  enumMember Closed [16] : Closed(u8)
impl Queue [18-23]{} : impl<T> Queue<T>
  method push [19-22]{} : pub async fn push(&mut self, item: T) -> Result<(), Full> async
    function check [20]{} : fn check() ~private
impl Queue [24-26]{} : impl<T: Clone> fmt::Display for Queue<T> #Display
  method fmt [25]{} : fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result
trait Source [27-31]{} : pub trait Source: Send
  type Item [28] : type Item
  constant SIZE [29] : const SIZE: usize = 1
  method next [30] : fn next(&self) -> Option<Self::Item>
macro queue [32-35]{} : macro_rules! queue ~private #macro_export
variable GLOBAL [36] : static GLOBAL: u8 = 1 ~private
module tests [37-41]{} : mod tests ~private #cfg(test)
  function works [39-40]{} : fn works() ~private #test
`,
  );
});

test('go: receivers, groups, embedded types', async () => {
  await checkOutline(
    'go',
    `// Package queue holds things.
package queue

import (
	"fmt"
	web "net/http"
)

// Limits.
const (
	Small = iota
	large
)

var ErrFull = fmt.Errorf("full")

// Queue is one.
type Queue[T any] struct {
	fmt.Stringer
	Name, alias string
	run func(x int) error
}
type (
	Reader interface {
		Read(p []byte) (n int, err error)
	}
	ID = int
)

// Push adds.
func (q *Queue[T]) Push(item T) (int, error) {
	local := func() {}
	return 0, nil
}

func New(size int) *Queue[int] { return nil }
`,
    `
constant Small [11] : Small = iota
constant large [12] : large ~internal
variable ErrFull [15] : var ErrFull = fmt.Errorf("full")
struct Queue [17-22]{} : type Queue[T any] struct "Queue is one."
  field Name [20] : Name, alias string
  field alias [20] : Name, alias string ~internal
  field run [21] : run func(x int) error ~internal
interface Reader [24-26]{} : Reader interface
  method Read [25] : Read(p []byte) (n int, err error)
type ID [27] : ID = int
method Push [30-34]{} : func (q *Queue[T]) Push(item T) (int, error) #receiver:Queue "Push adds."
function New [36]{} : func New(size int) *Queue[int]
`,
  );
});

test('c#: an alias of a constructed type is a type, of a named type an import', async () => {
  await checkOutline(
    'csharp',
    'using Text = System.Text;\nusing Counts = System.Collections.Generic.Dictionary<string, int>;\nusing Pair = (int A, int B);\n',
    `
type Counts [2] : using Counts = System.Collections.Generic.Dictionary<string, int> ~internal
type Pair [3] : using Pair = (int A, int B) ~internal`,
  );
});

test('c#: members, conditional compilation', async () => {
  await checkOutline(
    'csharp',
    `using System.Text;
namespace App.Core
{
    /// <summary>A user.</summary>
    [Serializable]
    public class User<T> : Entity, IUser where T : class
    {
        private const int Max = 3;
        private readonly int _a = 1, _b;
        public string Name { get; set; } = "";
        public int Age => 3;
        public event EventHandler Changed;
        public User(int id) : base(id) { }
        [Obsolete("x")]
        public async Task<int> RunAsync(int a, CancellationToken token = default)
        {
            int Local(int q) => q;
            return await Go(a);
        }
        public int this[int i] => i;
        public static bool operator ==(User<T> a, User<T> b) => true;
    }
    public record Point(int X, int Y);
    interface IUser { void Save(); }
    enum Kind { A = 1, B }
    public delegate void Handler(int a);
    public
#if NET
    struct
#else
    class
#endif
    Value { int x; }
}
`,
    `
namespace App.Core [2-34]{} : namespace App.Core
  class User [4-22]{} : public class User<T> : Entity, IUser where T : class #Serializable "A user."
    constant Max [8] : private const int Max = 3 ~private
    field _a [9] : private readonly int _a = 1, _b ~private
    field _b [9] : private readonly int _a = 1, _b ~private
    property Name [10] : public string Name { get; set; } = ""
    property Age [11]{} : public int Age =>
    field Changed [12] : public event EventHandler Changed
    constructor User [13]{} : public User(int id) : base(id)
    method RunAsync [14-19]{} : public async Task<int> RunAsync(int a, CancellationToken token = default) async #Obsolete
      function Local [17]{} : int Local(int q) => ~internal
    property this [20] : public int this[int i] => i
    method operator == [21]{} : public static bool operator ==(User<T> a, User<T> b)
  class Point [23] : public record Point(int X, int Y)
  interface IUser [24]{} : interface IUser ~internal
    method Save [24] : void Save()
  enum Kind [25]{} : enum Kind ~internal
    enumMember A [25] : A = 1
    enumMember B [25] : B
  type Handler [26] : public delegate void Handler(int a)
  struct Value [27-33]{} : public struct Value
    field x [33] : int x ~private
`,
  );
});

test('java', async () => {
  await checkOutline(
    'java',
    `package com.example;

import java.util.List;
import static java.util.Map.entry;

/** A store. */
@Entity("x")
public final class Store<T extends Comparable<T>> extends Base implements Closeable, Iterable<T> {
  private static final int MAX = 3;
  @Inject private int a = 1, b;

  public Store(int size) throws IOException {}

  /** Finds. */
  @Override
  protected List<T> find(String name, int... rest) {
    Runnable r = () -> {};
    return null;
  }

  enum Mode { READ(1), WRITE { void x() {} }; int code; }
  record Point(int x, int y) {}
  @interface Marker { int value() default 1; }
  interface Sink { void put(Object o); }
}
`,
    `
class Store [6-25]{} : public final class Store<T extends Comparable<T>> extends Base implements Closeable, Iterable<T> #Entity "A store."
  constant MAX [9] : private static final int MAX = 3 ~private
  field a [10] : @Inject private int a = 1, b ~private #Inject
  field b [10] : @Inject private int a = 1, b ~internal
  constructor Store [12]{} : public Store(int size) throws IOException
  method find [14-19]{} : protected List<T> find(String name, int... rest) ~protected #Override "Finds."
  enum Mode [21]{} : enum Mode ~internal
    enumMember READ [21] : READ(1)
    enumMember WRITE [21]{} : WRITE
      method x [21]{} : void x() ~internal
    field code [21] : int code ~internal
  class Point [22]{} : record Point(int x, int y) ~internal
  interface Marker [23]{} : @interface Marker ~internal
    method value [23] : int value() default 1
  interface Sink [24]{} : interface Sink ~internal
    method put [24] : void put(Object o)
`,
  );
});

test('rust: macros around items are no part of them', async () => {
  await checkOutline(
    'rust',
    `cfg_if! {
  if #[cfg(feature = "full")] {
    pub type Res<T> = Result<T, Error>;
    impl<T> Ext<T> for Res<T> {
      fn with(self) -> T { println!("}}"); helper() }
    }
  } else if #[cfg(unix)] {
    fn helper() {}
  } else {
    fn helper() {}
  }
}
impl Cart {
    cfg_rt! {
        cfg_io! {
            /// Pays.
            pub fn pay<'a>(x: &'a str) -> char { '{' }
        }
    }
}
lazy_static! {
    pub static ref SLUR: Regex = Regex::new(r#"{"#).unwrap();
}
thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}
bitflags::bitflags! {
    pub struct Rights: u32 {
        const READ = 0b1;
    }
}
cfg_variant! { stable: { fn no() {} } }
`,
    `
type Res [3] : pub type Res<T> = Result<T, Error>
impl Res [4-6]{} : impl<T> Ext<T> for Res<T> #Ext
  method with [5]{} : fn with(self) -> T
function helper [8]{} : fn helper() ~private
function helper [10]{} : fn helper() ~private
impl Cart [13-20]{} : impl Cart
  method pay [16-17]{} : pub fn pay<'a>(x: &'a str) -> char "Pays."
variable SLUR [22] : pub static ref SLUR: Regex = Regex::new(r#"{"#).unwrap()
variable DEPTH [25] : static DEPTH: Cell<u32> = const { Cell::new(0) } ~private
struct Rights [28-30]{} : pub struct Rights: u32
  constant READ [29] : const READ = 0b1 ~private`,
  );
});

test('c++: tests with their braces on lines of their own', async () => {
  await checkOutline(
    'cpp',
    `class ShopTest : public testing::Test
{
};
TEST_F(ShopTest, Pays)
{
    auto paid = shop::pay(1);
}
TEST_P(ShopTest, Waits)
{
    auto waited = 1;
}
`,
    `
class ShopTest [1-3]{} : class ShopTest : public testing::Test
test ShopTest.Pays [4-7]{} : TEST_F(ShopTest, Pays) #TEST_F
test ShopTest.Waits [8-11]{} : TEST_P(ShopTest, Waits) #TEST_P
`,
  );
});

test('c++: enumerations without a name, with a type and without', async () => {
  await checkOutline(
    'cpp',
    `enum : uint8_t
{
    ONE = 1,
    TWO = (1 << 2),
    THREE,
    FOUR
};
class Door {
  enum : std::uint32_t { SHUT };
  enum Named : int { OPEN };
};
`,
    `
enum enum [1-7]{} : enum { ONE, TWO, THREE, … }
  enumMember ONE [3] : ONE = 1
  enumMember TWO [4] : TWO = (1 << 2)
  enumMember THREE [5] : THREE
  enumMember FOUR [6] : FOUR
class Door [8-11]{} : class Door
  enum enum [9]{} : enum { SHUT } ~private
    enumMember SHUT [9] : SHUT
  enum Named [10]{} : enum Named : int ~private
    enumMember OPEN [10] : OPEN
`,
  );
});

test('c++: a comment before a name in capitals ends no parameters, and defaults in braces', async () => {
  await checkOutline(
    'cpp',
    `enum Flags {
    FLAG_SET = 1, // Set by hand (rarely)
    FLAG_HUNGER = 2, // Hungry
};
void save(const char* name = {}, Options options = { Access::read });
void load();
`,
    `
enum Flags [1-4]{} : enum Flags
  enumMember FLAG_SET [2] : FLAG_SET = 1
  enumMember FLAG_HUNGER [3] : FLAG_HUNGER = 2
function save [5] : void save(const char* name = {}, Options options = { Access::read })
function load [6] : void load()
`,
  );
});

test('kotlin: annotated types, a comma behind the last parameter of a type, guards, dollars before a string', async () => {
  await checkOutline(
    'kotlin',
    `interface Action<
    in T : Notice,
    > {
    fun make(): T
}
@Composable
fun Row(
    header: @Composable ((Scope) -> Unit),
    actions: @Composable Scope.() -> Unit = {},
) {
    when (item) {
        is Cart if isOpen && other -> pay()
        else if item.isActive -> wait()
        else -> done()
    }
}
@Implements(name = $$"android.Resources$Theme")
class Shadow {
    fun shadow() = if (a) 1 else if (b) list.map { it -> 2 } else 3
    context(session: Session)
    private fun Item.pay(): Int {
        open = true
        return constructor.parameters.map { suspend { load() } }
    }
    var size: Int
        get() = 1
        @Suppress("X") // kept
        set(value) { other = value }
}
`,
    `
interface Action [1-5]{} : interface Action< in T : Notice, >
  method make [4] : fun make(): T
function Row [6-16]{} : fun Row( header: @Composable ((Scope) -> Unit), actions: @Composable Scope.() -> Unit = {}, ) #Composable
class Shadow [17-29]{} : class Shadow #Implements
  method shadow [19]{} : fun shadow()
  method pay [21-24]{} : private fun Item.pay(): Int ~private #receiver:Item
  property size [25-28]{} : var size: Int get()
`,
  );
});

test('swift: package level, values of statements, a comma behind the last argument, ownership, raw texts', async () => {
  await checkOutline(
    'swift',
    `package struct Cart {
  package private(set) var items: [Item]
  package init(items: [Item], limit: Int = 3,) { self.items = items }
  package static func make() throws(CartError) -> Cart {
    let limit: Int = if full { 1 } else { 3 }
    for item in try load() { print(item) }
    return switch limit {
    case 1: Cart(items: [])
    default: Cart(items: list, )
    }
  }
  func add(_ item: consuming sending Item, on actor: isolated (any Actor)? = nil) { items.append(consume item) }
  mutating func _$change() { unsafe set(1) }
  static let pattern = #"""
    "(\\w+)" { \\#(name)
    """#
}
struct Lock: ~Copyable { func close() {} }
package extension Cart { var total: Int { package.size } }
`,
    `
struct Cart [1-17]{} : package struct Cart ~internal
  property items [2] : package private(set) var items: [Item] ~internal
  constructor init [3]{} : package init(items: [Item], limit: Int = 3,) ~internal
  method make [4-11]{} : package static func make() throws(CartError) -> Cart ~internal #static
  method add [12]{} : func add(_ item: consuming sending Item, on actor: isolated (any Actor)? = nil)
  method _$change [13]{} : mutating func _$change() #mutating
  property pattern [14-16]{} : static let pattern = # #static
struct Lock [18]{} : struct Lock: ~Copyable
  method close [18]{} : func close()
impl Cart [19]{} : package extension Cart ~internal
  property total [19] : var total: Int { package.size }
`,
  );
});

test('c#: async as a name, an element behind a question mark that is set', async () => {
  await checkOutline(
    'csharp',
    `class Log : Base
{
    public Log(string id, bool async)
        : base(id, async)
        => IsAsync = async;
    void Fill(int[]? values, int i)
    {
        values?[i] = 3;
        Send(id, async: true, i, [property], i > 0 ? [] : null);
    }
    bool IsAsync { get; }
}
`,
    `
class Log [1-12]{} : class Log : Base ~internal
  constructor Log [3-5]{} : public Log(string id, bool async) : base(id, async) =>
  method Fill [6-10]{} : void Fill(int[]? values, int i) ~private
  property IsAsync [11] : bool IsAsync { get; } ~private
`,
  );
});

test('c: attributes of parameters, macros that stand for types, joined texts', async () => {
  await checkOutline(
    'c',
    `struct item {
	int		 id;
	TAILQ_ENTRY(item) entry;
};
static TAILQ_HEAD(, item) items = TAILQ_HEAD_INITIALIZER(items);
static __dead void usage(void);
static void printflike(2, 3)
report(int id, const char *fmt, ...)
{
	fatal(id);
}
const struct entry list_entry = {
	.name = "list",
	.usage = "[-a] " TARGET_USAGE,
};
static int
callback(__unused struct item *item, __unused void *data)
{
	return 0;
}
`,
    `
struct item [1-4]{} : struct item
  field id [2] : int id
  field entry [3] : TAILQ_ENTRY(item) entry
variable items [5] : static TAILQ_HEAD(, item) items = TAILQ_HEAD_INITIALIZER(items) ~private
function usage [6] : static __dead void usage(void) ~private
function report [7-11]{} : static void printflike(2, 3) report(int id, const char *fmt, ...) ~private
constant list_entry [12-15]{} : const struct entry list_entry =
function callback [16-20]{} : static int callback(__unused struct item *item, __unused void *data) ~private
`,
  );
});

test('c++: tests of Catch2 and doctest with their sections, matchers and mocked methods of gmock', async () => {
  await checkOutline(
    'cpp',
    `TEST_CASE("Empty: nothing", "[cart]") {
  SECTION("after all is sold") { sell(1); }
}
TEST_CASE_METHOD(Shop, "sells", "[shop]") {
  CHECK(sell(1));
}
TEST_CASE("Binary" * doctest::skip()) // slow
{
  sell(2);
}
BOOST_AUTO_TEST_CASE(pays) {
  pay(1);
}
class MockCart : public Cart {
 public:
  MOCK_METHOD(int, total, (const Item& item, int count), (const, override));
  MOCK_METHOD(void, clear, ());
};
MATCHER_P(HasTotal, n, "has a total") {
  return arg.total() == n;
}
`,
    `
test Empty: nothing [1-3]{} : TEST_CASE("Empty: nothing", "[cart]") #TEST_CASE
  test after all is sold [2]{} : SECTION("after all is sold") #SECTION
test sells [4-6]{} : TEST_CASE_METHOD(Shop, "sells", "[shop]") #TEST_CASE_METHOD
test Binary [7-10]{} : TEST_CASE("Binary" * doctest::skip()) #TEST_CASE
test pays [11-13]{} : BOOST_AUTO_TEST_CASE(pays) #BOOST_AUTO_TEST_CASE
class MockCart [14-18]{} : class MockCart : public Cart
  method total [16] : MOCK_METHOD(int, total, (const Item& item, int count), (const, override))
  method clear [17] : MOCK_METHOD(void, clear, ())
function HasTotal [19-21]{} : MATCHER_P(HasTotal, n, "has a total") #MATCHER_P
`,
  );
});

test('c++: attributes in small letters, values of unnamed parameters, macros around types, and conditions among arguments', async () => {
  await checkOutline(
    'cpp',
    `static shop_inline cart_t
cart_first(cart_t *carts)
{
  return carts[0];
}
shop_noreturn void cart_fail(const char *message);
void shop_cdecl cart_log(int level, const char *format);
METHOD_(ULONG) Cart::Release() {
  return 0;
}
typedef BOOL (WINAPI *opened_t)(int);
class SHOP_API [[nodiscard]] Cart {
  static const QString ATTRIBUTE_SEED;
  void save(const Options &options = {}) const;
  bool load(Reader * = nullptr, Writer* /*to*/ = nullptr);
  LIST(struct item) items;
};
void show(Cart *cart)
{
  add(cart,
#ifdef WITH_ICONS
      icon("cart"),
#endif
      "Cart");
}
void after() { show(nullptr); }
`,
    `
function cart_first [1-5]{} : static shop_inline cart_t cart_first(cart_t *carts) ~private
function cart_fail [6] : shop_noreturn void cart_fail(const char *message)
function cart_log [7] : void shop_cdecl cart_log(int level, const char *format)
method Release [8-10]{} : METHOD_(ULONG) Cart::Release() #receiver:Cart
type opened_t [11] : typedef BOOL (WINAPI *opened_t)(int)
class Cart [12-17]{} : class SHOP_API [[nodiscard]] Cart
  field ATTRIBUTE_SEED [13] : static const QString ATTRIBUTE_SEED ~private
  method save [14] : void save(const Options &options = {}) const ~private
  method load [15] : bool load(Reader * = nullptr, Writer* = nullptr) ~private
  field items [16] : LIST(struct item) items ~private
function show [18-25]{} : void show(Cart *cart)
function after [26]{} : void after()
`,
  );
});

test('rust: any macro that holds items is read, cfg_select! too, and str![]', async () => {
  await checkOutline(
    'rust',
    `pin_project! {
    /// A body.
    pub struct Body<T> {
        #[pin]
        inner: T,
    }
}
ffi_fn! {
    fn open(door: *mut Door) -> *mut Task {
        send(door)
    } ?= ptr::null_mut()
}
proptest! {
    #[test]
    fn adds((a, b) in pair(1, 2), c in any::<u8>()) {
        check(a + b, c);
    }
}
cfg_select! {
    unix => {
        fn send(door: Door) {}
    }
    _ => {
        fn send() {}
    }
}
//! table! { fn none() {} }
quote! { struct No; }
fn stream() { let it = { cfg_if! { if #[cfg(a)] { small() } else { large() } } }; }
thread_local! { static POOL: Pool<Head> = Pool::new() }
fn shows() { check(str!["shown"]); }
`,
    `
struct Body [2-6]{} : pub struct Body<T> "A body."
  field inner [4-5] : inner: T ~private #pin
function open [9-11]{} : fn open(door: *mut Door) -> *mut Task ~private
function adds [14-17]{} : fn adds((a, b) in pair(1, 2), c in any::<u8>()) ~private #test
function send [21]{} : fn send(door: Door) ~private
function send [24]{} : fn send() ~private
function stream [29]{} : fn stream() ~private
variable POOL [30] : thread_local! { static POOL: Pool<Head> = Pool::new() } ~private
function shows [31]{} : fn shows() ~private
`,
  );
});

test('shell: what the grammar cannot read costs one function, not the file', async () => {
  await checkOutline(
    'shellscript',
    `zmodload zsh/datetime
function __reset() {
  local -a parts=("\${(@f)\${(M)0:#/*}}")
  if (( $+commands[git] )) || {echo "none"; return 1}
  then
    for x (*(:t)) print -r -- \${(%):-%x}
    reset_all now
  fi
}

\${(s: :)@[2,-1]}

second() {
  reset_all then
}
${Array.from(
  { length: 12 },
  (_, i) => `step_${i}() {
  echo "${i}"
}
`,
).join('')}
third() {
  second
}
`,
    `
function __reset [2-9]{} : function __reset()
function second [13-15]{} : second()
function step_0 [16-18]{} : step_0()
function step_1 [19-21]{} : step_1()
function step_2 [22-24]{} : step_2()
function step_3 [25-27]{} : step_3()
function step_4 [28-30]{} : step_4()
function step_5 [31-33]{} : step_5()
function step_6 [34-36]{} : step_6()
function step_7 [37-39]{} : step_7()
function step_8 [40-42]{} : step_8()
function step_9 [43-45]{} : step_9()
function step_10 [46-48]{} : step_10()
function step_11 [49-51]{} : step_11()
function third [53-55]{} : third()
`,
  );
});

test('c#: conditions that cut declarations, pointers, params of spans', async () => {
  await checkOutline(
    'csharp',
    `#if INTERNAL
internal
#else
public
#endif
static class Codes {
#if HAS_SPAN
    public int First(ReadOnlySpan<int> all)
#else
    public int First(int[] all)
#endif
    {
        return *(int*)all;
    }
    public void Add(params ReadOnlySpan<object?> all) {
        *(ushort*)(place + 1) = 3;
    }
#if HAS_DEFAULTS
    int Zero()
#if HAS_BODY
        => 0;
#else
    ;
#endif
#endif
}
public ref partial struct Reader {
    int at;
}
`,
    `
class Codes [2-26]{} : internal static class Codes ~internal
  method First [8-14]{} : public int First(ReadOnlySpan<int> all)
  method Add [15-17]{} : public void Add(params ReadOnlySpan<object?> all)
  method Zero [19-21]{} : int Zero() => ~private
struct Reader [27-29]{} : public ref partial struct Reader
  field at [28] : int at ~private
`,
  );
});

test('swift: what cannot be copied, ownership, and attributes with clauses', async () => {
  await checkOutline(
    'swift',
    `public struct Box<Value: ~Copyable & ~Escapable, Failure: Error,>: ~Copyable {
  @_lifetime(borrow self)
  public borrowing func look(_ other: borrowing _Box) throws(Source.Failure) -> Int {
    let place = unsafe _start(other)
    return place
  }
  public consuming func take() {}
  __consuming func union(_ other: __owned _Box) {}
}
`,
    `
struct Box [1-9]{} : public struct Box<Value: ~Copyable & ~Escapable, Failure: Error,>: ~Copyable
  method look [3-6]{} : public borrowing func look(_ other: borrowing _Box) throws(Source.Failure) -> Int
  method take [7]{} : public consuming func take()
  method union [8]{} : __consuming func union(_ other: __owned _Box)
`,
  );
});
