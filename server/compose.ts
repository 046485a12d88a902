/** The only wiring: builds the io objects of a workspace and hands them to the engine as plain arguments. */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import picomatch from 'picomatch';
import { withoutChunks } from './analysis/analyse-file.js';
import type { WorkerSettings } from './analysis/worker.js';
import type { Archive } from './core/embedding/archive-ports.js';
import { WorkspaceEngine } from './core/engine/engine.js';
import type { Engine, EngineOptions, EngineSettings } from './core/engine/engine-api.js';
import type { AnalyseJob, AnalyseOutcome } from './core/indexing/ports.js';
import type { WorkspacePath } from './core/model/file.js';
import { languageOf } from './core/model/language.js';
import { limits } from './core/model/limits.js';
import { queryError } from './core/model/problem.js';
import { pathPatterns } from './core/retrieval/query/path-patterns.js';
import { openEmbeddedModel } from './io/embedding/embedded/embedded-model.js';
import type { Git } from './io/history/git-port.js';
import { edgeSource } from './io/language-servers/facts/edge-source.js';
import type { Timing } from './io/language-servers/process/timing.js';
import { WorkspaceServers } from './io/language-servers/workspace-servers.js';
import { indexCopyFolder } from './io/stores/folder/index-copies.js';
import { defaultCacheDir, indexFolder } from './io/stores/folder/index-folder.js';
import { type OpenedIndex, openIndex } from './io/stores/open-index.js';
import { findLines } from './io/text/find-lines.js';
import { scanWords } from './io/text/scan-words.js';
import { cl100kCounter } from './io/tokenizer/cl100k.js';
import { readSource } from './io/workers/read-source.js';
import { createWorkerPool } from './io/workers/worker-pool.js';
import { openFileSource } from './io/workspace/file-source.js';
import { ForgottenFile } from './io/workspace/forgotten-file.js';
import { findGit, gitNames, gitOutput } from './io/workspace/git.js';
import { realRoots } from './io/workspace/roots.js';
import { type PackingOptions, packPublisher, packSource } from './packing.js';
import { messageOf } from './util/bug.js';
import type { Log } from './util/log.js';
import { entryFile, packageRoot } from './util/package-root.js';
import { version } from './util/version.js';

export const MODEL_NAME = 'static-code-256-v3';
const asset = (name: string): string => join(packageRoot, 'server', 'assets', name);
export const modelFile = asset(`${MODEL_NAME}.bin`);

/**
 * One core is left to the main thread, which writes and answers, but on two cores it is idle for most of an indexing: a second worker takes
 * a quarter of the time off (docs/decisions/workers.md). More than four threads starve the writer.
 */
const defaultWorkers = (): number => Math.min(availableParallelism(), Math.max(2, Math.min(4, availableParallelism() - 1)));

function openPool(workers: number, chosen: Pick<WorkerSettings, 'dimensions' | 'maxFileBytes' | 'redactEmails'>, log: Log) {
  const settings: WorkerSettings = { modelFile, modelName: MODEL_NAME, ...chosen };
  return createWorkerPool<AnalyseJob, AnalyseOutcome>({
    entry: pathToFileURL(entryFile('analysis/worker.js')),
    workers,
    workerData: settings,
    // A commit keeps the main thread for 10 to 20 ms: about what a worker needs for so many files.
    ahead: 4,
    affinityOf: ({ path, text }) => (text === undefined ? null : path),
    log,
    onLost: ({ path, absolutePath, localPath, text, sizeBytes, mtimeMs }, reason) => ({
      kind: 'analysed',
      file: withoutChunks(
        { path, absolutePath, localPath, contentHash: '', sizeBytes, mtimeMs, origin: text === undefined ? 'disk' : 'buffer' },
        languageOf(path),
        `skipped: ${reason}`,
      ),
    }),
  });
}

export const openTokens = () => cl100kCounter(asset('cl100k.bin'));

/** Git as the history uses it; null where it is not installed. */
export function openGit(workspace: readonly string[]): Git | null {
  const git = findGit(workspace);
  if (git === null) return null;
  return {
    names: (args, folder, signal) => gitNames(git, args, folder, signal),
    output: (args, folder, signal) => gitOutput(git, args, folder, { signal }),
  };
}

/** Exports are marked with the repository of the first root. The code that reads and writes them is loaded when it is used. */
function archiveOf(folder: string): Archive {
  const reading = () => import('./io/archive/import-archive.js');
  const state = async (signal?: AbortSignal) =>
    (await import('./io/history/repository-identity.js')).repositoryState(openGit([folder]), folder, signal);
  return {
    modelOf: async (file) => (await (await reading()).readArchiveManifest(file)).model,
    async export(source, file, signal) {
      const { commit, ...repository } = await state(signal);
      const { exportArchive } = await import('./io/archive/export-archive.js');
      const done = await exportArchive(source, {
        file,
        product: `context-language-server ${version}`,
        repository,
        commit,
        createdAt: new Date(),
        signal,
      });
      return { file, model: source.model, commit, ...done };
    },
    async import(sink, file, signal) {
      const { manifest, ...counts } = await (await reading()).importArchive(sink, { file, repository: await state(signal), signal });
      const { model, commit, product, createdAt } = manifest;
      return { file, model, commit, product, createdAt, ...counts };
    },
  };
}

/** @throws ContextError('query') for an empty glob, or one that is too long. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
  try {
    return picomatch([...globs], { dot: true });
  } catch (error) {
    throw queryError(`not a glob: ${messageOf(error)}`);
  }
}

const embeddedDimensionsOf = ({ embedding }: EngineSettings): number | undefined =>
  embedding?.provider === 'embedded' ? embedding.dimensions : undefined;

/**
 * Opens a workspace. Indexing starts at once and goes on in the background. `timing`: of language servers, for tests.
 * @throws ContextError where no index can be opened.
 */
