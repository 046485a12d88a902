/** The wiring of a team's index in PostgreSQL: publishing to it, and engines that answer from it. Loaded by those who use it only. */
import { join, relative, sep } from 'node:path';
import { globMatcher, MODEL_NAME, modelFile, openGit, openTokens } from './compose.js';
import { WordSimilarity } from './core/embedding/word-similarity.js';
import type { EngineOptions } from './core/engine/engine-api.js';
import { TeamEngine } from './core/engine/team-engine.js';
import { configurationError } from './core/model/problem.js';
import type { PublishTeam, TeamSettings } from './core/model/team.js';
import { openEmbeddedModel } from './io/embedding/embedded/embedded-model.js';
import { repositoryState } from './io/history/repository-identity.js';
import { databaseName } from './io/stores/folder/other-indexes.js';
import { Database, type DatabaseOptions } from './io/stores/postgres/database.js';
import { publishBranch } from './io/stores/postgres/publish-branch.js';
import { TeamReader } from './io/stores/postgres/team-reader.js';
import { measureImportance } from './io/stores/sqlite/importance.js';
import { StoreDatabase } from './io/stores/sqlite/store-database.js';
import { findLines } from './io/text/find-lines.js';
import { silent } from './util/log.js';
import { sourceName } from './util/source-name.js';

/** A call of a question: a database that is slower than this answers no editor. */
const questionMs = 5_000;
/** A statement of a publication: 64 files. */
const publicationMs = 300_000;

/** Throws ContextError('configuration') for a variable that is not set. */
export function connectionOf({ postgres: url, passwordEnv }: TeamSettings, timeoutMs: number): DatabaseOptions {
  const password = passwordEnv === undefined ? undefined : process.env[passwordEnv];
  if (passwordEnv !== undefined && password === undefined)
    throw configurationError(`team: the environment variable ${passwordEnv} is not set`);
  return { url, timeoutMs, ...(password !== undefined && { password }) };
}

export const publishTeam: PublishTeam = async ({ team, folder, indexFolder }) => {
  const { repository, branch, postgres } = team;
  const model = openEmbeddedModel(modelFile, MODEL_NAME);
  const { commit } = await repositoryState(openGit([folder]), folder);
  const database = new Database(connectionOf(team, publicationMs));
  const store = new StoreDatabase({ file: join(indexFolder, databaseName), model, maxBytes: 0, mode: 'read', log: silent });
  try {
    const leaning = (await measureImportance(store, new AbortController().signal)) ?? new Map();
    const redaction = String(store.connection.pragma('application_id', { simple: true }));
    const report = publishBranch(store, database, { repository, branch, commit, model: model.name, redaction, leaning });
    return { database: sourceName(postgres), repository, branch, commit, ...report };
  } finally {
    store.close();
    await database.close();
  }
};

/** Connects at the first question. Throws ContextError('configuration') for a password that is not there. */
export function openTeamEngine(
  team: TeamSettings,
  { roots, settings }: Pick<EngineOptions, 'roots' | 'settings'>,
  connection: Partial<Pick<DatabaseOptions, 'driver' | 'timeoutMs'>> = {},
): { readonly engine: TeamEngine; readonly hashesOf: (paths: readonly string[]) => Promise<Map<string, string>> } {
  const model = openEmbeddedModel(modelFile, MODEL_NAME);
  const similarity = new WordSimilarity((word) => model.embedQuery(word));
  const { repository, branch } = team;
  const wanted = repository === undefined ? [] : [{ repository, ...(branch !== undefined && { branch }) }];
  // The client's folder is the checkout of the one repository that is asked.
  const root = wanted.length === 1 && roots.length === 1 ? roots[0]?.folder : undefined;
  const index = new TeamReader({ ...connectionOf(team, questionMs), ...connection, wanted, model });
  const engine = new TeamEngine({
    index,
    ports: {
      embedder: {
        embedQuery: async (text, corpus) => ({ vector: model.embedQuery(text, corpus), model, problem: null }),
        similarity: (a, b) => similarity.of(a, b),
      },
      tokens: openTokens(),
      globs: globMatcher,
      now: () => performance.now(),
    },
    findLines,
    model: { name: model.name, dimensions: model.dimensions },
    roots,
    source: sourceName(team.postgres),
    budgetTokens: settings?.budgetTokens,
    absolute: (path) => (root === undefined ? null : join(root, path)),
    relative(absolutePath) {
      if (root === undefined) return null;
      const path = relative(root, absolutePath).split(sep).join('/');
      return path.startsWith('..') ? null : path;
    },
    memoryBytes: () => process.memoryUsage().rss,
  });
  const hashesOf = (paths: readonly string[]) =>
    index.ask(
      () =>
        new Map(
          paths.flatMap((path) => {
            const file = index.reader.file(path);
            return file ? [[path, file.contentHash] as const] : [];
          }),
        ),
    );
  return { engine, hashesOf };
}
