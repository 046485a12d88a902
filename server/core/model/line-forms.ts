/** What a line by itself is, in the languages that are common. */

const comment = /^(?:\/\/|\/\*|\*|#(?!\s*(?:define|if|include|pragma|\[))|--|;|<!--|"""|'''|\{-|%)/;
const importing = /^(?:import|from|use|using|require|#include)\b/;

/** Whether a line, with or without its indentation, begins with the mark of a comment. */
export const isCommentLine = (text: string): boolean => comment.test(text.trimStart());

/** Whether a line imports, or is an item of a list of names that stand alone. */
export const isImportOf = (text: string, name: string): boolean =>
  importing.test(text.trimStart()) || text.trim().replace(/,$/, '') === name;
