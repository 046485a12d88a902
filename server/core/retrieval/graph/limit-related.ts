/** Which related symbols are listed where there are more than the limit: nearest first, and of each relation some. Pure. */
import { addTo } from '../../../util/grouped.js';
import type { FileRole } from '../../model/file.js';
import { dependsOn, type Omitted, type RelatedItem, type RelatedKind } from '../../model/related.js';

/** So many users are listed before the second test is: what a change breaks matters more than what checks it. */
const TURNS: Readonly<Record<RelatedKind, number>> = {
  called_by: 1,
  used_by: 1,
  extended_by: 1,
  extends: 1,
  calls: 2,
  uses: 3,
  imports: 4,
  tested_by: 4,
  imported_by: 4,
  sibling: 4,
};

/** Further lines of all items together, and at least of each. */
const MAX_LINES = 60;
const LEAST_LINES = 7;

/** Roles of a product's own code. */
const own: ReadonlySet<FileRole> = new Set(['source', 'script', 'declaration', 'migration']);

/**
 * Nearest first; then what depends on the symbol, the product's own code before examples and the like, tests and imports last; what is certain
 * before guesses; what names the symbol before what names something in it.
 * @param asked keys of the symbols in question
 */
export function inOrder(items: readonly RelatedItem[], roleOf: (item: RelatedItem) => FileRole, asked: ReadonlySet<string>): RelatedItem[] {
  const withinOf = ({ depth, of }: RelatedItem): number => Number(depth === 1 && !asked.has(of));
  const besideOf = (item: RelatedItem): number => (TURNS[item.kind] === TURNS.tested_by ? 2 : own.has(roleOf(item)) ? 0 : 1);
  return items
    .map((item) => ({ item, beside: besideOf(item) }))
    .sort(
      (a, b) =>
        a.item.depth - b.item.depth ||
        Number(dependsOn.has(b.item.kind)) - Number(dependsOn.has(a.item.kind)) ||
        a.beside - b.beside ||
        Number(a.item.isGuess) - Number(b.item.isGuess) ||
        withinOf(a.item) - withinOf(b.item),
    )
    .map(({ item }) => item);
}

/**
 * The first items of each relation, of each of several symbols in question as many as of the others; in their order.
 * @param ownerOf what is in question, by its key and those of its contents
 */
export function withinLimit(items: readonly RelatedItem[], limit: number, ownerOf: ReadonlyMap<string, string>): readonly RelatedItem[] {
  if (items.length <= limit) return items;
  const groupOf = new Map(ownerOf);
  const turns = new Map<string, number>();
  const turnOf = new Map<RelatedItem, number>();
  for (const item of items) {
    const group = groupOf.get(item.of) ?? '';
    if (!groupOf.has(item.symbol.key)) groupOf.set(item.symbol.key, group);
    const turn = turns.get(`${item.kind} ${group}`) ?? 0;
    turns.set(`${item.kind} ${group}`, turn + 1);
    turnOf.set(item, turn * TURNS[item.kind]);
  }
  const first = (a: RelatedItem, b: RelatedItem): number => a.depth - b.depth || (turnOf.get(a) as number) - (turnOf.get(b) as number);
  const chosen = new Set([...items].sort(first).slice(0, limit));
  return items.filter((item) => chosen.has(item));
}

/**
 * Without what is listed already for the same line of the same user: a type and a member of it are used together, `Kind::from(x) == Kind::Cart`.
 * @param isApart for items that are listed for each symbol in question
 */
export function withoutRepeats(items: readonly RelatedItem[], isApart: (item: RelatedItem) => boolean): RelatedItem[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    if (!item.proof || isApart(item)) return true;
    const place = `${item.symbol.key} ${item.kind} ${item.proof.path}:${item.proof.line}`;
    return !seen.has(place) && seen.add(place);
  });
}

/** Of what one statement imports that of a package alone where it is more: `from shop.const import SIZE` names `shop`, its module and a name in that. */
export function withoutPackages(items: readonly RelatedItem[]): RelatedItem[] {
  const statements = new Map<string, RelatedItem[]>();
  const statementOf = ({ of, depth, proof }: RelatedItem): string => `${of} ${depth} ${proof?.path}:${proof?.line}`;
  for (const item of items) if (item.kind === 'imports') addTo(statements, statementOf(item), item);
  const isWhole = ({ symbol: { symbolKind } }: RelatedItem): boolean => symbolKind === null;
  const isAround = ({ symbol }: RelatedItem, { symbol: inner }: RelatedItem): boolean =>
    symbol.path === inner.path || (PACKAGE.test(symbol.path) && inner.path.startsWith(symbol.path.replace(PACKAGE, '')));
  return items.filter((item) => {
    if (item.kind !== 'imports' || !isWhole(item)) return true;
    const others = statements.get(statementOf(item)) as readonly RelatedItem[];
    return !others.some((other) => other !== item && isAround(item, other) && (!isWhole(other) || other.symbol.path !== item.symbol.path));
  });
}
const PACKAGE = /(?<=^|\/)__init__\.pyi?$/;

/** How many of each relation are not listed. */
export function omittedOf(items: readonly RelatedItem[], listed: readonly RelatedItem[]): Omitted[] {
  const kept = new Set(listed);
  const counts = new Map<RelatedKind, number>();
  for (const item of items) if (!kept.has(item)) counts.set(item.kind, (counts.get(item.kind) ?? 0) + 1);
  return [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => b.count - a.count);
}

/** Items with as many further lines as there is room for: all that a single one has, seven of each of many. */
export function withinLines(items: readonly RelatedItem[]): readonly RelatedItem[] {
  const most = Math.max(LEAST_LINES, Math.floor(MAX_LINES / Math.max(1, items.length)));
  return items.map((item) => {
    const left = item.moreProof.length - most;
    return left <= 0 ? item : { ...item, moreProof: item.moreProof.slice(0, most), furtherLines: item.furtherLines + left };
  });
}
