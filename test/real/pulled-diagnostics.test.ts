/** A client that pulls diagnostics, and language servers that only push them: the pull returns them once, about the current text. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { clangd } from '../../server/io/language-servers/adapters/clangd.js';
import { whichProgram } from '../../server/io/language-servers/discovery/executables.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, withServer } from '../support/server-process.js';
import { initialize, type Json, openDocument } from '../support/test-client.js';

const noClangd = clangd.commands.some(([name = '']) => whichProgram(name)) ? false : 'no clangd';

const cases = [
  {
    name: 'clangd',
    file: 'cart.cpp',
    language: 'cpp',
    servers: {},
    fine: 'int price() { return 1; }\n',
    wrong: 'int price() { return unknown_name; }\n',
    mistake: 'unknown_name',
    skip: serverMissing || noClangd,
  },
  {
    name: 'typescript-language-server',
    file: 'cart.ts',
    language: 'typescript',
    servers: { typescript: { enabled: false } },
    fine: 'export const price: number = 1;\n',
    wrong: 'export const price: number = unknownName;\n',
    mistake: 'unknownName',
    skip: serverMissing,
  },
];

for (const { name, file, language, servers, fine, wrong, mistake, skip } of cases)
  for (const refreshSupport of [true, false])
    test(`${name} only pushes diagnostics: a client that pulls gets them by pull${refreshSupport ? '' : ', without refresh support at once'}`, {
      skip,
      timeout: 120_000,
    }, async () => {
      const workspace = temporaryWorkspace(`-- ${file} --\n${fine}`);
      try {
        await withServer(async ({ client }) => {
          client.answers.set('workspace/diagnostic/refresh', () => null);
          await initialize(client, {
            folders: [workspace.uri],
            settings: { cacheDir: workspace.cacheDir, passThrough: true, edgeIndexing: 'off', servers },
            capabilities: { textDocument: { diagnostic: {}, publishDiagnostics: {} }, workspace: { diagnostics: { refreshSupport } } },
          });
          const uri = workspace.uriOf(file);
          const isSaid = async (): Promise<boolean> => {
            const { kind, items } = await client.request('textDocument/diagnostic', { textDocument: { uri } });
            assert.equal(kind, 'full');
            return items.some(({ message }: Json) => message.includes(mistake));
          };
          openDocument(client, uri, wrong, language);
          let version = 1;
          const type = (text: string) =>
            client.notify('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges: [{ text }] });
          if (!refreshSupport) {
            assert.ok(await isSaid());
            return;
          }
          /** A client that pulled too early is told to pull again. */
          const becomes = async (wanted: boolean) => {
            for (;;) {
              const known = client.received.length;
              if ((await isSaid()) === wanted) return;
              await client.waitFor(
                (message) => message.method === 'workspace/diagnostic/refresh' && client.received.indexOf(message) >= known,
                'a refresh',
              );
            }
          };
          await becomes(true);
          type(fine);
          await becomes(false);
          type(wrong);
          await becomes(true);
          const published = client.received.filter(({ method }) => method === 'textDocument/publishDiagnostics');
          assert.deepEqual(published, [], 'said twice');
        });
      } finally {
        workspace.remove();
      }
    });
