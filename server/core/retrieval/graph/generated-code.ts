/**
 * Users of what an interface description declares (protobuf, GraphQL, Thrift): the code between is generated and mostly not in the workspace, and
 * has the names in the style of its language: `AnswerCard`, `answerCard`, `answer_card`. Known by name alone.
 */
import { addTo } from '../../../util/grouped.js';
import { foldName, withoutWhole, wordsOf } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { RelatedKind } from '../../model/related.js';
import { type EdgeKind, isDistinctive, isFunction, isInheritance, outerName } from '../../model/symbol.js';
import { isTestCode } from '../../model/test-code.js';
import { namePosition } from '../assemble/show-chunk.js';
import type { IndexReader } from '../ports.js';
import type { Step } from './graph-steps.js';
import { resolveMentions } from './mentions/resolve-mentions.js';
import { chunksNamed, isSameFamily } from './neighbours.js';

const DESCRIPTIONS: ReadonlySet<string> = new Set(['proto', 'graphql', 'thrift']);
/** Mentions of all names that are read. */
const MAX_EDGES = 1_000;
/** Definitions of one name. */
const MAX_DEFINITIONS = 40;

const inward: Readonly<Partial<Record<EdgeKind, RelatedKind>>> = {
  call: 'called_by',
  use: 'used_by',
  type: 'used_by',
  inherits: 'extended_by',
  implements: 'extended_by',
};

/** Code of other languages that mentions the names of described symbols and means nothing else that is known. */
export function usersOfGenerated(reader: IndexReader, frontier: readonly ChunkRecord[]): Step[] {
  const described = new Map<string, ChunkRecord>();
  for (const record of frontier)
    if (DESCRIPTIONS.has(record.language) && record.symbolKind !== null && isDistinctive(record.name))
      for (const name of stylesOf(record.name)) described.set(name, record);
  if (!described.size) return [];
  const edges = reader.edgesTo([...described.keys()], MAX_EDGES).filter(({ name, toId }) => described.has(name) && toId === null);
  const records = new Map(reader.chunks([...new Set(edges.map(({ fromId }) => fromId))]).map((record) => [record.id, record]));
  const meaningOf = resolveMentions(reader, edges);
  return edges.flatMap((edge): Step[] => {
    const from = described.get(edge.name) as ChunkRecord;
    const to = records.get(edge.fromId);
    const kind = inward[edge.kind];
    if (!to || !kind || isSameFamily(to, from) || meaningOf(edge, to).targets.length > 0) return [];
    return [{ from, to, kind: isTestCode(to) && kind !== 'extended_by' ? 'tested_by' : kind, edge, isGuess: true }];
  });
}

/** Methods of types that implement a described service, by their names: `extended_by`. */
export function implementersOfGenerated(reader: IndexReader, frontier: readonly ChunkRecord[]): Step[] {
  const methods = frontier.filter(({ language, symbolKind }) => DESCRIPTIONS.has(language) && symbolKind === 'method');
  const described = new Map(methods.flatMap((record) => stylesOf(record.name).map((name) => [name, record] as const)));
  if (!described.size) return [];
  const ids = [...chunksNamed(reader, [...described.keys()], MAX_DEFINITIONS).values()].flat();
  const named = reader.chunks(ids).filter((record) => isFunction(record.symbolKind) && record.parentId !== null);
  const bases = new Map<number, string[]>();
  for (const { fromId, kind, name } of reader.edgesFrom([...new Set(named.flatMap(({ parentId }) => parentId ?? []))]))
    if (isInheritance(kind)) addTo(bases, fromId, foldName(name));
  return named.flatMap((to): Step[] => {
    const from = described.get(to.name) as ChunkRecord;
    const service = foldName(outerName(from));
    // What is generated for a service is called after it: `CartServicer`, `CartImplBase`.
    const base = bases.get(to.parentId as number)?.find((name) => name.startsWith(service) || service.startsWith(name));
    if (base === undefined || isSameFamily(to, from)) return [];
    const { path, provenance, name } = to;
    const { nameLine } = namePosition(reader.fileText(to.fileId) ?? '', to);
    const edge = { fromId: to.id, toId: from.id, name, qualifier: null, kind: 'implements' as const, path, line: nameLine, provenance };
    return [{ from, to, kind: 'extended_by', edge, isGuess: true }];
  });
}

/** A name in the styles of languages: as it is, in camel case with a small and a capital letter, and in snake case. */
function stylesOf(name: string): string[] {
  const words = withoutWhole(wordsOf(name).split(' '), name);
  if (words.length < 2) return [name];
  const pascal = words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
  return [...new Set([name, pascal, pascal.slice(0, 1).toLowerCase() + pascal.slice(1), words.join('_')])];
}
