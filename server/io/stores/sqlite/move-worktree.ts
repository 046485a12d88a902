/** Gives the rows of one working tree to another: files of equal content stay, with the keys that their chunks have there. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { chunkIdentity, chunkKey } from '../../../core/chunking/chunk-key.js';
import { hashOf } from '../../../util/hash.js';
import { nextTurn } from '../../../util/next-turn.js';
import { prefixOf, readRootNames } from './roots.js';

/** Files between two turns of other work. */
const filesPerTurn = 100;

interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly content_hash: string;
  readonly size_bytes: number;
  readonly problem: string | null;
}
interface ChunkRow {
  readonly id: number;
  readonly key: string;
  readonly kind: string;
  readonly symbol_kind: string | null;
  readonly name: string;
  readonly qualified: string | null;
}

/** `folder`: a root of the database, whose rows are those of another folder. @returns ids of the files that differ here, to be deleted */
export async function moveToWorktree(db: Database.Database, folder: string): Promise<number[]> {
  const names = readRootNames(db);
  const prefix = prefixOf(names.get(folder) ?? '', names.size);
  const files = db
    .prepare<[{ prefix: string }], FileRow>(
      'SELECT id, path, content_hash, size_bytes, problem FROM files WHERE substr(path, 1, length(@prefix)) = @prefix',
    )
    .all({ prefix });
  const chunksOf = db.prepare<[number], ChunkRow>(
    'SELECT id, key, kind, symbol_kind, name, qualified FROM chunks WHERE file = ? ORDER BY id',
  );
  const setTime = db.prepare('UPDATE files SET mtime_ms = ? WHERE id = ?');
  const setKey = db.prepare('UPDATE chunks SET key = ? WHERE id = ?');
  db.exec('CREATE TEMP TABLE moved(former TEXT PRIMARY KEY, now TEXT NOT NULL) WITHOUT ROWID');
  const note = db.prepare('INSERT OR IGNORE INTO moved VALUES(?, ?)');
  const differing: number[] = [];
  for (const [i, file] of files.entries()) {
    if (i % filesPerTurn === filesPerTurn - 1) await nextTurn();
    const absolute = join(folder, file.path.slice(prefix.length));
    // Also those of files that differ here: edges to them hold when they are analysed again.
    const keyOf = chunkKey(hashOf);
    for (const { id, key, kind, symbol_kind: symbolKind, name, qualified } of chunksOf.all(file.id)) {
      const now = keyOf(chunkIdentity(absolute, { kind, symbolKind, qualifiedName: qualified ?? name }));
      note.run(key, now);
      setKey.run(now, id);
    }
    const mtimeMs = file.problem === null ? timeIfEqual(absolute, file) : null;
    if (mtimeMs === null) differing.push(file.id);
    else setTime.run(mtimeMs, file.id);
  }
  for (const column of ['from_key', 'to_key'])
    db.exec(`UPDATE edges SET ${column} = (SELECT now FROM moved WHERE former = ${column}) WHERE ${column} IN (SELECT former FROM moved)`);
  db.exec('DROP TABLE moved');
  return differing;
}

/** The time of a file with the content of the row, else null. */
function timeIfEqual(absolute: string, row: FileRow): number | null {
  try {
    const stats = lstatSync(absolute);
    if (!stats.isFile() || stats.size !== row.size_bytes) return null;
    return hashOf(readFileSync(absolute)) === row.content_hash ? stats.mtimeMs : null;
  } catch {
    return null;
  }
}
