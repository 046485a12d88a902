/** Which of the lines of a symbol with a name mean another symbol of that name, as their edges say. */
import type { ChunkRecord } from '../../model/chunk.js';
import { outerName, valueType } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import type { Step } from './graph-steps.js';
import { isDeclaredType, isMember, isPath } from './mentions/possible-targets.js';
import { chunksNamed } from './neighbours.js';

/**
 * Lines on which a symbol calls or uses something of the name on a value that is declared to have another type, or behind another path.
 * @param leading lines of the edges that lead to what is meant
 */
export const linesOfNamesakes = (
  reader: Pick<IndexReader, 'edgesFrom'>,
  { id, path }: ChunkRecord,
  name: string,
  leading: readonly number[],
): readonly number[] =>
  reader.edgesFrom([id]).flatMap((edge) => {
    const type = edge.qualifier === null ? null : valueType(edge.qualifier);
    const isTyped = type === null ? isPath(edge.qualifier) : isDeclaredType(type);
    return edge.name === name && edge.path === path && isTyped && !leading.includes(edge.line) ? [edge.line] : [];
  });

/** Lines of all edges that lead as a step does. */
export const leadingLines = (steps: readonly Step[], { from, to }: Step): readonly number[] =>
  steps.flatMap((step) => (step.from.id === from.id && step.to.id === to.id ? step.edge.line : []));

/** Definitions of a name that are looked at. */
const MAX_OWNERS = 40;

/** The types, or whatever else is around, that have a member of a name. */
export const ownersOf = (reader: IndexReader, name: string): readonly string[] => {
  const ids = chunksNamed(reader, [name], MAX_OWNERS).get(name) ?? [];
  return [...new Set(reader.chunks(ids).flatMap((record) => (isMember(record) ? outerName(record) : [])))];
};
