/** Workspaces published to a team's database, and both stores behind the same pipeline. */
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import picomatch from 'picomatch';
import { MODEL_NAME, openEngine } from '../../server/compose.js';
import { WordSimilarity } from '../../server/core/embedding/word-similarity.js';
import type { RetrievalPorts } from '../../server/core/retrieval/pipeline.js';
import type { IndexReader } from '../../server/core/retrieval/ports.js';
import { openEmbeddedModel } from '../../server/io/embedding/embedded/embedded-model.js';
import { indexFolder } from '../../server/io/stores/folder/index-folder.js';
import { type OpenedIndex, openIndex } from '../../server/io/stores/open-index.js';
import type { Wanted } from '../../server/io/stores/postgres/catalogue.js';
import { Database } from '../../server/io/stores/postgres/database.js';
import { type BranchReport, publishBranch } from '../../server/io/stores/postgres/publish-branch.js';
import { publishedKeys, readSourceFiles } from '../../server/io/stores/postgres/published-file.js';
import { TeamReader } from '../../server/io/stores/postgres/team-reader.js';
import { measureImportance, writeImportance } from '../../server/io/stores/sqlite/importance.js';
import { StoreDatabase } from '../../server/io/stores/sqlite/store-database.js';
import { cl100kCounter } from '../../server/io/tokenizer/cl100k.js';
import { silent } from '../../server/util/log.js';
import { packageRoot } from '../../server/util/package-root.js';

export const model = openEmbeddedModel(join(packageRoot, 'server', 'assets', `${MODEL_NAME}.bin`), MODEL_NAME);
const similarity = new WordSimilarity((word) => model.embedQuery(word));
const tokens = cl100kCounter(join(packageRoot, 'server', 'assets', 'cl100k.bin'));

export const portsOf = (reader: IndexReader): RetrievalPorts => ({
  reader,
  embedder: {
    embedQuery: async (text, corpus) => ({ vector: model.embedQuery(text, corpus), model, problem: null }),
    similarity: (a, b) => similarity.of(a, b),
  },
  reranker: () => null,
  tokens,
  globs: (globs) => picomatch([...globs], { dot: true }),
  now: () => performance.now(),
});

export const pgliteDriver = pathToFileURL(join(import.meta.dirname, 'pglite-driver.js')).href;

/** A database: in this process where no URL is given (then it is empty, and has the role of its owner). */
export function openDatabase(t: TestContext, url?: string, timeoutMs = 300_000): Database {
  const database = new Database({ url: url ?? 'memory:', timeoutMs, ...(url === undefined && { driver: pgliteDriver }) });
  t.after(() => database.close());
  return database;
}

export interface IndexedFolder {
  /** What was indexed; open until the test ends. */
  readonly index: OpenedIndex;
  /** By key of a chunk, its key in the database. */
  keys(repository: string): ReadonlyMap<string, string>;
  publish(database: Database, repository: string, branch?: string): BranchReport;
}

/** Indexes a folder as a first start would. */
export async function indexed(t: TestContext, folder: string, cacheDir: string): Promise<IndexedFolder> {
  const roots = [{ name: 'workspace', folder }];
  const settings = { workers: 1, vectorSearch: 'exact', edgeIndexing: 'off', history: 'off' } as const;
  const engine = await openEngine({ roots, cacheDir, watch: false, settings }, silent);
  await engine.settled();
  const place = engine.status().indexFolder;
  await engine.close();
  const file = join(place, 'index.sqlite');
  const store = new StoreDatabase({ file, model, maxBytes: 1e10, log: silent });
  const leaning = (await measureImportance(store, AbortSignal.timeout(60_000))) ?? new Map<number, number>();
  writeImportance(store, leaning);
  store.close();
  const index = await openIndex({ folder: indexFolder(cacheDir, roots), roots, embedder: model, vectorSearch: 'exact', log: silent });
  t.after(() => index.close());
  await index.namesBuilt();
  const opened = <T>(work: (store: StoreDatabase) => T): T => {
    const own = new StoreDatabase({ file: join(index.folder, 'index.sqlite'), model, maxBytes: 1e10, mode: 'read', log: silent });
    try {
      return work(own);
    } finally {
      own.close();
    }
  };
  return {
    index,
    keys: (repository) => opened((own) => new Map(readSourceFiles(own).flatMap((source) => [...publishedKeys(own, repository, source)]))),
    publish: (database, repository, branch = 'main') =>
      opened((own) => publishBranch(own, database, { repository, branch, commit: null, model: model.name, redaction: 'secrets', leaning })),
  };
}

export async function teamReader(database: Database, ...wanted: readonly Wanted[]): Promise<TeamReader> {
  const reader = new TeamReader({ url: '', timeoutMs: 0, wanted, model }, database);
  await reader.namesBuilt();
  return reader;
}
