/** Polling, for what no message announces: processes of other programs, their files and logs. Everything else is waited for by its message. */
const stepMs = 20;

/** Resolves with the first truthy value of `look`. @throws Error that names `what` after `limitMs` */
export async function waitUntil<T>(what: string, look: () => T | Promise<T>, limitMs = 30_000): Promise<T> {
  for (const end = performance.now() + limitMs; ; ) {
    const found = await look();
    if (found) return found;
    if (performance.now() > end) throw new Error(`waited ${limitMs / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
}
