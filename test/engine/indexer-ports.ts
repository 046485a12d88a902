/** The indexer between ports that keep everything in memory and write down what happens, one line each. */
import { setImmediate as turn } from 'node:timers/promises';
import { Indexer } from '../../server/core/indexing/indexer.js';
import type {
  AnalyseJob,
  AnalyseOutcome,
  Analyser,
  FileSource,
  FileState,
  IndexWriter,
  ListOptions,
} from '../../server/core/indexing/ports.js';
import type { AnalysedFile } from '../../server/core/model/chunk.js';
import { isAtOrBelow } from '../../server/core/model/file.js';
import { silent } from '../../server/util/log.js';

interface HeldJob {
  readonly line: string;
  release(): void;
}

export class Bench {
  /** Path to content; its length is the size, `mtimes` the time. */
  readonly disk = new Map<string, string>();
  readonly mtimes = new Map<string, number>();
  readonly refused = new Set<string>();
  /** What the index holds: path to `origin:text`. */
  readonly stored = new Map<string, FileState & { readonly text: string }>();
  readonly log: string[] = [];
  readonly held: HeldJob[] = [];
  readonly indexer: Indexer;
  /** While true, jobs wait in `held`. */
  hold = false;
  failCommits = false;
  complete = 0;
  #ids = 1;

  constructor(files: Readonly<Record<string, string>> = {}) {
    for (const [path, text] of Object.entries(files)) this.write(path, text);
    this.indexer = new Indexer(
      this.#source(),
      this.#analyser(),
      this.#writer(),
      {
        progress: () => {},
        passBegins: () => {},
        rootExcluded: () => {},
        committed: () => {},
        folderCompared: () => {},
        storageFailed: (error) => this.log.push(`storage failed: ${(error as Error).message}`),
        skipped: (path, reason) => reason && this.log.push(`skipped ${path}: ${reason}`),
      },
      silent,
    );
  }

  write(path: string, text: string): void {
    this.disk.set(path, text);
    this.mtimes.set(path, (this.mtimes.get(path) ?? 0) + 1);
  }
  delete(path: string): void {
    this.disk.delete(path);
  }

  /** Lines written since the last call. */
  said(): string[] {
    return this.log.splice(0);
  }
  /** What the index holds, e.g. `a.ts buffer:x`. */
  get state(): string[] {
    return [...this.stored].map(([path, { origin, text }]) => `${path} ${origin}:${text}`).sort();
  }
  /** Lets everything run that does not wait for a held job. */
  async quiet(): Promise<void> {
    for (let i = 0; i < 20; i++) await turn();
  }
  release(): void {
    for (const job of this.held.splice(0)) job.release();
  }

  #source(): FileSource {
    const entry = (path: string) => ({ path, sizeBytes: this.disk.get(path)?.length ?? 0, mtimeMs: this.mtimes.get(path) ?? 0 });
    return {
      roots: [{ name: 'r', folder: '/r' }],
      list: async function* (this: Bench, { under }: ListOptions) {
        const listed = under ? [...this.disk.keys()].filter(isAtOrBelow(under)) : [...this.disk.keys()];
        yield listed.map(entry);
      }.bind(this),
      forgotten: { list: () => [], has: () => false, add: () => [], remove: () => {}, watch: () => {}, close: () => {} },
      stat: async (path) => (this.disk.has(path) ? entry(path) : null),
      statListed: (paths) => paths.map((path) => (this.disk.has(path) ? entry(path) : null)),
      inspect: () => Promise.reject(new Error('not here')),
      survey: () => Promise.reject(new Error('not here')),
      accepts: async (path) => !this.refused.has(path),
      watch: async () => ({ isBehind: false, close: async () => {} }),
      local: (path) => path,
      absolute: (path) => `/r/${path}`,
      relative: (path) => path.slice(3),
      entryPath: (path) => path.slice(3),
    };
  }

  #analyser(): Analyser {
    const outcomeOf = (job: AnalyseJob): AnalyseOutcome => {
      const text = job.text ?? this.disk.get(job.path);
      if (text === undefined) return { kind: 'gone' };
      if (text === job.knownContentHash) return { kind: 'unchanged', contentHash: text };
      return { kind: 'analysed', file: analysed(job, text) };
    };
    return {
      workers: 1,
      analyse: async (job, priority, signal) => {
        const line = `${priority} ${job.path}${job.text === undefined ? '' : ` "${job.text}"`}`;
        this.log.push(line);
        if (this.hold) {
          await new Promise<void>((resolve, reject) => {
            this.held.push({ line, release: resolve });
            signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
          });
        } else await turn();
        return outcomeOf(job);
      },
      close: async () => {},
    };
  }

  /** What the index does to measure itself. */
  measure: (signal: AbortSignal) => Promise<void> = async () => {};

  #writer(): IndexWriter {
    return {
      commit: (files) => {
        this.log.push(`commit ${files.map(({ path, origin, text }) => `${path}=${origin}:${text}`).join(' ')}`);
        if (this.failCommits) throw new Error('disk full');
        for (const { path, text, contentHash, sizeBytes, mtimeMs, origin, problem } of files) {
          const id = this.stored.get(path)?.id ?? this.#ids++;
          this.stored.set(path, { id, path, text, contentHash, sizeBytes, mtimeMs, origin, problem });
        }
      },
      remove: (paths) => {
        this.log.push(`remove ${paths.join(' ')}`);
        for (const path of paths) this.stored.delete(path);
      },
      markUnsaved: (path) => {
        const known = this.stored.get(path);
        if (known) this.stored.set(path, { ...known, origin: 'buffer' });
      },
      distrust: async () => {},
      touch: (entries) => {
        for (const { path, sizeBytes, mtimeMs } of entries) {
          const known = this.stored.get(path);
          if (known) this.stored.set(path, { ...known, sizeBytes, mtimeMs, origin: 'disk' });
        }
        this.log.push(`touch ${entries.map(({ path }) => path).join(' ')}`);
      },
      fileStates: () => new Map(this.stored),
      fileState: (path) => this.stored.get(path) ?? null,
      partHashes: () => [],
      importedParts: () => [],
      measure: (signal) => this.measure(signal),
      markComplete: () => this.complete++,
      isComplete: () => this.complete > 0,
    };
  }
}

function analysed({ path, sizeBytes, mtimeMs, text: buffer }: AnalyseJob, text: string): AnalysedFile {
  const problem = text.includes('\0') ? 'binary' : null;
  return {
    path,
    language: 'typescript',
    role: 'source',
    contentHash: text,
    sizeBytes,
    mtimeMs,
    origin: buffer === undefined ? 'disk' : 'buffer',
    lines: 1,
    text,
    provenance: 'test',
    chunks: [],
    marks: [],
    lexical: [],
    parts: [],
    vectors: null,
    masked: [],
    references: [],
    problem,
  };
}
