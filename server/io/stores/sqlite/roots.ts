/** The roots of an index: under which names its paths stand, and how paths follow when roots come, go or are named otherwise. */
import type Database from 'better-sqlite3';
import type { RootFolder } from '../../../core/model/root-name.js';

/** Names by folder. */
export const readRootNames = (db: Database.Database): Map<string, string> =>
  new Map(
    db
      .prepare<[], RootFolder>('SELECT folder, name FROM roots')
      .all()
      .map(({ folder, name }) => [folder, name]),
  );

/** What paths of a root's files begin with, in an index of so many roots. */
export const prefixOf = (name: string, of: number): string => (of > 1 ? `${name}/` : '');

/** Gives the index these roots: paths of files take the new names. Files of other roots must be gone. Inside a transaction. */
export function writeRoots(db: Database.Database, roots: readonly RootFolder[]): void {
  const former = readRootNames(db);
  const moves = roots.flatMap(({ folder, name }, i) => {
    const known = former.get(folder);
    const [from, to] = [prefixOf(known ?? '', former.size), prefixOf(name, roots.length)];
    return known === undefined || from === to ? [] : [{ from, aside: `\u0001${i}/`, to }];
  });
  // In two steps, for one root may take the name of another.
  for (const { from, aside } of moves) movePaths(db, from, aside);
  for (const { aside, to } of moves) movePaths(db, aside, to);
  db.exec('DELETE FROM roots');
  const insert = db.prepare('INSERT INTO roots(folder, name) VALUES(?, ?)');
  for (const { folder, name } of roots) insert.run(folder, name);
}

function movePaths(db: Database.Database, from: string, to: string): void {
  for (const table of ['files', 'imported'])
    db.prepare(`UPDATE ${table} SET path = @to || substr(path, length(@from) + 1) WHERE substr(path, 1, length(@from)) = @from`).run({
      from,
      to,
    });
}

/** Ids of the files below roots other than these; none where no roots are named. */
export function filesOfOtherRoots(db: Database.Database, folders: ReadonlySet<string>): number[] {
  if (folders.size === 0) return [];
  const former = readRootNames(db);
  const others = [...former].filter(([folder]) => !folders.has(folder)).map(([, name]) => prefixOf(name, former.size));
  const below = db.prepare<[{ prefix: string }], number>('SELECT id FROM files WHERE substr(path, 1, length(@prefix)) = @prefix').pluck();
  return others.flatMap((prefix) => below.all({ prefix }));
}
