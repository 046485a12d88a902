/** A thread that computes for long shows that it goes on, so that whoever watches it can tell it from one that hangs. */
let shown: { readonly counter: Int32Array; readonly at: number } | null = null;

/** From now on this thread's signs are counted in an element of shared memory. */
export function showLifeIn(counter: Int32Array, at: number): void {
  shown = { counter, at };
}

/** To be called at least every few seconds of a long computation; costs less than a microsecond. */
export function signOfLife(): void {
  if (shown) Atomics.add(shown.counter, shown.at, 1);
}
