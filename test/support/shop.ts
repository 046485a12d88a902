/** A small workspace with text beyond ASCII, and the real server on it. */
import type { TemporaryWorkspace } from './fixture.js';
import { temporaryWorkspace } from './fixture.js';
import type { ServerProcess } from './server-process.js';
import { withServer } from './server-process.js';
import type { TestClient } from './test-client.js';

export const shop = `
-- src/retry.ts --
/** Sends a request again after a growing pause. */
export async function retryWithBackoff(send: () => Promise<Response>, attempts: number): Promise<Response> {
  for (let i = 0; i < attempts; i++) {
    try {
      return await send();
    } catch {
      await pause(2 ** i);
    }
  }
  throw new Error('gave up');
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
-- src/größe.ts --
/** Misst die Größe. */ export function straßenBreite(karte: string): number { return karte.length; }
-- src/cart.ts --
export class ShoppingCart {
  private readonly items: string[] = [];
  /** Puts one more thing into the cart. */
  add(item: string): void {
    this.items.push(item);
  }
}
-- README.md --
# Shop

How orders are shipped to customers.
`;

export interface Shop {
  readonly server: ServerProcess;
  readonly client: TestClient;
  readonly workspace: TemporaryWorkspace;
}

export async function withShop(run: (parts: Shop) => Promise<void>): Promise<void> {
  const workspace = temporaryWorkspace(shop);
  try {
    await withServer((server) => run({ server, client: server.client, workspace }));
  } finally {
    workspace.remove();
  }
}

/** Waits until the server says that everything is indexed. */
export const ready = (client: TestClient) => client.request('context/reindex');
