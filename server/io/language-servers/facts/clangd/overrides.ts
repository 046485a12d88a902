/**
 * Which method overrides which, as clangd's index states it, at every place where the overriding one is declared or defined.
 * Several: in a class with several bases, and where platforms define one method anew.
 */
import { type Fact, isSamePlace, type Target } from '../../../../core/code-graph/facts.js';
import { addTo, grouped } from '../../../../util/grouped.js';
import type { ShardOverride } from './shard.js';

interface Method {
  readonly name: string;
  readonly definitions: readonly Target[];
  readonly declarations: readonly Target[];
}

/** By path; offsets are not known yet. `methods`: by clangd's ids. */
export function overridesByFile(overrides: readonly ShardOverride[], methods: ReadonlyMap<string, Method>): ReadonlyMap<string, Fact[]> {
  const byFile = new Map<string, Fact[]>();
  for (const [overrider, told] of grouped(overrides, (one) => one.overrider)) {
    const method = methods.get(overrider);
    // Each file that includes a declaration has it in its shard.
    const bases = new Set(told.map(({ base }) => base));
    const targets = [...bases].flatMap((base) => placesOf(methods.get(base)));
    if (!method || targets.length === 0) continue;
    for (const { path, line, character } of placesOf(method)) {
      const fact: Fact = { occurrence: { name: method.name, start: -1, line, character }, meaning: { kind: 'here', targets } };
      addTo(byFile, path, fact);
    }
  }
  return byFile;
}

/** Many are defined where they are declared. */
function placesOf(method: Method | undefined): readonly Target[] {
  const { definitions, declarations } = method ?? { definitions: [], declarations: [] };
  return [...definitions, ...declarations.filter((place) => !definitions.some((one) => isSamePlace(one, place)))];
}
