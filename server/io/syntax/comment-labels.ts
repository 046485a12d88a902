/** Labels by which people search comments. */
import type { CommentBlock } from '../../core/model/symbol.js';
import { LineIndex } from '../../util/text.js';

const labels = /\b(TODO|FIXME|NOTE|HACK|XXX)\b/g;

/** TODO, FIXME, NOTE and HACK as they stand in a comment, each once; XXX counts as FIXME. */
export const labelsIn = (comment: string): string[] => [
  ...new Set(Array.from(comment.matchAll(labels), ([label]) => (label === 'XXX' ? 'FIXME' : label))),
];

/** Comments of formats that have no parser of their own here. */
const markupComment = /<!--[\s\S]{0,8000}?-->/g;
const slashComment = /(?:^|\s)\/\/.*$|\/\*[\s\S]{0,8000}?\*\//gm;
const lineComment = /^[ \t]*[#;].*$/gm;
const commentOf: Readonly<Record<string, RegExp>> = {
  markdown: markupComment,
  restructuredtext: /^[ \t]*\.\. (?!\w+::|\[|_).*$/gm,
  asciidoc: /^\/\/(?!\/).*$/gm,
  json: slashComment,
  jsonc: slashComment,
  yaml: /(?:^|\s)#.*$/gm,
  toml: /(?:^|\s)#.*$/gm,
  ini: lineComment,
  properties: lineComment,
};
/** More of them in one file are data. */
const maxComments = 500;

/** Comments with labels in a document or configuration file. */
export function labelledComments(text: string, language: string): CommentBlock[] {
  const pattern = commentOf[language];
  if (!pattern || text.search(labels) < 0) return [];
  const index = new LineIndex(text);
  const found: CommentBlock[] = [];
  for (const match of text.matchAll(pattern)) {
    const comment = match[0].trim();
    const tags = labelsIn(comment);
    if (!tags.length || found.length >= maxComments) continue;
    const at = match.index + match[0].indexOf(comment);
    found.push({ lines: { start: index.lineAt(at), end: index.lineAt(at + comment.length - 1) + 1 }, tags });
  }
  return found;
}
