/** The branches that a reader asks about, with a row for each of their files: read once, and again when any of them was published. */
import type { FileRecord, WorkspacePath } from '../../../core/model/file.js';
import { indexError } from '../../../core/model/problem.js';
import { asFileRole } from '../sqlite/stored-kinds.js';
import type { Database } from './database.js';
import { checkVersion, readSchemaVersion } from './publish-branch.js';
import { chunkBits } from './schema.js';

/** A repository, and one of its branches; the main one where none is named. */
export interface Wanted {
  readonly repository: string;
  readonly branch?: string;
}

export interface TeamBranch {
  readonly id: number;
  readonly repository: string;
  readonly name: string;
  readonly commit: string | null;
  /** Begins every path: '' for a reader of one repository that was named. */
  readonly prefix: string;
}

export interface TeamFile extends FileRecord {
  readonly facts: string | null;
  readonly chunks: number;
  readonly symbols: number;
  readonly references: number;
  readonly vectors: number;
  readonly words: number;
  readonly masked: string | null;
  readonly users: number;
  /** Number in the order of paths. */
  readonly order: number;
}

export interface Catalogue {
  /** Names this very state of the branches. */
  readonly key: string;
  readonly generation: number;
  readonly branches: readonly TeamBranch[];
  readonly branchIds: readonly number[];
  readonly files: ReadonlyMap<number, TeamFile>;
  readonly byPath: ReadonlyMap<WorkspacePath, TeamFile>;
  /** Chunks, and words of all their fields. */
  readonly chunks: number;
  readonly words: number;
  readonly lastChunk: number;
  /** Of the file that most others lean on. */
  readonly mostUsers: number;
}

interface Model {
  readonly name: string;
  readonly dimensions: number;
}

type BranchRow = readonly [
  id: number,
  repository: string,
  name: string,
  commit: string | null,
  model: string,
  dims: number,
  generation: number,
];

/**
 * `last` where nothing was published since. Throws ContextError('index') where a wanted branch is not there (which is also what a reader who
 * may not see it is told), where it has vectors of another model, and where the database has another version.
 */
export function readCatalogue(database: Database, wanted: readonly Wanted[], model: Model, last: Catalogue | null): Catalogue {
  if (last === null) checkVersion(readSchemaVersion(database));
  const rows = readBranches(database, wanted);
  const key = rows.map(([id, , , , , , generation]) => `${id}:${generation}`).join(' ');
  if (key === last?.key) return last;
  for (const [, repository, name, , published, dimensions] of rows)
    if (published !== model.name || dimensions !== model.dimensions)
      throw indexError(`${repository} (${name}) was published with the model ${published} of ${dimensions} dimensions, not ${model.name}`);
  const isOne = wanted.length === 1;
  const branches = rows.map(
    ([id, repository, name, commit]): TeamBranch => ({ id, repository, name, commit, prefix: isOne ? '' : `${repository}/` }),
  );
  const files = readFiles(database, branches);
  let [chunks, words, lastChunk, mostUsers] = [0, 0, 0, 0];
  for (const file of files.values()) {
    chunks += file.chunks;
    words += file.words;
    mostUsers = Math.max(mostUsers, file.users);
    lastChunk = Math.max(lastChunk, (file.id + 1) * 2 ** chunkBits);
  }
  return {
    key,
    generation: Math.max(0, ...rows.map((row) => row[6])),
    branches,
    branchIds: branches.map(({ id }) => id),
    files,
    byPath: new Map([...files.values()].map((file) => [file.path, file])),
    chunks,
    words,
    lastChunk,
    mostUsers,
  };
}

function readBranches(database: Database, wanted: readonly Wanted[]): BranchRow[] {
  const columns = 'b.id, r.name, b.name, b.commit, b.model, b.dimensions, b.generation';
  const rows = database.rows<BranchRow>(
    `SELECT ${columns} FROM context_team.repository r
     LEFT JOIN unnest($1::text[], $2::text[]) w(repository, branch) ON w.repository = r.name
     JOIN context_team.branch b ON b.repository = r.id AND b.name = coalesce(w.branch, r.main_branch)
     WHERE cardinality($1::text[]) = 0 OR w.repository IS NOT NULL ORDER BY r.name || '/'`,
    [wanted.map(({ repository }) => repository), wanted.map(({ branch }) => branch ?? null)],
  );
  for (const { repository, branch } of wanted)
    if (!rows.some((row) => row[1] === repository))
      throw indexError(`the team database has no branch ${branch ?? ''} of ${repository} that this role may read`.replace('  ', ' '));
  return rows;
}

type FileRow = readonly [
  ...[id: number, branch: number, path: string, language: string, role: string, hash: string, size: number, mtime: number],
  ...[lines: number, indexedAt: number, provenance: string, facts: string | null, problem: string | null],
  ...[chunks: number, symbols: number, references: number, vectors: number, words: number, masked: string | null, users: number],
];

function readFiles(database: Database, branches: readonly TeamBranch[]): Map<number, TeamFile> {
  const prefixes = new Map(branches.map(({ id, prefix }) => [id, prefix]));
  const rows = database.rows<FileRow>(
    `SELECT f.id, b.branch, f.path, f.language, f.role, f.content_hash, f.size_bytes, b.mtime_ms, f.lines, b.indexed_at, f.provenance, f.facts,
       f.problem, f.chunk_count, f.symbol_count, f.ref_count, f.vector_count, f.words, f.masked, b.users
     FROM context_team.branch_file b JOIN context_team.file f ON f.id = b.file
     WHERE b.branch = ANY($1::int[]) ORDER BY array_position($1::int[], b.branch), f.path`,
    [branches.map(({ id }) => id)],
  );
  return new Map(rows.map((row, order) => [row[0], toFile(row, order, prefixes.get(row[1]) ?? '')]));
}

function toFile(row: FileRow, order: number, prefix: string): TeamFile {
  const [id, , path, language, role, contentHash, sizeBytes, mtimeMs, lines, indexedAt, provenance, facts, problem, ...counts] = row;
  const [chunks, symbols, references, vectors, words, masked, users] = counts;
  return {
    ...{ id, path: `${prefix}${path}`, language, role: asFileRole(role), contentHash, sizeBytes, mtimeMs, lines, indexedAt },
    ...{ origin: 'disk', provenance, problem, facts, chunks, symbols, references, vectors, words, masked, users, order },
  };
}
