/**
 * The files and folders that the user has forgotten: absolute paths in one file of the cache folder, which all servers of this user
 * read and watch. Contains no source text.
 */
import { type FSWatcher, mkdirSync, readFileSync, renameSync, watch as watchFolder, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isAtOrBelow } from '../../core/model/file.js';
import { indexError } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';
import { coalesce } from './coalesce.js';

const fileName = 'forgotten.json';
const version = 1;

export class ForgottenFile {
  readonly #file: string;
  #paths: readonly string[] = [];
  #isIn: (path: string) => boolean = () => false;
  #watcher: FSWatcher | null = null;

  constructor(cacheDir: string) {
    this.#file = join(cacheDir, fileName);
    this.#take(this.#read());
  }

  /** Absolute, '/'-separated, sorted. */
  get paths(): readonly string[] {
    return this.#paths;
  }
  /** Whether an absolute path is forgotten, or below a forgotten folder. */
  has(path: string): boolean {
    return this.#isIn(slashed(path));
  }

  /** Durable when it returns. Throws ContextError('index') where the file cannot be written. */
  add(paths: readonly string[]): void {
    this.#change((known) => [...known, ...paths.map(slashed)]);
  }
  /** Everything at or below these paths may be indexed again. */
  remove(paths: readonly string[]): void {
    const isGone = isAtOrBelow(paths.map(slashed));
    this.#change((known) => known.filter((path) => !isGone(path)));
  }

  /** Calls `onChange` when another process has changed the file; until `close`. */
  watch(onChange: () => void): void {
    const changed = coalesce(() => {
      const now = this.#read();
      if (now.join('\n') === this.#paths.join('\n')) return;
      this.#take(now);
      onChange();
    });
    this.#watcher = watchFolder(dirname(this.#file), { persistent: false }, (_, name) => {
      if (name === null || name === fileName) changed.notice();
    });
    // Changes by other processes are then read at the next start.
    this.#watcher.on('error', () => this.close());
  }
  close(): void {
    this.#watcher?.close();
    this.#watcher = null;
  }

  #change(change: (paths: readonly string[]) => readonly string[]): void {
    // Another process may have written meanwhile.
    const paths = [...new Set(change(this.#read()))].sort();
    try {
      mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 });
      const aside = `${this.#file}.${process.pid}`;
      writeFileSync(aside, JSON.stringify({ version, paths }, null, 1), { mode: 0o600 });
      renameSync(aside, this.#file);
    } catch (error) {
      throw indexError(`${this.#file} cannot be written: ${messageOf(error)}`, { file: this.#file });
    }
    this.#take(paths);
  }

  #take(paths: readonly string[]): void {
    this.#paths = paths;
    this.#isIn = isAtOrBelow(paths);
  }

  #read(): readonly string[] {
    let text: string;
    try {
      text = readFileSync(this.#file, 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw indexError(`${this.#file} cannot be read: ${messageOf(error)}`, { file: this.#file });
    }
    try {
      const { paths } = JSON.parse(text) as { paths?: unknown };
      if (Array.isArray(paths)) return paths.filter((path) => typeof path === 'string');
    } catch {
      // Reported below: indexing forgotten files would be worse than stopping.
    }
    throw indexError(`${this.#file} is damaged: delete it, then forget the paths again`, { file: this.#file });
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/');
