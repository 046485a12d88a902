/**
 * Runs a regular expression over texts with a time limit: patterns come from outside, and some never end. Only V8's watchdog can
 * interrupt one, so it runs in a separate context; no code from outside runs there.
 */
import { createContext, Script } from 'node:vm';
import { queryError } from '../../core/model/problem.js';
import type { FoundLine, LineSearch } from '../../core/retrieval/ports.js';

/** For one group of files; ordinary patterns take some milliseconds. */
const timeoutMs = 1_000;

const script = new Script(`
  texts.map((text) => {
    const found = [];
    let line = 0, counted = 0, match;
    pattern.lastIndex = 0;
    while (left > 0 && (match = pattern.exec(text)) !== null) {
      // \`^\\s*use\` may begin on the empty lines before.
      const start = match.index + (/^\\s*\\n(?=[^])/.exec(match[0])?.[0].length ?? 0);
      for (let at; (at = text.indexOf('\\n', counted)) >= 0 && at < start; counted = at + 1) line++;
      const end = text.indexOf('\\n', start);
      left--;
      found.push({ line, text: text.slice(counted, end < 0 ? text.length : end) });
      if (end < 0) break;
      pattern.lastIndex = Math.max(end + 1, match.index + match[0].length);
    }
    return found;
  })
`);

/** @throws ContextError('query') where the pattern takes too long. */
export const findLines: LineSearch = (pattern, texts, limit) => {
  if (!texts.length) return [];
  try {
    const found: FoundLine[][] = script.runInContext(createContext({ pattern, texts, left: limit }), { timeout: timeoutMs });
    return found;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw queryError(`the regular expression takes too long: ${pattern.source.slice(0, 200)}`);
  }
};
