/** Tokens of an answer besides its sources: headings, fences, needed signatures. Pure; counts err upwards. */
import type { CallerLine, NeededSignature } from '../../model/answer.js';
import { callerItem, fenceOf, headingOf, neededHeading, neededLine, summaryOf } from '../../model/answer-text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { TokenCounter } from '../ports.js';
import { budget } from './budget.js';

/** Tokens of a result's heading and fence. The longest note is assumed, since the form of the source is not known yet. */
export function frameTokens(
  record: ChunkRecord,
  answerLines: readonly number[],
  belongs: string | undefined,
  tokens: TokenCounter,
): number {
  const { path, qualifiedName, symbolKind, lines, language, origin } = record;
  const head = headingOf(
    { path, qualifiedName, symbolKind, shortening: 'collapsed', unsaved: origin === 'buffer', answerLines, belongs },
    lines,
    ' ',
  );
  const { above, below } = fenceOf('', language);
  return tokens.count(`${head}\n\n${above}\n\n${below}\n\n`) + budget.seamTokens;
}

/** Tokens of a result that is a place in a list: its lines, kind, name, key and summary. */
export function placeTokens(record: ChunkRecord, tokens: TokenCounter): number {
  const { path, lines, symbolKind, kind, qualifiedName, key } = record;
  const line = `${path}:${lines.start + 1}-${lines.end} ${symbolKind ?? kind} ${qualifiedName} #${key}  ${summaryOf(record)}\n`;
  return tokens.count(line) + budget.seamTokens;
}

/** Extra tokens of the fence around a text that contains backticks. */
export const fenceGrowth = (text: string, tokens: TokenCounter): number =>
  text.includes('```') ? 2 * tokens.count(fenceOf(text, '').below) : 0;

/** The first entries of a list that fit, and the tokens of their lines and heading. */
export interface Fitted<Of> {
  readonly list: readonly Of[];
  readonly tokens: number;
}

function fit<Of>(all: readonly Of[], lineOf: (one: Of) => string, tokens: TokenCounter, room: number): Fitted<Of> {
  const list: Of[] = [];
  let used = tokens.count(neededHeading) + budget.seamTokens;
  for (const one of all) {
    const cost = tokens.count(lineOf(one)) + 1;
    if (used + cost > room) break;
    used += cost;
    list.push(one);
  }
  return list.length ? { list, tokens: used } : { list, tokens: 0 };
}

export const fitNeeded = (all: readonly NeededSignature[], tokens: TokenCounter, room: number): Fitted<NeededSignature> =>
  fit(all, ({ signature, path, line }) => neededLine(signature, path, line), tokens, room);

/** The last caller of a symbol that fits says how many more there are. */
export function fitCallers(all: readonly CallerLine[], tokens: TokenCounter, room: number): Fitted<CallerLine> {
  const { list, tokens: used } = fit(all, callerItem, tokens, room);
  const rest = all.slice(list.length);
  const counted = list.map((one, i): CallerLine => {
    const isSame = ({ of, relation }: CallerLine): boolean => of === one.of && relation === one.relation;
    const left = list.slice(i + 1).some(isSame) ? [] : rest.filter(isSame);
    const more = left.reduce((sum, other) => sum + 1 + (other.more ?? 0), one.more ?? 0);
    return more > 0 ? { ...one, more } : one;
  });
  return { list: counted, tokens: used };
}
