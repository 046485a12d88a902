/** Outlines by definition-like lines, for the languages that have small grammars and for unknown ones. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { genericOutline } from '../../server/io/syntax/text-outlines/generic-outline.js';
import { assertWellFormed, rendered } from './syntax-structure-checks.js';

/** Compares an outline with its rendering: indented `kind name [start-end) : signature`, lines 0-based. */
function check(language: string, text: string, expected: string): void {
  const outline = genericOutline(text, language);
  assert.ok(outline);
  assertWellFormed(text, outline);
  assert.equal(`\n${rendered(outline)}`, expected);
}

test('erlang', () => {
  check(
    'erlang',
    `-module(store).
-export([get/1]).
%% Gets.
-spec get(atom()) -> ok.
get(a) -> ok;
get(b) ->
    "x",
    other(b).
put() -> ok.
`,
    `
module store [0-1] : -module(store).
function get [2-8] : get(a)
function put [8-9] : put()`,
  );
});

test('ocaml', () => {
  check(
    'ocaml',
    `open List
(** Adds. *)
let add x y =
  x + y

type shape =
  | Circle of int
  | Square

module M = struct
  let inner x = x
end
`,
    `
function add [1-4] : let add x y
type shape [5-8] : type shape
  enumMember Circle [6-7] : | Circle of int
  enumMember Square [7-8] : | Square
module M [9-12] : module M
  function inner [10-12] : let inner x`,
  );
});

test('fsharp', () => {
  check(
    'fsharp',
    `namespace A.B
open System
type Shape =
  | Circle of float
/// Area.
let area shape =
  match shape with
  | Circle r -> r
`,
    `
module A.B [0-1] : namespace A.B
type Shape [2-4] : type Shape
  enumMember Circle [3-4] : | Circle of float
function area [4-8] : let area shape`,
  );
});

test('clojure', () => {
  check(
    'clojure',
    `(ns my.app (:require [a.b :as b]))
(def limit 10)
(defn add
  "Adds."
  [x y]
  (+ x (b/inc y \\( )))
(defmacro when2 [x] x)
`,
    `
namespace my.app [0-1] : (ns my.app (:require [a.b :as b]))
constant limit [1-2] : (def limit 10)
function add [2-6] : (defn add "Adds." [x y]
macro when2 [6-7] : (defmacro when2 [x]`,
  );
});

test('emacs-lisp', () => {
  check(
    'emacs-lisp',
    `;; Adds.
(defun my-add (x y)
  "Adds."
  (message "(%s" ?\\( )
  (+ x y))
(defvar my-limit 10)
`,
    `
function my-add [0-5] : (defun my-add (x y)
variable my-limit [5-6] : (defvar my-limit 10)`,
  );
});

test('perl', () => {
  check(
    'perl',
    `package My::App;
use Moose;
=pod
sub nope {
=cut
# Adds.
sub add {
  my ($x) = @_;
  return "}";
}
1;
`,
    `
module My::App [0-11] : package My::App;
  function add [2-10] : sub add`,
  );
});

test('r', () => {
  check(
    'r',
    `library(dplyr)
# Adds.
add <- function(x, y) {
  x + y
}
limit <- 10
`,
    `
function add [1-5] : add <- function(x, y)
variable limit [5-6] : limit <- 10`,
  );
});

test('julia', () => {
  check(
    'julia',
    `module A
using B
"""
Adds.
"""
function add(x, y)
    if x
        1
    end
end
sq(x) = x^2
struct P
    x::Int
end
end
`,
    `
module A [0-1] : module A
function add [5-10] : function add(x, y)
function sq [10-11] : sq(x)
struct P [11-14] : struct P`,
  );
});

test('nim', () => {
  check(
    'nim',
    `import strutils
type Shape = object
  x: int
proc add(a, b: int): int =
  ## Adds.
  a + b
`,
    `
type Shape [1-3] : type Shape
function add [3-6] : proc add(a, b: int): int`,
  );
});

test('crystal', () => {
  check(
    'crystal',
    `class A < B
  def add(x)
    if x
      1
    end
  end
end
`,
    `
class A [0-7] : class A < B
  method add [1-6] : def add(x)`,
  );
});

