/**
 * Plain text search if ranking or names find nothing: an empty answer makes an agent give up a tool, and most empty answers are to
 * exact strings, misspelt names or words that no symbol has.
 */
import type { Engine } from '../../core/engine/engine-api.js';
import type { Filters } from '../../core/model/answer.js';
import type { Problem } from '../../core/model/problem.js';
import type { McpPlace, McpTextMatch } from '../../protocol/mcp-common.js';
import { matchOf, placeOf } from './shapes.js';

const MAX_MATCHES = 20;
const MAX_SIMILAR = 8;
/** The longest words of a question are usually the rarest. */
const MAX_WORDS = 4;
const MIN_WORD_CHARS = 4;

/** The literal part of a question: a quotation, a single word, or code. Null for plain words. */
export function literalIn(query: string): string | null {
  const text = query.trim();
  const [, , quoted] = /(["'`])([^\n]{2,200}?)\1(?!\w)/.exec(text) ?? [];
  if (quoted !== undefined) return quoted;
  if (text.length > 200 || text.includes('\n')) return null;
  if (!/\s/.test(text)) return text.replace(/[?!.,;:]+$/, '') || null;
  return /[(){}[\]=<>;$@%^&*|\\]|::|->/.test(text) ? text : null;
}

export interface TextFound {
  readonly textMatches: McpTextMatch[];
  readonly problems: readonly Problem[];
}

/** Lines with the whole text; if there are none and `orWords`, lines with one of its longer words. */
export async function findLiterally(
  engine: Engine,
  text: string,
  filters: Filters,
  signal: AbortSignal,
  orWords: 'words' | 'whole',
): Promise<TextFound> {
  const search = async (asked: string, match: 'literal' | 'regex'): Promise<TextFound> => {
    const { matches, problems } = await engine.findText({ text: asked, match, filters, limit: MAX_MATCHES }, signal);
    return { textMatches: matches.map(matchOf), problems };
  };
  const whole = text.slice(0, 1000).trim();
  const found = whole ? await search(whole, 'literal') : { textMatches: [], problems: [] };
  if (found.textMatches.length || orWords === 'whole') return found;
  const words = [...new Set(text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [])]
    .filter(({ length }) => length >= MIN_WORD_CHARS)
    .sort((a, b) => b.length - a.length)
    .slice(0, MAX_WORDS);
  for (const word of words) {
    const one = await search(word, 'literal');
    if (one.textMatches.length) return one;
  }
  return found;
}

/** Symbols with a similar name, for a name that does not exist. */
export async function similarNames(engine: Engine, name: string, signal: AbortSignal): Promise<McpPlace[]> {
  const last =
    name
      .split(/\.|::|->|#|\//)
      .filter(Boolean)
      .at(-1) ?? name;
  for (const mode of ['name', 'meaning'] as const) {
    const { hits } = await engine.symbols({ query: last, mode, limit: MAX_SIMILAR }, signal);
    if (hits.length) return hits.map(placeOf);
  }
  return [];
}
