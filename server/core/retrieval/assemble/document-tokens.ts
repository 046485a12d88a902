/** Tokens of an answer besides its sources: headings, fences, needed signatures. Pure; counts err upwards. */
import type { NeededSignature } from '../../model/answer.js';
import { fenceOf, headingOf, neededHeading, neededLine } from '../../model/answer-text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { TokenCounter } from '../ports.js';
import { budget } from './budget.js';

/** Tokens of a result's heading and fence. The longest note is assumed, since the form of the source is not known yet. */
export function frameTokens(record: ChunkRecord, belongs: string | undefined, tokens: TokenCounter): number {
  const { path, qualifiedName, symbolKind, lines, language, origin } = record;
  const head = headingOf({ path, qualifiedName, symbolKind, shortening: 'collapsed', unsaved: origin === 'buffer', belongs }, lines, ' ');
  const { above, below } = fenceOf('', language);
  return tokens.count(`${head}\n\n${above}\n\n${below}\n\n`) + budget.seamTokens;
}

/** Tokens of a result that is a place in a list: its lines, kind, name and key. */
export const placeTokens = ({ path, lines, symbolKind, kind, qualifiedName, key }: ChunkRecord, tokens: TokenCounter): number =>
  tokens.count(`${path}:${lines.start + 1}-${lines.end} ${symbolKind ?? kind} ${qualifiedName} #${key}\n`) + budget.seamTokens;

/** Extra tokens of the fence around a text that contains backticks. */
export const fenceGrowth = (text: string, tokens: TokenCounter): number =>
  text.includes('```') ? 2 * tokens.count(fenceOf(text, '').below) : 0;

/** As many of the signatures, in their order, as fit into `room`, and the tokens of their lines and heading. */
export function fitNeeded(
  all: readonly NeededSignature[],
  tokens: TokenCounter,
  room: number,
): { readonly list: readonly NeededSignature[]; readonly tokens: number } {
  const list: NeededSignature[] = [];
  let used = tokens.count(neededHeading) + budget.seamTokens;
  for (const needed of all) {
    const cost = tokens.count(neededLine(needed.signature, needed.path, needed.line)) + 1;
    if (used + cost > room) break;
    used += cost;
    list.push(needed);
  }
  return list.length ? { list, tokens: used } : { list, tokens: 0 };
}
