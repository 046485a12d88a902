/** A real PostgreSQL server for a test: in a folder of its own, with password authentication, ended with the test. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { removeFolder } from './fixture.js';

const versions = '/usr/lib/postgresql';
const newest = existsSync(versions) ? readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0] : undefined;
const programs = newest === undefined ? null : join(versions, newest, 'bin');
const hasVector = newest !== undefined && existsSync(`/usr/share/postgresql/${newest}/extension/vector.control`);
const user = (flag: string): number => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);

/** A reason to skip, or false. */
export const postgresMissing: string | false =
  programs === null || !existsSync(join(programs, 'initdb'))
    ? `no PostgreSQL server in ${versions}`
    : !hasVector
      ? `PostgreSQL ${newest} has no extension vector (pgvector)`
      : process.getuid?.() === 0 && Number.isNaN(user('-u'))
        ? 'root cannot run PostgreSQL, and there is no user postgres'
        : false;

export interface PostgresServer {
  /** URL for a role, with its password where one is given. */
  url(role: string, password?: string): string;
  stop(): void;
  start(): void;
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });

/** The owner is `owner` with the password `owner`. */
export async function startPostgres(t: TestContext): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'context-postgres-'));
  const isRoot = process.getuid?.() === 0;
  const as = isRoot ? { uid: user('-u'), gid: user('-g') } : {};
  const passwords = join(folder, 'password');
  writeFileSync(passwords, 'owner');
  if (isRoot) for (const path of [folder, passwords]) chownSync(path, user('-u'), user('-g'));
  chmodSync(folder, 0o700);
  const port = await freePort();
  const data = join(folder, 'data');
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs as string, program), args, { ...as, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  run('initdb', '-D', data, '-U', 'owner', '-A', 'scram-sha-256', '--pwfile', passwords, '-E', 'UTF8', '--no-sync');
  const settings = `-k ${folder} -p ${port} -c listen_addresses=127.0.0.1 -c fsync=off`;
  const start = () => run('pg_ctl', '-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start');
  const stop = () => run('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
  start();
  t.after(() => {
    if (existsSync(join(data, 'postmaster.pid'))) stop();
    removeFolder(folder);
  });
  return {
    url: (role, password) => `postgres://${role}${password === undefined ? '' : `:${password}`}@127.0.0.1:${port}/postgres`,
    stop,
    start,
  };
}
