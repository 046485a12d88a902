/** Receivers in macros of Rust, barrels of TypeScript, members that a type does not have, options in the code's own form, long lines of lists. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChunkRecord } from '../../server/core/model/chunk.js';
import { lineOf } from '../../server/core/retrieval/assemble/mention-lines.js';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/routing.rs --
macro_rules! chained {
    ($name:ident) => {
        pub fn $name(self, svc: u8) -> Self {
            self.on_service(svc)
        }
        fn call(&mut self, svc: u8) -> u8 {
            svc
        }
    };
}

pub fn on_service(svc: u8) -> Router {
    Router::new().on_service(svc)
}

pub struct Router {}

impl Router {
    pub fn on_service(self, svc: u8) -> Self {
        self
    }
}
-- src/caller.rs --
pub fn call(svc: u8) -> u8 {
    svc
}
-- web/zip-file.ts --
export class ZipFile {}
-- web/index.ts --
export * from './zip-file';
-- web/settings.ts --
export class Settings {
  workers = 1;
}
export function run(options: { passWithNoTests: boolean }) {
  if (${'options.passes && '.repeat(20)}!options.passWithNoTests) return 1;
  return 0;
}
-- docs/flags.md --
# CLI arguments

Use --pass-with-no-tests.
`;

test('Rust: a receiver means no free function, and a function that a macro declares is no call', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const usersOf = async (line: number): Promise<string[]> => {
    const { items } = await engine.related({ at: { path: 'src/routing.rs' as never, line, column: 11 }, kinds: ['called_by'] });
    return items.map(({ symbol }) => symbol.name).sort();
  };
  assert.deepEqual(await usersOf(11), []);
  assert.deepEqual(await usersOf(18), ['chained', 'on_service']);
  const { items } = await engine.related({ symbol: 'call', kinds: ['called_by'] });
  assert.deepEqual(items, []);
});

test('a file that another one exports as a whole is imported by it', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'web/zip-file.ts', kinds: ['imported_by'] });
  assert.deepEqual(
    items.map(({ proof }) => [proof?.path, proof?.text]),
    [['web/index.ts', "export * from './zip-file';"]],
  );
});

test('users of a member that its type does not have are denied', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { results, problems } = await engine.retrieve({ query: 'who uses Settings.cliArguments', brief: true });
  assert.deepEqual(results, []);
  assert.ok(problems.some(({ message }) => message.includes('no symbol "Settings.cliArguments"')));
  // A heading is no name.
  assert.deepEqual((await engine.related({ symbol: 'Settings.cliArguments' })).of, []);
});

test('an option leads to the code with the name that it has there', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { results, callers } = await engine.retrieve({ query: 'what does the option --pass-with-no-tests change', brief: true });
  const shown = [...results, ...callers].map(({ text }) => text).join('\n');
  assert.match(shown, /!options\.passWithNoTests/);
});

test('a long line of a list is cut around the name that it is listed for', () => {
  const record = { path: 'src/run.ts', qualifiedName: 'run' } as ChunkRecord;
  const text = `  if (${'options.passes && '.repeat(20)}!options.passWithNoTests) return 1;`;
  const line = lineOf({ record, line: 3, text }, 'contains', 'passWithNoTests');
  assert.match(line.text, /^….*!options\.passWithNoTests\) return 1;$/);
  assert.match(lineOf({ record, line: 3, text }, 'contains', 'options').text, /^if \(options\.passes/);
});

test('a name that only texts have leads to their lines, the code before other things with its words', async (t) => {
  const texts = `
-- src/registry.ts --
export function install() {
  if (!flag('SHOP_SKIP_STORE_SWEEP')) sweep();
}
-- src/skip.ts --
export function skipStore() {
  return 1;
}
export function storeSweep() {
  return 2;
}
`;
  const engine = await engineOn(workspace(t, texts), { history: 'off' });
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'SHOP_SKIP_STORE_SWEEP', brief: true });
  assert.equal(results[0]?.name, 'install');
});

test('templates by their names, and classes of PHP with their namespaces', async (t) => {
  const place = workspace(t);
  place.write('app/views/agents/_action_menu.html.erb', '<ul><li>Run</li></ul>\n');
  place.write('resources/views/list/groups.twig', '<table></table>\n');
  place.write('public/list/groups.js', 'export const rows = 1;\n');
  place.write('resources/views/components/cart-split.blade.php', '<p>Split</p>\n');
  place.write('app/Mail/Sender.php', '<?php\nnamespace App\\Mail;\nclass Sender { public function send() { return 1; } }\n');
  place.write('app/Sms/Sender.php', '<?php\nnamespace App\\Sms;\nclass Sender { public function send() { return 2; } }\n');
  const engine = await engineOn(place, { history: 'off' });
  await engine.settled();
  const found = async (symbol: string) => (await engine.related({ symbol, kinds: ['used_by'] })).of.map(({ path }) => path);
  assert.deepEqual(await found('agents/_action_menu'), ['app/views/agents/_action_menu.html.erb']);
  assert.deepEqual(await found('_action_menu'), ['app/views/agents/_action_menu.html.erb']);
  assert.deepEqual(await found('list.groups'), ['resources/views/list/groups.twig']);
  assert.deepEqual(await found('list/groups'), ['public/list/groups.js']);
  assert.deepEqual(await found('cart-split'), ['resources/views/components/cart-split.blade.php']);
  const answer = await engine.related({ symbol: 'App\\Sms\\Sender', kinds: ['used_by'] });
  assert.deepEqual([answer.of.map(({ path }) => path), answer.problems.map(({ code }) => code)], [['app/Sms/Sender.php'], []]);
});
