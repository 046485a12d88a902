/** A text as a part of a regular expression that matches it and nothing else, with or without the flag `u`. */
export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
