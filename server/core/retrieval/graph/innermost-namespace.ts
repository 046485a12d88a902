/** Which of several definitions of one name in C++ is meant where no scope is written: that of the innermost namespace around. Pure. */
import type { ChunkRecord } from '../../model/chunk.js';

type Named = Pick<ChunkRecord, 'qualifiedName'>;

const segmentsOf = ({ qualifiedName }: Named): readonly string[] => qualifiedName.split(/::|\./).filter(Boolean);

/**
 * Of definitions those in the innermost namespace that is also around a symbol; none where no such namespace has one (a `using` may).
 * @param levels segments at the end of each name that are no namespace: 1 of a value, 2 of the member of a type
 */
export function innermostNamespace<T extends Named>(definitions: readonly T[], levels: number, around: Named): readonly T[] {
  const outer = segmentsOf(around);
  const rated = definitions.map((one) => {
    const namespace = segmentsOf(one).slice(0, -levels);
    return { one, depth: namespace.every((segment, i) => outer[i] === segment) ? namespace.length : -1 };
  });
  const best = Math.max(-1, ...rated.map(({ depth }) => depth));
  return best < 0 ? [] : rated.filter(({ depth }) => depth === best).map(({ one }) => one);
}
