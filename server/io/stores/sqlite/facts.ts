/**
 * What language servers stated of files, as stored: their edges, one row of `facts` a file, and which mentions are
 * settled. Edges are kept by the keys of chunks, so a commit needs to touch none of them. Called inside a transaction
 * where it writes. Invariant: facts count only while their content hash is that of the file.
 */

import { foldName } from '../../../core/chunking/words.js';
import type { FileEdges } from '../../../core/code-graph/ports.js';
import type { AnalysedFile } from '../../../core/model/chunk.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import { hasStructuralInterfaces } from '../../../core/model/language.js';
import { keyIndex } from './schema.js';
import type { StoreDatabase } from './store-database.js';

/** Most files that are asked about again because a name is new: a name mentioned in more is too common. */
const maxTouchedByName = 100;

/** Replaces the edges of a file. False, and nothing changes, where its content is another one by now. */
export function replaceEdges(store: StoreDatabase, withEdges: FileEdges): boolean {
  const { path, contentHash, edges, guesses, provenance, incomplete } = withEdges;
  const id = store.sql<number>('SELECT id FROM files WHERE path=? AND content_hash=?').pluck().get(path, contentHash);
  if (id === undefined) return false;
  if (!hasFacts(store)) store.connection.exec(keyIndex);
  const lineOf = new Map(
    store
      .sql<{ key: string; line_start: number }>('SELECT key, line_start FROM chunks WHERE file=?')
      .all(id)
      .map((row) => [row.key, row.line_start]),
  );
  store.sql('DELETE FROM edges WHERE file=?').run(id);
  const insert = store.sql('INSERT INTO edges(file, from_key, to_key, kind, line, mentions) VALUES(?,?,?,?,?,?)');
  for (const edge of edges) insert.run(id, edge.fromKey, edge.toKey, edge.kind, edge.line - (lineOf.get(edge.fromKey) ?? 0), edge.mentions);
  const open = new Set(guesses.map(([chunk, n]) => `${chunk} ${n}`));
  const refs = store
    .sql<{ chunk: number; n: number; settled: number }>(
      'SELECT r.chunk, r.n, r.settled FROM chunks c JOIN refs r ON r.chunk = c.id WHERE c.file=?',
    )
    .all(id);
  const settle = store.sql('UPDATE refs SET settled=? WHERE chunk=? AND n=?');
  for (const { chunk, n, settled } of refs) {
    const now = open.has(`${chunk} ${n}`) ? 0 : 1;
    if (now !== settled) settle.run(now, chunk, n);
  }
  store
    .sql('INSERT OR REPLACE INTO facts(file, content_hash, provenance, stale, incomplete) VALUES(?,?,?,0,?)')
    .run(id, contentHash, provenance, incomplete);
  return true;
}

/** Before files are removed: their own facts go, and those that lead into them are out of date. */
export function removeFacts(store: StoreDatabase, paths: readonly WorkspacePath[]): void {
  if (!hasFacts(store)) return;
  for (const path of paths) {
    const id = store.sql<number>('SELECT id FROM files WHERE path=?').pluck().get(path);
    if (id === undefined) continue;
    loseUsers(store, [...signatures(store, path).keys()], id);
    store.sql('DELETE FROM edges WHERE file=?').run(id);
    store.sql('DELETE FROM lost_edges WHERE file=?').run(id);
    store.sql('DELETE FROM facts WHERE file=?').run(id);
  }
}

/** By key: the signature of a symbol; of other chunks what is stored of them. For each file. */
export type Signatures = ReadonlyMap<WorkspacePath, ReadonlyMap<string, string>>;

/** Signatures before files are replaced, for a comparison; null while there are no facts. */
export const signaturesOf = (store: StoreDatabase, files: readonly AnalysedFile[]): Signatures | null =>
  hasFacts(store) ? new Map(files.map(({ path }) => [path, signatures(store, path)])) : null;

/** After files were replaced: facts that rest on a signature that is another one now, gone or back, are out of date. */
export function markDependentsStale(store: StoreDatabase, files: readonly AnalysedFile[], before: Signatures | null): void {
  for (const { path, language, chunks, marks } of before ? files : []) {
    const gone = new Map(before?.get(path));
    const changed: string[] = [];
    const changedText: string[] = [];
    const fresh = new Set<string>();
    const names = new Set<string>();
    const methods = new Set<string>();
    chunks.forEach(({ key, signature, symbolKind, name }, i) => {
      const old = gone.get(key);
      gone.delete(key);
      if (old === undefined) {
        fresh.add(key);
        if (symbolKind !== null) names.add(name);
        if (symbolKind === 'method' && hasStructuralInterfaces(language)) methods.add(name);
      } else if (symbolKind === null) {
        if (old !== String(marks[i])) changedText.push(key);
      } else if (old !== signature) changed.push(key);
    });
    // A second declaration of a name may take the place of the first.
    for (const { key, name, symbolKind } of chunks) if (symbolKind !== null && names.has(name) && !fresh.has(key)) changed.push(key);
    const id = store.sql<number>('SELECT id FROM files WHERE path=?').pluck().get(path) ?? -1;
    touchUsers(store, changed, id);
    touchUsersOfText(store, changedText, id);
    loseUsers(store, [...gone.keys()], id);
    findUsers(store, fresh);
    for (const name of names) touchGuesses(store, name, id);
    for (const name of methods) touchInterfaces(store, name, id);
  }
}