export async function openEngine(options: EngineOptions, log: Log, timing?: Timing): Promise<Engine> {
  const { settings = {} } = options;
  const maxFileBytes = settings.maxFileBytes ?? limits.maxFileBytes;
  const redactEmails = settings.redactEmails ?? false;
  const model = openEmbeddedModel(modelFile, MODEL_NAME, embeddedDimensionsOf(settings));
  let engine: WorkspaceEngine | null = null;
  // Absolute: packages and models are resolved from other folders.
  const cacheDir = resolve(options.cacheDir ?? defaultCacheDir());
  const proposed = realRoots(options.roots);
  const redaction = redactEmails ? 'secretsAndEmails' : 'secrets';
  const folder = indexFolder(cacheDir, proposed);
  const pool = openPool(settings.workers ?? defaultWorkers(), { dimensions: model.dimensions, maxFileBytes, redactEmails }, log);
  // The worker loads its modules while a new index is made: the first question waits for files to be analysed.
  if (!options.paused && !options.readOnly && !existsSync(indexCopyFolder(folder, 0))) pool.startAhead();
  const index = await openIndex({
    folder,
    roots: proposed,
    names: options.names,
    mode: options.readOnly ? 'read' : 'own',
    embedder: { name: model.name, dimensions: model.dimensions },
    vectorSearch: settings.vectorSearch,
    redaction,
    log,
    onRebuilt: (reason) => engine?.rebuilt(reason),
  }).catch(async (error) => {
    await pool.close();
    throw error;
  });
  const { roots } = index;
  const tokens = openTokens();
  // The first answer needs the tables: they load before the first listing comes back.
  setImmediate(() => tokens.count(''));
  const forgotten = new ForgottenFile(cacheDir);
  const source = openFileSource(roots, { maxFileBytes, exclude: settings.exclude ?? [], forgotten, log });
  const git = settings.history === 'off' ? null : openGit(roots.map(({ folder }) => folder));
  const history =
    git &&
    new (await import('./io/history/repository-history.js')).RepositoryHistory({
      git,
      roots,
      file: join(index.derivedFolder, 'history.json'),
      forgotten: () => source.forgotten.list(),
      log,
    });
  const servers = new WorkspaceServers({
    roots,
    cacheFolder: join(index.derivedFolder, 'languageServer'),
    trusted: settings.trusted ?? false,
    settings: settings.servers ?? {},
    editor: options.editor,
    timing,
    log,
  });
  const packing: PackingOptions = {
    roots: roots.map(({ folder }) => folder),
    git: (folder) => openGit([folder]),
    settings,
    model,
    redaction,
    folder: join(index.derivedFolder, 'packs'),
  };
  const packs = options.readOnly ? undefined : packSource(packing);
  engine = new WorkspaceEngine({
    source,
    analyser: {
      workers: pool.workers,
      analyse: (job, priority, signal) => pool.run(job, priority, signal),
      close: () => pool.close(),
    },
    index,
    retrieval: {
      tokens,
      globs: (globs) => globMatcher(globs.flatMap((glob) => pathPatterns(glob, (path) => source.relative(path)))),
      now: () => performance.now(),
    },
    findLines,
    scanWords,
    model,
    // The embedded model needs none of it.
    openModels: async (chosen) => {
      const { openModels } = await import('./io/embedding/open-models.js');
      return openModels(chosen, { log, cacheDir, packageFolders: [join(cacheDir, 'packages')] });
    },
    modelSettings: settings,
    embedding: options.embedding ?? 'background',
    loadPrecomputed: async (...given) => (await import('./io/archive/load-precomputed.js')).loadPrecomputed(...given),
    archive: archiveOf(roots[0]?.folder ?? ''),
    ...(packs && { packSource: packs }),
    publishPacks: packPublisher(packing),
    ...(history && { history }),
    servers,
    ...(settings.edgeIndexing !== 'off' && { structure: edgeSource(servers, (path) => source.relative(path)) }),
    log,
    watch: options.watch ?? true,
    memoryBytes: () => process.memoryUsage().rss,
    ...(settings.budgetTokens !== undefined && { budgetTokens: settings.budgetTokens }),
  });
  if (!options.paused && !options.readOnly) engine.start();
  if (settings.retentionDays !== undefined && !options.readOnly) {
    const { removeOldIndexes } = await import('./io/stores/folder/remove-old-indexes.js');
    void removeOldIndexes(indexFolder(cacheDir, roots), settings.retentionDays, log);
  }
  const { team } = settings;
  const [only, another] = roots;
  if (!team || !only || another || options.readOnly) return engine;
  const [{ joinedEngine }, { TeamSideThread }] = await Promise.all([import('./core/engine/joined-engine.js'), import('./team-side.js')]);
  const side = new TeamSideThread(
    {
      ...(settings.budgetTokens !== undefined && { budgetTokens: settings.budgetTokens }),
      team: { ...team, repository: team.repository ?? basename(only.folder) },
    },
    log,
  );
  if (!index.writer.isComplete()) side.startSoon();
  return joinedEngine(engine, { team: side, localHash: (path) => localHash(engine, index, path) });
}

/** Content hash of a file as it is here, unsaved edits included; null where there is none that can be read. */
export function localHash(engine: Pick<Engine, 'absolute'>, { writer }: Pick<OpenedIndex, 'writer'>, path: WorkspacePath): string | null {
  const known = writer.fileState(path);
  if (known) return known.contentHash;
  const file = engine.absolute(path);
  const read = file === null ? null : readSource(file, limits.maxFileBytes);
  return read === null || read.kind === 'gone' ? null : read.contentHash;
}
