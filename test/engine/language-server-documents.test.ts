/** One copy of each document at a server, whoever wants it: the editor's text wins, in order, with the editor's versions, over deaths too. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import type { SupervisedServer } from '../../server/io/language-servers/process/supervised-server.js';
import { usualTiming } from '../../server/io/language-servers/process/timing.js';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';

const faultServer = fileURLToPath(new URL('../support/fault-server.js', import.meta.url));
const uri = 'file:///shop/a.faulty';

/** The document notifications that the server received, one short line each: `open 1 text`, `change 2 text` … */
type Received = () => Promise<string[]>;

async function withServer(flags: readonly string[], run: (server: SupervisedServer, told: Received) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'context-documents-'));
  const log = join(folder, 'log');
  const args = [faultServer, '--log', log, '--log-params', ...flags];
  const servers = new WorkspaceServers({
    roots: [{ name: '', folder }],
    trusted: true,
    cacheFolder: join(folder, 'cache'),
    settings: { fault: { command: process.execPath, args, languages: ['faulty'] } },
    log: () => {},
    timing: { ...usualTiming, restMs: [20], stopMs: 300 },
  });
  try {
    const running = await servers.serverFor('faulty');
    assert.ok(running);
    const { server } = running;
    await server.start('interactive');
    await run(server, async () => {
      // When it is answered, the server has read everything that was sent before.
      await server.request('textDocument/hover', { textDocument: { uri: 'file:///none' } }, { priority: 'interactive' });
      return readFileSync(log, 'utf8').split('\n').flatMap(shortened);
    });
  } finally {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function shortened(line: string): string[] {
  const kind = /^textDocument\/did(\w+) /.exec(line)?.[1]?.toLowerCase();
  if (kind === undefined) return /^start /.test(line) ? ['start'] : [];
  const { textDocument, contentChanges, text } = JSON.parse(line.slice(line.indexOf(' ') + 1));
  const change = contentChanges?.map((one: { range?: { start: { line: number; character: number } }; text: string }) =>
    one.range ? `${one.range.start.line}:${one.range.start.character} ${one.text}` : one.text,
  );
  return [[kind, textDocument.version, textDocument.text ?? change?.join(' | ') ?? text].filter((part) => part !== undefined).join(' ')];
}

const edited = (version: number, text: string) => ({ uri, languageId: 'faulty', version, text });
const insertion = (character: number, text: string) => ({ range: { start: { line: 0, character }, end: { line: 0, character } }, text });

test('edge indexing does not change a document that an editor has open, and gets its own text back when the editor closes it', () =>
  withServer(['--sync', '2'], async (server, told) => {
    const { documents } = server;
    const release = server.hold(uri, 'faulty', 'disk');
    documents.edit(edited(7, 'typed'));
    const other = server.hold(uri, 'faulty', 'stale');
    documents.change(uri, 8, 'typed!', [insertion(5, '!')]);
    server.saved(uri);
    other();
    documents.endEdit(uri);
    release();
    assert.deepEqual(await told(), [
      'start',
      'open 1 disk',
      'close',
      'open 7 typed',
      'change 8 0:5 !',
      'save typed!',
      'change 9 stale',
      'close',
    ]);
  }));

test('changes are sent as the sync kind of the server demands: whole texts, or none', async () => {
  for (const [kind, expected] of [
    ['1', ['start', 'open 1 a', 'change 2 ab', 'close']],
    ['0', ['start', 'open 1 a', 'close']],
  ] as const) {
    await withServer(['--sync', kind], async ({ documents }, told) => {
      documents.edit(edited(1, 'a'));
      documents.change(uri, 2, 'ab', [insertion(1, 'b')]);
      documents.endEdit(uri);
      assert.deepEqual(await told(), expected);
    });
  }
});

test('after a restart documents are opened with their latest text', () =>
  withServer(['--sync', '2'], async (server, told) => {
    const { documents } = server;
    documents.edit(edited(1, 'a'));
    await told();
    const { session } = server;
    session?.kill('by the test');
    await session?.ended;
    documents.change(uri, 2, 'ab', [insertion(1, 'b')]);
    await server.start('background');
    documents.change(uri, 3, 'abc', [insertion(2, 'c')]);
    assert.deepEqual(await told(), ['start', 'open 1 a', 'start', 'open 2 ab', 'change 3 0:2 c']);
    assert.equal(documents.textOf(uri), 'abc');
  }));

test('a quarantined file is not sent while it is edited, and is sent again when it is saved', () =>
  withServer(['--sync', '2', '--crash-on', 'a.faulty'], async (server, told) => {
    const { documents } = server;
    documents.edit(edited(1, 'a'));
    const ask = () => server.request('textDocument/hover', { textDocument: { uri } }, { priority: 'background', uri });
    await assert.rejects(ask());
    await assert.rejects(ask());
    await server.start('background');
    assert.deepEqual(server.quarantined, [uri]);
    documents.change(uri, 2, 'ab', [insertion(1, 'b')]);
    assert.deepEqual(await told(), ['start', 'open 1 a', 'start', 'open 1 a', 'start']);
    server.saved(uri);
    assert.deepEqual((await told()).slice(-2), ['open 2 ab', 'save ab']);
  }));
