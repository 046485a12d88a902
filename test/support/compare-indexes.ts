/** What two indexes hold and answer, without ids, times and places on disk, so that equal content is equal. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { nextTurn } from '../../server/util/next-turn.js';

const hashOf = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 12);

const tables: Readonly<Record<string, string>> = {
  files: `SELECT path, content_hash, CASE origin WHEN 'disk' THEN size_bytes END, lines, problem, language, role, origin, provenance, chunk_count, symbol_count, ref_count,
    vector_count, masked FROM files ORDER BY path`,
  texts: 'SELECT path, text FROM texts JOIN files ON files.id = file ORDER BY path',
  chunks: `SELECT path, c.key, c.mark, c.kind, c.name, n.folded, c.qualified, c.symbol_kind, c.span_start, c.span_end, c.line_start,
    c.line_end, c.name_start, c.name_end, c.body_start, c.body_end, c.signature, c.doc, c.meta, c.tokens, p.key
    FROM chunks c JOIN files ON files.id = c.file LEFT JOIN chunks p ON p.id = c.parent LEFT JOIN names n ON n.id = c.fold
    ORDER BY path, c.span_start, c.key`,
  refs: `SELECT path, c.key, r.n, f.folded, r.name, r.kind, r.line, r.module, r.settled FROM refs r JOIN chunks c ON c.id = r.chunk
    JOIN files ON files.id = c.file JOIN names f ON f.id = r.fold ORDER BY path, c.key, r.n`,
  vectors: `SELECT path, c.key, p.n, v.hash, v.scale, hex(v.codes) FROM parts p JOIN chunks c ON c.id = p.chunk
    JOIN files ON files.id = c.file JOIN vectors v ON v.id = p.vector ORDER BY path, c.key, p.n`,
  importance: 'SELECT path, users FROM importance JOIN files ON files.id = file ORDER BY path',
  totals: 'SELECT hex(block) FROM lexical_data WHERE id = 1',
  words: `SELECT path, c.key, hex(d.sz) FROM lexical_docsize d JOIN chunks c ON c.id = d.id JOIN files ON files.id = c.file
    ORDER BY path, c.key`,
};

export type Rows = Readonly<Record<string, readonly string[]>>;

/** The rows of each table, each as JSON. */
export function rowsOf(engine: Engine): Rows {
  const db = new Database(join(engine.status().indexFolder, 'index.sqlite'), { readonly: true });
  try {
    return Object.fromEntries(
      Object.entries(tables).map(([name, sql]) => [name, (db.prepare(sql).raw().all() as unknown[]).map((row) => JSON.stringify(row))]),
    );
  } finally {
    db.close();
  }
}

/** One line for each table that differs, with the first rows that only one of them has. */
export function differentRows(kept: Rows, fresh: Rows): string[] {
  return Object.keys(tables).flatMap((name) => {
    const [a, b] = [kept[name] ?? [], fresh[name] ?? []];
    if (hashOf(a) === hashOf(b)) return [];
    const [inA, inB] = [new Set(a), new Set(b)];
    const onlyA = a.filter((row) => !inB.has(row));
    const onlyB = b.filter((row) => !inA.has(row));
    const shown = (rows: readonly string[]) =>
      rows
        .slice(0, 2)
        .map((row) => row.slice(0, 300))
        .join(' ');
    return [`${name}: ${onlyA.length} rows only kept, ${onlyB.length} only fresh: ${shown(onlyA)} | ${shown(onlyB)}`];
  });
}

/** Questions about a workspace: names of its symbols, words of its comments, and sentences of both. `turn`: other symbols for each. */
export function questionsAbout(engine: Engine, count: number, turn = 0): string[] {
  const db = new Database(join(engine.status().indexFolder, 'index.sqlite'), { readonly: true });
  const rows = db
    .prepare(
      `SELECT c.name, c.doc, path FROM chunks c JOIN files ON files.id = c.file WHERE c.symbol_kind IS NOT NULL ORDER BY path, c.span_start`,
    )
    .raw()
    .all() as [string, string | null, string][];
  db.close();
  const general = ['', 'how are errors handled', 'where is the configuration read', 'test of the queue', 'addedHere'];
  const questions = general.slice(0, Math.ceil(count / 10)).map((_, i) => general[(i + turn) % general.length] as string);
  const step = Math.max(1, Math.floor(rows.length / count));
  for (let i = turn % step; questions.length < count && i < rows.length; i += step) {
    const [name, doc, path] = rows[i] as [string, string | null, string];
    const words = (doc ?? '').split(/\W+/).filter(Boolean).slice(0, 8).join(' ');
    const forms = [name, words || name, `how does ${name} work`, `${path.slice(path.lastIndexOf('/') + 1)} ${name}`, name.slice(0, -1)];
    questions.push(forms[(questions.length + turn) % forms.length] as string);
  }
  return questions;
}

/** Turns in which the search for names takes in 50,000 names. */
const NAME_TURNS = 400;

/** One line for each question: results, related symbols and names, in order, with scores. */
export async function answersOf(engine: Engine, questions: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  // The search for names is built at its first use, between turns; a simpler one answers until then.
  await engine.symbols({ query: 'name', limit: 1 });
  for (let turn = 0; turn < NAME_TURNS; turn++) await nextTurn();
  for (const query of questions) {
    const { results, related, problems } = await engine.retrieve({ query, limit: 30, related: 10 });
    const { hits } = await engine.symbols({ query, limit: 20 });
    lines.push(
      JSON.stringify({
        query,
        results: results.map(({ key, path, lines: { start, end }, score, text }) => [
          path,
          start,
          end,
          key,
          score.toFixed(6),
          hashOf(text),
        ]),
        related: related.map(({ key, path, relation }) => [path, key, relation]),
        hits: hits.map(({ key, path }) => [path, key]),
        problems: problems.map(({ code }) => code),
      }),
    );
  }
  return lines;
}
