/**
 * Names as they are typed: MiniSearch over names, qualified names, signatures and summaries, with prefix and fuzzy
 * matching. Derived from SQLite at the first use, in slices that let others have their turn; until it is built,
 * a plain prefix search over the names answers.
 */
import MiniSearch, { type SearchOptions } from 'minisearch';
import { foldName, wordsOf, wordsWithin } from '../../../core/chunking/words.js';
import type { NameHit } from '../../../core/retrieval/ports.js';
import { nextTurn } from '../../../util/next-turn.js';

/** A chunk in the search by name. */
export interface NamedChunk {
  readonly id: number;
  readonly name: string;
  readonly qualifiedName: string;
  readonly signature: string;
  readonly doc: string;
}

export interface NameSource {
  /** Names this very database. */
  readonly databaseId: string;
  /** No chunk has a greater id. */
  readonly lastId: number;
  /** Up to `limit` named chunks with ids above `afterId`, ascending. */
  slice(afterId: number, limit: number): readonly NamedChunk[];
  /** The named ones of these chunks. */
  chunks(ids: readonly number[]): readonly NamedChunk[];
  /** Those of the chunks that exist, by their places. */
  inOrder(ids: readonly number[]): readonly number[];
  prefix(text: string, limit: number): readonly NameHit[];
}

/** All fields but the label are words with spaces between. */
interface Entry {
  readonly id: number;
  readonly label: string;
  readonly name: string;
  readonly qualified: string;
  readonly signature: string;
  readonly summary: string;
}

/** About 5 ms of work. */
const sliceRows = 128;
/** New chunks up to this count are taken in before an answer; more are left to the background. */
const rowsBeforeAnswer = 256;
const maxQueryChars = 200;
const kinds: readonly NameHit['match'][] = ['exact', 'folded', 'prefix', 'within', 'fuzzy'];
/** Beyond this the memory (about 3 kB a chunk) is not worth it: prefix search alone. */
const maxEntries = 300_000;

export class NameSearch {
  readonly #source: NameSource;
  #search: MiniSearch<Entry> | null = null;
  #of = '';
  #upTo = 0;
  #building: Promise<void> | null = null;
  #closed = false;

  constructor(source: NameSource) {
    this.#source = source;
  }

