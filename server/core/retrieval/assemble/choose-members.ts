/** Chooses the members of a class or module whose bodies answer a question, where not all of them fit. Pure. */
import type { ChildChunk, ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import { budget } from './budget.js';
import type { Relevance } from './extract-statements.js';

export interface Fit {
  /** How well a text fits the question by its words. */
  readonly about: Relevance;
  /** Cosines of chunks with the question; of those without a vector none. */
  readonly cosines: (ids: readonly number[]) => ReadonlyMap<number, number>;
}

export interface Members {
  /** Ids of members that are shown with their bodies. */
  readonly chosen: ReadonlySet<number>;
  /** Id of the member that fits best, where its body is longer than the room; else null. */
  readonly tooLong: number | null;
}

export const NO_MEMBERS: Members = { chosen: new Set(), tooLong: null };

/**
 * The members that fit the question best, by their words and by similarity; none where no member stands out.
 * @param room tokens for their bodies
 */
export function chooseMembers(
  text: string,
  record: ChunkRecord,
  members: readonly ChildChunk[],
  { about, cosines }: Fit,
  room: number,
  tokensOf: (text: string) => number,
): Members {
  const bodies = members.filter(({ bodySpan }) => bodySpan !== null);
  if (isFunction(record.symbolKind) || bodies.length < 2 || record.span.end - record.span.start > budget.memberChars) return NO_MEMBERS;
  const chosen = new Set<number>();
  const words = bodies.map((member) => about(sourceOf(text, member), 0));
  const similar = cosines(bodies.map(({ id }) => id));
  const mostWords = Math.max(...words);
  const mostSimilar = Math.max(0, ...similar.values());
  const share = (value: number, most: number): number => (most > 0 ? Math.max(0, value) / most : 0);
  const weighed = bodies
    .map((member, i) => ({
      member,
      weight: share(words[i] ?? 0, mostWords) + budget.memberSimilarity * share(similar.get(member.id) ?? 0, mostSimilar),
    }))
    .sort((a, b) => b.weight - a.weight || a.member.span.start - b.member.span.start);
  const best = weighed[0]?.weight ?? 0;
  let left = room;
  let tooLong: number | null = null;
  for (const { member, weight } of weighed) {
    if (weight <= 0 || weight < best * budget.memberShare || chosen.size === budget.members) break;
    const cost = tokensOf(sourceOf(text, member));
    if (cost > left) {
      if (member === weighed[0]?.member) tooLong = member.id;
      continue;
    }
    left -= cost;
    chosen.add(member.id);
  }
  return { chosen, tooLong };
}

const sourceOf = (text: string, { span }: ChildChunk): string => text.slice(span.start, span.end);
