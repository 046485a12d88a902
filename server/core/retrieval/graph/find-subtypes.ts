/** What extends, implements or overrides the symbols of one name, each with the line that says so. */
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import { INHERITANCE, isFunction, isInheritance } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import type { IndexReader } from '../ports.js';
import type { User } from './find-users.js';
import { implementersInTables, tablesOfStructs } from './function-tables.js';
import { implementersOfGenerated, usersOfGenerated } from './generated-code.js';
import { type Step, stepsIn, stepsOut } from './graph-steps.js';
import { implementing, overriders, shadowing } from './override-family.js';

/** Levels of subclasses that are followed. */
const MAX_LEVELS = 6;

/** Code before tests, those nearest to the symbols first. Of members of one name some may override others. */
export function findSubtypes(
  reader: IndexReader,
  subjects: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  const members = subjects.filter(({ symbolKind }) => isFunction(symbolKind) || symbolKind === 'property');
  const types = subjects.filter((record) => !members.includes(record));
  const implementers = implementing(reader, types);
  const steps = [
    ...declaredSubtypes(reader, subjects),
    ...overriders(reader, members),
    ...shadowing(reader, members),
    ...implementers,
    ...declaredSubtypes(
      reader,
      implementers.map(({ to }) => to),
    ),
    ...implementersInTables(reader, subjects),
    ...tablesOfStructs(reader, types),
    ...usersOfGenerated(reader, subjects).filter(isDown),
    ...implementersOfGenerated(reader, subjects),
  ];
  const askedTypes = new Set(types.map(({ id }) => id));
  const users = new Map<number, User>();
  for (const { from, to, edge } of steps)
    if (!askedTypes.has(to.id) && !users.has(to.id) && (!accept || accept(to)))
      users.set(to.id, { record: to, kind: 'inherits', lines: [edge.line], of: from, provenance: edge.provenance, isGuess: false });
  const isTest = ({ record }: User): number => Number(isTestCode(record));
  return [...users.values()].sort((a, b) => isTest(a) - isTest(b));
}

const isDown = ({ kind, edge }: Step): boolean => kind === 'extended_by' || isInheritance(edge.kind);

/** Breadth first. */
function declaredSubtypes(reader: IndexReader, subjects: readonly ChunkRecord[]): Step[] {
  const found: Step[] = [];
  const seen = new Set(subjects.map(({ id }) => id));
  let frontier = subjects;
  for (let level = 0; level < MAX_LEVELS && frontier.length > 0; level++) {
    // Language servers report implementers from the side of the interface.
    const reported = stepsOut(reader, frontier, (edges) => edges.filter(({ kind }) => kind === 'implementedBy'));
    const steps = [...stepsIn(reader, frontier, undefined, INHERITANCE), ...reported];
    const next = steps.filter(({ to }) => !seen.has(to.id)).sort((a, b) => comparePlaces(a.to, b.to));
    for (const { to } of next) seen.add(to.id);
    found.push(...next);
    frontier = next.map(({ to }) => to);
  }
  return found;
}
