/** The providers and the reranker that are open, and what they have cost this index, kept beyond this process. */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { Cost, ProviderUse } from '../model/model-status.js';
import { addCost, noCost, sinceCost } from './cost.js';
import type { ModelStore } from './model-store.js';
import type { EmbeddingProvider, Reranker } from './ports.js';

type Role = ProviderUse['role'];
type Opened = Pick<EmbeddingProvider | Reranker, 'name' | 'cost' | 'close'>;

export class Providers {
  readonly #store: ModelStore;
  readonly #log: Log;
  /** By role and name: no two of one name are open but while one is closing. */
  readonly #open = new Map<string, { readonly role: Role; readonly of: Opened }>();
  /** What was written down of each one's cost. */
  readonly #counted = new WeakMap<Opened, Cost>();
  readonly #calls = new Map<Opened, Set<Promise<unknown>>>();
  readonly #closing = new Set<Promise<void>>();

  constructor(store: ModelStore, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** Another of the same name is closed when its last call has ended. */
  add(role: Role, of: Opened): void {
    const key = `${role} ${of.name}`;
    const former = this.#open.get(key);
    this.#open.set(key, { role, of });
    if (former) this.#retire(role, former.of);
  }

  embedding(name: string): EmbeddingProvider | null {
    return (this.#open.get(`embedding ${name}`)?.of as EmbeddingProvider | undefined) ?? null;
  }

  /** Closes those of a role that are not among `names`. */
  closeOthers(role: Role, names: readonly string[]): void {
    for (const [key, { role: own, of }] of this.#open) {
      if (own !== role || names.includes(of.name)) continue;
      this.#open.delete(key);
      this.#retire(role, of);
    }
  }

  /** A call that its provider is not closed under. */
  async during<T>(of: Opened, work: Promise<T>): Promise<T> {
    const calls = this.#calls.get(of) ?? new Set();
    this.#calls.set(of, calls.add(work));
    try {
      return await work;
    } finally {
      calls.delete(work);
    }
  }

  /** Writes down what was spent since the last time. */
  storeCosts(): void {
    for (const { role, of } of this.#open.values()) this.#keepCost(role, of);
  }

  /** Everything that was spent on this index. */
  uses(): ProviderUse[] {
    const sums = new Map(this.#store.spent().map((spent) => [`${spent.role} ${spent.name}`, spent]));
    for (const [key, { role, of }] of this.#open) {
      const cost = addCost(sums.get(key)?.cost ?? noCost, this.#uncounted(of));
      sums.set(key, { role, name: of.name, cost });
    }
    return [...sums.values()].map(({ role, name, cost }) => ({ role, name, ...cost }));
  }

  async close(): Promise<void> {
    for (const { role, of } of this.#open.values()) {
      this.#calls.delete(of);
      this.#retire(role, of);
    }
    this.#open.clear();
    await Promise.all(this.#closing);
  }

  #retire(role: Role, of: Opened): void {
    const closing: Promise<void> = Promise.allSettled(this.#calls.get(of) ?? [])
      .then(() => {
        this.#keepCost(role, of);
        return of.close();
      })
      .catch((error: unknown) => this.#log('warn', `closing ${of.name}: ${messageOf(error)}`))
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }

  #uncounted = (of: Opened): Cost => sinceCost(of.cost, this.#counted.get(of) ?? noCost);

  #keepCost(role: Role, of: Opened): void {
    const part = this.#uncounted(of);
    if (part.requests === 0) return;
    this.#counted.set(of, of.cost);
    this.#store.spend(role, of.name, part);
  }
}
