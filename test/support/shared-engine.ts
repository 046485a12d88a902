/** Clients of one shared engine, in a runtime folder of their own, so that a test finds and ends what it has started. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Ran, runCli, type Workspace } from './real-engine.js';
import { type ServerProcess, startServer } from './server-process.js';
import { initialize, type Json, type TestClient } from './test-client.js';

export interface Sharing {
  readonly env: Record<string, string>;
  readonly runtimeFolder: string;
  /** Starts an editor's server on the workspace. */
  editor(settings?: Json, capabilities?: Record<string, Json>): Promise<ServerProcess>;
  cli(...args: string[]): Promise<Ran>;
  /** The engines as `list --json` has them. */
  engines(): Promise<Json[]>;
}

export function sharing(place: Workspace): Sharing {
  const base = join(dirname(place.folder), 'run');
  mkdirSync(base, { mode: 0o700 });
  const runtimeFolder = join(base, 'context-language-server');
  const env = { CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '', XDG_RUNTIME_DIR: base };
  const cli = (...args: string[]) => runCli([...args, '--cache-dir', place.cacheDir], { env, cwd: place.folder });
  place.atEnd(async () => {
    await cli('stop', '--everything');
    // One that does not answer any more.
    for (const pid of pidsIn(runtimeFolder)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended.
      }
    }
  });
  return {
    env,
    runtimeFolder,
    cli,
    engines: async () => JSON.parse((await cli('list', '--json')).stdout),
    async editor(settings = {}, capabilities = {}) {
      const server = startServer(['--stdio'], env);
      place.atEnd(server.stop);
      await initialize(server.client, {
        folders: [pathToFileURL(place.folder).href],
        settings: { cacheDir: place.cacheDir, edgeIndexing: 'off', history: 'off', ...settings },
        capabilities,
      });
      return server;
    },
  };
}

function pidsIn(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) =>
      name.endsWith('.token') ? [JSON.parse(readFileSync(join(folder, name), 'utf8')).pid] : [],
    );
  } catch {
    return [];
  }
}

export const namesFor = async (client: TestClient, query: string): Promise<string[]> =>
  (await client.request('context/retrieve', { query })).results.map(({ name }: Json) => name);
