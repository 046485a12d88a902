/** Facts from clangd's index on disk and what is added to them: macros, definitions for several platforms, names that the index lacks. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import type { RelatedQuestion } from '../../server/core/model/related.js';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { engineOn, type Workspace, workspace } from '../support/real-engine.js';

const fixture = `
-- include/ticket.h --
#ifndef TICKET_H
#define TICKET_H
#define SEATS_IN_A_ROW 12
#define EACH_SEAT(index) for (int index = 0; index < SEATS_IN_A_ROW; index++)
#define FARE_OF(kind) fare_##kind
int fare_child(void);
int opened_gate(void);
#endif
-- other/unrelated.h --
#define SEATS_IN_A_ROW 99
-- linux/gate.c --
#include "../include/ticket.h"
static int turn_handle(void) { return 1; }
int opened_gate(void) { return turn_handle(); }
-- darwin/gate.c --
#include "../include/ticket.h"
static int turn_handle(void) { return 2; }
int opened_gate(void) { return turn_handle() + 1; }
-- train.c --
#include "include/ticket.h"
int fare_child(void) { return 3; }
int count_seats(void) {
  int total = 0;
  EACH_SEAT(index) total += SEATS_IN_A_ROW;
  return total + opened_gate();
}
int price_of_ride(int EACH_SEAT) { return FARE_OF(child); }
`;

/** What clangd states of a workspace, question by question. */
async function indexEdges(place: Workspace): Promise<(question: RelatedQuestion) => Promise<string[]>> {
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  return async (question) => {
    const { items } = await engine.related(question);
    return items
      .filter(({ provenance }) => provenance.startsWith('clangd'))
      .map(({ kind, symbol }) => `${kind} ${symbol.path} ${symbol.qualifiedName}`)
      .sort();
  };
}

const skip = ['clangd', 'clangd-19', 'clangd-22'].some((name) => whichProgram(name)) ? false : 'no clangd';

test('clangd: macros, calls inside macros, and definitions for each platform', { skip, timeout: 120_000 }, async (t) => {
  const told = await indexEdges(workspace(t, fixture));
  const at = (path: string, line: number, column: number) => told({ at: { path, line, column }, kinds: ['called_by', 'used_by'] });

  // Of two macros with one name, the one of the header that is included.
  assert.deepEqual(await at('include/ticket.h', 2, 10), ['used_by include/ticket.h EACH_SEAT', 'used_by train.c count_seats']);
  assert.deepEqual(await at('other/unrelated.h', 0, 10), []);
  // A macro with arguments is none where it has none.
  assert.deepEqual(await at('include/ticket.h', 3, 10), ['called_by train.c count_seats']);
  assert.deepEqual(await at('train.c', 1, 5), ['used_by train.c price_of_ride']);
  // Who calls through the header may mean either platform; a file with a definition of its own means that.
  for (const platform of ['linux', 'darwin']) {
    assert.deepEqual(await at(`${platform}/gate.c`, 2, 5), ['called_by train.c count_seats']);
    assert.deepEqual(await at(`${platform}/gate.c`, 1, 12), [`called_by ${platform}/gate.c opened_gate`]);
  }
});

const park = `
-- ride.h --
#pragma once
#include <hoist/winch.h>
struct Ticket;
class Ride {
 public:
  virtual ~Ride() = default;
  virtual int cost(const Ticket& ticket) const = 0;
  virtual int seats() const;
};
-- ticket.h --
#pragma once
class Desk;
struct Ticket {
  int price = 0;
  explicit Ticket(int price);
  ~Ticket();
  Ticket& operator+=(const Ticket& other);
  friend class Desk;
};
template <typename T>
struct Wallet {
  T content;
  T* operator->() { return &content; }
};
-- ride.cc --
#include "ride.h"
int Ride::seats() const { return 1; }
-- ticket.cc --
#include "ticket.h"
Ticket::Ticket(int paid) : price(paid) {}
Ticket::~Ticket() {}
Ticket& Ticket::operator+=(const Ticket& other) { price += other.price; return *this; }
-- coaster.cc --
#include "ride.h"
#include "ticket.h"
class Coaster : public Ride {
 public:
  int cost(const Ticket& ticket) const override { return ticket.price; }
  int seats() const override;
};
int Coaster::seats() const { return 4; }
-- desk.cc --
#include "ride.h"
#include "ticket.h"
WINCH_TEST(Opens) { open(1); }
int sell(const Ride& ride) {
  struct Till {
    int coins = 0;
    Ticket last = Ticket(1);
    Ticket copy() { return last; }
    void add(int count) { coins += count; }
  };
  class Quiet : public Ride {
    int cost(const Ticket&) const override { return 0; }
  };
  Till till;
  Ticket ticket(3);
  ticket += Ticket(4);
  till.add(ride.cost(ticket));
  return till.coins;
}
class Desk {
  int look(Wallet<Ticket>& wallet) { return wallet->price; }
};
`;

