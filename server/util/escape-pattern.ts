/** A text as a part of a regular expression that matches it and nothing else, with or without the flag `u`. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** A path as a glob that matches it and nothing else. */
export const escapeGlob = (path: string): string => path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&');
