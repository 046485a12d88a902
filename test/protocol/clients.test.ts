/**
 * Sessions of real editors, recorded from them (fixtures/clients), replayed against the spawned server; and clients that say
 * as little as LSP allows.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { serverMissing, withServer } from '../support/server-process.js';
import type { Json, TestClient } from '../support/test-client.js';

interface Session {
  /** Name and version. */
  readonly client: string;
  readonly messages: readonly { readonly id?: number; readonly method: string; readonly params?: Json }[];
}

const folder = join(packageRoot, 'fixtures', 'clients');
const project = '-- src/main.py --\ndef greet(name):\n    return "hello " + name\n';

/** A recorded session, moved to `workspace` and this process. */
function sessionIn(workspace: TemporaryWorkspace, file: string): Session {
  const text = readFileSync(join(folder, file), 'utf8')
    .replaceAll('file:///home/user/project', workspace.uri)
    .replaceAll('/home/user/project', workspace.folder);
  const session: Session = JSON.parse(text);
  for (const { method, params } of session.messages) if (method === 'initialize') params.processId = process.pid;
  return session;
}

const inWorkspace = async (run: (client: TestClient, workspace: TemporaryWorkspace) => Promise<void>, code = 0): Promise<void> => {
  const workspace = temporaryWorkspace(project);
  try {
    // A client without initializationOptions leaves the cache folder to the server.
    await withServer(
      async (server) => {
        await run(server.client, workspace);
        assert.equal(await server.stop(), code);
      },
      ['--stdio'],
      { XDG_CACHE_HOME: workspace.cacheDir },
    );
  } finally {
    workspace.remove();
  }
};

const errorsIn = (client: TestClient) =>
  client.received.filter(({ method, params, error }) => error || (method === 'window/logMessage' && params.type <= 2));

for (const file of readdirSync(folder))
  test(`replays a recorded session of ${file.replace('.json', '')}`, { skip: serverMissing }, () =>
    inWorkspace(async (client, workspace) => {
      const { messages } = sessionIn(workspace, file);
      for (const { id, method, params } of messages) {
        if (id === undefined) {
          client.notify(method, params);
          continue;
        }
        if (method === 'shutdown') {
          const symbols = await client.request('workspace/symbol', { query: 'greet' });
          assert.deepEqual([symbols[0].name, symbols[0].location.uri], ['greet', workspace.uriOf('src/main.py')]);
        }
        const result = await client.request(method, params);
        if (method === 'initialize') {
          const [preferred = 'utf-16'] = params.capabilities.general?.positionEncodings ?? [];
          assert.equal(result.capabilities.positionEncoding, preferred);
        }
        if (method === 'workspace/symbol') assert.ok(Array.isArray(result));
        if (method === 'shutdown') assert.equal(result, null);
      }
      assert.deepEqual(errorsIn(client), []);
    }),
  );

for (const [name, params] of [
  ['LSP’s required fields alone', { processId: null, rootUri: null, capabilities: {} }],
  ['nothing at all', {}],
  [
    'null for everything',
    { processId: null, rootPath: null, rootUri: null, workspaceFolders: null, initializationOptions: null, capabilities: null },
  ],
] as const)
  test(`initialize with ${name}`, { skip: serverMissing }, () =>
    inWorkspace(async (client) => {
      const { capabilities } = await client.request('initialize', params);
      assert.equal(capabilities.positionEncoding, 'utf-16');
      client.notify('initialized', {});
      assert.deepEqual(await client.request('workspace/symbol', { query: 'x' }), []);
      assert.equal((await client.request('context/status')).state, 'noWorkspace');
      assert.deepEqual(errorsIn(client), []);
    }),
  );

test('answers a client that sends `initialized` late or never', { skip: serverMissing }, () =>
  inWorkspace(async (client, workspace) => {
    await client.request('initialize', { processId: null, rootUri: workspace.uri, capabilities: {} });
    assert.equal((await client.request('context/status')).roots.length, 1);
    client.notify('initialized', {});
    client.notify('initialized', {});
    const status = await client.request('context/status');
    assert.deepEqual([status.roots.length, status.state === 'failed'], [1, false]);
  }),
);
