/** The completeness aid (R12), as far as names tell: signatures that the returned code mentions and does not contain. */
import type { NeededSignature } from '../model/answer.js';
import { chunksNamed } from './neighbours.js';
import type { IndexReader } from './ports.js';

const MAX_NEEDED = 12;
/** Results whose mentions are looked at. */
const MAX_LOOKED_AT = 8;
/** A name defined in more places than this tells nothing about which one is meant. */
const MAX_DEFINITIONS = 2;

export function neededSignatures(reader: IndexReader, shownIds: readonly number[]): NeededSignature[] {
  const records = reader.chunks(shownIds.slice(0, MAX_LOOKED_AT));
  const have = new Set(reader.chunks(shownIds).map((record) => record.name));
  const languages = new Set(records.map((record) => record.language));
  const mentions = new Map<string, number>();
  /** What language servers say a name means here. */
  const meant = new Map<string, number>();
  for (const edge of reader.edgesFrom(records.map((record) => record.id))) {
    if (edge.kind === 'import' || have.has(edge.name)) continue;
    if (edge.toId !== null) meant.set(edge.name, edge.toId);
    mentions.set(edge.name, (mentions.get(edge.name) ?? 0) + (edge.kind === 'type' || edge.kind === 'inherits' ? 2 : 1));
  }
  const names = [...mentions]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 40)
    .map(([name]) => name);
  if (!names.length) return [];
  const byName = chunksNamed(reader, names, MAX_DEFINITIONS + 1);
  const wanted = names.flatMap((name) => {
    const known = meant.get(name);
    if (known !== undefined) return [known];
    const ids = byName.get(name) ?? [];
    return ids.length && ids.length <= MAX_DEFINITIONS ? [ids[0] as number] : [];
  });
  return reader
    .chunks(wanted.slice(0, MAX_NEEDED))
    .filter(
      (record) =>
        record.signature &&
        record.kind === 'symbol' &&
        languages.has(record.language) &&
        (record.role === 'source' || record.role === 'declaration'),
    )
    .map(({ name, signature, path, lines }) => ({ name, signature, path, line: lines.start }));
}
