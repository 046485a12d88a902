/** What a long question says first: the title of an issue or a commit. Its body mentions much that is not asked for. Pure. */

const HEAD_LINES = 2;

/** The first two lines that are not blank; the whole of a short question. */
export const headOf = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, HEAD_LINES)
    .join('\n');
