/** Symbols by name: as written, as typed, and nearly. */
import { foldName } from '../../../core/chunking/words.js';
import type { NameHit, Prominent } from '../../../core/retrieval/ports.js';
import { addTo } from '../../../util/grouped.js';
import { type NamedChunk, NameSearch, type NameSource } from '../minisearch/name-search.js';
import { NameCache, type Named, namedHits, prefixHit } from '../sqlite/read-names.js';
import { firstFiles, isDeclared, maxMentions, maxSharing } from '../sqlite/read-prominent.js';
import { type NameTable, similarNames } from '../sqlite/similar-names.js';
import { byPlace, inFile, ofBranches, type TeamRows } from './team-rows.js';

/** With the parts that names are searched for by place. */
const chunksOfBranches = `context_team.chunk c ${ofBranches('c')} JOIN context_team.file f ON f.id = c.file`;
/** At most so many names are read for one folded name, as by SQLite. */
const maxNamed = 2_000;
const maxBearers = 4;

export class TeamNames {
  readonly #rows: TeamRows;
  readonly #cache = new NameCache();
  readonly #byFold = new Map<string, readonly Named[]>();
  readonly #search: NameSearch;
  #table: NameTable | null = null;

  constructor(rows: TeamRows) {
    this.#rows = rows;
    this.#search = new NameSearch(nameSource(rows));
  }

  clear(): void {
    this.#cache.clear();
    this.#byFold.clear();
    this.#table = null;
  }
  close(): void {
    this.#search.close();
  }
  /** Resolves when names are searched by MiniSearch. */
  built(): Promise<void> {
    return this.#search.built();
  }

  named(names: readonly string[], limit: number): NameHit[] {
    return namedHits((folded, most) => this.#ofFold(folded).slice(0, most), names, limit, this.#cache);
  }
  searchNames(text: string, limit: number): NameHit[] {
    return this.#search.searchNames(text, limit);
  }
  similar(word: string, limit: number) {
    this.#table ??= readTable(this.#rows);
    return similarNames(this.#table, word, limit);
  }

  #ofFold(folded: string): readonly Named[] {
    const known = this.#byFold.get(folded);
    if (known) return known;
    const rows = this.#rows.select<Named>(
      `SELECT c.id, c.name, c.qualified FROM ${chunksOfBranches} WHERE c.folded = $2 ORDER BY ${byPlace} LIMIT ${maxNamed}`,
      folded,
    );
    this.#byFold.set(folded, rows);
    return rows;
  }

  /** As `readProminent` of SQLite. */
  prominent(limit: number): Prominent[] {
    const rows = this.#rows;
    const found = new Map<number, string | null>();
    const take = (sql: string, ...files: number[][]) => {
      if (found.size >= limit) return;
      for (const [id, fold] of rows.select<[number, string | null]>(sql, limit, ...files)) if (found.size < limit) found.set(id, fold);
    };
    const leading = [...rows.catalogue.files.values()]
      .filter(({ users }) => users > 0)
      .sort((a, b) => b.users - a.users || a.order - b.order)
      .slice(0, firstFiles)
      .map(({ id }) => id);
    const declared = isDeclared('context_team.chunk');
    take(
      `SELECT c.id, c.folded FROM ${chunksOfBranches} WHERE c.file = ANY($3::bigint[]) AND ${declared}
       ORDER BY array_position($3::bigint[], c.file), ${inFile} LIMIT $2`,
      leading,
    );
    take(`SELECT c.id, c.folded FROM ${chunksOfBranches} WHERE ${declared} ORDER BY ${byPlace} LIMIT $2`);
    take(`SELECT c.id, c.folded FROM ${chunksOfBranches} WHERE c.symbol_kind IS NOT NULL ORDER BY ${byPlace} LIMIT $2`);
    const folds = [...new Set([...found.values()].filter((fold) => fold !== null))];
    const counts = new Map(
      rows
        .select<[string, number, number]>(
          `SELECT a.folded,
             (SELECT count(*) FROM (SELECT 1 FROM context_team.mention m ${ofBranches('m')} WHERE m.folded = a.folded LIMIT ${maxMentions}) x),
             (SELECT count(*) FROM (SELECT 1 FROM context_team.chunk c ${ofBranches('c')}
               WHERE c.folded = a.folded AND c.symbol_kind IS NOT NULL LIMIT ${maxSharing}) y)
           FROM unnest($2::text[]) a(folded)`,
          folds,
        )
        .map(([fold, mentions, sharing]) => [fold, mentions / Math.max(1, sharing)]),
    );
    return [...found].map(([chunkId, fold]) => ({ chunkId, mentions: fold === null ? 0 : (counts.get(fold) ?? 0) }));
  }
}

/** Names are some bytes each: the table of an index is read as a whole, once. */
function readTable(rows: TeamRows): NameTable {
  const all = rows.select<[folded: string, name: string]>(
    `SELECT DISTINCT c.folded, c.name FROM context_team.chunk c ${ofBranches('c')}
     WHERE c.folded IS NOT NULL AND c.symbol_kind IS NOT NULL ORDER BY c.folded`,
  );
  const names = new Map<string, string[]>();
  for (const [folded, name] of all) addTo(names, folded, name);
  const folds = [...names.keys()];
  const sizes = folds.map((folded) => [...folded].length);
  return {
    *between(from, _, least, most) {
      // Bounds are always those of the names that begin with `from`.
      for (const [id, folded] of folds.entries()) {
        const size = sizes[id] as number;
        if (size >= least && size <= most && folded.startsWith(from)) yield [id, folded];
      }
    },
    containing: (part, limit) =>
      [...folds.entries()]
        .filter(([, folded]) => folded !== part && folded.includes(part))
        .sort(([, a], [, b]) => a.length - b.length || (a < b ? -1 : 1))
        .slice(0, limit),
    bearers: (id) =>
      [...(names.get(folds[id] as string) ?? [])].sort((a, b) => a.length - b.length || (a < b ? -1 : 1)).slice(0, maxBearers),
    *symbols(from) {
      for (const folded of folds) if (folded.startsWith(from)) yield* names.get(folded) as string[];
    },
  };
}

const nameSource = (rows: TeamRows): NameSource => ({
  get databaseId() {
    return rows.catalogue.key;
  },
  get lastId() {
    return rows.catalogue.lastChunk;
  },
  slice: (afterId, limit) =>
    rows
      .select<[number, string, string | null, string | null, string | null]>(
        `SELECT c.id, c.name, c.qualified, c.signature, c.doc FROM context_team.chunk c ${ofBranches('c')}
         WHERE c.id > $2 AND c.folded IS NOT NULL ORDER BY c.id LIMIT $3`,
        afterId,
        limit,
      )
      .map(toNamed),
  // A row never changes.
  chunks: () => [],
  inOrder: rows.inOrder,
  prefix(text, limit) {
    const folded = foldName(text);
    if (!folded || limit <= 0) return [];
    return rows
      .select<[number, string, string]>(
        `SELECT c.id, c.name, c.folded FROM ${chunksOfBranches} WHERE c.folded >= $2 AND c.folded < $3
         ORDER BY length(c.folded), c.folded, ${byPlace} LIMIT $4`,
        folded,
        `${folded}\u{10ffff}`,
        limit,
      )
      .map(([id, name, own]) => prefixHit({ id, name, folded: own }, text, folded));
  },
});

const toNamed = ([id, name, qualified, signature, doc]: readonly [
  number,
  string,
  string | null,
  string | null,
  string | null,
]): NamedChunk => ({
  id,
  name,
  qualifiedName: qualified ?? name,
  signature: signature ?? '',
  doc: doc ?? '',
});