/** Facts that may rest on a file's symbols without naming it: a mention that nothing resolved may be one of them. */
export function markGuessesStale(store: StoreDatabase, file: number): void {
  const names = store.sql<string>('SELECT DISTINCT name FROM chunks WHERE file=? AND symbol_kind IS NOT NULL').pluck().all(file);
  for (const name of names) touchGuesses(store, name, file);
}

/** Facts of these languages below a folder ('' for all) are out of date. */
export function markStaleBelow(store: StoreDatabase, folder: WorkspacePath, languages: readonly string[]): void {
  const touch = store.sql(
    'UPDATE facts SET stale=1 WHERE stale=0 AND file IN (SELECT id FROM files WHERE language=@language AND substr(path, 1, length(@start)) = @start)',
  );
  const start = folder === '' ? '' : `${folder}/`;
  for (const language of languages) touch.run({ language, start });
}

const hasFacts = (store: StoreDatabase): boolean => store.sql('SELECT 1 FROM facts LIMIT 1').get() !== undefined;

function signatures(store: StoreDatabase, path: WorkspacePath): Map<string, string> {
  const rows = store
    .sql<{ key: string; stated: string | null }>(
      `SELECT c.key, CASE WHEN c.symbol_kind IS NULL THEN CAST(c.mark AS TEXT) ELSE c.signature END AS stated
       FROM files f JOIN chunks c ON c.file = f.id WHERE f.path = ?`,
    )
    .all(path);
  return new Map(rows.map(({ key, stated }) => [key, stated ?? '']));
}

function touchUsers(store: StoreDatabase, keys: readonly string[], except: number): void {
  const touch = store.sql('UPDATE facts SET stale=1 WHERE stale=0 AND file<>? AND file IN (SELECT file FROM edges WHERE to_key=?)');
  for (const key of keys) touch.run(except, key);
}

/** Code outside of symbols: a name that is defined there may be in another chunk now. An import of the whole file stays. */
function touchUsersOfText(store: StoreDatabase, keys: readonly string[], except: number): void {
  const touch = store.sql(
    "UPDATE facts SET stale=1 WHERE stale=0 AND file<>? AND file IN (SELECT file FROM edges WHERE to_key=? AND kind<>'import')",
  );
  for (const key of keys) touch.run(except, key);
}

/** The chunks are gone: their users are asked about again, now and when the chunks come back (a text that was broken for a moment). */
function loseUsers(store: StoreDatabase, keys: readonly string[], except: number): void {
  touchUsers(store, keys, except);
  const lose = store.sql(
    'INSERT OR IGNORE INTO lost_edges(to_key, file) SELECT DISTINCT to_key, file FROM edges WHERE to_key=? AND file<>?',
  );
  for (const key of keys) lose.run(key, except);
}

function findUsers(store: StoreDatabase, keys: Iterable<string>): void {
  const touch = store.sql('UPDATE facts SET stale=1 WHERE stale=0 AND file IN (SELECT file FROM lost_edges WHERE to_key=?)');
  const found = store.sql('DELETE FROM lost_edges WHERE to_key=?');
  for (const key of keys) {
    touch.run(key);
    found.run(key);
  }
}

/** Files that mention a name which no server could resolve: it may be this one. */
function touchGuesses(store: StoreDatabase, name: string, except: number): void {
  store
    .sql(
      `UPDATE facts SET stale=1 WHERE stale=0 AND file IN (
         SELECT c.file FROM names n JOIN refs r ON r.fold = n.id JOIN chunks c ON c.id = r.chunk
         WHERE n.folded=? AND r.name=? AND r.settled=0 AND c.file<>? LIMIT ${maxTouchedByName})`,
    )
    .run(foldName(name), name, except);
}

/** Files with facts about implementers of an interface with a method of that name: there may be one more now. */
function touchInterfaces(store: StoreDatabase, name: string, except: number): void {
  store
    .sql(
      `UPDATE facts SET stale=1 WHERE stale=0 AND file<>@except AND file IN (
         SELECT c.file FROM names n JOIN chunks c ON c.fold = n.id JOIN chunks p ON p.id = c.parent
         WHERE n.folded=@folded AND c.name=@name AND p.symbol_kind='interface')`,
    )
    .run({ folded: foldName(name), name, except });
}
