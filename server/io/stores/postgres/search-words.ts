/**
 * BM25 in PostgreSQL, with the formula of SQLite's FTS5 and the statistics of the branches that are asked, so that both stores give the
 * same scores. The database ranks; scores are computed again here, in the order in which FTS5 adds, so that what is equal there is equal here.
 */
import type { LexicalQuery, Scored } from '../../../core/retrieval/ports.js';
import { bm25 } from '../../../core/retrieval/rank/weights.js';
import { affordable, maxPhraseRows, maxTies, weightOf } from '../sqlite/lexical.js';
import { bestInOrder } from '../sqlite/order-places.js';
import { frequencyCap, isWord } from '../sqlite/statistics.js';
import { splitWords } from './indexed-words.js';
import { chunkBits, fieldBits, ordinalBits } from './schema.js';
import { ofBranches, type TeamRows } from './team-rows.js';

/** FTS5's constants. */
const k1 = 1.2;
const b = 0.75;
const leastIdf = 1e-6;

const ranked = `
WITH asked AS (SELECT * FROM unnest($2::text[], $3::float8[]) WITH ORDINALITY a(word, idf, n)),
found AS (
  SELECT a.n, a.idf, (p.file << ${chunkBits}) + (o >> ${ordinalBits}) AS chunk, sum(($4::float8[])[1 + ((o >> ${fieldBits}) & 3)]) AS frequency
  FROM asked a JOIN context_team.posting p ON p.word = a.word ${ofBranches('p')} CROSS JOIN LATERAL unnest(p.at) o
  GROUP BY a.n, a.idf, chunk
)
SELECT c.id, c.words, array_agg(n::int), array_agg(frequency)
FROM found JOIN context_team.chunk c ON c.id = found.chunk
GROUP BY c.id
ORDER BY sum(idf * frequency * ${k1 + 1} / (frequency + ${k1} * (${1 - b} + ${b} * c.words / $5::float8))) DESC LIMIT $6`;

type Found = readonly [chunk: number, words: number, terms: readonly number[], frequencies: readonly number[]];

/** A start is where the first word would stand: its words are in the places after it. */
const together = `
SELECT DISTINCT (p.file << ${chunkBits}) + (max(o) >> ${ordinalBits})
FROM unnest($2::text[]) WITH ORDINALITY a(word, n) JOIN context_team.posting p ON p.word = a.word ${ofBranches('p')}
CROSS JOIN LATERAL unnest(p.at) o
GROUP BY p.file, o - a.n HAVING count(*) = $3 LIMIT $4`;

/** Two words in one chunk, with at most so many others between them, in any order. */
const near = `
SELECT DISTINCT (p.file << ${chunkBits}) + (x >> ${ordinalBits})
FROM context_team.posting p ${ofBranches('p')} CROSS JOIN LATERAL unnest(p.at) x
JOIN context_team.posting q ON q.file = p.file AND q.word = $3 CROSS JOIN LATERAL unnest(q.at) y
WHERE p.word = $2 AND abs(y - x) BETWEEN 1 AND $4::int + 1 AND (x >> ${ordinalBits}) = (y >> ${ordinalBits}) LIMIT $5`;

const frequencies = `
SELECT p.word, sum(p.chunks) FROM context_team.posting p ${ofBranches('p')} WHERE p.word = ANY($2::text[]) GROUP BY p.word`;

export class TeamWords {
  readonly #rows: TeamRows;
  readonly #counts = new Map<string, number>();

  constructor(rows: TeamRows) {
    this.#rows = rows;
  }

  clear(): void {
    this.#counts.clear();
  }

  /** In how many chunks words occur, at most `frequencyCap`. */
  frequencies(words: readonly string[]): Map<string, number> {
    this.#count(words);
    return new Map(words.map((word) => [word, Math.min(frequencyCap, this.#counts.get(word) ?? 0)]));
  }

  search(query: LexicalQuery, limit: number): Scored[] {
    const given = [...new Set(query.words)].filter(isWord).slice(0, bm25.maxWords).flatMap(splitWords);
    const counts = this.frequencies([...new Set(given)]);
    const words = affordable([...counts.keys()], (word) => counts.get(word) ?? 0);
    if (words.length === 0 || limit <= 0) return [];
    const { path, name, signature, body } = query.weights;
    const weights = [path, name, signature, body].map(weightOf);
    const { chunks, words: total } = this.#rows.catalogue;
    const idfs = words.map((word) => {
      const having = this.#counts.get(word) ?? 0;
      return Math.max(leastIdf, Math.log((chunks - having + 0.5) / (having + 0.5)));
    });
    const average = total / Math.max(1, chunks);
    for (let most = Math.floor(limit) + maxTies; ; most *= 4) {
      const rows = this.#rows.select<Found>(ranked, words, idfs, weights, average, most);
      const hits = rows.map((row) => ({ chunkId: row[0], score: scoreOf(row, idfs, average) })).sort((x, y) => y.score - x.score);
      if (rows.length === most && hits[most - 1]?.score === hits[Math.floor(limit) - 1]?.score) continue;
      return bestInOrder(hits, this.#rows.inOrder).slice(0, Math.floor(limit));
    }
  }

  phrase(words: readonly string[], limit: number, gap = 0): number[] {
    return this.#rows.inOrder(this.#phraseRows(words, Math.max(limit, maxPhraseRows), gap)).slice(0, Math.floor(limit));
  }

  phraseIfRare(words: readonly string[], limit: number, gap = 0): number[] | null {
    const ids = this.#phraseRows(words, limit, gap);
    return ids.length < limit ? this.#rows.inOrder(ids) : null;
  }

  #phraseRows(words: readonly string[], limit: number, gap: number): number[] {
    const split = words.flatMap(splitWords);
    if (split.length === 0 || !words.every(isWord)) return [];
    if (gap > 0 && split.length > 1) {
      // Of more than two words each with the next one.
      const pairs = split.slice(1).map((word, i) => this.#near(split[i] as string, word, gap));
      const [first = [], ...others] = pairs;
      return first.filter((id) => others.every((ids) => ids.includes(id))).slice(0, Math.floor(limit));
    }
    return this.#rows.select<[number]>(together, split, split.length, limit).map(([id]) => id);
  }

  #near(word: string, next: string, gap: number): number[] {
    return this.#rows.select<[number]>(near, word, next, gap, maxPhraseRows).map(([id]) => id);
  }

  #count(words: readonly string[]): void {
    const unknown = [...new Set(words.filter((word) => !this.#counts.has(word)))];
    if (unknown.length === 0) return;
    for (const word of unknown) this.#counts.set(word, 0);
    // sum of integers is a bigint.
    for (const [word, count] of this.#rows.select<[string, number]>(frequencies, unknown)) this.#counts.set(word, count);
  }
}

function scoreOf([, length, terms, found]: Found, idfs: readonly number[], average: number): number {
  let score = 0;
  const frequencyOf = new Map(terms.map((n, i) => [n, found[i] as number]));
  for (const [i, idf] of idfs.entries()) {
    const frequency = frequencyOf.get(i + 1);
    if (frequency !== undefined) score += idf * ((frequency * (k1 + 1)) / (frequency + k1 * (1 - b + (b * length) / average)));
  }
  return score;
}
