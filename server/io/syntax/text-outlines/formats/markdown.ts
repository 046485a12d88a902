/** Markdown: ATX and setext headings as nested sections. Fenced code and front matter hold no headings. */
import type { Outline } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';
import { fold, type Heading, outlineOf } from './sections.js';

/** Longer lines are tables or data, never headings. */
const maxHeadingChars = 500;

const setextUnderline = /^ {0,3}(=+|-+)\s*$/;
/** What a line may not start with to be the text of a setext heading: lists, quotes, tables, HTML, rules. */
const notParagraph = /^ {0,3}(?:[-*+>|<#]|\d+[.)]\s|```|~~~)|^\s{4}|^\t/;

function frontMatterLines(lineOf: (line: number) => string, lines: number): number {
  const mark = lineOf(0).trimEnd();
  if (mark !== '---' && mark !== '+++') return 0;
  for (let line = 1; line < Math.min(lines, 200); line++) if (lineOf(line).trimEnd() === mark) return line + 1;
  return 0;
}

/** Title and description of front matter are prose about the page; the rest is settings. */
function proseOfFrontMatter(text: string): string {
  return [...text.matchAll(/^(?:title|description|summary)\s*[:=]\s*["']?([^\n]*?)["']?\s*$/gm)].map((match) => match[1]).join('\n');
}

export function markdownOutline(text: string): Outline {
  const index = new LineIndex(text);
  const lineOf = (line: number): string => {
    const start = index.offsetOf(line);
    const end = index.offsetOf(line + 1);
    return text
      .slice(line === 0 && text.charCodeAt(0) === 0xfeff ? 1 : start, Math.min(end, start + maxHeadingChars))
      .replace(/(?<![\r\n])[\r\n]+$/, '');
  };
  const headings: Heading[] = [];
  const first = frontMatterLines(lineOf, index.lines);
  let fence = '';
  let previous = '';
  for (let line = first; line < index.lines; line++) {
    const content = lineOf(line);
    const start = index.offsetOf(line) + (line === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0);
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(content)?.[1];
    if (fence) {
      if (mark && mark[0] === fence[0] && mark.length >= fence.length && content.trim() === mark) fence = '';
      previous = '';
      continue;
    }
    if (mark) {
      fence = mark;
      previous = '';
      continue;
    }
    const atx = /^ {0,3}(#{1,6})(?:[ \t]+|$)/.exec(content);
    if (atx) {
      const title = content
        .slice(atx[0].length)
        .replace(/(?:^|[ \t])#+[ \t]*$/, '')
        .trim();
      const nameStart = start + (title ? content.indexOf(title, atx[0].length) : atx[0].length);
      if (title) {
        headings.push({
          kind: 'section',
          level: atx[1]!.length,
          start,
          nameStart,
          nameEnd: nameStart + title.length,
          bodyStart: index.offsetOf(line + 1),
          signature: fold(content),
        });
      }
      previous = '';
      continue;
    }
    const under = previous ? setextUnderline.exec(content) : null;
    if (under) {
      const titleStart = index.offsetOf(line - 1);
      const title = previous.trim();
      const nameStart = titleStart + text.slice(titleStart, titleStart + maxHeadingChars).indexOf(title);
      headings.push({
        kind: 'section',
        level: under[1]!.startsWith('=') ? 1 : 2,
        start: titleStart,
        nameStart,
        nameEnd: nameStart + title.length,
        bodyStart: index.offsetOf(line + 1),
        signature: fold(title),
      });
      previous = '';
      continue;
    }
    previous = content.trim() && !notParagraph.test(content) ? content : '';
  }
  const from = index.offsetOf(first);
  const until = headings[0]?.start ?? text.length;
  let moduleDoc = [
    proseOfFrontMatter(text.slice(0, Math.min(from, 8000))),
    text
      .slice(from, Math.min(until, from + 4000))
      .replace(/^\ufeff/, '')
      .trim(),
  ]
    .filter(Boolean)
    .join('\n');
  if (!moduleDoc && headings[0])
    moduleDoc =
      text
        .slice(headings[0].bodyStart, headings[1]?.start ?? headings[0].bodyStart + 4000)
        .trim()
        .split(/\r?\n[ \t]*\r?\n/, 1)[0] ?? '';
  return outlineOf('markdown', text, headings, moduleDoc, index);
}
