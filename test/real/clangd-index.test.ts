/** What is read from clangd's index on disk, and what is added to it: macros, and definitions of one name on several platforms. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { RelatedQuestion } from '../../server/core/model/related.js';
import { whichProgram } from '../../server/io/upstream/executables.js';
import { engineOn, workspace } from '../support/real-engine.js';

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

const skip = ['clangd', 'clangd-19', 'clangd-22'].some((name) => whichProgram(name)) ? false : 'no clangd';

test('clangd: macros, calls that macros make, and definitions that every platform has anew', { skip, timeout: 120_000 }, async (t) => {
  const place = workspace(t, fixture);
  const engine = await engineOn(place, { harvest: 'auto', history: 'off' });
  await engine.settled();
  await engine.harvested();
  const told = async (question: RelatedQuestion) => {
    const { items } = await engine.related(question);
    return items
      .filter(({ provenance }) => provenance.startsWith('clangd'))
      .map(({ kind, symbol }) => `${kind} ${symbol.path} ${symbol.name}`)
      .sort();
  };
  const at = (path: string, line: number, column: number) => ({ at: { path, line, column }, kinds: ['called_by', 'used_by'] as const });

  // Of two macros with one name, the one of the header that is included.
  assert.deepEqual(await told(at('include/ticket.h', 2, 10)), ['used_by include/ticket.h EACH_SEAT', 'used_by train.c count_seats']);
  assert.deepEqual(await told(at('other/unrelated.h', 0, 10)), []);
  // A macro with arguments is none where it has none.
  assert.deepEqual(await told(at('include/ticket.h', 3, 10)), ['called_by train.c count_seats']);
  assert.deepEqual(await told(at('train.c', 1, 5)), ['used_by train.c price_of_ride']);
  // Who calls through the header may mean either platform; a file with a definition of its own means that.
  for (const platform of ['linux', 'darwin']) {
    assert.deepEqual(await told(at(`${platform}/gate.c`, 2, 5)), ['called_by train.c count_seats']);
    assert.deepEqual(await told(at(`${platform}/gate.c`, 1, 12)), [`called_by ${platform}/gate.c opened_gate`]);
  }
});