test('vb', () => {
  check(
    'vb',
    `Public Class A
    ' Adds.
    Public Function Add(x As Integer) As Integer
        If x Then
        End If
        Return x
    End Function
End Class
`,
    `
class A [0-8] : Public Class A
  method Add [1-7] : Public Function Add(x As Integer)`,
  );
});

test('groovy', () => {
  check(
    'groovy',
    `plugins { id 'java' }
def add(x) {
  x + 1
}
dependencies {
  implementation 'a:b'
}
`,
    `
function add [1-4] : def add(x)
section dependencies [4-7] : dependencies`,
  );
});

test('objective-c++', () => {
  check(
    'objective-cpp',
    `#import <A/B.h>
@interface Box : NSObject
@property (nonatomic) int width;
@end
@implementation Box
// Adds.
- (int)add:(int)x to:(int)y {
  return x;
}
@end
`,
    `
class Box [1-2] : @interface Box : NSObject
property width [2-3] : @property (nonatomic) int width
impl Box [4-5] : @implementation Box
method add [5-9] : - (int)add:(int)x to:(int)y`,
  );
});

test('sql', () => {
  check(
    'sql',
    `-- Users.
CREATE TABLE IF NOT EXISTS app.users (
  id int,
  name text DEFAULT ';'
);
CREATE OR REPLACE FUNCTION add(x int) RETURNS int AS $$
BEGIN
  RETURN x;
END;
$$;
`,
    `
struct users [0-5] : CREATE TABLE IF NOT EXISTS app.users ( id int, name text DEFAULT ';' );
function add [5-10] : CREATE OR REPLACE FUNCTION add(x int) RETURNS int`,
  );
});

test('sql: what is altered or created within a block, and a transaction is no block', () => {
  check(
    'sql',
    `IF OBJECT_ID('[shop].[Item]') IS NULL
BEGIN
    CREATE TABLE [shop].[Item] (
        [Id] INT
    );
END
GO
CREATE UNIQUE NONCLUSTERED INDEX [IX_Item] ON [shop].[Item] ([Id]);
GO
CREATE OR ALTER PROCEDURE [shop].[Item_Delete]
    @Ids [shop].[Ids] READONLY
AS
BEGIN
    BEGIN TRANSACTION Item_Delete
    DELETE FROM [shop].[Item]
    COMMIT TRANSACTION Item_Delete
END
GO
ALTER VIEW [shop].[ItemView] AS SELECT 1
`,
    `
struct Item [2-5] : CREATE TABLE [shop].[Item] ( [Id] INT );
property IX_Item [7-8] : CREATE UNIQUE NONCLUSTERED INDEX [IX_Item] ON [shop].[Item] ([Id]);
function Item_Delete [9-17] : CREATE OR ALTER PROCEDURE [shop].[Item_Delete] @Ids [shop].[Ids] READONLY`,
  );
});

test('nushell: names with hyphens and of several words', () => {
  check(
    'nushell',
    `# Closes the desk.
export def close-desk [name: string] {
    desk log $name
}
export def --env "desk log" [name] { print "def not-me [] {" }
alias dl = desk log
const DESK_LEVEL = 3
`,
    `
function close-desk [0-4] : export def close-desk [name: string]
function desk log [4-5] : export def --env "desk log" [name]
function dl [5-6] : alias dl = desk log
constant DESK_LEVEL [6-7] : const DESK_LEVEL = 3`,
  );
});

test('sql: quoted names are no comments', () => {
  check(
    'sql',
    `create domain "*/*" as bytea;
create table "shop"."Order items" (
  id int
);
create function total() returns "*/*" as $$ select 'it''s'::"*/*" $$;
create constraint trigger checks after insert on items execute procedure check_it();
create index on items (id);
create view "text/html" as select 1;
`,
    `
type */* [0-1] : create domain "*/*" as bytea;
struct Order items [1-4] : create table "shop"."Order items" ( id int );
function total [4-5] : create function total() returns "*/*" as $$ select 'it''s'::"*/*" $$;
function checks [5-6] : create constraint trigger checks after insert on items execute procedure check_it();
type text/html [7-8] : create view "text/html" as select 1;`,
  );
});

