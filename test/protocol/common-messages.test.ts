/** Messages whose words are common lead to the code that prints them: many translations, many similar texts, plain words only. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));

const translations = many(60, (i) => `-- locale/l${i}/django.po --\nmsgid "Parcel with id %(id)s is not there"\nmsgstr "Paket ${i}"\n`);
const checks = many(60, (i) => `def check_${i}(x):\n    fail("The value must not be greater than limit_${i}")\n`);
/** More places than a specific text has. */
const handlers = many(9, (i) => `def operator_${i}(x):\n    fail("the sign ${'+-*/%&|^~'[i]} is not supported inside of sums")\n`);

const depot = `
${translations.join('\n')}
-- src/parcels.py --
def validate(parcel):
    raise Problem(_("Parcel with id %(id)s is not there") % {"id": parcel})
-- src/checks.py --
${checks.join('\n\n')}

def check_last(x):
    fail("The value must not be greater than limit or a tenth")
-- src/handlers.py --
${handlers.join('\n\n')}

def operator_last(x):
    fail("the sign || is not supported inside of sums")
-- src/a_watch.py --
def watch(path):
    log("Skipping the watch because the shelf is not in use")
-- src/shelf.py --
def shelve(path):
    raise Problem("The shelf is not in use.")
-- src/Reason.php --
<?php
class Reason {
  function why($names) { return 'found ' . self::names($names) . ' but these were not used, because they were ' . implode(', ', $names); }
}
-- CHANGELOG.md --
## 2024-03-11
- Parcels that were not used are used.
`;

test('common messages', async (t) => {
  const place = temporaryWorkspace(depot);
  t.after(() => place.remove());
  await withServer(async ({ client }) => {
    await initialize(client, { folders: [place.uri], settings: { cacheDir: place.cacheDir, edgeIndexing: 'off' } });
    await ready(client);
    const first = async (query: string): Promise<string> => {
      const [result] = (await client.request('context/retrieve', { query, related: 0 })).results as Json[];
      return `${result?.path} ${result?.qualifiedName}`;
    };
    assert.equal(await first('Error: Parcel with id alpha is not there'), 'src/parcels.py validate', 'beside its translations');
    assert.equal(await first('I get "The value must not be greater than limit or a tenth", why?'), 'src/checks.py check_last');
    assert.equal(await first('I get "the sign || is not supported inside of sums", why?'), 'src/handlers.py operator_last', 'signs decide');
    assert.equal(await first('I get "The shelf is not in use.", why?'), 'src/shelf.py shelve', 'the whole string comes first');
    const plain = '2024-03-11 11:42:19,318 ERROR but these were not used, because they were';
    assert.equal(await first(plain), 'src/Reason.php Reason.why', 'many common words');
  });
});
