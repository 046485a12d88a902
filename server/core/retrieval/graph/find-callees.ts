/** What a function calls and uses. */
import type { ChunkRecord } from '../../model/chunk.js';
import type { IndexReader } from '../ports.js';
import { clearStepsOut } from './graph-steps.js';

/** Definitions that the functions call or use, in the order of their lines, calls first; without names that may mean another symbol. */
export function findCallees(reader: IndexReader, functions: readonly ChunkRecord[]): readonly ChunkRecord[] {
  const inside = functions.flatMap(({ id }) => reader.chunks(reader.children(id).map((child) => child.id)));
  const own = new Set([...functions, ...inside].map(({ id }) => id));
  const steps = clearStepsOut(reader, [...functions, ...inside])
    .filter((step) => (step.kind === 'calls' || step.kind === 'uses') && !own.has(step.to.id))
    .sort((a, b) => Number(a.kind !== 'calls') - Number(b.kind !== 'calls') || a.edge.line - b.edge.line);
  return [...new Map(steps.map(({ to }) => [to.id, to])).values()];
}
