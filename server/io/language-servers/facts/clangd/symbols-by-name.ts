/**
 * What a reference means whose id no shard has: types and constants of one file (`typedef`, `static const`) have another id where
 * their header counts as a system's (`-isystem`, as CMake has it for libraries under test), and the header's shard is written by
 * one of the files that include it. Then the name tells, where included files have it once.
 */
import type { Target } from '../../../../core/code-graph/facts.js';
import { grouped } from '../../../../util/grouped.js';

interface Named {
  readonly name: string;
  readonly definitions: readonly Target[];
}

export class SymbolsByName {
  readonly #all: Iterable<Named>;
  readonly #reachedFrom: (path: string) => ReadonlySet<string>;
  #byName: ReadonlyMap<string, readonly Named[]> | null = null;

  /** `reachedFrom`: a file itself and all that it includes. */
  constructor(all: Iterable<Named>, reachedFrom: (path: string) => ReadonlySet<string>) {
    this.#all = all;
    this.#reachedFrom = reachedFrom;
  }

  /** Where the one thing of a name is defined that a file can see; none where there are several. */
  definitionsOf(name: string, path: string): readonly Target[] {
    this.#byName ??= grouped(this.#all, (one) => one.name);
    const reached = this.#reachedFrom(path);
    const seen = (this.#byName.get(name) ?? []).flatMap(({ definitions }) => {
      const visible = definitions.filter((one) => reached.has(one.path));
      return visible.length > 0 ? [visible] : [];
    });
    return seen.length === 1 ? (seen[0] as readonly Target[]) : [];
  }
}
