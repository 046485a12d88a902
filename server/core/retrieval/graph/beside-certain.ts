/**
 * Where the first results are certain, since a quoted text was found or another wording guessed a name, what has nothing to do with them says
 * little. Only what calls them, or is called by them, keeps its code. The functions that lead to a printed message follow it, and the few
 * places that use a constant.
 */
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import { certainResults as limits } from '../rank/weights.js';
import { isClear, type Step, stepsIn, stepsOut } from './graph-steps.js';

/**
 * @param ranked best first
 * @param isCertain of one of them
 * @returns the same where the first is not certain
 */
export function besideCertain(reader: IndexReader, ranked: readonly Ranked[], isCertain: (one: Ranked) => boolean): readonly Ranked[] {
  const after = ranked.findIndex((one) => !isCertain(one));
  const certain = ranked.slice(0, Math.min(after < 0 ? ranked.length : after, limits.most));
  if (!certain.length) return ranked;
  const records = certain.map(({ candidate }) => candidate.record);
  const out = stepsOut(reader, records).filter(isClear);
  const into = stepsIn(reader, records, limits.mentions).filter(isClear);
  const near = new Set([...out, ...into].map(({ to }) => to.id));
  const own = new Set(records.map(({ id }) => id));
  const isNear = ({ id, parentId }: ChunkRecord): boolean => near.has(id) || (parentId !== null && own.has(parentId));
  const first = certain[0] as Ranked;
  const further = first.candidate.place?.by === 'text' ? helpersOf(first, out) : usersOf(first, into);
  const isFurther = (id: number): boolean => further.some(({ candidate }) => candidate.record.id === id);
  const others = ranked
    .filter((one) => !certain.includes(one) && !isFurther(one.candidate.record.id))
    .map((one): Ranked => (one.focus || one.candidate.place || isNear(one.candidate.record) ? one : { ...one, isAside: true }));
  return [...certain, ...further, ...others];
}

/** Functions of the same file that a function with a message calls, those next to the message first. */
function helpersOf({ candidate: { record, place }, score }: Ranked, steps: readonly Step[]): Ranked[] {
  const at = place?.lines?.start ?? record.lines.end;
  const called = steps
    .filter(
      ({ from, to, kind }) =>
        from.id === record.id && to.id !== record.id && kind === 'calls' && to.path === record.path && isFunction(to.symbolKind),
    )
    .sort((a, b) => Math.abs(a.edge.line - at) - Math.abs(b.edge.line - at));
  const distinct = [...new Map(called.map(({ to }) => [to.id, to])).values()].slice(0, limits.helpers);
  return distinct.map((to) => resultOf(to, 'called by the first result', score));
}

/** What uses a constant, each with its lines; nothing where much does. */
function usersOf({ candidate: { record }, score }: Ranked, steps: readonly Step[]): Ranked[] {
  if (record.symbolKind !== 'constant' && record.symbolKind !== 'enumMember') return [];
  const users = new Map<number, { readonly to: ChunkRecord; readonly lines: number[] }>();
  for (const { from, to, edge } of steps) {
    if (from.id !== record.id || to.kind !== 'symbol' || to.role === 'test') continue;
    remembered(users, to.id, () => ({ to, lines: [] })).lines.push(edge.line);
  }
  if (users.size > limits.usersShown) return [];
  const reason = `uses ${record.name}`;
  return [...users.values()].map(({ to, lines }) => ({ ...resultOf(to, 'uses the symbol', score), focus: { lines, reason } }));
}

function resultOf(record: ChunkRecord, name: string, first: number): Ranked {
  const score = first * limits.share;
  return { candidate: { record, lexical: 0, semantic: 0, name: null }, score, parts: [{ name, value: score }] };
}
