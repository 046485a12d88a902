/**
 * While a workspace is being indexed, the files that a question is about are indexed first: those that it names, and those found by looking
 * for its words in the files on disk, so that an answer of the first seconds does not lack what a plain text search would find.
 */
import { within } from '../../util/within.js';
import type { FileEntry, WorkspacePath } from '../model/file.js';
import { fileRole, isOfOthers } from '../model/file-role.js';
import { descriptorOf, languageOf } from '../model/language.js';
import { limits } from '../model/limits.js';
import { analyseQuery, STOP } from '../retrieval/query/analyse-query.js';
import { passagesOf } from '../retrieval/query/passages.js';
import type { FileSource, FoundWords, WordScan } from './ports.js';

export interface QuestionFirstDependencies {
  readonly indexer: {
    /** Resolves when all files are listed. */
    listed(): Promise<void>;
    /** Listed files that are not indexed yet. */
    waiting(): readonly FileEntry[];
    /** Indexes them ahead of all others, and what is being analysed, until the deadline, the first few until `latest`; never rejects. */
    indexFirst(entries: readonly FileEntry[], deadline: number, latest: number): Promise<void>;
  };
  readonly source: Pick<FileSource, 'absolute'>;
  readonly scan: WordScan;
  readonly isIndexing: () => boolean;
}

/** How long the steps may take, each from the beginning on. Milliseconds. */
interface Patience {
  readonly listingMs: number;
  readonly scanMs: number;
  readonly totalMs: number;
  /** From when all files are listed, or the wait for that is over. */
  readonly afterListingMs: number;
  /** For files that are no code, where there is code: documents, data and translations are often most of the bytes. */
  readonly otherScanMs: number;
  /** For the few files that fit best. */
  readonly bestMs: number;
}
const brief: Patience = {
  listingMs: limits.maxListingWaitMs,
  scanMs: limits.maxListingWaitMs + limits.maxScanMs,
  totalMs: limits.maxQuestionFirstMs,
  afterListingMs: limits.maxAfterListingMs,
  otherScanMs: limits.maxOtherScanMs,
  bestMs: limits.maxBestFilesMs,
};
/** Looking through the files has half of the time, analysing them a quarter. */
const patient: Patience = {
  listingMs: limits.maxEmptyAnswerMs / 2,
  scanMs: (limits.maxEmptyAnswerMs * 3) / 4,
  totalMs: limits.maxEmptyAnswerMs,
  afterListingMs: limits.maxEmptyAnswerMs,
  otherScanMs: limits.maxEmptyAnswerMs,
  bestMs: limits.maxEmptyAnswerMs,
};

/** Bits of a number. */
const maxWords = 30;
/** Words of a run, and runs, that may be part of a text of the program. */
const runWords = 3;
const maxRuns = 10;
const minWordChars = 3;
/** Of a definition, besides what the word counts. */
const definedShare = 2;
/** What a word counts in tests, documents and the like, and in code of others. */
const otherShare = 0.6;
const foreignShare = 0.25;
/** Files of one name, such as index.ts. */
const maxFilesOfPath = 8;

export class QuestionFirst {
  readonly #of: QuestionFirstDependencies;
  /** Of the questions of this moment. A failure ends one of them; the answer then rests on what is indexed. */
  readonly #running = new Set<Promise<void>>();
  /** The last one that has more time, or those before it. */
  #patient: Promise<void> = Promise.resolve();
  /** Files that are being indexed for questions. */
  #underway = 0;
  /** Of the present indexing: when the first question came, and how long files were looked through. */
  #startedAt: number | null = null;
  #spentMs = 0;

  constructor(dependencies: QuestionFirstDependencies) {
    this.#of = dependencies;
  }

