/** INI, properties, .env, Fluent: `[sections]`; a file without sections gives its keys. */
import type { Outline } from '../../../../core/model/symbol.js';
import { LineIndex } from '../../../../util/text.js';
import { fold, type Heading, outlineOf } from './sections.js';

const maxLineChars = 500;
/** A properties file of more keys is a table of texts. */
const maxKeys = 300;

/** @param language in Fluent what is indented belongs to a message, brackets too */
export function iniOutline(text: string, language: 'ini' | 'fluent' = 'ini'): Outline {
  const index = new LineIndex(text);
  const sections: Heading[] = [];
  const keys: Heading[] = [];
  let commentStart = -1;
  let moduleDoc = '';
  const uncomment = (from: number, to: number): string =>
    text
      .slice(from, Math.min(to, from + 2000))
      .replace(/^[ \t]*[#;!]+ ?/gm, '')
      .trim();
  for (let line = 0; line < index.lines; line++) {
    const start = index.offsetOf(line) + (line === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0);
    const content = text.slice(start, Math.min(index.offsetOf(line + 1), start + maxLineChars)).trimEnd();
    if (!content.trim()) {
      if (commentStart >= 0 && !moduleDoc && sections.length + keys.length === 0) moduleDoc = uncomment(commentStart, start);
      commentStart = -1;
      continue;
    }
    if (/^\s*[#;!]/.test(content)) {
      if (commentStart < 0) commentStart = start;
      continue;
    }
    const from = commentStart >= 0 ? commentStart : start;
    const doc = commentStart >= 0 ? uncomment(commentStart, start) : '';
    commentStart = -1;
    const section = language === 'fluent' ? null : /^\s*\[\s*([^\]]+?)\s*\]/.exec(content);
    if (section) {
      const nameStart = text.indexOf(section[1]!, start);
      sections.push({
        kind: 'section',
        level: 1,
        start: from,
        nameStart,
        nameEnd: nameStart + section[1]!.length,
        bodyStart: index.offsetOf(line + 1),
        signature: fold(content),
        doc,
      });
      continue;
    }
    const key = /^(?:export\s+)?([\w.$/-]+)\s*[=:]/.exec(content);
    if (key && sections.length === 0 && keys.length <= maxKeys) {
      const nameStart = text.indexOf(key[1]!, start);
      keys.push({
        kind: 'key',
        level: 1,
        start: from,
        nameStart,
        nameEnd: nameStart + key[1]!.length,
        bodyStart: start + key[0].length,
        signature: fold(content.slice(0, 200)),
        doc,
      });
    }
  }
  return outlineOf(language, text, keys.length <= maxKeys ? [...keys, ...sections] : sections, moduleDoc, index);
}
