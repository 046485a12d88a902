/** What overrides and implements what, and who calls a member through its base: by classes that inherit and names of members. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { RelatedAnswer, RelatedKind } from '../../server/core/model/related.js';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/transport.ts --
export interface Transport {
  deliver(parcel: string): void;
}
export abstract class LoggedTransport implements Transport {
  abstract deliver(parcel: string): void;
  protected note(): void {}
}
-- src/http.ts --
import { LoggedTransport } from './transport.js';
export class HttpTransport extends LoggedTransport {
  deliver(parcel: string): void {
    this.note();
  }
}
export class Unrelated {
  deliver(parcel: string): void {}
}
-- src/use.ts --
import type { Transport } from './transport.js';
export function shipAll(transport: Transport): void {
  transport.deliver('all');
}
-- src/loop.ts --
export class Early extends Late {
  turnAround(): void {}
}
export class Late extends Early {
  turnAround(): void {}
}
-- engine/motor.h --
namespace post {
class Motor {
 public:
  int StartUp(int gear);
};
}
-- engine/motor.cc --
#include "motor.h"
namespace post {
int Motor::StartUp(int gear) { return gear; }
}
int driveOff() {
  post::Motor motor;
  return motor.StartUp(1);
}
-- shapes.py --
class Shape:
    def area_of(self):
        return 0


class Square(Shape):
    def area_of(self):
        return 4
`;

async function asking(t: TestContext) {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const told = ({ items }: RelatedAnswer, kind: RelatedKind) =>
    items
      .filter((item) => item.kind === kind)
      .map((item) => `${item.symbol.qualifiedName} ${item.depth} | ${item.proof?.text}`)
      .sort();
  return async (symbol: string, kind: RelatedKind, depth = 1) => told(await engine.related({ symbol, depth }), kind);
}

test('a method extends what it overrides in all bases, and is extended by what overrides it', async (t) => {
  const ask = await asking(t);
  assert.deepEqual(await ask('HttpTransport.deliver', 'extends'), [
    'LoggedTransport.deliver 1 | deliver(parcel: string): void {',
    'Transport.deliver 1 | deliver(parcel: string): void {',
  ]);
  assert.deepEqual(await ask('Transport.deliver', 'extended_by'), [
    'HttpTransport.deliver 1 | deliver(parcel: string): void {',
    'LoggedTransport.deliver 1 | abstract deliver(parcel: string): void;',
  ]);
  assert.deepEqual(await ask('Square.area_of', 'extends'), ['Shape.area_of 1 | def area_of(self):']);
  assert.deepEqual(await ask('Unrelated.deliver', 'extends'), []);
});

test('callers of a base member are callers of its overrides', async (t) => {
  const place = workspace(t, source);
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  const answer = await engine.related({ symbol: 'HttpTransport.deliver', kinds: ['called_by'] });
  const [call] = answer.items;
  const { structure, servers } = engine.status();
  assert.equal(answer.items.length, 1, JSON.stringify({ problems: answer.problems, structure, servers }));
  assert.equal(call?.symbol.name, 'shipAll');
  assert.match(call?.provenance ?? '', /^typescript /);
  const { of } = await engine.related({ symbol: 'Transport.deliver' });
  assert.equal(call?.of, of[0]?.key, 'says through which');
  assert.deepEqual((await engine.related({ symbol: 'Unrelated.deliver', kinds: ['called_by'] })).items, []);
  const one = await engine.related({ symbol: 'HttpTransport.deliver', kinds: ['called_by'], limit: 1 });
  assert.equal(one.items.length, 1, 'a limit counts what is asked for');
});

test('stops at classes that inherit from each other', async (t) => {
  const ask = await asking(t);
  assert.deepEqual(await ask('Early.turnAround', 'extends', 5), ['Late.turnAround 1 | turnAround(): void {}']);
});

test('at a declaration in a header, related finds the definition elsewhere and its callers', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { of, items } = await engine.related({ at: { path: 'engine/motor.h', line: 3, column: 8 }, kinds: ['called_by'] });
  assert.deepEqual(
    of.map(({ path, qualifiedName }) => `${path} ${qualifiedName}`),
    ['engine/motor.h post.Motor.StartUp', 'engine/motor.cc post.Motor.StartUp'],
  );
  assert.deepEqual(
    items.map(({ symbol }) => symbol.name),
    ['driveOff'],
  );
});

const nested = `
-- app/Picker.java --
package app;
public abstract class Picker { public interface OnPick { void picked(); } }
-- app/ListPicker.java --
package app;
public class ListPicker extends Picker { }
-- app/Screen.java --
package app;
public class Screen implements Picker.OnPick { public void picked() { } }
-- app/res/layout/parcel_row.xml --
<Row id="row" />
-- src/weigh.rs --
pub fn weigh_parcel(n: u8) -> u8 {
    n
}
fn test(n: u8) -> u8 {
    weigh_parcel(n)
}
#[cfg(test)]
mod tests {
    use super::weigh_parcel;
    #[test]
    fn weighs() {
        assert_eq!(weigh_parcel(1), 1);
    }
}
-- src/depot.rs --
use crate::{
    scale::{
        Scale,
    },
    weigh::weigh_parcel,
};
-- lib/keys.rb --
def bind_all
  bind_key :a
  bind_key :b
end
def bind_key(key)
  key
end
`;

test('what a type inside of another is implemented by extends the inner one alone', async (t) => {
  const engine = await settledEngine(t, nested);
  assert.deepEqual(relations(await engine.related({ symbol: 'Picker', kinds: ['extended_by'] })), ['extended_by ListPicker']);
  assert.deepEqual(relations(await engine.related({ symbol: 'OnPick', kinds: ['extended_by'] })), ['extended_by Screen']);
});

test('a test beside the code of Rust is a test, a function that is called so is none', async (t) => {
  const engine = await settledEngine(t, nested);
  assert.deepEqual(relations(await engine.related({ symbol: 'weigh_parcel', kinds: ['tested_by', 'called_by'] })), [
    'called_by test',
    'tested_by tests.weighs',
  ]);
});

test('an import over several lines is shown by the line with the name', async (t) => {
  const engine = await settledEngine(t, nested);
  const { items } = await engine.related({ symbol: 'weigh_parcel', kinds: ['imported_by'] });
  assert.ok(items.some(({ proof }) => proof?.text === 'weigh::weigh_parcel,'));
});

test('calls without parentheses are all listed', async (t) => {
  const engine = await settledEngine(t, nested);
  const { items } = await engine.related({ symbol: 'bind_key', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ proof, moreProof }) => [proof?.text, moreProof.map(({ text }) => text)]),
    [['bind_key :a', ['bind_key :b']]],
  );
});

test('a name that only a file has means the file', async (t) => {
  const engine = await settledEngine(t, nested);
  const { of, problems } = await engine.related({ symbol: 'parcel_row', kinds: ['imported_by'] });
  assert.deepEqual(
    of.map(({ path }) => path),
    ['app/res/layout/parcel_row.xml'],
  );
  assert.deepEqual(problems, []);
});

async function settledEngine(t: TestContext, files: string) {
  const engine = await engineOn(workspace(t, files), { history: 'off', edgeIndexing: 'off' });
  await engine.settled();
  return engine;
}

const relations = ({ items }: RelatedAnswer): string[] => items.map(({ kind, symbol }) => `${kind} ${symbol.qualifiedName}`).sort();

test('a call of an interface below the base may reach a class that a class below both extends; a call of a sibling does not', async (t) => {
  const files = `
-- Data/Basic.cs --
namespace Data {
  public interface IBasic<T> { T Insert(T model); }
  public class Basic<T> : IBasic<T> { public T Insert(T model) { return model; } }
  public class Other<T> : IBasic<T> { public T Insert(T model) { return model; } }
}
-- Data/Users.cs --
namespace Data {
  public interface IUsers : IBasic<User> { }
  public class Users : Basic<User>, IUsers { }
  public class UserService {
    private readonly IUsers _repo;
    public User Add(User user) { return _repo.Insert(user); }
  }
  public class OtherService {
    private readonly Other<User> _repo;
    public User Put(User user) { return _repo.Insert(user); }
  }
}
`;
  const engine = await settledEngine(t, files);
  const { items } = await engine.related({ symbol: 'Basic.Insert', kinds: ['called_by'] });
  assert.deepEqual(
    items.map(({ symbol, isGuess, through }) => [symbol.qualifiedName, isGuess, through?.name]),
    [['Data.UserService.Add', true, 'Data.IBasic.Insert']],
  );
});

test('what extends a type below one with a short name is found', async (t) => {
  const files = `
-- auth.hpp --
class Auth { public: virtual ~Auth() {} };
-- oauth.hpp --
#include "auth.hpp"
class OAuth : public Auth { };
-- key.hpp --
#include "oauth.hpp"
class KeyAuth : public OAuth { };
`;
  const engine = await settledEngine(t, files);
  const { items } = await engine.related({ symbol: 'Auth', kinds: ['extended_by'], depth: 5 });
  assert.deepEqual(items.map(({ symbol }) => symbol.name).sort(), ['KeyAuth', 'OAuth']);
});