test('sql: a statement ends at its semicolon, behind its body', () => {
  const outline = genericOutline(sqlBodies, 'sql');
  assert.equal(
    `\n${rendered(outline)}`.replace(/ : .*/g, ''),
    `
function pay [0-8]
type open_carts [9-11]
function clear_cart [11-16]
function parents [17-22]
struct notes [23-24]
function checks [24-25]`,
  );
  const mentions = outline.references.map(({ name, kind, from, line }) => `${line} ${kind} ${name} < ${outline.symbols[from]?.name ?? ''}`);
  assert.deepEqual(mentions, [
    '6 call total < pay',
    '10 use carts < open_carts',
    '10 use items < open_carts',
    '14 use items < clear_cart',
    '20 call steps < parents',
    '22 call create_all < ',
    '23 use items < notes',
    '24 use notes < checks',
    '24 call pay < checks',
    '25 use notes < ',
  ]);
});

const sqlBodies = `CREATE OR REPLACE FUNCTION pay(x NUMBER) RETURN NUMBER IS
  y NUMBER;
BEGIN
  IF x > 1 THEN
    y := CASE x WHEN 1 THEN 2 END;
  END IF;
  RETURN shop.total(y);
END;
/
CREATE VIEW open_carts AS
SELECT * FROM shop.carts c JOIN items ON items.cart = c.id;
CREATE PROCEDURE clear_cart @id int
AS
BEGIN TRY
  DELETE FROM items WHERE id = @id;
END TRY
GO
CREATE FUNCTION shop.parents (path text) RETURNS SETOF int LANGUAGE sql
BEGIN ATOMIC
    SELECT id
    FROM steps (path) AS id;
END;
CALL shop.create_all ('comment', $$ BEGIN; END; $$);
create table notes (id int references items(id), body text default now());
CREATE TRIGGER checks AFTER UPDATE OF body ON notes FOR EACH ROW EXECUTE FUNCTION pay();
INSERT INTO notes VALUES (1, count(2));
`;

test('graphql', () => {
  check(
    'graphql',
    `"""A user."""
type User implements Node {
  id: ID!
}
enum Role { A B }
`,
    `
type User [1-4] : type User implements Node
  field id [2-3] : id: ID!
enum Role [4-5] : enum Role`,
  );
});

test('solidity', () => {
  check(
    'solidity',
    `import {Context} from "./Context.sol";
/// A token.
abstract contract Token is Context, IToken("x") {
    mapping(address account => uint256) private _balances;
    uint256 public constant MAX = 10;
    event Sent(address indexed from, uint256 value);
    error Empty(uint256 have);
    enum Status {
        Open,
        Closed
    }
    modifier onlyOwner() { _; }
    constructor(string memory name_) { _name = name_; }
    function send(address to) public virtual onlyOwner returns (bool) {
        uint256 value = 1;
        if (value > MAX) revert Empty(1);
        emit Sent(to, value);
        return true;
    }
    receive() external payable {}
}
function free(uint x) pure returns (uint) { return x; }
`,
    `
class Token [1-21] : abstract contract Token is Context, IToken("x")
  field _balances [3-4] : mapping(address account => uint256) private _balances;
  constant MAX [4-5] : uint256 public constant MAX = 10;
  struct Sent [5-6] : event Sent(address indexed from, uint256 value)
  struct Empty [6-7] : error Empty(uint256 have)
  enum Status [7-11] : enum Status
    enumMember Open [8-9] : Open
    enumMember Closed [9-10] : Closed
  method onlyOwner [11-12] : modifier onlyOwner()
  constructor constructor [12-13] : constructor(string memory name_)
  method send [13-19] : function send(address to) public virtual onlyOwner returns (bool)
  method receive [19-20] : receive() external payable
function free [21-22] : function free(uint x) pure returns (uint)`,
  );
});

test('prisma', () => {
  check(
    'prisma',
    `datasource db {
  provider = "postgresql"
}
/// A shop.
model Shop {
  id    String @id // { not a block
  owner Role   @default(OWNER)
}
enum Role { OWNER GUEST }
`,
    `
section db [0-3] : datasource db
struct Shop [3-8] : model Shop
enum Role [8-9] : enum Role`,
  );
});

