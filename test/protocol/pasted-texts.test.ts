/** Texts and stack traces that somebody pastes lead to their place in the source, which is shown, with the real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

const filler = (name: string, count: number): string =>
  Array.from({ length: count }, (_, i) => `    ${name}_${i} = adjust("${name}", ${i}, [${i}, ${i + 1}])`).join('\n');

const harbour = `
-- harbour/quay.py --
def moor(ship, quay, depth):
    """Moors a ship."""
${filler('moor', 60)}
    if ship.draught > depth:
        raise ValueError(f"ship {ship.name} cannot moor at quay {quay}: only {depth} metres deep")
${filler('rope', 60)}
    return quay


def adjust(name, number, values):
    return values[number]
-- harbour/ship.py --
"""A ship cannot always moor: a quay is only some metres deep. Errors of ships and quays."""
class Ship:
    def __init__(self, name, draught):
        self.name = name
        self.draught = draught

    def arrive(self, harbour):
        """A ship that arrives cannot moor at a quay that is not deep."""
        return harbour.find_quay(self)
-- harbour/load.c --
#include <stdio.h>

int count_crates(const char *hold) {
  if (!hold)
    fprintf(stderr, "hold: error: %s/%d is closed\\n", hold, 3);
  return 0;
}
-- harbour/messages.h --
namespace harbour {
namespace messages {
const char* const LOCKED = "the lock keeper sleeps until the flood is over";
const char* const FOGGY = "no pilot leaves while fog hides the pier";
}
}
-- web/pilot.js --
export function bookPilot(name, hour) {
  if (!hour) throw new Error('No pilot for ' + name + ' before the tide turns');
  return { name, hour };
}

export function openSluice(gate) {
  if (!gate) throw new Error('Sluice lacks gate');
  return gate.open();
}

export class Tug {
  pull(ship) {
    return ship.length;
  }
}
-- harbour/_compat.py --
def lower(boat, davit):
    if davit is None:
        raise OSError("only a davit lowers boats")
-- bin/tool.helptext.in --
openSluice: Sluice lacks gate
"Sluice lacks gate" is what it prints
-- tests/test_quay.py --
def test_moor():
    assert "ship Anna cannot moor at quay 7: only 3 metres deep" in str(error)
-- other/tug.js --
export class Tug {
  pull(ship) {
    return ship.length + 1;
  }
}
-- web/refusals.js --
export const Refusal = { FULL: 1, CLOSED: 2, ICE: 3 };

export const refusals = {
${Array.from({ length: 40 }, (_, i) => `  ['refusal${i}']: 'this berth ${i} is refused, ask the master of harbour number ${i} for another one',`).join('\n')}
  [Refusal.ICE]: 'the fairway is frozen, wait for the breaker',
${Array.from({ length: 40 }, (_, i) => `  ['decline${i}']: 'this cargo ${i} is declined, ask the owner of warehouse number ${i} for another one',`).join('\n')}
};
-- web/admit.js --
import { Refusal } from './refusals.js';

export function admit(ship, month) {
  if (month === 'January') return Refusal.ICE;
  return ship.master;
}
-- harbour/errors.go --
package harbour

import "errors"

var ErrNoBerth = errors.New("every berth of the basin is taken")
-- harbour/berth.go --
package harbour

func Berth(free int) error {
	if free == 0 {
		return ErrNoBerth
	}
	return nil
}
-- harbour/signals.go --
package harbour

type Lamp struct{ lit bool }

func (l *Lamp) Light() bool {
	return l.lit
}

func Signal(l *Lamp) bool {
	return l.Light()
}
`;

async function inHarbour(run: (client: TestClient) => Promise<void>): Promise<void> {
  const workspace = temporaryWorkspace(harbour);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      await run(client);
    });
  } finally {
    workspace.remove();
  }
}

const ask = async (client: TestClient, query: string, more: Json = {}): Promise<Json[]> =>
  (await client.request('context/retrieve', { query, related: 0, ...more })).results;
const names = (results: readonly Json[]): string[] => results.map(({ path, qualifiedName }: Json) => `${path} ${qualifiedName}`);

test('finds the code that prints a pasted message, whatever fills its placeholders', async () => {
  await inHarbour(async (client) => {
    for (const query of [
      'ship Anna cannot moor at quay 7: only 3 metres deep',
      '2024-03-07 11:42:19,318 ERROR ship "Old Mary" cannot moor at quay north 7: only 12 metres deep',
      'where does "ship Anna cannot moor at quay 7: only 3 metres deep" come from?',
      'It fails on Mondays.\n\nSteps: start it, wait.\n\nship Anna cannot moor at quay 7: only 3 metres deep\n\nWhat can I do?',
      'I get ship Anna cannot moor at quay 7: only 3 metres deep when I start it in the morning, where does that come from?',
      '2024-03-07 11:42:19 [main] WARN com.harbour.Quay - ship Anna cannot moor at quay 7: only 3 metres deep',
      'Mar 07 11:42:19 host harbour[1234]: ship Anna cannot moor at quay 7: only 3 metres deep',
      'time="2024-03-07T11:42:19Z" level=error msg="ship Anna cannot moor at quay 7: only 3 metres deep" tide=low',
    ]) {
      const [first] = await ask(client, query);
      assert.equal(`${first?.path} ${first?.name}`, 'harbour/quay.py moor', query);
      assert.equal(first?.reason, 'contains the quoted text', query);
    }
    assert.equal(names(await ask(client, 'hold: error: /tmp/crates/62 is closed'))[0], 'harbour/load.c count_crates');
    // Code for other versions prints messages as well.
    assert.equal(names(await ask(client, 'OSError: only a davit lowers boats'))[0], 'harbour/_compat.py lower');
    assert.equal(names(await ask(client, 'Error: Sluice lacks gate'))[0], 'web/pilot.js openSluice');
    assert.equal(
      names(await ask(client, 'Error: no pilot leaves while fog hides the pier'))[0],
      'harbour/messages.h harbour.messages.FOGGY',
    );
    const joined = 'No pilot for Captain Ahab before the tide turns';
    for (const query of [`Error: ${joined}`, `why do I see ${joined} although there is one?`])
      assert.equal(names(await ask(client, query))[0], 'web/pilot.js bookPilot', query);
  });
});

test('finds each part of an error that is printed behind what failed by it', async () => {
  await inHarbour(async (client) => {
    const results = await ask(
      client,
      'the lock keeper sleeps until the flood is over: Sluice lacks gate: No pilot for Ahab before the tide turns',
    );
    assert.deepEqual(names(results.slice(0, 3)).sort(), [
      'harbour/messages.h harbour.messages.LOCKED',
      'web/pilot.js bookPilot',
      'web/pilot.js openSluice',
    ]);
  });
});

test('finds the code that prints the message of a stack trace, however many frames of libraries follow', async () => {
  await inHarbour(async (client) => {
    const frames = Array.from({ length: 8 }, (_, i) => `    at helper${i} (/app/node_modules/harbour/dist/index.js:${i}1:3)`).join('\n');
    for (const query of [
      `Error: Sluice lacks gate\n${frames}`,
      `GateMissing: Sluice lacks gate\n${frames}\n\nIt happens each morning.\n\nThe tide table is of 2019.\n\nWhat do you advise me?`,
    ])
      assert.equal(names(await ask(client, query))[0], 'web/pilot.js openSluice', query);
  });
});

test('shows a long symbol around the pasted lines', async () => {
  await inHarbour(async (client) => {
    const [first] = await ask(client, 'ship Anna cannot moor at quay 7: only 3 metres deep', { budgetTokens: 300, reservedTokens: 0 });
    assert.equal(first?.shortening, 'extract');
    const lines: string[] = first?.text.split('\n');
    assert.match(lines[0] ?? '', /^def moor\(/);
    const raised = lines.findIndex((line) => line.includes('cannot moor at quay'));
    assert.ok(raised > 0 && raised < lines.length - 2, first?.text);
    assert.match(lines.at(-1) ?? '', /^\s*# \d+ lines left out$/);
  });
});

test('of a table of messages a short answer shows the lines around the pasted one, and who uses its key', async () => {
  await inHarbour(async (client) => {
    const query = 'the fairway is frozen, wait for the breaker';
    const read = async (text: string) => client.request('context/retrieve', { query: text, profile: 'reader', format: 'markdown' });
    const { results, markdown } = await read(query);
    const [{ text, segments, answerLines, shortening }, ...others] = results;
    assert.equal(shortening, 'extract');
    assert.equal(answerLines.length, 1);
    const shown = segments.find(({ line, count }: Json) => answerLines[0] >= line && answerLines[0] < line + count);
    assert.ok(text.split('\n')[shown.textLine + answerLines[0] - shown.line].includes(query));
    assert.ok(text.split('\n').length < 30, text);
    assert.ok(markdown.includes(`\`refusals\` (line ${answerLines[0] + 1}, shown: extract)`), markdown.slice(0, 200));
    assert.ok(markdown.includes("- web/admit.js:4 (in admit) if (month === 'January') return Refusal.ICE;"), markdown);
    // Whoever pastes a text wants where it stands.
    assert.ok(others.every((other: Json) => other.shortening === 'place'));

    const taken = await read('Error: every berth of the basin is taken');
    assert.equal(taken.results[0].name, 'ErrNoBerth');
    assert.ok(taken.markdown.includes('- harbour/berth.go:5 (in Berth) return ErrNoBerth'), taken.markdown);
    // Without a profile the code of all results is given.
    const whole = await ask(client, query);
    assert.equal(whole[0]?.shortening, 'whole');
  });
});

test('does not match text that is only similar', async () => {
  await inHarbour(async (client) => {
    const results = await ask(client, 'when can a ship not moor at a quay');
    assert.ok(results.length > 0);
    assert.ok(!results.some(({ reason }) => reason === 'contains the quoted text'));
  });
});

test('ranks the innermost function of a trace first, by name and file, not by line numbers', async () => {
  await inHarbour(async (client) => {
    const python = `Traceback (most recent call last):
  File "/srv/app/main.py", line 31, in <module>
    run()
  File "/usr/lib/python3/site-packages/harbour/ship.py", line 2, in arrive
    return harbour.find_quay(self)
  File "/usr/lib/python3/site-packages/harbour/quay.py", line 3, in adjust
    return values[number]
IndexError: list index out of range`;
    assert.deepEqual(names(await ask(client, python)).slice(0, 2), ['harbour/quay.py adjust', 'harbour/ship.py Ship.arrive']);
    const node = `TypeError: Cannot read properties of undefined (reading 'length')
    at Tug.pull (/app/node_modules/harbour/web/pilot.js:2:17)
    at bookPilot (/app/node_modules/harbour/web/pilot.js:9:3)
    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)`;
    const found = await ask(client, node);
    assert.deepEqual(names(found).slice(0, 2), ['web/pilot.js Tug.pull', 'web/pilot.js bookPilot']);
    assert.equal(found[0]?.reason, 'frame of the stack trace');
    const go = `panic: runtime error: invalid memory address or nil pointer dereference

goroutine 1 [running]:
example.com/sea/harbour.(*Lamp).Light(0x0)
\t/go/src/example.com/sea/harbour/signals.go:90 +0x1d
example.com/sea/harbour.Signal(0xc0000b4000)
\t/go/src/example.com/sea/harbour/signals.go:70 +0x1d`;
    assert.deepEqual(
      (await ask(client, go)).slice(0, 2).map(({ name }) => name),
      ['Light', 'Signal'],
    );
    const gdb = '#0  count_crates (hold=0x0) at load.c:44\n#1  0x0000555555554f10 in main (argc=2) at main.c:40';
    assert.equal(names(await ask(client, gdb))[0], 'harbour/load.c count_crates');
  });
});
