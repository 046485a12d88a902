/** Outlines of TypeScript, JavaScript, PHP and style sheets. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { checkOutline } from './syntax-tree-sitter.render.js';

test('typescript: decorators, overloads, namespaces, members, object keys', async () => {
  await checkOutline(
    'typescript',
    `import { readFile } from 'node:fs/promises';

/** Reads things. */
@Injectable()
export class Service<T> extends Base<T> implements Reader, Closer {
  @Input() name: string = '';
  private static readonly cache = new Map<string, number>();
  #secret = 1;
  constructor(private readonly http: Http) {
    super();
  }
  // Loads one.
  @Trace('x')
  async load(id: number, ...rest: string[]): Promise<void> {
    const local = 1;
    const helper = () => local;
    await this.http.get(id);
  }
  get value(): number {
    return 1;
  }
  handler = async (e: Event) => {
    go(e);
  };
}

declare function over(a: string): void;
declare function over(a: number): void;
export namespace Shapes.Round {
  export interface Circle extends Shape {
    readonly radius: number;
    area(): number;
  }
}
enum Color {
  Red = 'r',
  Green,
}
export type Point = {
  x: number;
};
export const table = {
  key: 1,
  'other-key': { deep: 2 },
  run() {},
  arrow: (x: number) => x,
} as const;
export default class extends Service<string> {}
`,
    `
class Service [3-25]{} : export class Service<T> extends Base<T> implements Reader, Closer #Injectable "Reads things."
  field name [6] : name: string = '' #Input
  field cache [7] : private static readonly cache = new Map<string, number>() ~private
  field #secret [8] : #secret = 1 ~private
  constructor constructor [9-11]{} : constructor(private readonly http: Http)
  method load [12-18]{} : async load(id: number, ...rest: string[]): Promise<void> async #Trace "Loads one."
    function helper [16]{} : const helper = () =>
  property value [19-21]{} : get value(): number
  method handler [22-24]{} : handler = async (e: Event) => async
function over [27] : declare function over(a: string): void
function over [28] : declare function over(a: number): void
namespace Shapes.Round [29-34]{} : export namespace Shapes.Round
  interface Circle [30-33]{} : export interface Circle extends Shape
    property radius [31] : readonly radius: number
    method area [32] : area(): number
enum Color [35-38]{} : enum Color
  enumMember Red [36] : Red = 'r'
  enumMember Green [37] : Green
type Point [39-41]{} : export type Point =
  property x [40] : x: number
constant table [42-47]{} : export const table =
  property key [43] : key: 1
  property other-key [44]{} : 'other-key':
  method run [45]{} : run()
  method arrow [46]{} : arrow: (x: number) =>
class default [48]{} : export default class extends Service<string>
`,
  );
});

test('tsx: components', async () => {
  await checkOutline(
    'typescriptreact',
    `/** A button. */
export const Button: FC<Props> = ({ label }) => {
  const onClick = useCallback(() => save(label), []);
  return <button onClick={onClick}>{label}</button>;
};

export default function App(props: Props) {
  return <Button label="x" />;
}

const Inner = memo(function Inner() {
  return <div />;
});
const useThing = () => 1;
`,
    `
