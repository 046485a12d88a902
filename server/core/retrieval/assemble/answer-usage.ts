/**
 * The answer to a question for the users of a symbol: first the users, each with the lines of its uses, then the symbol itself. Users beyond
 * the limit of results are related results.
 */
import type { CallerLine, Relation } from '../../model/answer.js';
import { oneLine } from '../../model/answer-text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { Expansion } from '../graph/expand-graph.js';
import { findSubtypes } from '../graph/find-subtypes.js';
import { findUsers, type UseKind, type User } from '../graph/find-users.js';
import type { IndexReader } from '../ports.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import type { StatedName } from '../query/stated-names.js';
import type { Ranked } from '../rank/rank.js';
import { usage, weights } from '../rank/weights.js';
import { symbolsNamed, symbolsOfKind } from '../recall/look-up.js';
import { budget } from './budget.js';

export interface UsageAnswer {
  readonly ranked: readonly Ranked[];
  readonly expansion: Expansion;
  /** The lines of users beyond the limit. */
  readonly further: readonly CallerLine[];
  /** Users in all. */
  readonly count: number;
}

const verbs: Readonly<Record<UseKind, string>> = {
  call: 'calls',
  use: 'uses',
  type: 'uses',
  inherits: 'extends',
  import: 'imports',
  mention: 'mentions',
};
const relations: Readonly<Record<UseKind, Relation>> = {
  call: 'called_by',
  use: 'called_by',
  type: 'called_by',
  inherits: 'implementation_of',
  import: 'imported_by',
  mention: 'called_by',
};
/** The relation of the edge from a user to the symbol. */
const drawn: Readonly<Record<UseKind, Relation>> = {
  call: 'calls',
  use: 'uses',
  type: 'uses',
  inherits: 'interface_of',
  import: 'imports',
  mention: 'uses',
};
/** The symbols of the name: those in source, else all; empty where the index has none. */
function subjectsOf(reader: IndexReader, { name, container, kind, certainty }: StatedName): readonly ChunkRecord[] {
  const ofKind = kind === undefined ? [] : symbolsOfKind(reader, name, kind);
  const all = (ofKind.length ? ofKind : symbolsNamed(reader, { symbol: name })).filter(
    (record) => certainty === 'sure' || record.name === name,
  );
  const folded = container === null ? [] : all.filter(({ qualifiedName }) => containerOf(qualifiedName) === container);
  const meant = folded.length ? folded : all;
  const own = meant.filter(({ role }) => role === 'source');
  return own.length ? own : meant;
}

const containerOf = (qualifiedName: string): string | undefined =>
  qualifiedName
    .split('.')
    .at(-2)
    ?.replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/**
 * Null where nothing uses the symbol.
 * @param ranked the ranked results of the question: they give the scale of the scores
 */
export function answerUsage(
  reader: IndexReader,
  asked: StatedName,
  kind: AnalysedQuery['users'],
  ranked: readonly Ranked[],
  accept: ((record: ChunkRecord) => boolean) | null,
  limit: number,
  related: number,
): UsageAnswer | null {
  const subjects = subjectsOf(reader, asked);
  const users =
    kind === 'subtypes' ? findSubtypes(reader, subjects, accept) : findUsers(reader, subjects, asked.container === null, accept);
  if (!users.length) return null;
  const definitions = subjects.filter((record) => !accept || accept(record));
  const count = Math.max(1, limit - Math.min(1, definitions.length));
  const top = Math.max(1, ranked[0]?.score ?? 1) * weights.namedLead;
  const shown = users.slice(0, count).map((user, i) => leading(user, top * (1 - (usage.slope * i) / count)));
  const last = shown.at(-1)?.score ?? top;
  const itself = definitions.map((record, i): Ranked => itselfAt(record, last * usage.decay ** (i + 1)));
  const rest = users.slice(count).map((user, i) => ({
    record: user.record,
    score: last * usage.decay ** (i + 1),
    relation: relations[user.kind],
    of: user.of.key,
    focus: focusOf(user),
  }));
  const edges = users.map(({ record, of, kind, lines, provenance }) => ({
    from: record.key,
    to: of.key,
    relation: drawn[kind],
    path: record.path,
    line: lines[0] as number,
    provenance,
  }));
  return {
    ranked: [...shown, ...itself],
    expansion: { related: rest.slice(0, related), edges },
    further: users
      .slice(count)
      .filter(isUse)
      .flatMap((user) => linesOf(reader, user)),
    count: users.length,
  };
}

/** Documents and change notes mention a name, and do not use it. */
const isUse = ({ kind, record: { role } }: User): boolean => kind !== 'mention' || role !== 'documentation';

function linesOf(reader: IndexReader, { record, kind, lines, of }: User): CallerLine[] {
  const text = (reader.fileText(record.fileId) ?? '').split('\n');
  const relation = kind === 'call' ? 'calls' : kind === 'inherits' ? 'implements' : 'uses';
  return lines.map((line) => ({
    path: record.path,
    line,
    text: oneLine(text[line] ?? '').slice(0, budget.lineChars),
    relation,
    caller: record.qualifiedName,
    of: of.qualifiedName,
  }));
}

const leading = (user: User, score: number): Ranked => ({
  candidate: { record: user.record, lexical: 0, semantic: 0, name: null },
  score,
  parts: [{ name: 'uses the symbol', value: score }],
  focus: focusOf(user),
});

const itselfAt = (record: ChunkRecord, score: number): Ranked => ({
  candidate: { record, lexical: 0, semantic: 0, name: 'identifier' },
  score,
  parts: [{ name: 'name:identifier', value: score }],
});

const focusOf = ({ kind, lines, of }: User): NonNullable<Ranked['focus']> => ({ lines, reason: `${verbs[kind]} ${of.name}` });
