/**
 * Overrides from clangd's index, as facts at each declaration and definition of the overriding method. A method can override several:
 * in a class with several bases, or if platforms define the method separately.
 */
import { type Fact, isSamePlace, type Target } from '../../../../core/code-graph/facts.js';
import { addTo, grouped } from '../../../../util/grouped.js';
import type { ShardOverride } from './shard.js';

interface Method {
  readonly name: string;
  readonly definitions: readonly Target[];
  readonly declarations: readonly Target[];
}

/** By path, without offsets. `methods`: by clangd's ids. */
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
