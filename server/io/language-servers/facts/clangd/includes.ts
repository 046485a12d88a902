/** Which files of the workspace a file includes, over any number of steps, as clangd's index has it. */
export class Includes {
  readonly #direct = new Map<string, readonly string[]>();
  readonly #reached = new Map<string, ReadonlySet<string>>();

  /** What a file includes itself. */
  add(path: string, included: readonly string[]): void {
    this.#direct.set(path, included);
  }

  /** With the file itself. */
  reachedFrom(path: string): ReadonlySet<string> {
    const known = this.#reached.get(path);
    if (known) return known;
    const reached = new Set([path]);
    for (const one of reached) for (const included of this.#direct.get(one) ?? []) reached.add(included);
    this.#reached.set(path, reached);
    return reached;
  }
}
