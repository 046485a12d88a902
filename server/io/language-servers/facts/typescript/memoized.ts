/** Returns the cached or pending answer, or asks. A failed answer is not cached. */
export function memoized<K, V>(known: Map<K, Promise<V>>, key: K, ask: () => Promise<V>): Promise<V> {
  let answer = known.get(key);
  if (!answer) {
    answer = ask();
    known.set(key, answer);
    answer.catch(() => known.delete(key));
  }
  return answer;
}
