/** Users of a member that a type of the workspace has from a library: `Notification.create` of a model. No symbol has its name there. */
import { foldName } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { valueType } from '../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { addUse, type User, useKind, withLinesAgain } from './find-users.js';
import { matchQualifier, once, readQualifier, scopeOf } from './mentions/qualified-scope.js';
import { filesOnce, isSameFamily } from './neighbours.js';
import { usage } from './weights.js';

/** Such users, and the type that they mean. */
export interface MemberUsers {
  readonly type: ChunkRecord;
  readonly users: readonly User[];
}

/**
 * What mentions a member by its name behind a type, or of a value that is declared to have the type; source before tests. Null where nothing
 * does.
 * @param types of one name, of which the first mention decides which is meant
 */
export function findMemberUsers(
  reader: IndexReader,
  types: readonly ChunkRecord[],
  name: string,
  accept: ((record: ChunkRecord) => boolean) | null,
): MemberUsers | null {
  const pathOf = ({ qualifier }: EdgeRecord): string => valueType(qualifier) ?? qualifier ?? '';
  const edges = reader
    .edgesTo([name], usage.edges)
    .filter((edge) => edge.name === name && edge.toId === null && lastSegment(pathOf(edge)) === types[0]?.name);
  const [first] = edges;
  if (!first) return null;
  const qualifier = readQualifier(pathOf(first), first.path, null);
  const fit = (type: ChunkRecord): number => matchQualifier(qualifier, once([...scopeOf(type), foldName(type.name)])).count;
  const type = types.reduce((best, one) => (fit(one) > fit(best) ? one : best));
  const records = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  const users = new Map<number, User>();
  for (const { fromId, kind, line, provenance } of edges) {
    const record = records.get(fromId);
    if (!record || !isSameFamily(record, type) || (accept && !accept(record))) continue;
    addUse(users, fromId, { record, kind: useKind[kind], lines: [line], of: type, provenance, isGuess: false });
  }
  const files = filesOnce(reader);
  const found = [...users.values()].map((user) => withLinesAgain(reader, user, files, name));
  const isSource = ({ record }: User): boolean => record.role === 'source';
  return users.size ? { type, users: [...found.filter(isSource), ...found.filter((user) => !isSource(user))] } : null;
}

const lastSegment = (path: string): string | undefined => path.split(/[./\\:]/).at(-1);
