/** What a finder of secrets reports, and what finders share. */

/** @param kind what it is, for people: `private key`, `GitHub`, `password` */
export type Mark = (start: number, end: number, kind: string) => void;
export type Finder = (text: string, mark: Mark) => void;

/** The part of a text before an offset, back to the line's start, at most `most` characters. */
export function lineBefore(text: string, offset: number, most: number): string {
  const from = Math.max(0, offset - most);
  const part = text.slice(from, offset);
  return part.slice(part.lastIndexOf('\n') + 1);
}
