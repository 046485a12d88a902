/** A pasted message that stands in a table of translations leads to the code that has its key. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { originality } from '../../server/core/model/translated-files.js';
import { engineOn, workspace } from '../support/real-engine.js';

const languages = Array.from(
  { length: 45 },
  (_, i) => `
-- locales/l${i}.json --
{
  "errors": {
    "crateTooHeavy": "Crate is too heavy. At most {{grams}} are carried.",
    "title": "Fehler ${i}"
  }
}
`,
).join('');

const source = `
-- locales/en.json --
{
  "errors": {
    "crateTooHeavy": "Crate is too heavy. At most {{grams}} are carried.",
    "title": "The yard has a problem with it"
  },
  "menu": { "title": "What is there to do today" }
}
${languages}
-- src/crane.ts --
export function liftCrate(crate, most) {
  if (crate.grams > most) {
    throw new Error(t('errors.crateTooHeavy', { grams: most }));
  }
}
-- src/crane.test.ts --
it('refuses heavy crates', () => {
  expect(messageOf(liftCrate(heavy, 500))).toBe('Crate is too heavy. At most 500 are carried.');
});
-- src/dialogs.ts --
export const yardDialog = () => show(t('errors.title'));
export const menuDialog = () => show(t('menu.title'));
export const otherDialog = () => show(props.title);
-- src/heavy.ts --
/** Whether a crate is too heavy. */
export const isHeavy = (crate, most) => crate.grams > most;
-- ftl/errors.ftl --
errors-no-berth =
    The ship has no berth. Please ask the harbour master
    for another one.

    Debug info:
errors-crates-lost =
    { $count ->
        [one] { $count } crate lost from {$ship}.
       *[other] { $count } crates lost from {$ship}.
    }
errors-pilot-needed = When a pilot is on board, moorings of one day or more are not allowed.
-- py/losses.py --
def report(count, ship, tr):
    return tr.errors_crates_lost_count(count=count, ship=ship) if count < 0 else tr.errors_crates_lost(count=count, ship=ship)
def pilot(tr):
    return tr.errors_pilot_needed()
-- py/harbour.py --
def moor(ship, tr):
    if not ship.berth:
        raise ValueError(tr.errors_no_berth())
-- net/Resources.Designer.cs --
namespace Shop {
    internal class Resources {
        /// <summary>
        ///   Looks up a localized string similar to The encoder does not exist at the following path:.
        /// </summary>
        internal static string EncoderDoesNotExist {
            get { return ResourceManager.GetString("EncoderDoesNotExist", culture); }
        }
    }
}
-- net/Check.cs --
namespace Shop {
    public class Check {
        public void CheckEncoder(string path) { MessageBox.Show(Resources.EncoderDoesNotExist + path); }
    }
}
-- php/lang/en.json --
{
    "Yard": {
        "GateClosed": "The gate is closed until the tide turns."
    }
}
-- php/Gate.php --
<?php
class Gate {
    public function open() {
        throw new Exception(Piwik::translate('Yard_GateClosed'));
    }
}
`;

test('a message of a table leads to the code with its key', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const first = async (query: string) => {
    const { results } = await engine.retrieve({ query });
    return results.slice(0, 2).map(({ name }) => name);
  };
  assert.deepEqual(await first('Crate is too heavy. At most 500 are carried.'), ['liftCrate', 'errors']);
  assert.equal((await first('lifting shows the toast "Crate is too heavy. At most 700 are carried."'))[0], 'liftCrate');
  assert.equal((await first('The yard has a problem with it'))[0], 'yardDialog');
  assert.equal((await first('The ship has no berth. Please ask the harbour master'))[0], 'moor');
  assert.equal((await first('3 crates lost from Old::Mary.'))[0], 'report');
  const inSentence = 'the berth screen says: When a pilot is on board, moorings of one day or more are not allowed. where is that decided';
  assert.equal((await first(inSentence))[0], 'pilot');
  assert.equal((await first('The encoder does not exist at the following path:'))[0], 'CheckEncoder');
  assert.equal((await first('Error: The gate is closed until the tide turns.'))[0], 'open');
});

test('of translations of one entry one is a result', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'where do we say that a crate is heavy' });
  const tables = results.filter(({ name, path }) => name === 'errors' && path.startsWith('locales/'));
  assert.deepEqual(
    tables.map(({ path }) => path),
    ['locales/en.json'],
  );
});

test('the table that the program is written in comes before other English ones', () => {
  const order = ['locales/en.json', 'l10n/en-US/a.ftl', 'values/strings_en.xml'];
  for (const path of order) assert.equal(originality({ path }), 2, path);
  for (const path of ['l10n/en-CA/a.ftl', 'locale/en_GB/app.json', 'messages_en_AU.properties'])
    assert.equal(originality({ path }), 1, path);
  for (const path of ['l10n/de/a.ftl', 'src/green/a.json']) assert.equal(originality({ path }), 0, path);
});
