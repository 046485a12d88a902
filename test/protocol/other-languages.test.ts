/** Questions in other languages than English find what the English ones find, and the answer says how they were read. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const archive = `
-- archive/snapshot.py --
def create_snapshot(database, folder):
    """Creates a snapshot of the database in a folder."""
    return database.copy(folder)


def nightly(database):
    return create_snapshot(database, "nightly")
-- archive/password.py --
def check_password(user, password):
    """Whether the password of a user is right."""
    if not user.hash:
        raise ValueError("Der Benutzer hat noch kein Kennwort gesetzt")
    return user.hash == digest(password)
-- archive/fenster.py --
def lueften(raum):
    """Lüftet einen Raum, bis die Raumtemperatur stimmt."""
    raum.klappe.auf()
-- archive/ledger.py --
def post_entry(ledger, amount):
    ledger.entries.append(amount)
`;

test('questions in other languages are read in English', async () => {
  const workspace = temporaryWorkspace(archive);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const ask = async (query: string): Promise<Json> =>
        client.request('context/retrieve', { query, related: 0, profile: 'reader', format: 'markdown' });
      for (const [query, expected, read] of [
        ['wie wird ein Snapshot der Datenbank erstellt?', 'create_snapshot', 'how is Snapshot database created?'],
        ['où est vérifié le mot de passe', 'check_password', 'where is checked password'],
        ['¿cómo se comprueba la contraseña del usuario?', 'check_password', 'how is checked password of user?'],
        ['数据库快照是如何创建的', 'create_snapshot', 'database snapshot how created'],
        ['где проверяется пароль пользователя', 'check_password', 'where checked password user'],
        ['wer ruft create_snapshot auf', 'nightly', 'who calls create_snapshot'],
      ] as const) {
        const { results, problems, markdown } = await ask(query);
        assert.equal(results[0]?.name, expected, query);
        const { message } = problems.find(({ code }: Json) => code === 'translated');
        assert.equal(message, `the question was read as ${JSON.stringify(read)}`);
        assert.ok(markdown.startsWith(`> ${message}\n`), markdown.slice(0, 200));
      }
      // Text and documentation in the language itself are found by its words.
      const pasted = await ask('Der Benutzer hat noch kein Kennwort gesetzt');
      assert.equal(pasted.results[0].name, 'check_password');
      assert.equal(pasted.results[0].answerLines.length, 1);
      assert.equal((await ask('wie wird die Raumtemperatur geändert')).results[0].name, 'lueften');
      assert.ok(!(await ask('how is the password checked')).problems.some(({ code }: Json) => code === 'translated'));
    });
  } finally {
    workspace.remove();
  }
});
