/** Reads rows of several symbols within one limit: each has its share, and what some leave goes to those that have more. Pure. */

/**
 * @param read rows of some ids, at most `most` of each, in the order of the ids
 * @param idOf the id that a row is of
 */
export function inShares<Row>(
  ids: readonly number[],
  limit: number,
  read: (ids: readonly number[], most: number) => readonly Row[],
  idOf: (row: Row) => number,
): readonly Row[] {
  const found = new Map<number, Row[]>();
  let most = Math.max(1, Math.floor(limit / Math.max(1, ids.length)));
  for (let open = ids; open.length > 0; ) {
    for (const id of open) found.set(id, []);
    for (const row of read(open, most)) found.get(idOf(row))?.push(row);
    const share = most;
    open = open.filter((id) => found.get(id)?.length === share);
    const left = limit - ids.reduce((sum, id) => sum + (found.get(id)?.length ?? 0), 0);
    most += Math.floor(left / Math.max(1, open.length));
    if (most <= share) break;
  }
  return ids.flatMap((id) => found.get(id) ?? []).slice(0, limit);
}
