/**
 * The packs of an engine: fetches what the index lacks at the start of each pass over the workspace, offers it to the analysis, and gives
 * the index the facts of language servers when the pass has ended. A source that fails costs a problem and nothing else.
 */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import { nextTurn } from '../../util/next-turn.js';
import { within } from '../../util/within.js';
import type { PacksStatus } from '../model/pack-report.js';
import type { Problem } from '../model/problem.js';
import type { FetchedPacks, PackSource, PackStore, PlaceOf } from './ports.js';

export interface PackSupplyDependencies {
  readonly source: PackSource;
  readonly store: PackStore;
  readonly placeOf: PlaceOf;
  readonly log: Log;
  readonly onChanged: () => void;
  /** How long background analysis waits for packs: with an empty index, and with a filled one. */
  readonly waitMs?: { readonly empty: number; readonly filled: number };
}

/** A question is answered meanwhile from the words of the files; with an index it would be answered from old rows. */
const defaultWaitMs = { empty: 15_000, filled: 3_000 } as const;

export class PackSupply {
  readonly #parts: PackSupplyDependencies;
  readonly #ending = new AbortController();
  #fetching: Promise<void> = Promise.resolve();
  #ready: Promise<unknown> = Promise.resolve();
  #fetched: FetchedPacks | null = null;
  /** The commit that packs were asked for last. */
  #head: string | null = null;
  #failure: string | null = null;
  #isInPass = false;
  #status: PacksStatus;

  constructor(parts: PackSupplyDependencies) {
    this.#parts = parts;
    this.#status = { source: parts.source.name, state: 'unpublished', commit: null, records: 0, bytes: 0, filesWithEdges: 0 };
  }

  /** A pass begins: what is missing is fetched, once for each commit that is checked out. */
  begin(): void {
    const { store, waitMs = defaultWaitMs } = this.#parts;
    this.#isInPass = true;
    const before = this.#fetching;
    this.#fetching = before.then(() => this.#fetch()).catch((error: unknown) => this.#failed(error));
    this.#ready = within(waitMs[store.contentHashes().size === 0 ? 'empty' : 'filled'], this.#fetching);
  }

  /** Resolves when background analysis may begin: with packs or without. */
  async ready(): Promise<void> {
    await this.#ready;
  }

  /** Where analysis workers find what was fetched. */
  get folder(): string | undefined {
    return this.#fetched?.folder ?? undefined;
  }

  /** Every file is indexed: the index takes the facts, and what was fetched is deleted. */
  async passEnded(): Promise<void> {
    this.#isInPass = false;
    const fetched = this.#fetched;
    if (!fetched) return;
    this.#fetched = null;
    const { store, placeOf } = this.#parts;
    try {
      const facts = store.factImport(placeOf);
      for await (const { contentHash, record } of fetched.facts()) {
        if (this.#ending.signal.aborted) return;
        for (const one of record.facts) facts.add(contentHash, one, record.references);
      }
      await nextTurn();
      facts.end(fetched.has);
      this.#status = { ...this.#status, filesWithEdges: this.#status.filesWithEdges + facts.files };
    } catch (error) {
      this.#failed(error);
    } finally {
      await fetched.remove().catch(() => {});
      this.#parts.onChanged();
    }
  }

  status(): PacksStatus {
    return this.#status;
  }

  problems(): readonly Problem[] {
    if (this.#failure === null) return [];
    return [{ code: 'packs', message: `${this.#failure}; the files are indexed here instead`, incomplete: false }];
  }

  async close(): Promise<void> {
    this.#ending.abort();
    await this.#fetching;
    await this.#fetched?.remove().catch(() => {});
  }

  async #fetch(): Promise<void> {
    const { source, store, log, onChanged } = this.#parts;
    const { signal } = this.#ending;
    const head = await source.head(signal);
    if (signal.aborted || head === null || head === this.#head) return;
    this.#head = head;
    this.#failure = null;
    this.#status = { ...this.#status, state: 'fetching', commit: null };
    onChanged();
    const fetched = await source.fetch(store.contentHashes(), signal);
    await this.#fetched?.remove();
    this.#fetched = fetched;
    const { records, bytes } = this.#status;
    this.#status = fetched
      ? { ...this.#status, state: 'fetched', commit: fetched.commit, records: records + fetched.records, bytes: bytes + fetched.bytes }
      : { ...this.#status, state: 'unpublished' };
    const found = fetched ? `${fetched.records} files of commit ${fetched.commit}, ${fetched.bytes} bytes` : `none of ${head} or before`;
    log('info', `packs of ${source.name}: ${found}`);
    onChanged();
    // Parsing has not waited for it.
    if (!this.#isInPass) await this.passEnded();
  }

  #failed(error: unknown): void {
    if (this.#ending.signal.aborted) return;
    this.#failure = messageOf(error);
    this.#status = { ...this.#status, state: 'failed' };
    // The next pass tries again.
    this.#head = null;
    this.#parts.log('warn', this.#failure);
    this.#parts.onChanged();
  }
}
