/**
 * The index of a team behind the port of retrieval: the branches of some repositories, as they were when the question began. One reader
 * has one connection, and so one role; it answers one question at a time.
 */
import type { ModelId } from '../../../core/embedding/model-switch.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import type { MaskedPlace } from '../../../core/model/masked-place.js';
import type { IndexReader } from '../../../core/retrieval/ports.js';
import { sourceWords } from '../../../core/retrieval/query/source-words.js';
import { type ChunkRow, columns, toChild } from '../sqlite/read-chunks.js';
import { readCatalogue, type TeamBranch, type TeamFile, type Wanted } from './catalogue.js';
import { Database, type DatabaseOptions } from './database.js';
import { TeamEdges } from './read-edges.js';
import { TeamNames } from './search-names.js';
import { checkVector, cosinesOf, similarChunks } from './search-vectors.js';
import { TeamWords } from './search-words.js';
import { byPlace, inFile, ofBranches, TeamRows } from './team-rows.js';

export interface TeamReaderOptions extends DatabaseOptions {
  /** Branches to ask; the main branch of every repository that the role may read where there are none. */
  readonly wanted: readonly Wanted[];
  /** The embedded model, whose vectors were published. */
  readonly model: ModelId;
}

export class TeamReader {
  readonly database: Database;
  readonly reader: IndexReader;
  readonly #options: TeamReaderOptions;
  readonly #rows: TeamRows;
  readonly #words: TeamWords;
  readonly #names: TeamNames;
  readonly #edges: TeamEdges;
  #last: Promise<unknown> = Promise.resolve();

  /** @param database a connection that is there already, whose owner closes it */
  constructor(options: TeamReaderOptions, database?: Database) {
    this.#options = options;
    this.database = database ?? new Database(options);
    this.#rows = new TeamRows(this.database);
    this.#words = new TeamWords(this.#rows);
    this.#names = new TeamNames(this.#rows);
    this.#edges = new TeamEdges(this.#rows);
    this.reader = this.#reader();
  }

  /** As of the last question. */
  get branches(): readonly TeamBranch[] {
    return this.#rows.catalogue.branches;
  }
  file(path: WorkspacePath): TeamFile | undefined {
    return this.#rows.catalogue.byPath.get(path);
  }

