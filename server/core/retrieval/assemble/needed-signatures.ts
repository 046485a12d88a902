/**
 * Needed signatures: definitions that the returned code mentions and does not contain, resolved by language servers, else by scope and
 * imports (`resolve-mentions.ts`). What the first results call comes first; a name that half of the code mentions (`log`) explains little.
 */
import { wordsOf } from '../../chunking/words.js';
import type { NeededSignature } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { stepsOut } from '../graph/graph-steps.js';
import type { IndexReader } from '../ports.js';
import { mostRare, rarityOf } from '../rank/rarity.js';
import { budget } from './budget.js';

export function neededSignatures(reader: IndexReader, shownIds: readonly number[]): NeededSignature[] {
  const order = new Map(shownIds.map((id, i) => [id, i]));
  const records = reader.chunks(shownIds.slice(0, budget.neededFrom));
  const shown = reader.chunks(shownIds);
  // Overloads of what is shown, and its prototypes.
  const isShown = (to: ChunkRecord): boolean =>
    order.has(to.id) ||
    shown.some(({ path, qualifiedName }) => qualifiedName === to.qualifiedName && (path === to.path || to.bodySpan === null));
  const found = new Map<number, { readonly record: ChunkRecord; weight: number }>();
  for (const { from, to, kind, isGuess, definitions } of stepsOut(reader, records)) {
    // Of a guess only a name that hardly means a method of a library or a parameter.
    const isClear = !isGuess || (definitions === 1 && (to.path === from.path || isDistinctive(to.name)));
    if (kind === 'imports' || !isClear || isShown(to) || !isListed(from, to)) continue;
    const known = found.get(to.id) ?? { record: to, weight: 0 };
    const share = (kind === 'calls' ? budget.neededCall : 1) * (to.path === from.path ? budget.neededSameFile : 1);
    known.weight = Math.max(known.weight, share / (1 + (order.get(from.id) ?? 0)));
    found.set(to.id, known);
  }
  return rarest(reader, [...found.values()]).map(({ record: { name, signature, path, lines } }) => ({
    name,
    // `typedef struct {` has its name behind its body.
    signature: signature.includes(name) ? signature : `${signature} ${name}`,
    path,
    line: lines.start,
  }));
}

/** The first by weight and by the rarest word of the name. Counts of words are read as long as they may matter. */
function rarest(
  reader: IndexReader,
  found: { readonly record: ChunkRecord; readonly weight: number }[],
): { readonly record: ChunkRecord }[] {
  const chunks = reader.chunkCount();
  const rarity = (name: string): number => {
    const words = wordsOf(name).split(' ');
    const { of } = rarityOf(words, { frequency: reader.documentFrequency(words), chunks });
    return Math.max(...words.map(of));
  };
  const best: { readonly record: ChunkRecord; readonly score: number }[] = [];
  for (const { record, weight } of found.sort((a, b) => b.weight - a.weight)) {
    const last = best[budget.needed - 1];
    if (last && weight * mostRare(chunks) <= last.score) break;
    best.push({ record, score: weight * rarity(record.name) });
    best.sort((a, b) => b.score - a.score);
    if (best.length > budget.needed) best.pop();
  }
  return best;
}

const isListed = (from: ChunkRecord, to: ChunkRecord): boolean =>
  to.kind === 'symbol' &&
  to.signature !== '' &&
  to.language === from.language &&
  (to.role === 'source' || to.role === 'declaration' || to.role === from.role);

const isDistinctive = (name: string): boolean => name.length >= budget.distinctiveChars || /.[_\d]|[a-z][A-Z]/.test(name);
