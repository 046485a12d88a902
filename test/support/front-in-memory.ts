/** The LSP front over a pair of streams, in this process, with a fake engine behind it. */
import { PassThrough } from 'node:stream';
import { startLspServer } from '../../server/fronts/lsp/start-lsp-server.js';
import type { FakeEngine } from './fake-engine.js';
import { fakeEngines } from './fake-engine.js';
import { TestClient } from './test-client.js';

export interface FrontInMemory {
  readonly client: TestClient;
  readonly opened: FakeEngine[];
  /** Resolves with the code that the server would exit with. */
  readonly exited: Promise<number>;
  readonly input: PassThrough;
}

export async function withFront(
  run: (front: FrontInMemory) => Promise<void>,
  openEngine?: Parameters<typeof startLspServer>[0]['openEngine'],
): Promise<void> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const client = new TestClient(output, input);
  const engines = fakeEngines();
  let exit: (code: number) => void = () => {};
  const exited = new Promise<number>((resolve) => {
    exit = resolve;
  });
  await startLspServer({
    openEngine: openEngine ?? engines.openEngine,
    transport: { kind: 'streams', input, output },
    log: (level, message) => client.note(`${level}: ${message}`),
    version: '1.2.3',
    exit,
  });
  try {
    await run({ client, opened: engines.opened, exited, input });
  } catch (error) {
    console.error(client.transcript.slice(-80).join('\n'));
    throw error;
  } finally {
    input.end();
    await exited;
  }
}
