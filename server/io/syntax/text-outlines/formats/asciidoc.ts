/** AsciiDoc: `=` titles as nested sections; listing, literal and comment blocks hold none. */
import type { Outline } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';
import { fold, type Heading, openingOf, outlineOf } from './sections.js';

const maxHeadingChars = 500;

export function asciidocOutline(text: string): Outline {
  const index = new LineIndex(text);
  const headings: Heading[] = [];
  let block = '';
  for (let line = 0; line < index.lines; line++) {
    const start = index.offsetOf(line) + (line === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0);
    const content = text.slice(start, Math.min(index.offsetOf(line + 1), start + maxHeadingChars)).trimEnd();
    const delimiter = /^(?:-{4,}|\.{4,}|\/{4,}|\+{4,}|```)$/.exec(content)?.[0];
    if (block) {
      if (content === block) block = '';
      continue;
    }
    if (delimiter) {
      block = delimiter;
      continue;
    }
    const title = /^(={1,6}|#{1,6})[ \t]+(?=\S)/.exec(content);
    if (!title) continue;
    const nameStart = start + title[0].length;
    headings.push({
      kind: 'section',
      level: title[1]!.length,
      start,
      nameStart,
      nameEnd: start + content.length,
      bodyStart: index.offsetOf(line + 1),
      signature: fold(content),
    });
  }
  return outlineOf('asciidoc', text, headings, openingOf(text, headings), index);
}
