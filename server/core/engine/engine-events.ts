/** Who listens to an engine: progress of indexing and of edge indexing, and changes of the status, which are bundled. */
import { Listeners } from '../../util/listeners.js';
import type { Status } from '../model/answer.js';
import type { Progress } from '../model/progress.js';
import type { EdgeIndexProgress } from './engine-api.js';

/** Status listeners are called at most this often: each call counts rows and asks servers. */
const statusIntervalMs = 500;

export class EngineEvents {
  readonly progress = new Listeners<Progress>();
  readonly edgeProgress = new Listeners<EdgeIndexProgress>();
  readonly status = new Listeners<Status>();
  readonly #status: () => Status;
  #timer: NodeJS.Timeout | null = null;

  constructor(status: () => Status) {
    this.#status = status;
  }

  /** Calls the status listeners soon, once for all changes until then. */
  statusChanged(): void {
    if (this.#timer || !this.status.size) return;
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.status.tell(this.#status());
    }, statusIntervalMs);
    this.#timer.unref();
  }

  close(): void {
    if (this.#timer) clearTimeout(this.#timer);
  }
}
