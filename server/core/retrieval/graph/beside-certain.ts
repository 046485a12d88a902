/**
 * Where the first results are certain, since a quoted text was found or another wording guessed a name, what has nothing to do with them says
 * little. Only what calls them, or is called by them, keeps its code. The functions that lead to a printed message follow it, and the few
 * places that use a constant.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { isConstant, isFunction, isType } from '../../model/symbol.js';
import type { IndexReader } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import { definitionShare } from '../rank/weights.js';
import { clearStepsOut, isClear, type Step, stepsIn } from './graph-steps.js';
import { certainResults as limits } from './weights.js';

export interface Certainty {
  readonly isCertain: (one: Ranked) => boolean;
  /** Whether another wording alone names it. */
  readonly isGuessed: (one: Ranked) => boolean;
  /** Whether the question itself finds it first, without its other wordings. */
  readonly isOwn: (one: Ranked) => boolean;
  /** Whether another wording finds it first, and not by chance. */
  readonly isFirstOfWording: (one: Ranked) => boolean;
  /** Whether the question is the message that was found, or asks where it stands, and nothing else. */
  readonly isPlaceAlone: boolean;
  /** Whether the question is a text that the first result has as a whole: then hardly anything else is meant. */
  readonly isTextFound: boolean;
}

/**
 * @param ranked best first
 * @returns the same where the first is not certain
 */
export function besideCertain(
  reader: IndexReader,
  ranked: readonly Ranked[],
  { isCertain, isGuessed, isOwn, isFirstOfWording, isPlaceAlone, isTextFound }: Certainty,
): readonly Ranked[] {
  const after = ranked.findIndex((one) => !isCertain(one));
  const certain = ranked.slice(0, Math.min(after < 0 ? ranked.length : after, limits.most));
  if (!certain.length) return ranked;
  const records = certain.map(({ candidate }) => candidate.record);
  if (isPlaceAlone) {
    const others = ranked.slice(certain.length);
    const isKept = (one: Ranked): boolean => isPointedTo(one) || isFirstOfWording(one);
    const asides = others.filter((one) => !isKept(one)).map((one): Ranked => ({ ...one, isAside: true }));
    return [...certain, ...others.filter(isKept), ...(isTextFound ? asides.slice(0, limits.asides) : asides)];
  }
  const out = clearStepsOut(reader, records);
  const into = stepsIn(reader, records, limits.mentions).filter(isClear);
  const first = certain[0] as Ranked;
  const isDoubtful = (): boolean =>
    isHelper(first, into) || isCommon(first, ranked) || certain.every((one) => isGuessed(one) && isSlight(one));
  if (isGuessed(first) && isDoubtful()) return ranked;
  const near = new Set([...out, ...into].map(({ to }) => to.id));
  // A type that one of them makes in its own file does the work of it: the state of a widget.
  const made = out.flatMap(({ from, to, kind }) => (kind === 'calls' && isType(to.symbolKind) && to.path === from.path ? to.id : []));
  const own = new Set([...records.map(({ id }) => id), ...made]);
  const isNear = ({ id, parentId }: ChunkRecord): boolean => near.has(id) || (parentId !== null && own.has(parentId));
  const further = isFunction(first.candidate.record.symbolKind) ? helpersOf(first, out) : usersOf(first, into);
  const isFurther = (id: number): boolean => further.some(({ candidate }) => candidate.record.id === id);
  // A guess may be wrong: what the question finds by itself stays beside it.
  const isKept = (one: Ranked): boolean => isPointedTo(one) || isNear(one.candidate.record) || (isGuessed(first) && isOwn(one));
  const others = ranked
    .filter((one) => !certain.includes(one) && !isFurther(one.candidate.record.id))
    .map((one): Ranked => (isKept(one) ? one : { ...one, isAside: true }));
  return [...certain, ...further, ...others];
}

/** A guessed name of what many call is likely one of several: `isPromise` beside what the question is about. */
const isHelper = ({ candidate: { record, place } }: Ranked, into: readonly Step[]): boolean =>
  !place &&
  isFunction(record.symbolKind) &&
  new Set(into.filter(({ from }) => from.id === record.id).map(({ to }) => to.id)).size > limits.helperUsers;

/** Of a guessed name that several results have none is certain. */
const isCommon = ({ candidate: { record, place } }: Ranked, ranked: readonly Ranked[]): boolean =>
  !place && ranked.filter(({ candidate }) => candidate.name !== null && candidate.record.name === record.name).length >= limits.namesakes;

/**
 * A field, a function that hands its work on, or a type that does next to nothing (the shell of a widget) is hardly all that a question in
 * words is about, though its name was guessed.
 */
function isSlight({ candidate: { record, place } }: Ranked): boolean {
  const { start, end } = record.lines;
  const most = isType(record.symbolKind) ? limits.slightTypeLines : limits.slightLines;
  return !place && (definitionShare(record.symbolKind) < 1 || end - start <= most);
}

const isPointedTo = ({ focus, candidate }: Ranked): boolean => focus !== undefined || candidate.place !== undefined;

/** Functions of the same file that a function with a message calls, those next to the message first. */
function helpersOf({ candidate: { record, place }, score }: Ranked, steps: readonly Step[]): Ranked[] {
  if (place?.by !== 'text') return [];
  const at = place.lines?.start ?? record.lines.end;
  const called = steps
    .filter(
      ({ from, to, kind }) =>
        from.id === record.id && to.id !== record.id && kind === 'calls' && to.path === record.path && isFunction(to.symbolKind),
    )
    .sort((a, b) => Math.abs(a.edge.line - at) - Math.abs(b.edge.line - at));
  const distinct = [...new Map(called.map(({ to }) => [to.id, to])).values()].slice(0, limits.helpers);
  return distinct.map((to) => resultOf(to, 'called by the first result', score));
}

/** What uses a constant, each with what is around the first line that does; nothing where much does. */
function usersOf({ candidate: { record }, score }: Ranked, steps: readonly Step[]): Ranked[] {
  if (!isConstant(record)) return [];
  const users = new Map<number, Step>();
  for (const step of steps) {
    const { from, to } = step;
    if (from.id === record.id && to.kind === 'symbol' && to.role !== 'test' && !users.has(to.id)) users.set(to.id, step);
  }
  if (users.size > limits.usersShown) return [];
  return [...users.values()].map(({ to, edge: { line } }, order) => {
    const { candidate, ...result } = resultOf(to, 'uses the symbol', score);
    return { ...result, candidate: { ...candidate, place: { by: 'use', order, lines: { start: line, end: line + 1 } } } };
  });
}

function resultOf(record: ChunkRecord, name: string, first: number): Ranked {
  const score = first * limits.share;
  return { candidate: { record, lexical: 0, semantic: 0, name: null }, score, parts: [{ name, value: score }] };
}
