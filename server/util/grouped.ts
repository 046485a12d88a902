/** Appends a value to the list of a key. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const there = groups.get(key);
  if (there) there.push(value);
  else groups.set(key, [value]);
}

/** Groups values by key, in their order. */
export function grouped<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) addTo(groups, keyOf(value), value);
  return groups;
}
