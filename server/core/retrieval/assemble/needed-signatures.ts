/**
 * Needed signatures: those that the returned code mentions and does not contain. Names are resolved by language servers, else by name
 * where that is not ambiguous.
 */

import { addTo } from '../../../util/grouped.js';
import type { NeededSignature } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { type EdgeKind, isFunction, type SymbolKind } from '../../model/symbol.js';
import { chunksNamed } from '../graph/neighbours.js';
import type { IndexReader } from '../ports.js';
import { budget } from './budget.js';

export function neededSignatures(reader: IndexReader, shownIds: readonly number[]): NeededSignature[] {
  const records = reader.chunks(shownIds.slice(0, budget.neededFrom));
  const shown = new Set(shownIds);
  const names = new Set(reader.chunks(shownIds).map((record) => record.name));
  const languages = new Set(records.map((record) => record.language));
  /** By chunk where the mention is resolved, else by name. */
  const mentions = new Map<number | string, number>();
  const order = new Map(shownIds.map((id, i) => [id, i]));
  const kinds = new Map<string, EdgeKind[]>();
  for (const { fromId, kind, name, toId } of reader.edgesFrom(records.map((record) => record.id))) {
    if (kind === 'import' || (toId === null ? names.has(name) : shown.has(toId))) continue;
    const meant = toId ?? name;
    if (toId === null) addTo(kinds, name, kind);
    // What the first results mention comes first.
    mentions.set(meant, (mentions.get(meant) ?? 0) + (kind === 'type' || kind === 'inherits' ? 2 : 1) / (1 + (order.get(fromId) ?? 0)));
  }
  const most = [...mentions]
    .sort((a, b) => b[1] - a[1])
    .slice(0, budget.neededMentions)
    .map(([meant]) => meant);
  if (!most.length) return [];
  const byName = chunksNamed(
    reader,
    most.filter((meant) => typeof meant === 'string'),
    budget.neededDefinitions + 1,
  );
  const paths = new Set(records.map(({ path }) => path));
  const few = [...byName.values()].filter(({ length }) => length <= budget.neededDefinitions);
  const definitions = new Map(reader.chunks(few.flat()).map((record) => [record.id, record]));
  const wanted = most.flatMap((meant) => {
    if (typeof meant === 'number') return [meant];
    const ids = byName.get(meant) ?? [];
    if (!ids.length || ids.length > budget.neededDefinitions) return [];
    const own = ids.flatMap((id) => definitions.get(id) ?? []).filter((record) => mayMean(record, kinds.get(meant)));
    // A short plain word names something else just as well: a method of a library, a parameter.
    const found = own.find(({ path }) => paths.has(path)) ?? (own.length && ids.length === 1 && isDistinctive(meant) ? own[0] : null);
    return found ? [found.id] : [];
  });
  return reader
    .chunks(wanted.slice(0, budget.needed))
    .filter(
      (record) =>
        record.signature &&
        record.kind === 'symbol' &&
        languages.has(record.language) &&
        (record.role === 'source' || record.role === 'declaration'),
    )
    .map(({ name, signature, path, lines }) => ({
      name,
      // `typedef struct {` has its name behind its body.
      signature: signature.includes(name) ? signature : `${signature} ${name}`,
      path,
      line: lines.start,
    }));
}

const TYPES: ReadonlySet<SymbolKind | null> = new Set(['class', 'interface', 'struct', 'enum', 'trait', 'type']);
const VALUES: ReadonlySet<SymbolKind | null> = new Set(['variable', 'constant', 'enumMember', 'macro']);

/** Whether a mention of these kinds may be of that symbol. */
const mayMean = ({ symbolKind }: ChunkRecord, kinds: readonly EdgeKind[] = []): boolean =>
  kinds.some((kind) =>
    kind === 'call'
      ? isFunction(symbolKind) || symbolKind === 'class' || symbolKind === 'struct' || symbolKind === 'macro'
      : kind === 'use'
        ? isFunction(symbolKind) || TYPES.has(symbolKind) || VALUES.has(symbolKind)
        : TYPES.has(symbolKind),
  );

const isDistinctive = (name: string): boolean => name.length >= budget.distinctiveChars || /.[_\d]|[a-z][A-Z]/.test(name);
