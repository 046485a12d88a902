/** reStructuredText: titles are lines underlined (and perhaps overlined) with a row of one mark; levels come in order of first use. */
import type { Outline } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';
import { fold, type Heading, openingOf, outlineOf } from './sections.js';

const adornment = /^([=\-`:.'"~^_*+#<>])\1{2,}\s*$/;
const maxHeadingChars = 300;

export function restructuredTextOutline(text: string): Outline {
  const index = new LineIndex(text);
  const lineOf = (line: number): string => {
    const start = index.offsetOf(line);
    return text
      .slice(start, Math.min(index.offsetOf(line + 1), start + maxHeadingChars))
      .replace(/^\ufeff/, '')
      .trimEnd();
  };
  const headings: Heading[] = [];
  const styles: string[] = [];
  for (let line = 1; line < index.lines; line++) {
    const under = adornment.exec(lineOf(line));
    if (!under) continue;
    const title = lineOf(line - 1);
    if (!title.trim() || adornment.test(title) || under[0].trimEnd().length < Math.min(title.length, 4) || /^(?:\.\. |\s{4})/.test(title))
      continue;
    const over = line >= 2 ? adornment.exec(lineOf(line - 2)) : null;
    const overlined = over !== null && over[1] === under[1];
    // Without an overline, a title may not be indented and follows a blank line (else it is a table or a paragraph).
    if (!overlined && (/^\s/.test(title) || (line >= 2 && lineOf(line - 2).trim() !== ''))) continue;
    const style = `${under[1]}${overlined ? '+' : ''}`;
    let level = styles.indexOf(style);
    if (level < 0) level = styles.push(style) - 1;
    const titleStart = index.offsetOf(line - 1);
    const name = title.trim();
    const nameStart = text.indexOf(name, titleStart);
    headings.push({
      kind: 'section',
      level: level + 1,
      start: overlined ? index.offsetOf(line - 2) : titleStart,
      nameStart,
      nameEnd: nameStart + name.length,
      bodyStart: index.offsetOf(line + 1),
      signature: fold(name),
    });
    line++;
  }
  return outlineOf('restructuredtext', text, headings, openingOf(text, headings), index);
}
