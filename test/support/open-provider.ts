/** A provider over HTTP on a local server, and what the tests of it compare. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { ContextError } from '../../server/core/model/problem.js';
import { type HttpProviderSettings, openHttpProvider } from '../../server/io/embedding/http/open-http.js';
import { startProviderServer, type TestClock, testClock } from './provider-servers.js';

export const key = 'test-key-4f9a7c1e';

/** With time limits that no busy machine reaches; a test of a limit sets its own. */
export async function open(t: TestContext, rest: Partial<HttpProviderSettings> = {}, clock: TestClock = testClock()) {
  const server = await startProviderServer(t);
  const lines: string[] = [];
  const kind = rest.provider ?? 'openai';
  const provider = openHttpProvider(
    { provider: kind, model: 'some-model', baseUrl: server.url, apiKeyEnv: 'TEST_KEY', timeoutMs: 60_000, queryTimeoutMs: 60_000, ...rest },
    { log: (level, line) => lines.push(`${level} ${line}`), env: { TEST_KEY: key }, clock },
  );
  t.after(() => provider.close());
  return { server, provider, clock, lines };
}

export function near(got: ArrayLike<number>, expected: ArrayLike<number>): void {
  assert.equal(got.length, expected.length);
  for (let i = 0; i < got.length; i++) assert.ok(Math.abs((got[i] as number) - (expected[i] as number)) < 1e-5, `value ${i}`);
}

export async function fails(run: () => Promise<unknown>): Promise<ContextError> {
  try {
    await run();
  } catch (error) {
    assert.ok(error instanceof ContextError, `expected a ContextError, got ${String(error)}`);
    return error;
  }
  assert.fail('expected a failure');
}
