/** Callers and users of members by their names alone, on values of unknown type: which are listed, and where they are counted instead. */

import { escapePattern } from '../../../util/escape-pattern.js';
import { remembered } from '../../../util/remembered.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { Problem } from '../../model/problem.js';
import type { RelatedItem } from '../../model/related.js';
import { isDistinctive, isType, outerName } from '../../model/symbol.js';
import { toSymbol } from '../assemble/to-result.js';
import type { IndexReader } from '../ports.js';
import { MAX_POSSIBLE, possibleCalls } from './find-users.js';
import { isValueOfType } from './mentions/named-values.js';
import { isMember } from './mentions/possible-targets.js';
import { proofLines } from './proof-lines.js';

/** Beside certain callers so many that call a common name, `get`, of any value, or as many as there are certain ones. */
const FEW_POSSIBLE = 8;

/**
 * Without the calls of a common name on values of unknown type where they crowd out certain callers: the value may be named like the type all
 * the same (`config.get()`).
 */
export function withoutCrowd(
  items: readonly RelatedItem[],
  starts: readonly ChunkRecord[],
): { readonly items: RelatedItem[]; readonly problems: Problem[] } {
  const [first] = starts;
  if (!first || !isMember(first) || isDistinctive(first.name) || starts.some(({ name }) => name !== first.name))
    return { items: [...items], problems: [] };
  const keys = new Set(starts.map(({ key }) => key));
  const calls = items.filter(({ kind, of, depth }) => depth === 1 && keys.has(of) && (kind === 'called_by' || kind === 'tested_by'));
  const certain = calls.filter(({ isGuess }) => !isGuess).length;
  const isLikely = ({ proof }: RelatedItem): boolean =>
    starts.some((start) => isValueOfType(proof?.text ?? '', first.name, outerName(start)));
  const crowd = new Set(calls.filter((item) => item.isGuess && item.through === null && !isLikely(item)));
  if (!certain || crowd.size <= Math.max(FEW_POSSIBLE, certain)) return { items: [...items], problems: [] };
  return { items: items.filter((item) => !crowd.has(item)), problems: [notListed(crowd.size, first)] };
}

/**
 * Of a type, without the mentions of a member by its name alone in files that do not name the type: `this.setState()` of any class. A value may be
 * named like the type all the same.
 * @param contents of the symbols in question, themselves included
 */
export function withoutMembersByName(
  reader: IndexReader,
  items: readonly RelatedItem[],
  starts: readonly ChunkRecord[],
  contents: readonly ChunkRecord[],
): { readonly items: RelatedItem[]; readonly problems: Problem[] } {
  const asked = new Set(starts.map(({ key }) => key));
  const members = new Map(contents.flatMap((record) => (asked.has(record.key) ? [] : [[record.key, record]])));
  const types = [...new Set(starts.flatMap(({ symbolKind, name }) => (isType(symbolKind) ? name : [])))];
  const namesType = new RegExp(`(?<![\\w$])(?:${types.map(escapePattern).join('|')})(?![\\w$])`);
  const named = new Map<string, boolean>();
  const isNamedIn = (path: string): boolean =>
    remembered(named, path, () => namesType.test(reader.fileText(reader.file(path)?.id ?? -1) ?? ''));
  const isUnlikely = ({ of, isGuess, depth, through, proof, symbol }: RelatedItem): boolean => {
    const member = isGuess && depth === 1 && through === null ? members.get(of) : undefined;
    return member !== undefined && !isNamedIn(symbol.path) && !types.some((type) => isValueOfType(proof?.text ?? '', member.name, type));
  };
  const unlikely = types.length ? items.filter(isUnlikely) : [];
  if (!unlikely.length) return { items: [...items], problems: [] };
  const names = [...new Set(unlikely.map(({ of }) => members.get(of)?.name ?? ''))];
  const listed = `${names.slice(0, MAX_MEMBERS).join(', ')}${names.length > MAX_MEMBERS ? ' …' : ''}`;
  const message = `users of the names of members (${listed}) in files without the name ${types.join(' or ')} are not listed: ${unlikely.length}`;
  const dropped = new Set(unlikely);
  return { items: items.filter((item) => !dropped.has(item)), problems: [{ code: 'sameName', message, incomplete: false }] };
}
const MAX_MEMBERS = 5;

const notListed = (count: number, { name, qualifiedName }: ChunkRecord): Problem => ({
  code: 'sameName',
  message: `${count} more functions call ${name} of a value whose type is not known; the question "who calls ${qualifiedName}" lists them`,
  incomplete: false,
});

/** Calls on values of unknown type that may mean a method: none where they are too many to look at. */
export function possibleCallers(
  reader: IndexReader,
  starts: readonly ChunkRecord[],
  items: readonly RelatedItem[],
  linesOf: (record: ChunkRecord) => readonly string[],
): { readonly items: readonly RelatedItem[]; readonly problems: readonly Problem[] } {
  const methods = starts.filter(({ symbolKind }) => symbolKind === 'method');
  const [first] = methods;
  if (!first || methods.some(({ name }) => name !== first.name)) return { items: [], problems: [] };
  const listed = new Set(items.map(({ symbol }) => symbol.key));
  const callers = new Map(
    possibleCalls(reader, methods)
      .filter(({ to }) => !listed.has(to.key))
      .map((step) => [step.to.id, step]),
  );
  if (callers.size > MAX_POSSIBLE) {
    return { items: [], problems: [notListed(callers.size, first)] };
  }
  const found = [...callers.values()].map(
    ({ to, kind, edge, isGuess }): RelatedItem => ({
      symbol: toSymbol(reader, to),
      kind,
      of: first.key,
      depth: 1,
      ...proofLines(linesOf(to), edge, to, first),
      through: null,
      provenance: edge.provenance,
      isGuess,
    }),
  );
  return { items: found, problems: [] };
}