  /** Best first, one match kind after the other; scores are between 0 and 1 within a kind. */
  searchNames(text: string, limit: number): NameHit[] {
    const query = text.trim().slice(0, maxQueryChars);
    if (!query || limit <= 0) return [];
    const search = this.#inStep();
    if (!search) return [...this.#source.prefix(query, limit)];
    const folded = foldName(query);
    const within = wordsWithin(query);
    const options: SearchOptions = {
      boost: { name: 1.5, summary: 2, qualified: 1, signature: 0.5 },
      prefix: (term) => term.length > 1,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      combineWith: 'OR',
      tokenize: (text) => wordsIn(wordsOf(text)),
    };
    const found = search.search(query, options);
    const best = (found[0]?.score as number | undefined) ?? 1;
    const hits: NameHit[] = [];
    for (const row of found) {
      const name = row['label'] as string;
      const chunkId = row.id as number;
      // Averages are kept by repeated sums: the last digits depend on the order of edits.
      const share = Math.round(((row.score as number) / best) * 1e6) / 1e6;
      const own = foldName(name);
      const isWithin = within?.(row['name'] as string) === true;
      const match =
        name === query ? 'exact' : own === folded ? 'folded' : own.startsWith(folded) ? 'prefix' : isWithin ? 'within' : 'fuzzy';
      const base = match === 'exact' ? 3 : match === 'folded' ? 2 : match === 'prefix' ? 1 : 0;
      hits.push({ chunkId, name, match, score: base + share });
    }
    const byKind = (a: NameHit, b: NameHit): number => kinds.indexOf(a.match) - kinds.indexOf(b.match) || b.score - a.score;
    hits.sort((a, b) => byKind(a, b) || a.name.length - b.name.length);
    // Ties at the limit are decided by place.
    const last = hits[limit - 1];
    const near = last ? hits.filter((hit, i) => i < limit || byKind(hit, last) === 0) : hits;
    const places = new Map(this.#source.inOrder(near.map(({ chunkId }) => chunkId)).map((id, place) => [id, place]));
    const placeOf = ({ chunkId }: NameHit): number => places.get(chunkId) ?? 0;
    return near
      .filter(({ chunkId }) => places.has(chunkId))
      .sort((a, b) => byKind(a, b) || a.name.length - b.name.length || placeOf(a) - placeOf(b))
      .slice(0, limit);
  }

  /** Chunks with the ids of `rewritten` may read differently, those of `gone` are gone. */
  changed(rewritten: readonly number[], gone: readonly number[]): void {
    const search = this.#search;
    if (!search || this.#of !== this.#source.databaseId) return;
    const known = rewritten.filter((id) => search.has(id));
    for (const id of [...known, ...gone]) remove(search, id);
    for (const chunk of this.#source.chunks(known)) search.add(toEntry(chunk));
  }

  /** Resolves when every chunk known now can be found. */
  async built(): Promise<void> {
    this.#inStep();
    await this.#building;
  }

  clear(): void {
    this.#search = null;
  }
  close(): void {
    this.#closed = true;
    this.#search = null;
  }

  /** The index, if it holds (nearly) all; else null, and it is being built. */
  #inStep(): MiniSearch<Entry> | null {
    if (this.#closed) return null;
    if (!this.#search || this.#of !== this.#source.databaseId) {
      this.#search = newIndex();
      this.#of = this.#source.databaseId;
      this.#upTo = 0;
    }
    // More than a little is the background's work: a question answers from the plain search meanwhile.
    if (!this.#building && this.#source.lastId - this.#upTo <= rowsBeforeAnswer && this.#take(rowsBeforeAnswer)) return this.#search;
    this.#building ??= this.#build()
      // The database was closed or cannot be read: the next use starts over, and meets the error itself.
      .catch(() => this.clear())
      .finally(() => {
        this.#building = null;
      });
    return null;
  }

  /** Adds up to `rows` chunks; true when there are no more. */
  #take(rows: number): boolean {
    const search = this.#search;
    if (!search || this.#upTo >= this.#source.lastId) return true;
    if (search.documentCount >= maxEntries) return true;
    const chunks = this.#source.slice(this.#upTo, rows);
    for (const chunk of chunks) if (!search.has(chunk.id)) search.add(toEntry(chunk));
    if (chunks.length < rows) {
      this.#upTo = this.#source.lastId;
      return true;
    }
    this.#upTo = (chunks[chunks.length - 1] as NamedChunk).id;
    return false;
  }

  async #build(): Promise<void> {
    const search = this.#search;
    do await nextTurn();
    while (!this.#closed && this.#search === search && this.#of === this.#source.databaseId && !this.#take(sliceRows));
  }
}

const wordsIn = (words: string): string[] => words.split(' ').filter(Boolean);

const newIndex = (): MiniSearch<Entry> =>
  new MiniSearch<Entry>({
    fields: ['name', 'qualified', 'signature', 'summary'],
    storeFields: ['label', 'name', 'qualified', 'signature', 'summary'],
    tokenize: wordsIn,
    processTerm: (term) => term,
  });

/**
 * Removes all of an entry, for which its words are kept. (What `discard` leaves is found by later searches, which count it: a word that an
 * entry has several times stays for as many.)
 */
function remove(search: MiniSearch<Entry>, id: number): void {
  const entry = search.getStoredFields(id);
  if (entry) search.remove({ ...entry, id } as unknown as Entry);
}

function toEntry(chunk: NamedChunk): Entry {
  const summary = chunk.doc.slice(0, 200).split('\n')[0] ?? '';
  return {
    id: chunk.id,
    label: chunk.name,
    name: wordsOf(chunk.name),
    qualified: wordsOf(chunk.qualifiedName),
    signature: wordsOf(chunk.signature.slice(0, 160)),
    summary: wordsOf(summary),
  };
}
