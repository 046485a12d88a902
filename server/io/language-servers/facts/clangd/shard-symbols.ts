/** What the symbols of clangd's index state beyond their references: which methods override others, and what a name refers to. */
import { type Fact, isSamePlace, type Target } from '../../../../core/code-graph/facts.js';
import { addTo, grouped } from '../../../../util/grouped.js';
import type { ShardOverride } from './shard.js';

interface Method {
  readonly name: string;
  readonly definitions: readonly Target[];
  readonly declarations: readonly Target[];
}

/**
 * Overrides as facts at each declaration and definition of the overriding method, by path, without offsets. A method can override several:
 * in a class with several bases, or if platforms define the method separately. `methods`: by clangd's ids.
 */
export function overridesByFile(overrides: readonly ShardOverride[], methods: ReadonlyMap<string, Method>): ReadonlyMap<string, Fact[]> {
  const byFile = new Map<string, Fact[]>();
  for (const [overrider, found] of grouped(overrides, (one) => one.overrider)) {
    const method = methods.get(overrider);
    // The shard of each file that includes a declaration contains it.
    const bases = new Set(found.map(({ base }) => base));
    const targets = [...bases].flatMap((base) => placesOf(methods.get(base)));
    if (!method || targets.length === 0) continue;
    for (const { path, line, character } of placesOf(method)) {
      const fact: Fact = { occurrence: { name: method.name, start: -1, line, character }, meaning: { kind: 'here', targets } };
      addTo(byFile, path, fact);
    }
  }
  return byFile;
}

/** Definitions and declarations, which are often the same. */
function placesOf(method: Method | undefined): readonly Target[] {
  const { definitions, declarations } = method ?? { definitions: [], declarations: [] };
  return [...definitions, ...declarations.filter((place) => !definitions.some((one) => isSamePlace(one, place)))];
}

interface Named {
  readonly name: string;
  readonly definitions: readonly Target[];
}

/**
 * Resolves references whose id is in no shard. Types and constants of one file (`typedef`, `static const`) have another id where their
 * header is a system header (`-isystem`, which CMake uses for libraries under test), and the header's shard is written for one of the
 * including files. Such a reference is resolved by name, if the included files define the name once.
 */
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
