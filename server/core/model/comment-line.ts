/** Lines of comments, in the languages that are common. */

const comment = /^(?:\/\/|\/\*|\*|#(?!\s*(?:define|if|include|pragma|\[))|--|;|<!--|"""|'''|\{-|%)/;

/** Whether a line, with or without its indentation, begins with the mark of a comment. */
export const isCommentLine = (text: string): boolean => comment.test(text.trimStart());