component Button [1-5]{} : export const Button: FC<Props> = ({ label }) => "A button."
  function onClick [3]{} : const onClick = useCallback(() =>
component App [7-9]{} : export default function App(props: Props)
component Inner [11-13]{} : const Inner = memo(function Inner()
function useThing [14]{} : const useThing = () =>
`,
  );
});

test('javascript: exports, prototypes, class expressions, tests', async () => {
  await checkOutline(
    'javascript',
    `const fs = require('fs');
exports.one = function (a) {
  return a;
};
module.exports = {
  two: function () {},
  three() {},
};
function Foo() {}
/** Does bar. */
Foo.prototype.bar = function (x) {};
app.use = async (fn) => {};
const Named = class extends Foo {
  m() {}
};
describe('math', () => {
  const helper = 1;
  it('adds', async () => {});
  test.each([1])('n %s', (n) => {});
});
`,
    `
function one [2-4]{} : exports.one = function (a)
variable module.exports [5-8]{} : module.exports =
  method two [6]{} : two: function ()
  method three [7]{} : three()
function Foo [9]{} : function Foo()
method bar [10-11]{} : Foo.prototype.bar = function (x) #receiver:Foo "Does bar."
method use [12]{} : app.use = async (fn) => async #receiver:app
class Named [13-15]{} : const Named = class extends Foo
  method m [14]{} : m()
test math [16-20]{} : describe('math', () =>
  test adds [18]{} : it('adds', async () =>
  test n %s [19]{} : test.each([1])('n %s', (n) =>
`,
  );
});

test('javascript: functions in literals and assignments, at any depth', async () => {
  const outline = await checkOutline(
    'javascript',
    `module.exports = function plugin(app, options) {
  app.start = async function (port) {
    await listen(port);
  };
  this.onClose = () => {
    stop();
  };
  const [first] = list.map((item) => item.id);
  on('load', function onLoad(event) {
    run(event);
  });
  return wrap({
    name: 'plugin',
    async postBuild({ outDir }) {
      return { done: () => true, visit: (node) => { return node; } };
    },
    'quoted-key': function () {
      return 1;
    },
    hooks: {
      before: { setup() { return 1; } },
    },
  });
};
register({
  hooks: {
    onStart: async () => {
      await start();
    },
  },
  size: 10,
});
`,
    `
function plugin [1-24]{} : module.exports = function plugin(app, options)
  method start [2-4]{} : app.start = async function (port) async #receiver:app
  method onClose [5-7]{} : this.onClose = () =>
  function onLoad [9-11]{} : function onLoad(event)
  method postBuild [14-16]{} : async postBuild({ outDir }) async
    method visit [15]{} : visit: (node) =>
  method quoted-key [17-19]{} : 'quoted-key': function ()
  property hooks [20-22]{} : hooks:
    method setup [21]{} : setup()
property hooks [26-30]{} : hooks:
  method onStart [27-29]{} : onStart: async () => async
`,
  );
  assert.deepEqual(
    outline.symbols.filter(({ parent }) => parent === 0).map(({ name }) => name),
    ['start', 'onClose', 'onLoad', 'postBuild', 'quoted-key', 'hooks'],
  );
});

test('php', async () => {
  await checkOutline(
    'php',
    `<?php

namespace App\\Models;

use App\\Contracts\\{Reader, Writer as W};

#[Entity]
final class User extends Model implements Reader, W
{
    use Notifiable;

    const LIMIT = 10;

    protected ?string $name = null;

    public function __construct(private int $id) {}

    /**
     * Finds one.
     *
     * @return static
     */
    public static function find(int $id, array $with = []): ?static
    {
        return null;
    }
}

interface Reader {}
trait Notifiable {}
enum Suit: string
{
    case Hearts = 'h';
}
function helper($x) { return $x; }
`,
    `
namespace App\\Models [3] : namespace App\\Models
class User [7-27]{} : final class User extends Model implements Reader, W #Entity
  constant LIMIT [12] : const LIMIT = 10
  property name [14] : protected ?string $name = null ~protected
  constructor __construct [16]{} : public function __construct(private int $id)
  method find [18-26]{} : public static function find(int $id, array $with = []): ?static "Finds one.||@return static"
interface Reader [29]{} : interface Reader
trait Notifiable [30]{} : trait Notifiable
enum Suit [31-34]{} : enum Suit: string
  enumMember Hearts [33] : case Hearts = 'h'
function helper [35]{} : function helper($x)
`,
  );
});

test('css', async () => {
  await checkOutline(
    'css',
    `@import url("base.css");
:root {
  --main: red;
}
/* Buttons. */
.button > a,
.link:hover {
  color: var(--main);
}
@media (max-width: 3px) {
  .x { y: z }
}
`,
    `
section :root [2-4]{} : :root
  variable --main [3] : --main: red
section .button > a, .link:hover [5-9]{} : .button > a, .link:hover "Buttons."
section @media (max-width: 3px) [10-12]{} : @media (max-width: 3px)
  section .x [11]{} : .x
`,
  );
});

test('scss with the grammar of css', async () => {
  await checkOutline(
    'scss',
    `$main: red; // the colour
@mixin round($r) {
  border-radius: $r;
}
.card {
  &:hover { color: $main; }
  .title { @include round(1px); }
}
`,
    `
variable $main [1] : $main: red
section @mixin round($r) [2-4]{} : @mixin round($r)
section .card [5-8]{} : .card
  section &:hover [6]{} : &:hover
  section .title [7]{} : .title
`,
  );
});

test('vue: the script alone is read, options of the component stand at the top', async () => {
  await checkOutline(
    'vue',
    `<template>
  <div class="function nope() {" @click="open(1)">{{ helper(2) }}</div>
</template>
<script>
import Box from './box.vue';
export default {
  methods: {
    open(x) {
      return x;
    },
  },
};
export function helper(a) {
  return a;
}
</script>
<style>
</style>
`,
    `
property methods [7-11]{} : methods:
  method open [8-10]{} : open(x)
function helper [13-15]{} : export function helper(a)`,
  );
});

test('typescript: a constant that a call with a long function makes is a function', async () => {
  await checkOutline(
    'typescript',
    `export const loadTrace = createAsyncThunk('traces/load', async (id: string) => {
  const found = await fetch(id);
  return found.json();
});
export const doubled = values.map((value) => {
  const twice = 2 * value;
  return twice;
});
const limit = pick(() => 1);
`,
    `
function loadTrace [1-4]{} : export const loadTrace = createAsyncThunk('traces/load', async (id: string) => async
constant doubled [5-8] : export const doubled = values.map((value) => { const twice = 2 * value; return twice; })
constant limit [9] : const limit = pick(() => 1)
`,
  );
});

test('javascript: handlers outside of functions are named by what they handle', async () => {
  await checkOutline(
    'javascript',
    `router.post('items.list', auth(), async (ctx) => {
  ctx.body = 1;
});
allow(User, 'archive', Item, (actor, item) => {
  return actor && item;
});
allow(User, ['pin', 'unpin'], Item, (actor) =>
  actor
    && true);
angular.module('shop')
  .config(function ($locationProvider) { $locationProvider.html5Mode(true); })
  .controller('CartController', ['$scope', function ($scope) {
    function total() {
      return 1;
    }
  }]);
`,
    `
function items.list [1-3]{} : router.post('items.list', auth(), async (ctx) => #handler
function User archive Item [4-6]{} : allow(User, 'archive', Item, (actor, item) => #handler
function User pin, unpin Item [7-9]{} : allow(User, ['pin', 'unpin'], Item, (actor) => #handler
function CartController [10-16]{} : angular.module('shop') .config(function ($locationProvider) { $locationProvider.html5Mode(true); }) .controller('CartController', ['$scope', function ($scope) #handler
  function total [13-15]{} : function total()
`,
  );
});

test('javascript: what methods set are fields of the class', async () => {
  await checkOutline(
    'javascript',
    `class Cart {
  constructor(items) {
    this.items = items;
    this.total = 0;
    this.desk = new Desk();
    this.onClose = () => {
      this.items = [];
      this.closedAt = now();
    };
  }
  total() {
    this.counted = true;
    return 1;
  }
}
function Yard() {
  this.items = [];
}
`,
    `
class Cart [1-15]{} : class Cart
  constructor constructor [2-10]{} : constructor(items)
  field items [3] : this.items = items
  field desk [5] : this.desk = new Desk()
    method onClose [6-9]{} : this.onClose = () =>
  field closedAt [8] : this.closedAt = now()
  method total [11-14]{} : total()
  field counted [12] : this.counted = true
function Yard [16-18]{} : function Yard()
`,
  );
});