test('clangd, C++: overrides, operators, forward declarations, local classes, missing headers', {
  skip,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(t, park);
  const told = await indexEdges(place);
  const inward = (path: string, text: string, name: string) => {
    const lines = readFileSync(place.file(path), 'utf8').split('\n');
    const line = lines.findIndex((one) => one.includes(text));
    return told({ at: { path, line, column: (lines[line] as string).indexOf(name) }, kinds: ['called_by', 'used_by', 'extended_by'] });
  };

  // Where it is declared and where it is defined, as the overriding one is; and in a class that no index has.
  assert.deepEqual(await inward('ride.h', 'virtual int cost', 'cost'), [
    'called_by desk.cc sell',
    'extended_by coaster.cc Coaster.cost',
    'extended_by desk.cc sell.Quiet.cost',
  ]);
  const overriders = ['extended_by coaster.cc Coaster.seats', 'extended_by coaster.cc Coaster.seats'];
  assert.deepEqual(await inward('ride.h', 'virtual int seats', 'seats'), overriders);
  assert.deepEqual(await inward('ride.cc', 'seats', 'seats'), overriders);

  // The operator is called where no name of it stands; the definition outside of the class is what is called.
  assert.deepEqual(await inward('ticket.cc', 'operator+=', 'operator'), ['called_by desk.cc sell']);
  assert.deepEqual(await inward('ticket.cc', 'Ticket(int paid)', 'Ticket('), [
    'called_by desk.cc sell',
    'called_by desk.cc sell.Till.last',
  ]);

  // `struct Ticket;` makes ride.h depend on it, `friend class Desk;` makes Ticket depend on Desk, `~Ticket` nothing.
  assert.deepEqual(
    (await inward('ticket.h', 'struct Ticket {', 'Ticket')).filter((one) => one.includes('ride.h') || one.includes('~')),
    ['used_by ride.h Ride.cost', 'used_by ride.h ride', 'used_by ticket.cc Ticket.~Ticket'],
  );
  assert.deepEqual(await inward('desk.cc', 'class Desk', 'Desk'), ['used_by ticket.h Ticket', 'used_by ticket.h ticket']);

  assert.deepEqual(await inward('desk.cc', 'void add', 'add'), ['called_by desk.cc sell']);
  assert.deepEqual(await inward('desk.cc', 'int coins', 'coins'), ['used_by desk.cc sell', 'used_by desk.cc sell.Till.add']);
  assert.deepEqual(await inward('desk.cc', 'Ticket last', 'last'), ['used_by desk.cc sell.Till.copy']);

  // Behind an include that is not found clang would not look into `Wallet<Ticket>`.
  assert.deepEqual(
    (await inward('ticket.h', 'int price = 0', 'price')).filter((one) => one.includes('Desk')),
    ['used_by desk.cc Desk.look'],
  );
});

const limits = `
-- include/sizes.h --
#pragma once
namespace park {
static const int mostSeats = 4;
typedef int Fare;
}
-- entry.cc --
#include <sizes.h>
park::Fare price() { return park::mostSeats; }
-- exit.cc --
#include <sizes.h>
park::Fare refund() { return park::mostSeats; }
-- shed.cc --
#include <sizes.h>
#include <hoist/winch.h>
struct Shed {
  Shed& operator<<(int seat);
};
Shed operator*(Shed shed, int times);
Shed operator*(int times, Shed shed);
template <typename T> T twice(T value) { return value * 2; }
park::Fare rent(Shed& shed) { shed << park::mostSeats; return 1; }
Shed& Shed::operator<<(int) { return *this; }
`;

