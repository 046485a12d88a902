/**
 * Needed signatures: definitions that the returned code mentions and does not contain, resolved by language servers, else by scope and
 * imports (`resolve-mentions.ts`). What the first results call comes first; a name that half of the code mentions (`log`) explains little.
 */
import { wordsOf } from '../../chunking/words.js';
import type { NeededSignature } from '../../model/answer.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { stepsOut } from '../graph/graph-steps.js';
import type { IndexReader } from '../ports.js';
import { rarityOf } from '../rank/rarity.js';
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
  const all = [...found.values()].map((one) => ({ ...one, word: wholeWord(one.record.name) }));
  const words = [...new Set(all.map(({ word }) => word))];
  const rarity = rarityOf(words, { frequency: reader.documentFrequency(words), chunks: reader.chunkCount() });
  return all
    .map(({ record, weight, word }) => ({ record, weight: weight * rarity.of(word) }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, budget.needed)
    .map(({ record: { name, signature, path, lines } }) => ({
      name,
      // `typedef struct {` has its name behind its body.
      signature: signature.includes(name) ? signature : `${signature} ${name}`,
      path,
      line: lines.start,
    }));
}

/** The rarest word of a name: what has it has the name's other words too. */
const wholeWord = (name: string): string => wordsOf(name).split(' ').at(-1) as string;

const isListed = (from: ChunkRecord, to: ChunkRecord): boolean =>
  to.kind === 'symbol' &&
  to.signature !== '' &&
  to.language === from.language &&
  (to.role === 'source' || to.role === 'declaration' || to.role === from.role);

const isDistinctive = (name: string): boolean => name.length >= budget.distinctiveChars || /.[_\d]|[a-z][A-Z]/.test(name);
