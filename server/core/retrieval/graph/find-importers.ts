/** What imports a file. */
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { IndexReader } from '../ports.js';
import { addUse, type User } from './find-users.js';
import { stepsIn } from './graph-steps.js';

/** Files that import the file of a module, each with the lines of its imports. */
export function findImporters(
  reader: IndexReader,
  modules: readonly ChunkRecord[],
  accept: ((record: ChunkRecord) => boolean) | null,
): User[] {
  const files = new Set(modules.map(({ fileId }) => fileId));
  const inside = [...files].flatMap((id) => reader.chunksOfFile(id));
  const users = new Map<number, User>();
  for (const { to, edge, isGuess } of stepsIn(reader, inside)) {
    if (edge.kind !== 'import' || isGuess || files.has(to.fileId) || (accept && !accept(to))) continue;
    const of = modules[0] as ChunkRecord;
    addUse(users, to.fileId, { record: to, kind: 'import', lines: [edge.line], of, provenance: edge.provenance, isGuess: false });
  }
  const isTest = ({ record }: User): number => Number(record.role === 'test');
  return [...users.values()].sort((a, b) => isTest(a) - isTest(b) || comparePlaces(a.record, b.record));
}
