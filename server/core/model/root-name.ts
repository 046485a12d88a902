/**
 * Names of root folders: the first segment of every path in a workspace of several roots. A folder that has a name keeps it,
 * whichever other roots come or go; a new name comes from the path, never from the order of the roots.
 */

export interface RootFolder {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
}

/**
 * Distinct names, in the order of the roots.
 * @param roots with the name that the client gave, or that of the folder
 * @param known names by folder, the most binding first
 */
export function nameRoots(roots: readonly RootFolder[], ...known: readonly ReadonlyMap<string, string>[]): RootFolder[] {
  const names = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const one of known)
    for (const { folder } of roots) {
      const name = one.get(folder);
      if (name === undefined || names.has(folder) || owners.has(name)) continue;
      names.set(folder, name);
      owners.set(name, folder);
    }
  // A root that has gone may come back, and its paths may be kept somewhere.
  for (const one of known) for (const [folder, name] of one) if (!owners.has(name)) owners.set(name, folder);
  for (const { name: given, folder } of [...roots].sort((a, b) => (a.folder < b.folder ? -1 : 1))) {
    if (names.has(folder)) continue;
    for (const name of candidates(given, folder)) {
      if ((owners.get(name) ?? folder) !== folder) continue;
      names.set(folder, name);
      owners.set(name, folder);
      break;
    }
  }
  return roots.map(({ folder }) => ({ name: names.get(folder) as string, folder }));
}

/** `app`, then with the folders above it: `shop-app`, `me-shop-app` …; at last with numbers. */
function* candidates(given: string, folder: string): Generator<string> {
  const parts = folder.split(/[/\\]/).filter((part) => part !== '');
  const plain = given.replace(/[/\\\0]/g, '-').replace(/^\.{1,2}$/, '');
  let name = plain || parts.at(-1) || 'root';
  yield name;
  for (const part of parts.slice(0, -1).reverse()) {
    name = `${part.replace(':', '')}-${name}`;
    yield name;
  }
  for (let i = 2; ; i++) yield `${name}-${i}`;
}
