/** What the parts of a reader share: the connection, the present catalogue, and rows that questions read again. */
import { type ChunkRecord, compareInFile } from '../../../core/model/chunk.js';
import { indexError } from '../../../core/model/problem.js';
import { RowCache } from '../readers/row-cache.js';
import { type ChildRow, type ChunkRow, childColumns, columns, fileColumn, toRecord } from '../sqlite/read-chunks.js';
import type { Catalogue, TeamFile } from './catalogue.js';
import type { Database, Parameter, Row } from './database.js';

/** SQL: the order of chunks `c` of one file, as `compareInFile`. */
export const inFile = 'c.span_start, c.span_end DESC, c.name_start NULLS FIRST, c.key';
/** SQL: of files `f` in branches `b`, of which the first parameter has the ids. */
export const byPlace = `array_position($1::int[], b.branch), f.path, ${inFile}`;
/** SQL: restricts rows that have a file to those of the branches. */
export const ofBranches = (table: string): string =>
  `JOIN context_team.branch_file b ON b.file = ${table}.file AND b.branch = ANY($1::int[])`;

export class TeamRows {
  readonly cache = new RowCache();
  readonly #database: Database;
  #catalogue: Catalogue | null = null;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Throws ContextError('index') before the first snapshot. */
  get catalogue(): Catalogue {
    if (!this.#catalogue) throw indexError('the team database has not been read yet');
    return this.#catalogue;
  }

  /** True where it is another one than before: then nothing of the former is valid. */
  setCatalogue(catalogue: Catalogue): boolean {
    const isOther = catalogue.key !== this.#catalogue?.key;
    this.#catalogue = catalogue;
    if (isOther) this.cache.clear();
    return isOther;
  }

  /** Of a statement whose first parameter is the ids of the branches. */
  select<R extends Row>(sql: string, ...parameters: readonly Parameter[]): R[] {
    return this.#database.rows<R>(sql, [this.catalogue.branchIds, ...parameters]);
  }

  /** Records in the order of `ids`; unknown ids are omitted. */
  readonly chunks = (ids: readonly number[]): ChunkRecord[] => this.cache.chunks(ids, (missing) => this.#readChunks(missing));

  #readChunks(ids: readonly number[]): ChunkRecord[] {
    return this.records(
      this.select<ChunkRow>(`SELECT ${columns} FROM context_team.chunk c ${ofBranches('c')} WHERE c.id = ANY($2::bigint[])`, ids),
    );
  }

  records(rows: readonly ChunkRow[]): ChunkRecord[] {
    return rows.map((row) => toRecord(row, this.catalogue.files.get(row[fileColumn]) as TeamFile));
  }

  children(id: number): ChildRow[] {
    return this.select<ChildRow>(
      `SELECT ${childColumns} FROM context_team.chunk c ${ofBranches('c')} WHERE c.parent = $2 ORDER BY ${inFile}`,
      id,
    );
  }

  /** Those of the chunks that exist, by their places. */
  readonly inOrder = (ids: readonly number[]): number[] => {
    const { files } = this.catalogue;
    const orderOf = ({ fileId }: ChunkRecord): number => files.get(fileId)?.order ?? 0;
    return this.chunks(ids)
      .sort((a, b) => (a.fileId === b.fileId ? compareInFile(a, b) : orderOf(a) - orderOf(b)))
      .map(({ id }) => id);
  };
}
