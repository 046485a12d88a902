/** Our real process with the real TypeScript 7 behind the fault server, on a workspace whose names alone do not tell who calls whom. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ServerSettings } from '../../server/core/model/language-server.js';
import { typescriptNative } from '../../server/io/language-servers/adapters/typescript-native.js';
import { adapterContext } from '../../server/io/language-servers/discovery/executables.js';
import { type TemporaryWorkspace, temporaryWorkspace } from './fixture.js';
import { type ServerProcess, serverMissing, startServer } from './server-process.js';
import { initialize, type Json, type TestClient } from './test-client.js';
import { waitUntil } from './wait-until.js';

const faultServer = fileURLToPath(new URL('./fault-server.js', import.meta.url));
const real = typescriptNative.bundled?.(adapterContext('/', false, '/')) ?? null;
/** A reason to skip the tests that need it, or false. */
export const noServerBehind = serverMissing || (real === null && 'no TypeScript 7 for this platform');

export const boxes = ['alpha', 'beta', 'gamma', 'delta', 'omega'];
const fixture = [
  '-- tsconfig.json --\n{ "compilerOptions": { "strict": true } }\n',
  '-- base.ts --\nexport class Base {\n  size(): number {\n    return 1;\n  }\n}\nexport function grow(base: Base): number {\n  return base.size() + 1;\n}\n',
  // `size` and `run` are everybody's: names alone do not tell whose.
  ...boxes.map(
    (name, i) =>
      `-- ${name}.ts --\nimport { Base, grow } from './base';\n${i > 0 ? `import { run as before } from './${boxes[i - 1]}';\n` : ''}export class ${name}Box extends Base {\n  size(): number {\n    return super.size() + ${i};\n  }\n}\nexport function run(): number {\n  return grow(new ${name}Box())${i > 0 ? ' + before()' : ''};\n}\n`,
  ),
  '-- shop.py --\ndef total():\n    return 1\n',
  '-- cart.py --\nfrom shop import total\n\n\ndef price():\n    return total()\n',
].join('');
const files = { typescript: boxes.length + 1, python: 2 };

export interface Scene {
  readonly client: TestClient;
  readonly server: ServerProcess;
  readonly workspace: TemporaryWorkspace;
  /** What the server was told, and `start PID` and `child PID` of each of its lives. */
  log(): string[];
}

/** The setting `servers` by which TypeScript is served from behind the fault server. */
export function faultySettings(logFile: string, flags: readonly string[]): ServerSettings {
  const { command = '', args = [] } = real ?? {};
  const off = { enabled: false };
  const faulty = {
    command: process.execPath,
    args: [faultServer, '--log', logFile, ...flags, '--real', command, ...args],
    languages: ['typescript'],
    needsOpenFiles: false,
  };
  return { faulty, typescript: off, 'typescript-language-server': off };
}

/** Our server on a workspace whose TypeScript server has these faults; ended with the test. */
export async function behindFaults(t: TestContext, flags: readonly string[], { python = false, settings = {} } = {}): Promise<Scene> {
  const workspace = temporaryWorkspace(fixture);
  const logFile = join(workspace.folder, '..', 'log');
  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8').trim().split('\n') : []);
  const server = startServer();
  t.after(async () => {
    await server.stop();
    workspace.remove();
  });
  const servers = { ...faultySettings(logFile, flags), ...(!python && { pyright: { enabled: false } }) };
  await initialize(server.client, {
    folders: [workspace.uri],
    settings: { cacheDir: workspace.cacheDir, statusNotifications: true, history: 'off', servers, ...settings },
  });
  return { client: server.client, server, workspace, log };
}

/** When all files of a language have edges; a hang alone takes half a minute to be seen as such. */
export async function edgesIndexed(client: TestClient, language: keyof typeof files): Promise<void> {
  await waitUntil(
    `edges of every ${language} file`,
    async () => {
      const { structure } = await client.request('context/status');
      return structure.some((one: Json) => one.language === language && one.state === 'done' && one.withEdges === files[language]);
    },
    90_000,
  );
}
