/** Values by what they have in common, in their order. */
export function grouped<K, V>(values: Iterable<V>, keyOf: (value: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const value of values) {
    const key = keyOf(value);
    const there = groups.get(key);
    if (there) there.push(value);
    else groups.set(key, [value]);
  }
  return groups;
}
