/** Tests of a symbol that none calls itself: those named after it, else those that reach it through its callers, the nearest level. */
import { withoutWhole, wordsOf } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { isDistinctive, isFunction } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import { namePosition } from '../assemble/show-chunk.js';
import type { IndexReader } from '../ports.js';
import { addUse, isNamedAfter, type User } from './find-users.js';
import { isTrusted, type Step, stepsIn } from './graph-steps.js';

/** Callers of callers are followed so far, and so many in all. */
const MAX_LEVELS = 4;
const MAX_VISITED = 500;
/** Symbols of a name, and chunks with its words, that are looked at. */
const MAX_NAMED = 200;

const isFollowed = (reader: IndexReader, step: Step): boolean =>
  (step.kind === 'called_by' || step.kind === 'tested_by' || step.kind === 'used_by') && isTrusted(reader, step);

/** The tests that are named after a subject, as `test_surround_delete` is after `surround_delete`. */
export function testsNamedAfter(
  reader: IndexReader,
  subjects: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  const [of] = subjects;
  if (!of || !isDistinctive(of.name)) return [];
  const same = reader.named([of.name], MAX_NAMED).map(({ chunkId }) => chunkId);
  const parts = withoutWhole(wordsOf(of.name).split(' ').filter(Boolean), of.name);
  const records = reader.chunks([...new Set([...same, ...(parts.length > 1 ? reader.phrase(parts, MAX_NAMED) : [])])]);
  return records
    .filter((record) => (isFunction(record.symbolKind) || record.symbolKind === 'test') && isTestCode(record) && accept?.(record) !== false)
    .filter(({ name, bodySpan, language }) => isNamedAfter({ name, path: '' }, of.name) && (bodySpan !== null || language !== 'cpp'))
    .map((record) => {
      const { nameLine } = namePosition(reader.fileText(record.fileId) ?? '', record);
      return { record, kind: 'mention', lines: [nameLine], of, provenance: record.provenance, isGuess: true };
    });
}

/** The tests nearest to the subjects, each with its line that calls something on the way. */
export function indirectTests(
  reader: IndexReader,
  subjects: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  const seen = new Set(subjects.map(({ id }) => id));
  let frontier = subjects;
  for (let level = 0; level < MAX_LEVELS && frontier.length && seen.size < MAX_VISITED; level++) {
    const steps = stepsIn(reader, frontier).filter((step) => isFollowed(reader, step));
    const tests = steps.filter(({ to }) => isTestCode(to) && accept?.(to) !== false);
    if (tests.length) return usersOf(tests);
    // Who uses a table or a type that names a function does not run it.
    const next = new Map(steps.filter(({ to }) => isFunction(to.symbolKind)).map(({ to }) => [to.id, to]));
    frontier = [...next.values()].filter(({ id }) => !seen.has(id));
    for (const { id } of frontier) seen.add(id);
  }
  return [];
}

function usersOf(steps: readonly Step[]): User[] {
  const users = new Map<number, User>();
  for (const { from, to, edge, isGuess } of steps) {
    // A test that calls several functions on the way stands under the first, with its lines alone.
    if ((users.get(to.id)?.of.id ?? from.id) !== from.id) continue;
    addUse(users, to.id, { record: to, kind: 'call', lines: [edge.line], of: from, provenance: edge.provenance, isGuess });
  }
  return [...users.values()];
}
