/**
 * Resolves references whose id is in no shard. Types and constants of one file (`typedef`, `static const`) have another id where their
 * header is a system header (`-isystem`, which CMake uses for libraries under test), and the header's shard is written for one of the
 * including files. Such a reference is resolved by name, if the included files define the name once.
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

  /** `reachedFrom`: a file and all that it includes. */
  constructor(all: Iterable<Named>, reachedFrom: (path: string) => ReadonlySet<string>) {
    this.#all = all;
    this.#reachedFrom = reachedFrom;
  }

  /** Definitions of the only symbol of that name that a file can see; empty if there are several. */
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
