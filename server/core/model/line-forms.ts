/** What a line by itself is. */
import { lexisOf } from './language.js';

const comment = /^(?:\/\/|\/\*|\*|#(?!\s*(?:define|if|include|pragma|\[))|--|;|<!--|"""|'''|\{-|%)/;
const importing = /^(?:import|from|use|using|require|#include)\b/;

/** Whether a line begins with the mark of a comment; a line inside of a block comment often begins with `*`. */
export function isCommentLine(text: string, language: string): boolean {
  // The end of a comment may stand before code.
  const line = text.trimStart().replace(/^-->\s{0,200}/, '');
  const { lineComments } = lexisOf(language);
  return line.startsWith('/*') || line.startsWith('* ') || lineComments.some((mark) => line.startsWith(mark));
}

/** Whether a line begins with the mark of a comment or of a documentation text in any of the common languages. */
export const looksLikeComment = (text: string): boolean => comment.test(text.trimStart());

/** Whether a line imports, or is an item of a list of names that stand alone. */
export const isImportOf = (text: string, name: string): boolean =>
  importing.test(text.trimStart()) || text.trim().replace(/,$/, '') === name;

/** Whether a line says anything: more than marks and white space. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether the beginning of a line ends within a string. */
export const endsInString = (before: string): boolean => (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
