/** Starts the real server as a process and talks to it over its standard streams. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { TestClient } from './test-client.js';

/** The compiled server beside the compiled tests. */
export const serverMain = fileURLToPath(new URL('../../bundle/main.js', import.meta.url));
/** A reason to skip the tests that need the process, or false. */
export const serverMissing: string | false = existsSync(serverMain) ? false : `no ${serverMain}`;

export interface ServerProcess {
  readonly client: TestClient;
  readonly child: ChildProcessWithoutNullStreams;
  /** Exit code, or the signal's name. */
  readonly ended: Promise<number | string>;
  /** shutdown and exit; kills what does not follow. */
  stop(): Promise<number | string>;
}

export function startServer(args: readonly string[] = ['--stdio'], env: Record<string, string> = {}): ServerProcess {
  const child = spawn(process.execPath, [serverMain, ...args], { stdio: 'pipe', env: { ...process.env, ...env } });
  const client = new TestClient(child.stdout, child.stdin);
  child.stderr.setEncoding('utf8').on('data', (text: string) => client.note(`stderr: ${text.trimEnd()}`));
  const ended = new Promise<number | string>((resolve) => {
    // Not 'exit', which may come before its last messages are read.
    child.on('close', (code, signal) => {
      client.close(`the server ended (${code ?? signal})`);
      resolve(code ?? signal ?? 'unknown');
    });
  });
  const stop = async () => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
    if (child.exitCode === null && child.signalCode === null) {
      await client.request('shutdown').catch(() => {});
      client.notify('exit');
      child.stdin.end();
    }
    const code = await ended;
    clearTimeout(timer);
    return code;
  };
  return { client, child, ended, stop };
}

/** Runs a test against a server; a failure prints what was said. */
export async function withServer<T>(
  run: (server: ServerProcess) => Promise<T>,
  args?: readonly string[],
  env?: Record<string, string>,
): Promise<T> {
  const server = startServer(args, env);
  try {
    return await run(server);
  } catch (error) {
    console.error(server.client.transcript.slice(-80).join('\n'));
    throw error;
  } finally {
    await server.stop();
  }
}
