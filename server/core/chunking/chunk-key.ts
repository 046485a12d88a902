/** Keys of chunks. They survive edits elsewhere: path, kind, qualified name and the ordinal among equals count, not positions. */

/** `path`: absolute. */
export function chunkIdentity(
  path: string,
  { kind, symbolKind, qualifiedName }: { readonly kind: string; readonly symbolKind: string | null; readonly qualifiedName: string },
): string {
  return `${path}\0${kind}\0${symbolKind ?? ''}\0${qualifiedName}`;
}

/** Keys of the chunks of one file, to be asked for in their order. */
export function chunkKey(hashOf: (text: string) => string): (identity: string) => string {
  const seen = new Map<string, number>();
  return (identity) => {
    const ordinal = seen.get(identity) ?? 0;
    seen.set(identity, ordinal + 1);
    return hashOf(`${identity}\0${ordinal}`);
  };
}
