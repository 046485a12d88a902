/** Calls that have no parentheses, calls told apart by blocks and parameters, and names that differ only in case. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { engineOn, workspace } from '../support/real-engine.js';

const files = `
-- lib/post/client.rb --
module Post
  class Client
    attr_accessor :parcel_list

    def call_remote_api(retries = 2)
      yield
    end

    def fetch_parcels
      call_remote_api { parcel_list }
    end

    def drop_parcels
      call_remote_api do
        remove :all
      end
    end

    def remove(which)
      which
    end
  end
end
-- lib/post/office.rb --
require_relative 'client'

module Post
  class Office
    def initialize(config)
      @client = Client.new(config)
    end

    def sweep
      client = Post::Client.new
      client.drop_parcels if open?
      remove_all = client.call_remote_api.first
    end

    def open?
      true
    end
  end
end
-- lib/post/desk.rb --
module Post
  class Desk
    before_action :load_cart, if: :staffed?

    def self.ledger
      @ledger ||= read_all
    end

    def close
      rows = ledger_rows
      File.open("#{ledger_rows}.lock") { |f| f << 1 }
      return if staffed?
      lock_desk
      send(:load_cart)
    end

    def weigh(ledger_rows)
      lock_desk = 3
      ledger_rows + lock_desk
    end

    def ledger_rows; end
    def lock_desk; end
    def load_cart; end
    def staffed?; end
  end
end
-- spec/desk_spec.rb --
RSpec.describe Post::Desk do
  it "locks" do
    described_class.new.lock_desk
    expect(described_class.ledger).to eq 1
  end
end
-- src/Yaml/Yaml.php --
<?php
namespace App\\Yaml;

class Yaml
{
    public static function parse(string $text) { return self::fold($text); }
    private static function fold(string $text) { return $text; }
}
-- src/Yaml/Escaper.php --
<?php
namespace App\\Yaml;

class Escaper {}
-- src/Config/Loader.php --
<?php
namespace App\\Config;

use App\\Yaml\\Yaml;

class Loader
{
    public function load(string $text) { return Yaml::parse($text); }
}
-- bin/update.sh --
fetch_api() { echo; }
merge_or_rebase() { echo; }
set-up-fetch-api() {
  if [[ -n "\${A}" ]] &&
     [[ -n "\${HOME_URL}" && (("\${F}" == "\${G}" && -z "\${H}") || (-z "\${J}")) ]]
  then
    fetch_api one
    cat <<EOS
To merge_or_rebase the update:
EOS
    merge_or_rebase
  fi
}
HOME_URL="https://example.org"
-- src/Engine.kt --
package post

interface Engine {
    fun start()
}

open class Attributes

class TracingEngine(
    private val delegate: Engine,
    private val tracer: Tracer
) : Engine by delegate {
    private val marks = 1
}

fun build(engine: Engine, attributes: Attributes = Attributes()): Engine = TracingEngine(engine, Tracer())

class Tracer

suspend fun parseHeaders(input: Channel): Int = parseHeaders(input, Builder())

internal suspend fun parseHeaders(input: Channel, builder: Builder, range: Int = 0): Int = range

fun withRetries(times: Int, block: () -> Unit) = block()

fun once(block: () -> Unit) = block()

class Builder
class Channel
-- src/Use.kt --
package post

fun readAll(input: Channel) {
    val builder = Builder()
    parseHeaders(input, builder, 3)
}

fun retry() {
    withRetries(3) {
        once { readAll(Channel()) }
    }
}

fun show(attributes: Attributes) {
    val once = attributes
    when (once) {
        else -> println(once)
    }
}
-- src/shelf.lua --
local function place(name)
  return name
end

local function stack()
  place "left"
  return place { right = 1 }
end
`;

async function indexed(t: TestContext): Promise<Engine> {
  const engine = await engineOn(workspace(t, files));
  await engine.settled();
  return engine;
}

async function callers(engine: Engine, symbol: string): Promise<string[]> {
  const { items } = await engine.related({ symbol, kinds: ['called_by'] });
  return items.map(({ symbol: { qualifiedName }, proof }) => `${qualifiedName}:${(proof?.line ?? -1) + 1}`).sort();
}

test('Ruby: a name with a block, an argument or behind a dot is a call, and so is Class.new', async (t) => {
  const engine = await indexed(t);
  assert.deepEqual(await callers(engine, 'call_remote_api'), [
    'Post.Client.drop_parcels:14',
    'Post.Client.fetch_parcels:10',
    'Post.Office.sweep:12',
  ]);
  assert.deepEqual(await callers(engine, 'Post.Client.drop_parcels'), ['Post.Office.sweep:11']);
  assert.deepEqual(await callers(engine, 'Post.Client.remove'), ['Post.Client.drop_parcels:15']);
  const made = await callers(engine, 'Post.Client');
  assert.ok(made.includes('Post.Office.initialize:6') && made.includes('Post.Office.sweep:10'), String(made));
});

test('Ruby: a name alone calls a method of its class, unless something binds it; callbacks are named by symbols', async (t) => {
  const engine = await indexed(t);
  const users = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by', 'used_by'] })).items
      .map(({ kind, symbol: { qualifiedName }, proof }) => `${kind} ${qualifiedName}:${(proof?.line ?? -1) + 1}`)
      .sort();
  assert.deepEqual(await users('Post.Desk.ledger_rows'), ['called_by Post.Desk.close:10']);
  assert.deepEqual(await users('Post.Desk.lock_desk'), ['called_by Post.Desk.close:13']);
  assert.deepEqual(await users('Post.Desk.staffed?'), ['called_by Post.Desk.close:12', 'used_by Post.Desk:3']);
  const tests = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['tested_by'] })).items.map(({ proof }) => (proof?.line ?? -1) + 1);
  assert.deepEqual(await tests('Post.Desk.lock_desk'), [3]);
  assert.deepEqual(await tests('Post.Desk.ledger'), [4]);
  assert.deepEqual(await users('Post.Desk.load_cart'), ['used_by Post.Desk.close:14', 'used_by Post.Desk:3']);
});

test('shell: brackets in conditions cost no calls; variables in capitals have users', async (t) => {
  const engine = await indexed(t);
  assert.deepEqual(await callers(engine, 'fetch_api'), ['set-up-fetch-api:7']);
  assert.deepEqual(await callers(engine, 'merge_or_rebase'), ['set-up-fetch-api:11']);
  const { items } = await engine.related({ symbol: 'HOME_URL', kinds: ['used_by'] });
  assert.deepEqual(
    items.map(({ symbol }) => symbol.name),
    ['set-up-fetch-api'],
  );
  const { results } = await engine.retrieve({ query: 'where is set-up-fetch-api defined' });
  assert.equal(results[0]?.qualifiedName, 'set-up-fetch-api');
});

test('PHP: self:: is the own class, and a namespace is not meant by the class of its name', async (t) => {
  const engine = await indexed(t);
  assert.deepEqual(await callers(engine, 'Yaml.fold'), ['Yaml.parse:6']);
  const importers = await engine.related({ symbol: 'src/Yaml/Escaper.php', kinds: ['imported_by', 'used_by'] });
  assert.deepEqual(importers.items, []);
  const ofYaml = await engine.related({ symbol: 'src/Yaml/Yaml.php', kinds: ['imported_by'] });
  assert.deepEqual(
    ofYaml.items.map(({ symbol }) => symbol.path),
    ['src/Config/Loader.php'],
  );
});

test('Kotlin: blocks are arguments, and overloads are told apart by their number', async (t) => {
  const engine = await indexed(t);
  assert.deepEqual(await callers(engine, 'once'), ['retry:10']);
  assert.deepEqual(await callers(engine, 'withRetries'), ['retry:9']);
  const { of, items } = await engine.related({ symbol: 'parseHeaders', kinds: ['called_by'] });
  const long = of.find(({ signature }) => signature.includes('builder'));
  const user = items.find(({ symbol }) => symbol.qualifiedName === 'readAll');
  assert.equal(user?.of, long?.key);
});

test('a type of a parameter is no name of one', async (t) => {
  const engine = await indexed(t);
  const { items } = await engine.related({ symbol: 'Engine', kinds: ['extended_by', 'used_by'] });
  assert.deepEqual(items.map(({ kind, symbol }) => `${kind} ${symbol.qualifiedName}`).sort(), [
    'extended_by TracingEngine',
    'used_by TracingEngine.delegate',
    'used_by build',
  ]);
  assert.deepEqual(await callers(engine, 'Attributes'), ['build:16']);
});

test('Lua: text and tables are arguments', async (t) => {
  assert.deepEqual(await callers(await indexed(t), 'place'), ['stack:6']);
});
