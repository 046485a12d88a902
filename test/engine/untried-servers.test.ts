/** Servers that were never run with this program: found where they are trusted, and asked for edges where a setting names them. */
import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { suggestedServer } from '../../server/fronts/cli/suggested-servers.js';
import { adapterContext } from '../../server/io/language-servers/discovery/executables.js';
import { type FoundServer, findServerFor } from '../../server/io/language-servers/discovery/find-server.js';
import { tempFolder } from './workspace-folder.js';

test('an untried server needs trust, and states edges where a setting names it', async (t) => {
  const programs = tempFolder(t);
  const program = join(programs, process.platform === 'win32' ? 'jdtls.cmd' : 'jdtls');
  writeFileSync(program, '');
  chmodSync(program, 0o755);
  const path = process.env['PATH'];
  process.env['PATH'] = programs;
  t.after(() => {
    process.env['PATH'] = path;
  });
  const folder = tempFolder(t);
  const cache = tempFolder(t);
  const find = (trusted: boolean, settings = {}) => findServerFor('java', () => adapterContext(folder, trusted, cache), settings);

  const remarksOf = (server: FoundServer | null) =>
    (server?.kind === 'found' && server.adapter.remarks?.(adapterContext(folder, true, cache))) || [];

  // As of any optional server, nothing is said where it cannot be used.
  assert.equal(await find(false), null);
  const named = await find(false, { jdtls: {} });
  assert.match(named?.kind === 'missing' ? named.reason : '', /not trusted/);

  const found = await find(true);
  assert.equal(found?.kind === 'found' && found.adapter.statesEdges, false);
  assert.match(remarksOf(found).join(), /^untried, .*\{"servers":\{"jdtls":\{\}\}\}/);
  assert.deepEqual(found?.kind === 'found' && found.launch.args, ['-data', `${cache}/jdtls`]);
  const asked = await find(true, { jdtls: {} });
  assert.equal(asked?.kind === 'found' && asked.adapter.statesEdges, true);
  assert.deepEqual(remarksOf(asked), []);
});

test('doctor says what an untried server needs', () => {
  const [advice, setting] = suggestedServer('java');
  assert.match(advice ?? '', /^jdtls would make callers and references exact: .*; it is used in a trusted workspace$/);
  assert.equal(setting, 'then set {"servers":{"jdtls":{"command":"jdtls","languages":["java"]}}}');
});
