/** Calls and bases whose target is not known: a reader of the callees sees what is missing from the list. */
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import type { UnresolvedCall } from '../../model/related.js';
import { isInheritance, OWN_SCOPE, SOME_VALUE, valueType } from '../../model/symbol.js';
import type { EdgeRecord, IndexReader } from '../ports.js';
import { resolveMentions } from './mentions/resolve-mentions.js';
import { isStandard } from './mentions/standard-names.js';

const MAX_LISTED = 50;
const MAX_EDGES = 2_000;

/** Those that `callers` make, but of what the language has itself (`len`), each name once: names that the workspace defines first, names alone of other libraries last. */
export function unresolvedCalls(reader: IndexReader, callers: readonly ChunkRecord[]): UnresolvedCall[] {
  const byId = new Map(callers.map((record) => [record.id, record]));
  const edges = reader.edgesFrom([...byId.keys()]).slice(0, MAX_EDGES);
  const meaningOf = resolveMentions(reader, edges);
  const found = new Map<string, UnresolvedCall & { readonly from: ChunkRecord }>();
  for (const edge of edges) {
    const from = byId.get(edge.fromId);
    if (!from || edge.kind !== 'call' || edge.toId !== null) continue;
    if (edge.qualifier === null && isStandard(edge.name, from)) continue;
    const { targets, definitions } = meaningOf(edge, from);
    const name = displayName(edge);
    if (!targets.length && !found.has(name)) found.set(name, { name, path: edge.path, line: edge.line, definitions, from });
  }
  const orderOf = ({ definitions, name }: UnresolvedCall): number => (definitions > 0 ? 0 : name.includes('.') ? 1 : 2);
  return [...found.values()]
    .sort((a, b) => orderOf(a) - orderOf(b) || comparePlaces(a.from, b.from) || a.line - b.line)
    .slice(0, MAX_LISTED)
    .map(({ from: _, ...call }) => call);
}

/** What types extend or implement and the workspace does not have, each name once. */
export function foreignBases(reader: IndexReader, types: readonly ChunkRecord[]): UnresolvedCall[] {
  const byId = new Map(types.map((record) => [record.id, record]));
  const edges = reader.edgesFrom([...byId.keys()]).filter(({ kind, toId }) => isInheritance(kind) && toId === null);
  const meaningOf = resolveMentions(reader, edges);
  const found = new Map<string, UnresolvedCall>();
  for (const edge of edges) {
    const from = byId.get(edge.fromId);
    const meaning = from && meaningOf(edge, from);
    const name = displayName(edge);
    if (meaning && !meaning.targets.length && !found.has(name))
      found.set(name, { name, path: edge.path, line: edge.line, definitions: meaning.definitions, isBase: true });
  }
  return [...found.values()].slice(0, MAX_LISTED);
}

/** With the last part of its qualifier. */
function displayName({ name, qualifier }: EdgeRecord): string {
  const path = valueType(qualifier)?.replace(/^@/, '') ?? qualifier;
  if (path === null || path === OWN_SCOPE || path === SOME_VALUE) return name;
  const last = path.split(/[./\\:]+/).at(-1);
  return last ? `${last}.${name}` : name;
}
