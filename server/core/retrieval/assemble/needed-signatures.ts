/**
 * Needed signatures: definitions that the returned code mentions and does not contain, resolved by language servers, else by scope and
 * imports (`resolve-mentions.ts`). What the first results call comes first; a name that half of the code mentions (`log`) explains little.
 */
import { wholeWord } from '../../chunking/words.js';
import type { NeededSignature } from '../../model/answer.js';
import { clipped, oneLine } from '../../model/answer-text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { clearStepsOut, isOwnMember } from '../graph/graph-steps.js';
import type { IndexReader } from '../ports.js';
import { rarityOf } from '../rank/rarity.js';
import { budget } from './budget.js';
import { namePosition } from './show-chunk.js';

/** A definition, and the lines that mention it (0-based). */
export interface Mentioned extends NeededSignature {
  readonly at: readonly { readonly path: string; readonly line: number }[];
}

/**
 * All that the chunks mention and are not, most useful first.
 * @param about how well a name fits the question, 0 for not at all
 */
export function mentionedBy(reader: IndexReader, shownIds: readonly number[], about: (name: string) => number = () => 0): Mentioned[] {
  const order = new Map(shownIds.map((id, i) => [id, i]));
  const records = reader.chunks(shownIds.slice(0, budget.neededFrom));
  const shown = reader.chunks(shownIds);
  // Overloads of what is shown, and its prototypes.
  const isShown = (to: ChunkRecord): boolean =>
    order.has(to.id) ||
    shown.some(({ path, qualifiedName }) => qualifiedName === to.qualifiedName && (path === to.path || to.bodySpan === null));
  const found = new Map<number, { readonly record: ChunkRecord; readonly at: Mentioned['at'][number][]; weight: number }>();
  for (const step of clearStepsOut(reader, records)) {
    const { from, to, kind, edge } = step;
    if (kind === 'imports' || isShown(to) || !isListed(from, to) || !isOwnMember(reader, step)) continue;
    const known = found.get(to.id) ?? { record: to, at: [], weight: 0 };
    known.at.push({ path: from.path, line: edge.line });
    const share = (kind === 'calls' ? budget.neededCall : 1) * (to.path === from.path ? budget.neededSameFile : 1);
    known.weight = Math.max(known.weight, share / (1 + (order.get(from.id) ?? 0)));
    found.set(to.id, known);
  }
  // What has the whole name has its other words too.
  const all = [...found.values()].map((one) => ({ ...one, word: wholeWord(one.record.name) }));
  const words = [...new Set(all.map(({ word }) => word))];
  const frequency = reader.documentFrequency(words);
  const chunks = reader.chunkCount();
  const rarity = rarityOf(words, { frequency, chunks });
  // What code mentions everywhere its readers know, or meet at once.
  const most = Math.max(budget.commonChunks, budget.commonShare * chunks);
  return all
    .filter(({ record: { name }, word }) => (frequency.get(word) ?? 0) <= most || about(name) > 0)
    .map(({ record, at, weight, word }) => {
      const asked = 1 + budget.neededAsked * about(record.name);
      return { record, at, weight: weight * asked * rarity.of(word) * (record.symbolKind === 'field' ? budget.neededField : 1) };
    })
    .sort((a, b) => b.weight - a.weight)
    .map(({ record, at }) => ({
      name: record.name,
      signature: clipped(declarationOf(reader, record), budget.lineChars),
      path: record.path,
      // A decorator stands above the line that is shown.
      line: namePosition(reader.fileText(record.fileId) ?? '', record).nameLine,
      at,
    }));
}

/** A signature with the name; of a constant whose value its signature leaves out, with the beginning of that. */
function declarationOf(reader: Pick<IndexReader, 'fileText'>, { name, signature, span, nameSpan, fileId }: ChunkRecord): string {
  // `typedef struct {` has its name behind its body.
  if (!signature.includes(name)) return `${signature} ${name}`;
  if (!/[:=]\s*$/.test(signature) || !nameSpan) return signature;
  const value = (reader.fileText(fileId) ?? '').slice(nameSpan.end, Math.min(span.end, nameSpan.end + 2 * budget.lineChars));
  return `${signature.slice(0, signature.lastIndexOf(name) + name.length)}${oneLine(value)}`;
}

/** The first of those that a shown line mentions which is meant, and no shown line defines. */
export const neededSignatures = (
  all: readonly Mentioned[],
  isShown: (path: string, line: number) => boolean,
  isMeant: (path: string, line: number) => boolean = () => true,
): NeededSignature[] =>
  all
    .filter(({ path, line, at }) => !isShown(path, line) && at.some((one) => isShown(one.path, one.line) && isMeant(one.path, one.line)))
    // Several names of one declaration are one line.
    .filter(
      (one, i, list) =>
        list.findIndex(({ path, line, signature }) => path === one.path && line === one.line && signature === one.signature) === i,
    )
    .slice(0, budget.needed)
    .map(({ name, signature, path, line }) => ({ name, signature, path, line }));

const isListed = (from: ChunkRecord, to: ChunkRecord): boolean =>
  to.kind === 'symbol' &&
  to.symbolKind !== 'impl' &&
  // The line of a namespace says nothing but its name.
  to.symbolKind !== 'module' &&
  to.symbolKind !== 'namespace' &&
  to.signature !== '' &&
  to.language === from.language &&
  (to.role === 'source' || to.role === 'declaration' || to.role === from.role);
