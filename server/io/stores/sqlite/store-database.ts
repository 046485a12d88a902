/**
 * One open SQLite database and the few values kept beside it in memory. Owns opening, statements, transactions and the handling of a
 * damaged file: it is deleted, an empty one replaces it, and the listener is called.
 * Invariant: this class is not used outside of `io/stores`.
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fstatSync, openSync, statSync } from 'node:fs';
import Database from 'better-sqlite3';
import { indexError } from '../../../core/model/problem.js';
import type { RootFolder } from '../../../core/model/root-name.js';
import { messageOf } from '../../../util/bug.js';
import type { Log } from '../../../util/log.js';
import { asIndexError, Damage, isDamage } from './damage.js';
import { configureConnection, limitLog, removeDatabase } from './database-file.js';
import { writeRoots } from './roots.js';
import { schema, schemaVersion } from './schema.js';

/** What is masked in the stored texts. */
export type Redaction = 'secrets' | 'secretsAndEmails';
/** Stored as SQLite's `application_id`. */
export const redactionIds: Readonly<Record<Redaction, number>> = { secrets: 0, secretsAndEmails: 1 };

export interface StoreOptions {
  /** Path of the database file; its folder exists. */
  readonly file: string;
  readonly model: { readonly name: string; readonly dimensions: number };
  /** A database of another redaction is deleted and made anew. Where absent, and by `read`, any is accepted. */
  readonly redaction?: Redaction;
  /** The file never grows beyond this; a commit that would fails and leaves the old state. */
  readonly maxBytes: number;
  /** `read`: nothing is written, also where another process writes. Where there is no index of this version, it reads as empty. */
  readonly mode?: 'own' | 'read';
  readonly log: Log;
}

/** Values of the meta row, and values derived from it. They change inside transactions only. */
export interface StoreState {
  readonly databaseId: string;
  generation: number;
  nextChunk: number;
  nextVector: number;
  completeModel: number | null;
  completedAt: number | null;
  /** Chunks that were replaced or deleted since what nothing refers to any more was last deleted. */
  replaced: number;
  readonly modelId: number;
  readonly dimensions: number;
  /** Name to the id of its folded form; a bounded cache of the table `names`. */
  readonly names: Map<string, number>;
}

/** For `StoreState.replaced`: more than any share of an index. */
export const manyReplaced = Number.MAX_SAFE_INTEGER;
/** Rows of `names` kept in memory: some 10 MB at most. */
const maxCachedNames = 100_000;
/** After so many new chunks the length of the log is set again. */
const chunksPerLogLimit = 50_000;

type Row = Record<string, unknown>;

export class StoreDatabase {
  readonly #options: StoreOptions;
  readonly #statements = new Map<string, Database.Statement<unknown[], unknown>>();
  #db!: Database.Database;
  #state!: StoreState;
  #writes = 0;
  #listener: (reason: string) => void = () => {};
  #rebuilding = false;
  #roots: readonly RootFolder[] = [];
  #inode = 0;
  /** The next chunk when the length of the log was last set. */
  #logLimitedAt = 0;
  /** Why the database was created at opening, or null where it was found intact. */
  readonly madeNew: string | null;

  constructor(options: StoreOptions) {
    this.#options = options;
    this.madeNew = this.isReadOnly ? this.#openToRead() : this.#open();
  }

  get isReadOnly(): boolean {
    return this.#options.mode === 'read';
  }

  get state(): StoreState {
    return this.#state;
  }
  /** Changes with every transaction, and where the database is replaced. */
  get writes(): number {
    return this.#writes;
  }
  get file(): string {
    return this.#options.file;
  }
  get connection(): Database.Database {
    return this.#db;
  }

