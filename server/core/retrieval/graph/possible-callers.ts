/** Callers and users of members by their names alone, on values of unknown type: which are listed, and where they are counted instead. */

import { escapePattern } from '../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { Problem } from '../../model/problem.js';
import type { RelatedItem } from '../../model/related.js';
import { isDistinctive, isType, outerName } from '../../model/symbol.js';
import { toSymbol } from '../assemble/to-result.js';
import type { IndexReader } from '../ports.js';
import { MAX_POSSIBLE, possibleCalls } from './find-users.js';
import { isOfOtherType } from './member-accesses.js';
import { isValueOfType } from './mentions/named-values.js';
import { isHidden, isMember } from './mentions/possible-targets.js';
import { proofLines } from './proof-lines.js';

/** Of more calls the types of the values are not read. */
const MAX_COMPARED = 300;
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
  const isLikely = ({ proof }: RelatedItem): boolean =>
    starts.some((start) => isValueOfType(proof?.text ?? '', first.name, outerName(start)));
  // Callers do not put out tests.
  const crowds = (['called_by', 'tested_by'] as const).flatMap((kind) => {
    const ofKind = calls.filter((item) => item.kind === kind);
    const certain = ofKind.filter(({ isGuess }) => !isGuess).length;
    const possible = ofKind.filter((item) => item.isGuess && item.through === null && !isLikely(item));
    return certain && possible.length > Math.max(FEW_POSSIBLE, certain) ? possible : [];
  });
  if (!crowds.length) return { items: [...items], problems: [] };
  const crowd = new Set(crowds);
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
  const members = new Map(contents.flatMap((record) => (asked.has(record.key) ? [] : [[record.key, record.name]])));
  const types = [...new Set(starts.flatMap(({ symbolKind, name }) => (isType(symbolKind) ? name : [])))];
  const byName = (types.length ? items : []).flatMap((item): { item: RelatedItem; member: string; owners: readonly string[] }[] => {
    const { of, isGuess, depth, through, proof } = item;
    // What is called through a type above is a member of that.
    const [member, above] = through ? through.name.split(/\.|::|#/).reverse() : [members.get(of)];
    if (member === undefined || !isGuess || depth !== 1) return [];
    const owners = above === undefined ? types : [...types, above];
    return owners.some((type) => isValueOfType(proof?.text ?? '', member, type)) ? [] : [{ item, member, owners }];
  });
  const naming = filesNaming(
    reader,
    byName.map(({ item }) => item),
    [...new Set(byName.flatMap(({ owners }) => owners))],
  );
  const unlikely = byName.filter(({ item, owners }) => !owners.some((type) => naming.get(type)?.has(item.symbol.path)));
  if (!unlikely.length) return { items: [...items], problems: [] };
  const names = [...new Set(unlikely.map(({ member }) => member))];
  const listed = `${names.slice(0, MAX_MEMBERS).join(', ')}${names.length > MAX_MEMBERS ? ' …' : ''}`;
  const message = `users of the names of members (${listed}) in files without the name ${types.join(' or ')} are not listed: ${unlikely.length}`;
  const dropped = new Set(unlikely.map(({ item }) => item));
  return { items: items.filter((item) => !dropped.has(item)), problems: [{ code: 'sameName', message, incomplete: false }] };
}
const MAX_MEMBERS = 5;

/** By type the paths of the files of items that name it. */
function filesNaming(
  reader: IndexReader,
  items: readonly RelatedItem[],
  types: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const paths = [...new Set(items.map(({ symbol }) => symbol.path))];
  const files = paths.flatMap((path) => reader.file(path) ?? []);
  const ids = files.map(({ id }) => id);
  return new Map(
    (ids.length ? types : []).map((type) => {
      const whole = new RegExp(`(?<![\\w$])${escapePattern(type)}(?![\\w$])`);
      const found = new Set([...reader.fileTexts(ids, type)].flatMap(([id, text]) => (whole.test(text) ? id : [])));
      return [type, new Set(files.flatMap(({ id, path }) => (found.has(id) ? path : [])))];
    }),
  );
}

const notListed = (count: number, { name, qualifiedName }: ChunkRecord): Problem => ({
  code: 'sameName',
  message: `${count} more functions call ${name} of a value whose type is not known; a search for "who calls ${qualifiedName}" lists them`,
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
  const isOther = isOfOtherType(reader);
  const calls = possibleCalls(reader, methods).filter(({ from, to }) => !listed.has(to.key) && !isHidden(from, to));
  const possible = calls.length > MAX_COMPARED ? calls : calls.filter((step) => !isOther(step));
  const callers = new Map(possible.map((step) => [step.to.id, step]));
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
