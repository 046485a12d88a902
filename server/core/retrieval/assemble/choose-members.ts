/** Chooses the members of a class or module whose bodies answer a question, where not all of them fit. Pure. */
import type { ChildChunk, ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import { budget } from './budget.js';
import type { Relevance } from './extract-statements.js';

/**
 * Ids of the members that contain the most of the question's words, the rare ones first; empty where no member stands out.
 * @param room tokens for their bodies
 */
export function chooseMembers(
  text: string,
  record: ChunkRecord,
  members: readonly ChildChunk[],
  about: Relevance,
  room: number,
  tokensOf: (text: string) => number,
): ReadonlySet<number> {
  const chosen = new Set<number>();
  const bodies = members.filter(({ bodySpan }) => bodySpan !== null);
  if (isFunction(record.symbolKind) || bodies.length < 2 || record.span.end - record.span.start > budget.memberChars) return chosen;
  const weighed = bodies
    .map((member) => ({ member, weight: about(sourceOf(text, member).replace(/\s+/g, ' '), 0) }))
    .sort((a, b) => b.weight - a.weight || a.member.span.start - b.member.span.start);
  const best = weighed[0]?.weight ?? 0;
  let left = room;
  for (const { member, weight } of weighed) {
    if (weight <= 0 || weight < best * budget.memberShare || chosen.size === budget.members) break;
    const cost = tokensOf(sourceOf(text, member));
    if (cost > left) continue;
    left -= cost;
    chosen.add(member.id);
  }
  return chosen;
}

const sourceOf = (text: string, { span }: ChildChunk): string => text.slice(span.start, span.end);
