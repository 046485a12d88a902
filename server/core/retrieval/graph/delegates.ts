/** Behind short functions that hand their work on comes what they alone call in their own file: a question is about what is done. */
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import { clearStepsOut, stepsIn } from './graph-steps.js';
import { delegates as limits } from './weights.js';

/** @param ranked best first; what is moved or added has a score below that of the function before it */
export function withDelegates(reader: IndexReader, ranked: readonly Ranked[]): readonly Ranked[] {
  const short = ranked.slice(0, limits.results).filter(({ candidate, isAside }) => !isAside && isShort(candidate.record));
  if (!short.length) return ranked;
  const steps = clearStepsOut(
    reader,
    short.map(({ candidate }) => candidate.record),
  ).filter(({ from, to }) => to.path === from.path && isFunction(to.symbolKind) && !isShort(to));
  const callees = new Map(steps.map(({ to }) => [to.id, to]));
  // What others call too is a helper.
  const users = new Map([...callees.keys()].map((id) => [id, new Set<number>()]));
  for (const { from, to } of stepsIn(reader, [...callees.values()], limits.mentions)) users.get(from.id)?.add(to.id);
  const isOwn = (id: number): boolean => users.get(id)?.size === 1;
  const placed = new Set<number>(ranked.slice(0, limits.results).map(({ candidate }) => candidate.record.id));
  const behind = new Map<number, Ranked[]>();
  for (const one of short) {
    const { id } = one.candidate.record;
    const called = new Map(
      steps.filter(({ from, to }) => from.id === id && !placed.has(to.id) && isOwn(to.id)).map(({ to }) => [to.id, to]),
    );
    const first = [...called.values()].sort((a, b) => a.lines.start - b.lines.start).slice(0, limits.each);
    for (const record of first) placed.add(record.id);
    behind.set(
      id,
      first.map((record) => behindOf(one, record, ranked)),
    );
  }
  const moved = new Set([...behind.values()].flat().map(({ candidate }) => candidate.record.id));
  return ranked
    .filter(({ candidate }) => !moved.has(candidate.record.id))
    .flatMap((one) => [one, ...(behind.get(one.candidate.record.id) ?? [])]);
}

const isShort = ({ symbolKind, lines }: ChunkRecord): boolean => isFunction(symbolKind) && lines.end - lines.start <= limits.lines;

function behindOf({ score }: Ranked, record: ChunkRecord, ranked: readonly Ranked[]): Ranked {
  const own = ranked.find(({ candidate }) => candidate.record.id === record.id);
  const value = score * limits.share;
  const found = own?.candidate ?? { record, lexical: 0, semantic: 0, name: null };
  return { candidate: found, score: value, parts: [{ name: 'called by the result before', value }] };
}
