/** Outlines of scripting languages. */
import test from 'node:test';
import { checkOutline } from './syntax-tree-sitter.render.js';

test('python: docstrings, decorators, attributes, nested functions', async () => {
  await checkOutline(
    'python',
    `"""Tools for things.

More.
"""
from __future__ import annotations
import os.path as osp
from .models import (
    User,  # the user
    Group as G,
)

LIMIT = 10
names: list[str] = [
    "a",
]


@dataclass(frozen=True)
class Store(Base, Generic[T], metaclass=Meta):
    """Keeps things."""

    size: int = 0
    _hidden = None

    def __init__(self, size: int):
        self.size = size
        self.limit, self.big = LIMIT, 1
        self._cart = Cart(size)

    @property
    def big(self) -> bool:
        """True for big ones."""
        return self.size > LIMIT

    # Finds one.
    async def find(self, key: str, *, default=None) -> User | None:
        def inner():
            return osp.join(key)

        local = 1
        return inner()


def _private(x): return x
try:
    import fast
except ImportError:
    fast = None
`,
    `
constant LIMIT [12] : LIMIT = 10
variable names [13-15]{} : names: list[str] =
class Store [18-41]{} : class Store(Base, Generic[T], metaclass=Meta) #dataclass "Keeps things."
  field size [22] : size: int = 0
  field _hidden [23] : _hidden = None ~private
  constructor __init__ [25-28]{} : def __init__(self, size: int)
  field _cart [28] : self._cart = Cart(size) ~private
  property big [30-33]{} : def big(self) -> bool #property "True for big ones."
  method find [35-41]{} : async def find(self, key: str, *, default=None) -> User | None async "Finds one."
    function inner [37-38]{} : def inner()
function _private [44]{} : def _private(x) ~private
variable fast [48] : fast = None
`,
  );
});

test('ruby: visibility by bare words, attributes by calls', async () => {
  await checkOutline(
    'ruby',
    `require 'set'
# A module.
module Shop
  # An order.
  class Order < Base::Record
    include Comparable
    LIMIT = 3
    attr_accessor :name, :total

    def initialize(name, total: 0)
      @name = name
    end

    def self.find(id) = new(id)

    private

    # Hidden.
    def secret # :nodoc:
      local = 1
    end
  end
end

describe 'order' do
  it "works" do
    expect(1).to eq 1
  end
end
`,
    `
module Shop [2-23]{} : module Shop "A module."
  class Order [4-22]{} : class Order < Base::Record "An order."
    constant LIMIT [7] : LIMIT = 3
    property name [8] : attr_accessor :name, :total
    property total [8] : attr_accessor :name, :total
    constructor initialize [10-12]{} : def initialize(name, total: 0)
    method find [14]{} : def self.find(id) #static
    method secret [18-21]{} : def secret ~private "Hidden."
test order [25-29]{} : describe 'order' do
  test works [26-28]{} : it "works" do
`,
  );
});

test('shell', async () => {
  await checkOutline(
    'shellscript',
    `#!/usr/bin/env bash
# Installs things.

source ./lib.sh
readonly VERSION=1
names=(a b)

# Greets.
greet() {
  local who=$1
  echo "$who"
}
function main {
  greet world
}
alias ll='ls -l'
main "$@"
`,
    `
constant VERSION [5] : readonly VERSION=1
variable names [6]{} : names=
function greet [8-12]{} : greet() "Greets."
function main [13-15]{} : function main
function ll [16] : alias ll='ls -l'
`,
  );
});

test('bats tests', async () => {
  await checkOutline(
    'shellscript',
    `#!/usr/bin/env bats
load test_helper
@test "adds two: it's ok" {
  run foo 1
  [ "$status" -eq 0 ]
}
setup() { export X=1; }
`,
    `
test adds two: it's ok [3-6]{} : @test "adds two: it's ok"
function setup [7]{} : setup()
`,
  );
});

test('powershell', async () => {
  await checkOutline(
    'powershell',
    `Import-Module ./Other.psm1
# Gets a thing.
function Get-Thing {
  [CmdletBinding()]
  param([string]$Name, [int]$Count)
  $local = 1
  Write-Host $Name
}
class Foo : Bar {
  [string]$Name
  hidden [int]$Count = 1
  Foo([int]$a) { }
  [int] Get([string]$x) { return 1 }
}
enum Color {
  Red
  Green = 2
}
$script:state = 1
`,
    `
function Get-Thing [2-8]{} : function Get-Thing "Gets a thing."
class Foo [9-14]{} : class Foo : Bar
  field Name [10] : [string]$Name
  field Count [11] : hidden [int]$Count = 1 ~private
  constructor Foo [12]{} : Foo([int]$a)
  method Get [13]{} : [int] Get([string]$x)
enum Color [15-18]{} : enum Color
  enumMember Red [16] : Red
  enumMember Green [17] : Green = 2
variable script:state [19] : $script:state = 1
`,
  );
});
