/** The setting `redactEmails`: no answer, symbol or byte of the index has an e-mail address; a change of the setting re-indexes. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { runCli } from '../support/real-engine.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, openDocument, type TestClient } from '../support/test-client.js';

const email = 'jane.doe@mail.example.org';
const fixture = `
-- src/notify.ts --
/** Sends the report to ${email}. */
export function notifyMaintainer(report: string): string {
  return \`${email}: \${report}\`;
}
-- package.json --
{ "name": "shop", "author": "Jane <${email}>", "contacts": { "${email}": "owner" } }
-- AUTHORS.md --
# Authors

Write to ${email} about the maintainer's report.
`;

const questions = ['who is notified of the report', 'notifyMaintainer', `"${email}"`, 'author of the package', 'contacts'];

/** Everything the server tells about the workspace. The question itself is not part of it. */
async function answersOf(client: TestClient): Promise<string> {
  const parts: unknown[] = [];
  for (const query of questions) {
    const answer = await client.request('context/retrieve', { query, limit: 20, format: 'markdown' });
    parts.push([answer.results, answer.related, answer.needed, answer.markdown]);
    parts.push(await client.request('workspace/semanticSymbol', { query }));
  }
  return JSON.stringify(parts);
}

const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile() && readFileSync(file).includes(text));

test('e-mail addresses are masked once the setting is on, in answers and in every file of the index', {
  skip: serverMissing,
}, async (t) => {
  const workspace = temporaryWorkspace(fixture);
  t.after(() => workspace.remove());
  await withServer(async ({ client }) => {
    await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir } });
    await ready(client);
    assert.ok((await answersOf(client)).includes(email), 'the default does not mask them');

    client.notify('workspace/didChangeConfiguration', { settings: { contextLanguageServer: { redactEmails: true } } });
    assert.ok(!(await answersOf(client)).includes(email), 'while it is indexed anew');
    await ready(client);
    const masked = await answersOf(client);
    assert.ok(!masked.includes(email));
    assert.ok(masked.includes('*'.repeat(email.length)), 'the text around them is kept');
    openDocument(client, workspace.uriOf('src/typed.ts'), `export const typedContact = '${email}';\n`);
    const { results } = await client.request('context/retrieve', { query: 'typedContact' });
    assert.equal(results[0].text.trim(), `export const typedContact = '${'*'.repeat(email.length)}';`);
  });
  assert.deepEqual(filesWith(workspace.cacheDir, email), []);

  const run = (...more: string[]) =>
    runCli(['retrieve', 'notifyMaintainer', '-w', workspace.folder, '--cache-dir', workspace.cacheDir, '--json', ...more]);
  assert.ok(!(await run('--redact-emails')).stdout.includes(email));
  assert.deepEqual(filesWith(workspace.cacheDir, email), []);
  assert.ok((await run()).stdout.includes(email), 'another value makes the index anew');
});