  /** Resolves when the files that fit the question best are indexed, or the time is over. At once where the index is complete. */
  async prepare(question: string, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#of.isIndexing()) {
      this.#startedAt = null;
      this.#spentMs = 0;
      return;
    }
    const paths = pathsIn(question);
    let words = scanWords(question);
    if (words.length === 0 && paths.length === 0) return;
    const from = performance.now();
    this.#startedAt ??= from;
    // Looking through the files takes from indexing them: a share of the time, and the first question at once. A path needs no search.
    if (this.#spentMs > limits.maxScanShare * (from - this.#startedAt)) words = [];
    if (words.length > 0 || paths.length > 0) this.#run(this.#indexFor({ words, paths }, from, brief, signal));
    // Another question may be about the same files.
    await within(brief.bestMs, Promise.allSettled(this.#running), signal);
  }

  /** The same for a file that is asked for by its path. */
  async prepareFile(path: WorkspacePath, signal: AbortSignal | undefined): Promise<void> {
    if (!this.#of.isIndexing()) return;
    const run = this.#indexFor({ words: [], paths: [path] }, performance.now(), brief, signal);
    this.#run(run);
    await within(brief.bestMs, Promise.allSettled([run]), signal);
  }

  /** After an answer without results: takes more time for the same. False where that cannot help, because the index was complete. */
  async prepareAgain(question: string, signal: AbortSignal | undefined): Promise<boolean> {
    const words = scanWords(question);
    if (!this.#of.isIndexing() || words.length === 0) return false;
    // Of several questions one after the other looks through all files.
    const before = this.#patient;
    const run = before.then(() => this.#indexFor({ words, paths: pathsIn(question) }, performance.now(), patient, signal));
    this.#patient = run.catch(() => {});
    this.#run(run);
    await within(patient.totalMs, Promise.allSettled([run]), signal);
    return true;
  }

  #run(work: Promise<void>): void {
    const run = work.finally(() => this.#running.delete(run));
    run.catch(() => {});
    this.#running.add(run);
  }

  async #indexFor({ words, paths }: Sought, from: number, patience: Patience, signal: AbortSignal | undefined): Promise<void> {
    const { listingMs, scanMs, totalMs, afterListingMs, bestMs } = patience;
    const { indexer } = this.#of;
    await within(listingMs, indexer.listed(), signal);
    const deadline = Math.min(from + totalMs, performance.now() + afterListingMs);
    const latest = Math.max(deadline, from + bestMs);
    const waiting = indexer.waiting();
    // The files that it is about may be underway.
    if (waiting.length === 0) return indexer.indexFirst([], deadline, deadline);
    const named = paths.flatMap((path) => filesOfPath(waiting, path));
    const matching =
      words.length > 0 ? await this.#bestOf(waiting, words, deadline - (totalMs - scanMs), patience.otherScanMs, signal) : [];
    // Several questions at once share the time that there is.
    const best = [...new Set([...named, ...matching])].slice(0, Math.max(0, limits.maxQuestionFirstFiles - this.#underway));
    this.#underway += best.length;
    try {
      await indexer.indexFirst(best, deadline, latest);
    } finally {
      this.#underway -= best.length;
    }
  }

  async #bestOf(
    waiting: readonly FileEntry[],
    words: readonly string[],
    deadline: number,
    otherScanMs: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly FileEntry[]> {
    const { source, scan } = this.#of;
    const place = ({ path, sizeBytes }: FileEntry) => ({
      // Resolved on the disk: only for files that are read before the deadline.
      get absolutePath() {
        return source.absolute(path) ?? path;
      },
      sizeBytes,
    });
    const ordered = likelyFirst(waiting, words);
    const [code, others] = [ordered.filter(isCode), ordered.filter((entry) => !isCode(entry))];
    const scanFrom = performance.now();
    const inCode = await scan(code.map(place), words, { deadline, signal });
    const otherDeadline = code.length > 0 ? Math.min(deadline, performance.now() + otherScanMs) : deadline;
    const inOthers = await scan(others.map(place), words, { deadline: otherDeadline, signal });
    this.#spentMs += performance.now() - scanFrom;
    const found = { contains: joined(inCode.contains, inOthers.contains), defines: joined(inCode.defines, inOthers.defines) };
    return bestFiles([...code, ...others], words, found);
  }
}

function joined(first: Uint32Array, second: Uint32Array): Uint32Array {
  const all = new Uint32Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}

const isCode = ({ path }: FileEntry): boolean => {
  const language = languageOf(path);
  return language !== 'plaintext' && descriptorOf(language)?.role === undefined;
};

/** Files with parts of the words in their paths first, then small ones: the time may not be enough to look through all. */
function likelyFirst(files: readonly FileEntry[], words: readonly string[]): FileEntry[] {
  const parts = [...new Set(words.flatMap((word) => word.split(/[^\p{L}\p{N}]+/u)))].filter(({ length }) => length > minWordChars);
  const hits = new Map(files.map((entry) => [entry, parts.filter((part) => entry.path.toLowerCase().includes(part)).length]));
  return [...files].sort((a, b) => (hits.get(b) as number) - (hits.get(a) as number) || a.sizeBytes - b.sizeBytes);
}

/** What a question is about: words to look for, and files. */
interface Sought {
  readonly words: readonly string[];
  readonly paths: readonly string[];
}

const pathsIn = (question: string): string[] => analyseQuery(question.slice(0, limits.maxQueryChars)).paths.map(({ path }) => path);

/** The file at a path, or those whose path ends so, or is the end of an absolute one; the shortest first. */
function filesOfPath(files: readonly FileEntry[], path: string): FileEntry[] {
  const sought = path.replace(/^(?:\.{0,2}\/)+/, '');
  const isMeant = (one: string): boolean => one === sought || one.endsWith(`/${sought}`) || sought.endsWith(`/${one}`);
  return files
    .filter((entry) => isMeant(entry.path))
    .sort((a, b) => a.path.length - b.path.length || comparePaths(a, b))
    .slice(0, maxFilesOfPath);
}

/**
 * Words of a question that are worth looking for, in lower case, and runs of words that may be part of a text of the program. Names come
 * first where there are too many: `keep-empty`, `app.run`, which C++ writes `app::run`.
 */
export function scanWords(question: string): string[] {
  const text = question.slice(0, limits.maxQueryChars);
  const runs = text.match(/[\p{L}\p{N}_$]+/gu) ?? [];
  // A run without a joint matches as well: a pattern that requires one is quadratic on a long run.
  const paths = (text.match(/[\p{L}\p{N}_$]+(?:(?:[-./]|::|->)[\p{L}\p{N}_$]+)*/gu) ?? []).filter((run) => /[-./:]/.test(run));
  const spelt = paths.flatMap((name) => (/^[\w$]+[.#][\w$]+$/.test(name) ? [name, name.replace(/[.#]/, '::')] : [name]));
  const names = [...spelt, ...runs.filter((run) => /[a-z\d][A-Z]|_/.test(run))];
  const words = [...names, ...textRuns(text), ...runs].map((run) => run.toLowerCase());
  return [...new Set(words.filter((word) => word.length >= minWordChars && !STOP.has(word)))].slice(0, maxWords);
}

/** Three neighbouring words each, as they are written, of which two say something: a message in the code may have placeholders elsewhere. */
function textRuns(question: string): string[] {
  const found = passagesOf(question).flatMap(({ text }) => {
    const words = [...text.matchAll(/[\p{L}\p{N}_]+/gu)];
    return words.flatMap(({ index }, i) => {
      const run = words.slice(i, i + runWords);
      if (run.length < runWords || run.filter(([word]) => !STOP.has(word.toLowerCase())).length < 2) return [];
      const last = run.at(-1) as RegExpExecArray;
      return [text.slice(index, last.index + last[0].length)];
    });
  });
  return [...new Set(found)].slice(0, maxRuns);
}

/**
 * The files that define or contain the rarest words, the best first, as many as are indexed in a moment.
 */
export function bestFiles(files: readonly FileEntry[], words: readonly string[], { contains, defines }: FoundWords): FileEntry[] {
  const counts = words.map((_, bit) => contains.reduce((sum, bits) => sum + ((bits >>> bit) & 1), 0));
  const rarity = counts.map((count) => Math.log(1 + files.length / (1 + count)));
  const scored = files.map((entry, i) => ({ entry, score: scoreOf(entry, words, [contains[i] as number, defines[i] as number], rarity) }));
  const best: FileEntry[] = [];
  let bytes = 0;
  for (const { entry } of scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || comparePaths(a.entry, b.entry))) {
    bytes += entry.sizeBytes;
    if (best.length > 0 && (best.length === limits.maxQuestionFirstFiles || bytes > limits.maxQuestionFirstBytes)) break;
    best.push(entry);
  }
  return best;
}

/** A word in the path counts once more; files of other roles than source, and large ones, count less. */
function scoreOf(
  { path, sizeBytes }: FileEntry,
  words: readonly string[],
  [contained, defined]: readonly [number, number],
  rarity: readonly number[],
): number {
  const folded = path.toLowerCase();
  let sum = 0;
  for (const [bit, word] of words.entries()) {
    if ((contained >>> bit) & 1) sum += rarity[bit] as number;
    if ((defined >>> bit) & 1) sum += definedShare * (rarity[bit] as number);
    if (folded.includes(word)) sum += rarity[bit] as number;
  }
  if (sum === 0) return 0;
  const role = fileRole(path, languageOf(path));
  const share = role === 'source' ? 1 : isOfOthers(role) ? foreignShare : otherShare;
  return (sum * share) / (1 + sizeBytes / limits.maxQuestionFirstBytes);
}

const comparePaths = (a: { readonly path: WorkspacePath }, b: { readonly path: WorkspacePath }): number => (a.path < b.path ? -1 : 1);
