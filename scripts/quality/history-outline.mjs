// Where functions are, in the text of a file at any commit. The outlines are the server's own: they only say how far a
// function reaches. Which functions are the answer to a question is what git says was changed.

import { fileRole } from '../../dist/server/core/model/file-role.js';
import { languageOf } from '../../dist/server/core/model/language.js';
import { createOutliner } from '../../dist/server/io/syntax/outline.js';

const FUNCTIONS = new Set(['function', 'method', 'constructor', 'component', 'macro']);
const ROLES = new Set(['source', 'test', 'script', 'legacy', 'example']);
const NOT_CODE = new Set(
  'markdown restructuredtext asciidoc plaintext org json yaml toml ini xml html ignore go-mod latex cabal'.split(' '),
);
/** Shell and the like have outlines too, but commits of code are what is asked about. */
export const isCode = (path) => !NOT_CODE.has(languageOf(path)) && ROLES.has(fileRole(path, languageOf(path)));
export const isTest = (path) => fileRole(path, languageOf(path)) === 'test';

const outliner = await createOutliner();

/** Containers that come and go while a function stays what it is. */
const LOOSE = new Set(['module', 'namespace']);

/** [{ name, qualified, signature, start, end }], lines 1-based and inclusive, containers before what they contain. */
export async function functionsOf(path, text) {
  const { symbols } = await outliner.outline(text, languageOf(path));
  const qualified = (i) => {
    if (i < 0) return '';
    const { parent, name, kind } = symbols[i];
    return LOOSE.has(kind) ? qualified(parent) : `${qualified(parent)}/${name}`;
  };
  return symbols.flatMap((symbol, i) => {
    if (!FUNCTIONS.has(symbol.kind) || !symbol.name) return [];
    const { name, signature, lines } = symbol;
    return [{ name, qualified: qualified(i), signature, start: lines.start + 1, end: Math.max(lines.start + 1, lines.end) }];
  });
}

/** The innermost function that holds all lines from `first` to `last`. */
export const innermost = (functions, first, last) =>
  functions
    .filter(({ start, end }) => start <= first && last <= end)
    .reduce((best, next) => (!best || next.end - next.start <= best.end - best.start ? next : best), null);
