/** A map, or a cache of the same form. */
interface Kept<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value of a key; where there is none it is made and kept. */
export function remembered<K, V extends {}>(kept: Kept<K, V>, key: K, make: () => V): V {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