  /** The roots that paths are relative to, also after the database was rebuilt. */
  setRoots(roots: readonly RootFolder[]): void {
    this.#roots = roots;
    this.write('roots', () => writeRoots(this.#db, roots));
  }

  /** Called after a damaged database was replaced by an empty one. */
  onRebuilt(listener: (reason: string) => void): void {
    this.#listener = listener;
  }

  /** The prepared statement of a text; texts must come from a bounded set. */
  sql<Result = Row>(text: string): Database.Statement<unknown[], Result> {
    if (!this.#db.open) throw indexError('the index is closed');
    let statement = this.#statements.get(text);
    if (!statement) {
      statement = this.#db.prepare(text);
      this.#statements.set(text, statement);
    }
    return statement as Database.Statement<unknown[], Result>;
  }

  /**
   * Runs `work`; where it meets a damaged file, replaces the database and runs it once more, on the empty one.
   * Throws ContextError('index') for a full disk and for everything else that SQLite reports.
   */
  guard<T>(what: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error) || this.#rebuilding || this.isReadOnly) throw asIndexError(what, error);
      this.rebuild(`${what}: ${messageOf(error)}`);
      try {
        return work();
      } catch (second) {
        throw asIndexError(what, second);
      }
    }
  }

  /** One transaction. On any error all of it is undone, in the file and in `state`. */
  write<T>(what: string, work: (state: StoreState) => T): T {
    if (this.isReadOnly) throw indexError(`${what}: the index is only read`);
    return this.guard(what, () => {
      this.#checkPresent();
      this.#db.exec('BEGIN IMMEDIATE');
      try {
        const result = work(this.#state);
        const { generation, nextChunk, nextVector, completeModel, completedAt, replaced } = this.#state;
        this.sql('UPDATE meta SET generation=?, next_chunk=?, next_vector=?, complete_model=?, completed_at=?, replaced=?').run(
          generation,
          nextChunk,
          nextVector,
          completeModel,
          completedAt,
          replaced,
        );
        this.#db.exec('COMMIT');
        this.#writes++;
        if (this.#state.names.size > maxCachedNames) this.#state.names.clear();
        if (nextChunk > this.#logLimitedAt + chunksPerLogLimit) this.#limitLog();
        return result;
      } catch (error) {
        try {
          if (this.#db.inTransaction) this.#db.exec('ROLLBACK');
        } finally {
          if (!isDamage(error)) this.#loadState();
        }
        throw error;
      }
    });
  }

  /** Deletes the database and starts an empty one. */
  rebuild(reason: string): void {
    this.#rebuilding = true;
    try {
      this.#options.log('warn', `index database is rebuilt: ${reason}`);
      this.#discard();
      this.#openOnce();
    } catch (error) {
      throw asIndexError('rebuilding the index database', error);
    } finally {
      this.#rebuilding = false;
    }
    this.#listener(reason);
  }

  /** Deletes everything, on request: the listener is not called. */
  forget(): void {
    this.#rebuilding = true;
    try {
      this.#discard();
      this.#openOnce();
    } catch (error) {
      throw asIndexError('emptying the index', error);
    } finally {
      this.#rebuilding = false;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#db.open) this.#db.close();
  }

  #open(): string | null {
    try {
      return this.#openOnce();
    } catch (error) {
      if (!isDamage(error)) throw asIndexError('opening the index', error);
      this.#options.log('warn', `index database is damaged and rebuilt: ${messageOf(error)}`);
      this.#discard();
      try {
        this.#openOnce();
      } catch (second) {
        throw asIndexError('opening the index', second);
      }
      return `damaged: ${messageOf(error)}`;
    }
  }

  /** Why it reads as empty, or null. */
  #openToRead(): string | null {
    const { file, model } = this.#options;
    try {
      if (existsSync(file)) {
        this.#db = new Database(file, { readonly: true, timeout: 5_000 });
        const isKnown = this.#db.pragma('user_version', { simple: true }) === schemaVersion;
        if (isKnown && this.sql('SELECT 1 FROM models WHERE name=? AND dimensions=?').get(model.name, model.dimensions)) {
          this.#loadState();
          return null;
        }
        this.#statements.clear();
        this.#db.close();
      }
      this.#db = new Database(':memory:');
      this.#db.exec(schema);
      this.#db.prepare("INSERT INTO meta VALUES(1, 'none', 0, 1, 1, NULL, NULL, 0, 0)").run();
      this.#loadState();
      return 'not indexed yet';
    } catch (error) {
      throw asIndexError('opening the index', error);
    }
  }

  #openOnce(): string | null {
    const { file, maxBytes } = this.#options;
    this.#writes++;
    // SQLite gives its -wal and -shm files the permissions of the database file.
    const descriptor = openSync(file, 'a', 0o600);
    this.#inode = fstatSync(descriptor).ino;
    closeSync(descriptor);
    if (process.platform !== 'win32') chmodSync(file, 0o600);
    this.#db = new Database(file, { timeout: 5_000 });
    const db = this.#db;
    configureConnection(db, maxBytes);
    const version = db.pragma('user_version', { simple: true }) as number;
    let madeNew: string | null = null;
    const redaction = db.pragma('application_id', { simple: true }) as number;
    const wanted = this.#options.redaction === undefined ? redaction : redactionIds[this.#options.redaction];
    if (version !== schemaVersion || redaction !== wanted) {
      const isEmpty = version === 0 && db.prepare('SELECT count(*) AS n FROM sqlite_schema').pluck().get() === 0;
      if (!isEmpty) {
        db.close();
        removeDatabase(file);
        this.#openOnce();
        return version === schemaVersion ? 'other texts are masked' : `schema version ${version}, expected ${schemaVersion}`;
      }
      madeNew = 'new';
      db.exec('BEGIN IMMEDIATE');
      db.exec(schema);
      db.pragma(`application_id = ${wanted}`);
      db.prepare('INSERT INTO meta VALUES(1, ?, 0, 1, 1, NULL, NULL, 0, 0)').run(randomBytes(9).toString('base64url'));
      writeRoots(db, this.#roots);
      db.exec('COMMIT');
    }
    this.#loadState();
    this.#logLimitedAt = this.#state.nextChunk;
    return madeNew;
  }

  #loadState(): void {
    const { name, dimensions } = this.#options.model;
    const select = this.sql<{ id: number }>('SELECT id FROM models WHERE name=? AND dimensions=?');
    let model = select.get(name, dimensions);
    if (!model) {
      this.sql('INSERT INTO models(name, dimensions) VALUES(?, ?)').run(name, dimensions);
      model = select.get(name, dimensions);
    }
    const meta = this.sql('SELECT * FROM meta').get() as Record<string, number> | undefined;
    if (!meta || !model) throw new Damage('the meta row is missing');
    this.#state = {
      databaseId: String(meta['database_id']),
      generation: meta['generation']!,
      nextChunk: meta['next_chunk']!,
      nextVector: meta['next_vector']!,
      completeModel: meta['complete_model'] ?? null,
      completedAt: meta['completed_at'] ?? null,
      replaced: meta['replaced']!,
      modelId: model.id,
      dimensions,
      names: new Map(),
    };
  }

  #limitLog(): void {
    limitLog(this.#db);
    this.#logLimitedAt = this.#state.nextChunk;
  }

  /** On most systems an open file can be deleted; SQLite would go on writing to the deleted file. */
  #checkPresent(): void {
    const inode = statSync(this.#options.file, { throwIfNoEntry: false })?.ino;
    if (inode !== this.#inode) throw new Damage('the database file was deleted or replaced');
  }

  #discard(): void {
    this.#statements.clear();
    try {
      if (this.#db?.open) this.#db.close();
    } catch (error) {
      this.#options.log('debug', `closing the damaged database: ${messageOf(error)}`);
    }
    removeDatabase(this.#options.file);
  }
}
