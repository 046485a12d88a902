/** The answer to a question that was asked before, or is being asked; one that failed is asked anew. */
export function memoized<K, V>(known: Map<K, Promise<V>>, key: K, ask: () => Promise<V>): Promise<V> {
  let answer = known.get(key);
  if (!answer) {
    answer = ask();
    known.set(key, answer);
    answer.catch(() => known.delete(key));
  }
  return answer;
}
