/**
 * Leaders: candidates that come first whatever the rest of the score says. Places that the question points to come before everything else,
 * in their order; then the best definition of each name in the question. Changes scores in place.
 */
import { foldName, wordsOf } from '../../chunking/words.js';
import { once, scopeOf } from '../graph/mentions/qualified-scope.js';
import { type AnalysedQuery, STOP } from '../query/analyse-query.js';
import { expandWords } from '../query/expand-words.js';
import { sameStem } from '../query/name-match.js';
import { asksForTests, headOf } from '../query/question-words.js';
import { mayBe } from '../query/read-question.js';
import type { StatedName } from '../query/stated-names.js';
import { isWithin } from '../recall/look-up.js';
import { isDeclaration } from './demotions.js';
import type { Scoring } from './rank.js';
import { weights } from './weights.js';

/** Words of a question that a heading must have, and further ones that it may have. */
const MIN_HEADING_WORDS = 2;
const MAX_FURTHER = 2;
/** Lines of a section that only introduces those behind it, and how many of these come with it. */
const MAX_INTRODUCTION = 8;
const MAX_SECTIONS = 2;

/** Returns the candidates that the question names, one of each symbol. */
export function leadWithNamed(query: AnalysedQuery, scored: readonly Scoring[]): ReadonlySet<Scoring> {
  const named = new Set<Scoring>();
  const leaders = new Set<Scoring>();
  // A report mentions symbols without asking for them; tests of a symbol are elsewhere.
  const isSubject = !query.isReport && !asksForTests(headOf(query.wordingOf ?? query.text));
  for (const stated of isSubject ? query.stated : []) {
    const symbols = bestOfEach(definitionsOf(query, stated, scored));
    const [best] = symbols;
    if (!best) continue;
    for (const one of query.isName ? symbols : [best]) named.add(one);
    leaders.add(best);
  }
  lead(
    [...leaders].sort((a, b) => a.score - b.score),
    scored,
    () => 'named in the question',
  );
  return named;
}

/** Returns the candidates that the question points to. */
export function leadWithPlaces(scored: readonly Scoring[]): ReadonlySet<Scoring> {
  const orderOf = ({ candidate }: Scoring): number => candidate.place?.order ?? 0;
  const leaders = scored.filter(({ candidate }) => candidate.place).sort((a, b) => orderOf(b) - orderOf(a));
  lead(leaders, scored, ({ candidate }) => (candidate.place?.by === 'frame' ? 'frame of the trace' : 'literal match'));
  return new Set(leaders);
}

/** Returns the sections of guides that the question is the heading of, but for a word or two: `how do I add a language`. */
export function leadWithHeadings(query: AnalysedQuery, scored: readonly Scoring[]): ReadonlySet<Scoring> {
  const { words } = query;
  if (query.isName || query.isReport || query.isChangeRequest || words.length < MIN_HEADING_WORDS) return new Set();
  const isHeading = ({ candidate: { record } }: Scoring): boolean => {
    if (record.symbolKind !== 'section' || record.role !== 'documentation') return false;
    const own = wordsOf(record.name)
      .split(' ')
      .filter((word) => word && !STOP.has(word));
    return own.length <= words.length + MAX_FURTHER && words.every((word) => own.some((other) => isForm(word, other)));
  };
  const [guide] = scored.filter(isHeading).sort((a, b) => b.score - a.score);
  if (!guide) return new Set();
  const { fileId, lines } = guide.candidate.record;
  const isNext = ({ candidate: { record } }: Scoring): boolean =>
    record.symbolKind === 'section' && record.fileId === fileId && record.lines.start >= lines.end;
  // The sections behind an introduction say what to do.
  const isIntroduction = lines.end - lines.start <= MAX_INTRODUCTION;
  const further = isIntroduction ? scored.filter(isNext).sort((a, b) => startOf(a) - startOf(b)) : [];
  const leaders = [guide, ...further.slice(0, MAX_SECTIONS)];
  lead([...leaders].reverse(), scored, () => 'heading of a guide');
  return new Set(leaders);
}

const startOf = ({ candidate: { record } }: Scoring): number => record.lines.start;

const isForm = (word: string, other: string): boolean =>
  other === word || sameStem(other, word) || expandWords([word]).includes(other) || expandWords([other]).includes(word);

/** Lifts each leader above all other candidates and the leaders before it. @param leaders the last comes first */
function lead(leaders: readonly Scoring[], scored: readonly Scoring[], nameOf: (leader: Scoring) => string): void {
  const isLeader = new Set(leaders);
  let least = weights.namedLead * scored.reduce((most, one) => (isLeader.has(one) ? most : Math.max(most, one.score)), 0);
  for (const leader of leaders) {
    const value = least - leader.score;
    if (value > 0) {
      leader.score += value;
      leader.parts.push({ name: nameOf(leader), value });
    }
    least = leader.score * weights.leaderStep;
  }
}

/** The best of each symbol's overloads; best first. */
function bestOfEach(meant: readonly Scoring[]): Scoring[] {
  const best = new Map<string, Scoring>();
  for (const one of meant) {
    const { path, qualifiedName } = one.candidate.record;
    const symbol = `${path} ${qualifiedName}`;
    if (one.score > (best.get(symbol)?.score ?? Number.NEGATIVE_INFINITY)) best.set(symbol, one);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

/** Candidates with the name; those in the stated container, in the same case and in source, where there are any. */
function definitionsOf(query: AnalysedQuery, stated: StatedName, scored: readonly Scoring[]): Scoring[] {
  let meant = scored.filter(
    ({ candidate: { name, record } }) => (name === 'identifier' || name === 'identifierFolded') && mayBe(record, stated),
  );
  // A sentence often contains the project's own name.
  if (!query.isName && !stated.kinds.length) meant = meant.filter(({ candidate }) => candidate.record.symbolKind !== 'module');
  const narrow = (isMeant: (one: Scoring) => boolean) => {
    const some = meant.filter(isMeant);
    if (some.length) meant = some;
  };
  const { container, qualifier = [] } = stated;
  if (container !== null) {
    const scope = `/${once(qualifier.map(foldName)).join('/')}/`;
    // A file may be named after the class in it.
    const own = `${scope}${foldName(stated.name)}/`;
    narrow(({ candidate }) => [scope, own].some((end) => `/${scopeOf(candidate.record).join('/')}/`.endsWith(end)));
    narrow(({ candidate }) => foldName(candidate.record.qualifiedName).endsWith(container + foldName(stated.name)));
    narrow(({ candidate }) => isWithin(candidate.record, container));
  }
  // What was written as several words may have any separators.
  if (query.text.includes(stated.name)) narrow(({ candidate }) => candidate.record.name.toLowerCase() === stated.name.toLowerCase());
  narrow(({ candidate }) => candidate.record.name === stated.name);
  if (stated.kind) narrow(({ candidate }) => candidate.record.symbolKind === stated.kind);
  narrow(({ candidate }) => candidate.record.role === 'source');
  // A sentence about a symbol may be answered by the documentation at its declaration.
  if (query.isName) narrow(({ candidate }) => !isDeclaration(candidate.record));
  return meant;
}
