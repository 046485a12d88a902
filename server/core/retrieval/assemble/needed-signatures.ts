/**
 * Needed signatures: those that the returned code mentions and does not contain. Names are resolved by language servers, else by name
 * where that is not ambiguous.
 */
import type { NeededSignature } from '../../model/answer.js';
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
  for (const { kind, name, toId } of reader.edgesFrom(records.map((record) => record.id))) {
    if (kind === 'import' || (toId === null ? names.has(name) : shown.has(toId))) continue;
    const meant = toId ?? name;
    mentions.set(meant, (mentions.get(meant) ?? 0) + (kind === 'type' || kind === 'inherits' ? 2 : 1));
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
  const wanted = most.flatMap((meant) => {
    if (typeof meant === 'number') return [meant];
    const ids = byName.get(meant) ?? [];
    return ids.length && ids.length <= budget.neededDefinitions ? [ids[0] as number] : [];
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
    .map(({ name, signature, path, lines }) => ({ name, signature, path, line: lines.start }));
}