test('proto', () => {
  check(
    'proto',
    `import "a.proto";
// A user.
message User {
  message Inner { int32 x = 1; }
  string name = 1;
}
service Users {
  rpc Get (Id) returns (User);
}
`,
    `
struct User [1-6] : message User
  struct Inner [3-4] : message Inner
  field name [4-5] : string name
interface Users [6-9] : service Users
  method Get [7-8] : rpc Get (Id) returns (User)`,
  );
});

test('thrift', () => {
  check(
    'thrift',
    `struct User {
  1: string name
}
service Users {
  User get(1: i32 id),
}
`,
    `
struct User [0-3] : struct User
interface Users [3-6] : service Users
  method get [4-5] : User get(1: i32 id),`,
  );
});

test('terraform', () => {
  check(
    'terraform',
    `# A bucket.
resource "aws_s3_bucket" "logs" {
  name = "x{"
}
variable "region" {
  default = "a"
}
`,
    `
section logs [0-4] : resource "aws_s3_bucket" "logs"
section region [4-7] : variable "region"`,
  );
});

test('dockerfile', () => {
  check(
    'dockerfile',
    `FROM node:20 AS build
RUN npm ci
FROM scratch
COPY --from=build /a /a
`,
    `
section build [0-2] : FROM node:20 AS build RUN npm ci
section scratch [2-4] : FROM scratch COPY --from=build /a /a`,
  );
});

test('makefile', () => {
  check(
    'makefile',
    `CC := gcc
# Builds.
all: main.o
	$(CC) -o x
.PHONY: all
`,
    `
variable CC [0-1] : CC := gcc
function all [1-4] : all: main.o $(CC) -o x
function .PHONY [4-5] : .PHONY: all`,
  );
});

test('cmake', () => {
  check(
    'cmake',
    `project(demo)
# Adds.
function(add_it x)
  message("endfunction()")
endfunction()
add_library(core a.c)
`,
    `
module demo [0-1] : project(demo)
function add_it [1-5] : function(add_it x)
variable core [5-6] : add_library(core a.c)`,
  );
});

test('vim', () => {
  check(
    'vim',
    `" Adds.
function! s:Add(x) abort
  if a:x
    return 'endfunction'
  endif
endfunction
command! -nargs=1 Go call s:Add(1)
`,
    `
function Add [0-6] : function! s:Add(x)
macro Go [6-7] : command! -nargs=1 Go call s:Add(1)`,
  );
});

test('fish', () => {
  check(
    'fish',
    `# Greets.
function greet --argument name
    if test $name
        echo "end"
    end
end
`,
    `
function greet [0-6] : function greet --argument name`,
  );
});

test('html', () => {
  check(
    'html',
    `<html><script>
function go() { return 1; }
</script></html>
`,
    `
function go [1-2] : function go()`,
  );
});

test('unknown', () => {
  check(
    'unknown',
    `class Foo {
  method bar(x) {
    return "}";
  }
}
func baz(a, b) {
}
`,
    `
class Foo [0-5] : class Foo
  method bar [1-4] : method bar(x)
function baz [5-7] : func baz(a, b)`,
  );
});

test('missing braces: indentation decides', () => {
  const text = 'class A {\n  func a() {\n    if x {\n  }\n  func b() {\n  }\n}\nclass B {\n}\n';
  const outline = genericOutline(text, 'unknown');
  assert.equal(outline.hasErrors, true);
  assert.equal(
    `\n${rendered(outline)}`,
    `
class A [0-7] : class A
  method a [1-4] : func a()
  method b [4-6] : func b()
class B [7-9] : class B`,
  );
});

test('r: names hold dots', () => {
  const { references } = genericOutline('print.cart <- function(x, ...) {\n  print.default(x)\n  .helper(x$items, 1.5)\n}\n', 'r');
  assert.deepEqual(
    references.map(({ kind, name }) => `${kind} ${name}`),
    ['implements print', 'call print.default', 'call .helper'],
  );
});

test('perl: texts without an end make no second outline of a file another one', () => {
  const text = `${'$x = m{\n'.repeat(60)}sub first { my $x = qq{ "}; }\nsub second { 1 }\n`;
  const [one, other] = [genericOutline(text, 'perl'), genericOutline(text, 'perl')];
  assert.deepEqual(
    one.symbols.map(({ name }) => name),
    ['first', 'second'],
  );
  assert.deepEqual(other, one);
});
