// Where functions are, in the text of a file at any commit. The outlines are the server's own: they only say how far a
// function reaches. Which functions are the answer to a question is what git says was changed.

import { fileRole } from '../../dist/server/core/model/file-role.js';
import { codeLanguage, languageOf } from '../../dist/server/core/model/language.js';
import { createOutliner } from '../../dist/server/io/syntax/outline.js';

const FUNCTIONS = new Set(['function', 'method', 'constructor', 'component', 'macro']);
const ROLES = new Set(['source', 'test', 'script', 'legacy', 'example']);
/** Shell and the like have outlines too, but commits of code are what is asked about. */
export const isCode = (path) => codeLanguage(languageOf(path)) && ROLES.has(fileRole(path, languageOf(path)));
export const isTest = (path) => fileRole(path, languageOf(path)) === 'test';

const outliner = await createOutliner();

/** [{ name, qualified, start, end }], lines 1-based and inclusive, containers before what they contain. */
export async function functionsOf(path, text) {
  const { symbols } = await outliner.outline(text, languageOf(path));
  const qualified = (i) => (i < 0 ? '' : `${qualified(symbols[i].parent)}/${symbols[i].name}`);
  return symbols.flatMap((symbol, i) =>
    FUNCTIONS.has(symbol.kind) && symbol.name
      ? [
          {
            name: symbol.name,
            qualified: qualified(i),
            start: symbol.lines.start + 1,
            end: Math.max(symbol.lines.start + 1, symbol.lines.end),
          },
        ]
      : [],
  );
}

/** The innermost function that holds all lines from `first` to `last`. */
export const innermost = (functions, first, last) =>
  functions
    .filter(({ start, end }) => start <= first && last <= end)
    .reduce((best, next) => (!best || next.end - next.start <= best.end - best.start ? next : best), null);
