/**
 * Copies a complete local index to a branch of a team's database, in one transaction: readers have the old state or the new one. Contents
 * that the repository has already are not written again; those that no branch has any more are removed.
 */
import { indexError } from '../../../core/model/problem.js';
import { remembered } from '../../../util/remembered.js';
import type { LeaningCounts } from '../sqlite/importance.js';
import { schemaVersion } from '../sqlite/schema.js';
import type { StoreDatabase } from '../sqlite/store-database.js';
import type { Database } from './database.js';
import { digestOf, type KeysOf, publishedKeys, readPublishedFile, readSourceFiles, type SourceFile } from './published-file.js';
import { contentTables, teamSchema, teamSchemaVersion } from './schema.js';

export interface BranchToPublish {
  readonly repository: string;
  readonly branch: string;
  readonly commit: string | null;
  /** Name of the embedded model. */
  readonly model: string;
  readonly redaction: string;
  /** Of the files of the index, as of now. */
  readonly leaning: LeaningCounts;
}

export interface BranchReport {
  readonly files: number;
  /** Contents that were not in the repository yet. */
  readonly written: number;
  /** Contents that no branch has any more. */
  readonly removed: number;
}

/** Files of one statement: a few megabytes. */
const filesAtOnce = 64;
/** Publishers of one repository wait for each other; the first key names this product. */
const lockClass = 0x636c73;

/** The version of the schema; null where there is none. */
export function readSchemaVersion(database: Database): number | null {
  const [[exists] = [false]] = database.rows<[boolean]>("SELECT to_regclass('context_team.version') IS NOT NULL");
  if (!exists) return null;
  return database.rows<[number]>('SELECT version FROM context_team.version')[0]?.[0] ?? null;
}

/** Throws ContextError('index') for a database of another version. */
export function checkVersion(version: number | null): void {
  if (version === teamSchemaVersion) return;
  const found = version === null ? 'nothing has been published to it' : `it has schema version ${version}, expected ${teamSchemaVersion}`;
  throw indexError(`the team database cannot be used: ${found}`);
}

/** Throws ContextError('index') for an index that is not complete, for a database of another version, and for what the server reports. */
export function publishBranch(store: StoreDatabase, database: Database, to: BranchToPublish): BranchReport {
  const version = readSchemaVersion(database);
  if (version === null) database.transaction(() => database.run(teamSchema));
  else checkVersion(version);
  const report = database.transaction(() => {
    const repository = repositoryId(database, to);
    database.rows('SELECT pg_advisory_xact_lock($1::int, $2::int)', [lockClass, repository]);
    const files = readSourceFiles(store);
    const open = files.find(({ content_hash, problem }) => content_hash === '' && problem === null);
    if (open) throw indexError(`the index is not complete: ${open.path}`);
    const byId = new Map(files.map((file) => [file.id, file]));
    const known = new Map<number, ReadonlyMap<string, string>>();
    const keysOf: KeysOf = (file) => remembered(known, file, () => publishedKeys(store, to.repository, byId.get(file) as SourceFile));
    const basis = JSON.stringify([schemaVersion, teamSchemaVersion, to.model, store.state.dimensions, to.redaction]);
    const digests = files.map((file) => digestOf(store, file, basis, keysOf));
    const ids = readIds(database, repository, digests);
    const missing = files.map((file, i) => ({ file, digest: digests[i] as string })).filter(({ digest }) => !ids.has(digest));
    const fresh = database.rows<[number]>("SELECT nextval('context_team.file_id') FROM generate_series(1, $1::int)", [missing.length]);
    for (let at = 0; at < missing.length; at += filesAtOnce) {
      const rows = missing.slice(at, at + filesAtOnce).map(({ file, digest }, i) => {
        const id = fresh[at + i]?.[0] as number;
        ids.set(digest, id);
        return readPublishedFile(store, file, { id, repository, digest, keysOf });
      });
      const byTable = [rows.map(({ file }) => file), ...contentTables.map((table) => rows.flatMap((row) => row[table]))];
      // The next files are read meanwhile.
      database.later(
        insertContents,
        byTable.map((list) => JSON.stringify(list)),
      );
    }
    const branch = database.rows<[number]>(
      `INSERT INTO context_team.branch(repository, name, commit, model, dimensions, generation)
       VALUES($1, $2, $3, $4, $5, nextval('context_team.generation'))
       ON CONFLICT(repository, name) DO UPDATE SET commit = excluded.commit, model = excluded.model, dimensions = excluded.dimensions,
         generation = excluded.generation, published_at = now() RETURNING id`,
      [repository, to.branch, to.commit, to.model, store.state.dimensions],
    )[0]?.[0] as number;
    const before = database.rows<[number]>('DELETE FROM context_team.branch_file WHERE branch = $1 RETURNING file', [branch]);
    const listed = files.map(({ id, mtime_ms, indexed_at }, i) => {
      const users = to.leaning.get(id) ?? 0;
      return { repository, branch, file: ids.get(digests[i] as string), mtime_ms, indexed_at, users };
    });
    database.rows(insertOf('branch_file', 1), [JSON.stringify(listed)]);
    const kept = new Set(ids.values());
    const removed = removeUnused(
      database,
      before.map(([file]) => file).filter((file) => !kept.has(file)),
    );
    return { files: files.length, written: missing.length, removed };
  });
  // Plans follow from statistics: without them, none knows which words are common.
  if (report.written > 0)
    for (const table of ['file', 'branch_file', ...contentTables] as const) database.run(`ANALYZE context_team.${table}`);
  return report;
}

function repositoryId(database: Database, { repository, branch }: BranchToPublish): number {
  database.rows('INSERT INTO context_team.repository(name, main_branch) VALUES($1, $2) ON CONFLICT(name) DO NOTHING', [repository, branch]);
  return database.rows<[number]>('SELECT id FROM context_team.repository WHERE name = $1', [repository])[0]?.[0] as number;
}

const readIds = (database: Database, repository: number, digests: readonly string[]): Map<string, number> =>
  new Map(
    database.rows<[string, number]>('SELECT digest, id FROM context_team.file WHERE repository = $1 AND digest = ANY($2::text[])', [
      repository,
      digests,
    ]),
  );

/** SQL: rows of a table from a parameter with them as JSON. @param table one of the schema's */
const insertOf = (table: 'file' | 'branch_file' | (typeof contentTables)[number], parameter: number): string =>
  `INSERT INTO context_team.${table} SELECT * FROM json_populate_recordset(NULL::context_team.${table}, $${parameter}::json)`;

/** Of some files, rows of all tables. */
const insertContents = `WITH ${contentTables.map((table, i) => `new_${table} AS (${insertOf(table, i + 2)})`).join(', ')} ${insertOf('file', 1)}`;

/** Those of the contents that no branch has any more. */
function removeUnused(database: Database, files: readonly number[]): number {
  if (files.length === 0) return 0;
  const gone = database
    .rows<[number]>(
      `DELETE FROM context_team.file f WHERE f.id = ANY($1::bigint[])
       AND NOT EXISTS (SELECT 1 FROM context_team.branch_file b WHERE b.file = f.id) RETURNING f.id`,
      [files],
    )
    .map(([id]) => id);
  for (const table of contentTables) database.rows(`DELETE FROM context_team.${table} WHERE file = ANY($1::bigint[])`, [gone]);
  return gone.length;
}
