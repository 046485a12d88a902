/** The database of an open index. Every read and write of the stores goes through here and throws once the index is closed. */
import { indexError } from '../../core/model/problem.js';
import type { StoreDatabase, StoreState } from './sqlite/store-database.js';

export class StoreAccess {
  readonly store: StoreDatabase;
  /** Aborted when the index is closed. */
  readonly #closing: AbortSignal;

  constructor(store: StoreDatabase, closing: AbortSignal) {
    this.store = store;
    this.#closing = closing;
  }

  get isClosed(): boolean {
    return this.#closing.aborted;
  }

  /** Throws ContextError('index') once the index is closed. */
  checkOpen(): void {
    if (this.isClosed) throw indexError('the index is closed');
  }

  /** @param what names the read in an error message */
  read<T>(what: string, work: (store: StoreDatabase) => T): T {
    this.checkOpen();
    return this.store.guard(what, () => work(this.store));
  }

  /** One transaction. @param what names the write in an error message */
  write<T>(what: string, work: (store: StoreDatabase, state: StoreState) => T): T {
    this.checkOpen();
    return this.store.write(what, (state) => work(this.store, state));
  }

  /** A signal that also ends when the index is closed. */
  untilClosed(signal: AbortSignal): AbortSignal {
    return AbortSignal.any([signal, this.#closing]);
  }
}
