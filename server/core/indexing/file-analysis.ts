/** Analysis of single files for the index: makes the job from what the index knows of a file, and runs it. */
import { messageOf } from '../../util/bug.js';
import type { Log } from '../../util/log.js';
import type { FileEntry, WorkspacePath } from '../model/file.js';
import { limits } from '../model/limits.js';
import type { AnalyseJob, AnalyseOutcome, Analyser, FileSource, FileState, IndexWriter } from './ports.js';

export type Priority = 'interactive' | 'background';

/** Fetched packs, as analysis uses them. */
export interface FetchedForAnalysis {
  /** Resolves when background analysis may begin. */
  ready(): Promise<void>;
  readonly folder: string | undefined;
}

interface FileAnalysisDependencies {
  readonly source: Pick<FileSource, 'absolute' | 'local'>;
  readonly analyser: Analyser;
  readonly index: Pick<IndexWriter, 'importedParts' | 'partHashes'>;
  /** Absent where no source of packs is set. */
  readonly packs: FetchedForAnalysis | undefined;
  readonly signal: AbortSignal;
  readonly log: Log;
}

export class FileAnalysis {
  readonly #parts: FileAnalysisDependencies;

  constructor(dependencies: FileAnalysisDependencies) {
    this.#parts = dependencies;
  }

  /** Jobs at once: enough that no worker ever waits for the next file. */
  get concurrency(): number {
    return Math.min(this.#parts.analyser.workers * 8, limits.maxQueuedJobs);
  }

  placeOf(path: WorkspacePath): Pick<AnalyseJob, 'absolutePath' | 'localPath'> {
    const { source } = this.#parts;
    return { absolutePath: source.absolute(path) ?? path, localPath: source.local(path) };
  }

  /** @param state what the index holds of the file, or undefined where it is to be analysed whatever that is */
  jobFor(entry: FileEntry, state: FileState | undefined): AnalyseJob {
    const { index } = this.#parts;
    const { path, sizeBytes, mtimeMs } = entry;
    const place = this.placeOf(path);
    if (!state) return { path, ...place, sizeBytes, mtimeMs, knownParts: index.importedParts(path) };
    // A document that was closed unsaved has the buffer's hash: the disk's text differs, or only the origin changes.
    const knownContentHash = state.origin === 'disk' ? state.contentHash : undefined;
    return { path, ...place, sizeBytes, mtimeMs, knownContentHash, knownParts: index.partHashes(path) };
  }

  /** Null where the analysis failed. */
  async run(job: AnalyseJob, priority: Priority): Promise<AnalyseOutcome | null> {
    const { analyser, packs, signal, log } = this.#parts;
    try {
      if (!packs || job.text !== undefined) return await analyser.analyse(job, priority, signal);
      if (priority === 'background') await packs.ready();
      return await analyser.analyse({ ...job, packs: packs.folder }, priority, signal);
    } catch (error) {
      if (!signal.aborted) log('warn', `analysing ${job.path}: ${messageOf(error)}`);
      return null;
    }
  }
}

/** Whether the index holds the file's text as it is on disk, by size and time. Without a content hash it is to be analysed again. */
export function isUnchanged(state: FileState | undefined, entry: FileEntry): boolean {
  if (state?.contentHash === '' && state.problem === null) return false;
  return state !== undefined && state.origin === 'disk' && state.sizeBytes === entry.sizeBytes && state.mtimeMs === entry.mtimeMs;
}
