/** Tests that reach a symbol through its callers, where none calls it itself: breadth first, the nearest level with tests. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { IndexReader } from '../ports.js';
import { isInlineTest } from '../rank/demotions.js';
import { addUse, type User } from './find-users.js';
import { isTrusted, type Step, stepsIn } from './graph-steps.js';

/** Callers of callers are followed so far, and so many in all. */
const MAX_LEVELS = 4;
const MAX_VISITED = 500;

const isFollowed = (step: Step): boolean =>
  (step.kind === 'called_by' || step.kind === 'tested_by' || step.kind === 'used_by') && isTrusted(step);

/** The tests nearest to the subjects, each with its line that calls something on the way. */
export function indirectTests(
  reader: IndexReader,
  subjects: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  const seen = new Set(subjects.map(({ id }) => id));
  let frontier = subjects;
  for (let level = 0; level < MAX_LEVELS && frontier.length && seen.size < MAX_VISITED; level++) {
    const steps = stepsIn(reader, frontier).filter(isFollowed);
    const tests = steps.filter(({ to }) => (to.role === 'test' || isInlineTest(to)) && accept?.(to) !== false);
    if (tests.length) return usersOf(tests);
    const next = new Map(steps.map(({ to }) => [to.id, to]));
    frontier = [...next.values()].filter(({ id, symbolKind }) => symbolKind !== null && !seen.has(id));
    for (const { id } of frontier) seen.add(id);
  }
  return [];
}

function usersOf(steps: readonly Step[]): User[] {
  const users = new Map<number, User>();
  for (const { from, to, edge, isGuess } of steps)
    addUse(users, to.id, { record: to, kind: 'call', lines: [edge.line], of: from, provenance: edge.provenance, isGuess });
  return [...users.values()];
}
