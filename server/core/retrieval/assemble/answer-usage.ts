/**
 * The answer to a question for the users of a symbol: the users lead, each with the lines that use it, then the symbol itself. What there
 * is no room for as a result is listed as related. Pure but for reading the index.
 */
import type { Relation } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { Expansion } from '../graph/expand-graph.js';
import { findUsers, type UseKind, type User } from '../graph/find-users.js';
import type { IndexReader } from '../ports.js';
import type { StatedName } from '../query/stated-names.js';
import type { Ranked } from '../rank/rank.js';
import { weights } from '../rank/weights.js';
import { symbolsNamed } from '../recall/symbols-named.js';

export interface UsageAnswer {
  readonly ranked: readonly Ranked[];
  readonly expansion: Expansion;
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
/** What is drawn from a user to the symbol. */
const drawn: Readonly<Record<UseKind, Relation>> = {
  call: 'calls',
  use: 'uses',
  type: 'uses',
  inherits: 'interface_of',
  import: 'imports',
  mention: 'uses',
};
/** Lines named in a reason. */
const MAX_LINES = 6;

/** What carries the name, the code of the project before its tests; empty where nothing does. */
function subjectsOf(reader: IndexReader, { name, container, certainty }: StatedName): readonly ChunkRecord[] {
  const all = symbolsNamed(reader, { symbol: name }).filter((record) => certainty === 'sure' || record.name === name);
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
 * @param ranked what the question finds otherwise: gives the scale of the scores
 */
export function answerUsage(
  reader: IndexReader,
  asked: StatedName,
  ranked: readonly Ranked[],
  accept: ((record: ChunkRecord) => boolean) | null,
  limit: number,
  related: number,
): UsageAnswer | null {
  const subjects = subjectsOf(reader, asked);
  const users = findUsers(reader, subjects, asked.container === null, accept);
  if (!users.length) return null;
  const definitions = subjects.filter((record) => !accept || accept(record));
  const count = Math.max(1, limit - Math.min(1, definitions.length));
  const top = Math.max(1, ranked[0]?.score ?? 1) * weights.namedLead;
  const shown = users.slice(0, count).map((user, i) => leading(user, top * (1 - (0.5 * i) / count)));
  const last = shown.at(-1)?.score ?? top;
  const itself = definitions.map((record, i): Ranked => itselfAt(record, last * 0.9 ** (i + 1)));
  const rest = users.slice(count).map((user, i) => ({
    record: user.record,
    score: last * 0.9 ** (i + 1),
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
  return { ranked: [...shown, ...itself], expansion: { related: rest.slice(0, related), edges }, count: users.length };
}

const leading = (user: User, score: number): Ranked => ({
  candidate: { record: user.record, lexical: 0, semantic: 0, name: null },
  score,
  parts: [{ name: 'uses what is asked about', value: score }],
  focus: focusOf(user),
});

const itselfAt = (record: ChunkRecord, score: number): Ranked => ({
  candidate: { record, lexical: 0, semantic: 0, name: 'identifier' },
  score,
  parts: [{ name: 'name:identifier', value: score }],
});

function focusOf({ kind, lines, of }: User): NonNullable<Ranked['focus']> {
  const numbers = lines.slice(0, MAX_LINES).map((line) => line + 1);
  const more = lines.length > MAX_LINES ? ` and ${lines.length - MAX_LINES} more` : '';
  return { lines, reason: `${verbs[kind]} ${of.name} at line${lines.length > 1 ? 's' : ''} ${numbers.join(', ')}${more}` };
}