test('clangd: one header with different flags, and sources without compile commands', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, limits);
  const compile = (file: string, flag: string) => ({
    directory: place.folder,
    file,
    command: `clang++ ${flag} include -o ${file}.o -c ${file}`,
  });
  place.write('compile_commands.json', JSON.stringify([compile('entry.cc', '-I'), compile('exit.cc', '-isystem')]));
  const told = await indexEdges(place);
  const users = ['used_by entry.cc price', 'used_by exit.cc refund', 'used_by shed.cc rent'];
  assert.deepEqual(await told({ at: { path: 'include/sizes.h', line: 2, column: 17 }, kinds: ['used_by'] }), users);
  assert.deepEqual(await told({ at: { path: 'include/sizes.h', line: 3, column: 12 }, kinds: ['used_by'] }), users);
  // An operator is found by the index alone.
  assert.deepEqual(await told({ at: { path: 'shed.cc', line: 9, column: 12 }, kinds: ['called_by'] }), ['called_by shed.cc rent']);
  // Whatever it multiplies.
  assert.deepEqual(await told({ at: { path: 'shed.cc', line: 5, column: 5 }, kinds: ['called_by'] }), []);
});

const stairs = `
-- stairs.h --
#pragma once
int first_step();
int second_step();
inline int third_step() { return 3; }
inline int fourth_step() { return 4; }
-- climb.cc --
#include "stairs.h"
int climb() { return third_step() + fourth_step(); }
`;

test('clangd: symbols of a header that was edited are found where they are now', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, stairs);
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  const called = async () => {
    const { items } = await engine.related({ at: { path: 'climb.cc', line: 1, column: 5 }, kinds: ['calls'] });
    return items.filter(({ provenance }) => provenance.startsWith('clangd')).map(({ symbol }) => symbol.qualifiedName);
  };
  assert.deepEqual((await called()).sort(), ['fourth_step', 'third_step']);

  // `fourth_step` is where `third_step` was, and another signature makes the edges of climb.cc be asked for again.
  const edited = readFileSync(place.file('stairs.h'), 'utf8')
    .replace('int second_step();\n', '')
    .replace('fourth_step()', 'fourth_step(int height = 1)');
  engine.openDocument('stairs.h', edited, 'cpp');
  await engine.settled();
  await engine.edgesIndexed();
  assert.deepEqual((await called()).sort(), ['fourth_step', 'third_step']);
});

const coins = `
-- coin.h --
#pragma once
struct Coin {
  int worth;
  Coin operator+(Coin other) const;
};
-- coin.cc --
#include "coin.h"
Coin Coin::operator+(Coin other) const { return Coin{worth + other.worth}; }
-- pay.cc --
#include "coin.h"
Coin pay(Coin first) { return first + first; }
`;

test('clangd: files are indexed again after each save', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, coins);
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off' });
  await engine.settled();
  await engine.edgesIndexed();
  const save = async (path: string, text: string) => {
    place.write(path, text);
    engine.filesChanged([{ kind: 'changed', path }]);
    await engine.settled();
    await engine.edgesIndexed();
  };
  // Calls of an operator are found by the index alone.
  const added = async (line: number) => {
    const { items } = await engine.related({ at: { path: 'coin.cc', line, column: 11 }, kinds: ['called_by'] });
    return items.filter(({ provenance }) => provenance.startsWith('clangd')).map(({ symbol }) => symbol.qualifiedName);
  };
  const paid = readFileSync(place.file('pay.cc'), 'utf8');
  const once = paid.replace('Coin pay', '\nCoin tip(Coin one) { return one + one; }\nCoin pay');
  assert.deepEqual(await added(1), ['pay']);
  await save('pay.cc', once);
  assert.deepEqual((await added(1)).sort(), ['pay', 'tip']);
  await save('pay.cc', once.replace('Coin tip', '\nCoin fine(Coin one) { return one + one; }\nCoin tip'));
  assert.deepEqual((await added(1)).sort(), ['fine', 'pay', 'tip']);

  // A header, and then what includes it.
  const header = readFileSync(place.file('coin.h'), 'utf8');
  await save('coin.h', header.replace('other) const;', 'other) const;\n  Coin half() const { return *this + *this; }'));
  assert.deepEqual((await added(1)).sort(), ['Coin.half', 'fine', 'pay', 'tip']);
});