  /**
   * Work that reads, after the work before it, on one state of the database. Throws ContextError('index') where the database cannot be
   * reached or read.
   */
  ask<T>(work: () => T | Promise<T>): Promise<T> {
    const asked = this.#last.then(() =>
      this.database.snapshot(async () => {
        const { wanted, model } = this.#options;
        const last = this.#catalogue;
        this.#catalogue = readCatalogue(this.database, wanted, model, last);
        if (this.#rows.setCatalogue(this.#catalogue)) {
          this.#words.clear();
          this.#names.clear();
          this.#edges.clear();
        }
        return work();
      }),
    );
    this.#last = asked.catch(() => {});
    return asked;
  }
  #catalogue: ReturnType<typeof readCatalogue> | null = null;

  /** Resolves when names are searched by MiniSearch. */
  namesBuilt(): Promise<void> {
    return this.ask(() => this.#names.built());
  }

  async close(): Promise<void> {
    this.#names.close();
    await this.database.close();
  }

  #reader(): IndexReader {
    const [rows, words, names, edges] = [this.#rows, this.#words, this.#names, this.#edges];
    const { model: own } = this.#options;
    const files = (): TeamFile[] => [...rows.catalogue.files.values()];
    const fileText = (id: number): string | null =>
      rows.cache.text(id, () => {
        const [row] = rows.select<[string]>(
          `SELECT f.text FROM context_team.branch_file b JOIN context_team.file f ON f.id = b.file WHERE b.branch = ANY($1::int[]) AND f.id = $2`,
          id,
        );
        return row?.[0] ?? null;
      });
    return {
      get generation() {
        return rows.catalogue.generation;
      },
      // A branch changes as a whole.
      get writes() {
        return rows.catalogue.generation;
      },
      vectorIndex: { kind: 'pgvector', reason: 'the index of a team in PostgreSQL' },
      lexical: (query, limit) => words.search(query, limit),
      phrase: (given, limit, gap) => words.phrase(given, limit, gap),
      phraseIfRare: (given, limit, gap) => words.phraseIfRare(given, limit, gap),
      documentFrequency: (given) => words.frequencies(given),
      async similar(vector, limit, model) {
        checkVector(vector, own, model);
        return similarChunks(rows, vector, limit);
      },
      similarAhead: () => {},
      cosines(vector, chunkIds, model) {
        checkVector(vector, own, model);
        return cosinesOf(rows, vector, chunkIds);
      },
      named: (given, limit) => names.named(given, limit),
      namedIn: (file, given) =>
        rows
          .select<[number]>(
            `SELECT c.id FROM context_team.chunk c ${ofBranches('c')} WHERE c.file = $2 AND c.name = ANY($3::text[]) ORDER BY ${inFile}`,
            file,
            given,
          )
          .map(([id]) => id),
      searchNames: (text, limit) => names.searchNames(text, limit),
      similarNames: (word, limit) => names.similar(word, limit),
      prominent: (limit) => names.prominent(limit),
      chunks: rows.chunks,
      chunksByKey: (key) =>
        rows.chunks(
          rows
            .select<[number]>(
              `SELECT c.id FROM context_team.chunk c ${ofBranches('c')} JOIN context_team.file f ON f.id = c.file
               WHERE c.key = $2 ORDER BY ${byPlace}`,
              key,
            )
            .map(([id]) => id),
        ),
      tagged: (tags, limit) =>
        rows
          .select<[number]>(
            `SELECT c.id FROM context_team.chunk c ${ofBranches('c')} JOIN context_team.file f ON f.id = c.file
             WHERE c.meta LIKE '%"tags":[%' AND (c.meta::jsonb -> 'tags') ?| $2::text[] ORDER BY ${byPlace} LIMIT $3`,
            tags,
            limit,
          )
          .map(([id]) => id),
      children: (id) => rows.cache.children(id, () => rows.children(id).map(toChild)),
      chunksOfFile: (file) =>
        rows.records(
          rows.select<ChunkRow>(
            `SELECT ${columns} FROM context_team.chunk c ${ofBranches('c')} WHERE c.file = $2 ORDER BY ${inFile}`,
            file,
          ),
        ),
      file: (path) => rows.catalogue.byPath.get(path) ?? null,
      files,
      // A branch changes as a whole.
      filesVersion: () => String(rows.catalogue.generation),
      indexedAt(path) {
        const below = files().filter((file) => path === '' || file.path === path || file.path.startsWith(`${path}/`));
        const times = below.map(({ indexedAt }) => indexedAt);
        return {
          files: below.length,
          chunks: below.reduce((sum, { chunks }) => sum + chunks, 0),
          skipped: below.filter(({ problem }) => problem !== null).length,
          since: times.length ? Math.min(...times) : null,
          until: times.length ? Math.max(...times) : null,
        };
      },
      masked: () =>
        files().flatMap(({ path, masked }) =>
          masked === null ? [] : (JSON.parse(masked) as MaskedPlace[]).map((place) => ({ path, ...place })),
        ),
      fileText,
      chunkWords: ({ id, fileId, span }) =>
        rows.cache.words(id, () => sourceWords((fileText(fileId) ?? '').slice(span.start, span.end), span.start)),
      fileTexts: (ids, containing) =>
        new Map(
          rows.select<[number, string]>(
            `SELECT f.id, f.text FROM context_team.file f JOIN context_team.branch_file b ON b.file = f.id AND b.branch = ANY($1::int[])
             WHERE f.id = ANY($2::bigint[]) AND strpos(lower(f.text COLLATE "C"), lower($3::text COLLATE "C")) > 0`,
            ids,
            containing ?? '',
          ),
        ),
      edgesFrom: edges.edgesFrom,
      edgesTo: edges.edgesTo,
      edgesInto: edges.edgesInto,
      imports: edges.imports,
      provenances: edges.provenances,
      fileImportance(id) {
        const users = rows.catalogue.files.get(id)?.users ?? 0;
        return users > 0 ? Math.log1p(users) / Math.log1p(rows.catalogue.mostUsers) : 0;
      },
      chunkCount: () => rows.catalogue.chunks,
      counts() {
        const languages: Record<string, number> = {};
        const counts = { files: 0, chunks: 0, vectors: 0, symbols: 0, references: 0, languages };
        for (const file of files()) {
          counts.files++;
          counts.chunks += file.chunks;
          counts.vectors += file.vectors;
          counts.symbols += file.symbols;
          counts.references += file.references;
          languages[file.language] = (languages[file.language] ?? 0) + 1;
        }
        return counts;
      },
    };
  }
}
