/** CSS: rules by their selectors. SCSS and Less are read with the same grammar, and given up where that fails. */
import { declareAt, textOf } from '../declare.js';
import type { Grammar, Rule } from '../grammar.js';
import { fold } from '../signature-text.js';

const block: Rule = (node, walk) => {
  const text = textOf(walk, node);
  const open = text.indexOf('{');
  const head = (open < 0 ? text : text.slice(0, open)).trimEnd();
  const body = open < 0 ? undefined : { start: node.startIndex + open + 1, end: node.endIndex - 1 };
  const name = fold(head).replace(/;$/, '').slice(0, 120);
  declareAt(walk, 'section', node, name, node.startIndex, {
    nameSpan: { start: node.startIndex, end: node.startIndex + head.length },
    body,
  });
};

export const css: Grammar = {
  wasm: 'css',
  comments: ['comment', 'js_comment'],
  strings: ['string_content'],
  scan: false,
  keywords: new Set(),
  rules: {
    rule_set: block,
    media_statement: block,
    supports_statement: block,
    keyframes_statement: block,
    at_rule: block,
    declaration(node, walk) {
      const name = /^(?:--|\$|@)[\w-]+/.exec(walk.text.slice(node.startIndex, node.startIndex + 80))?.[0];
      if (name) declareAt(walk, 'variable', node, name, node.startIndex);
    },
    import_statement(node, walk) {
      const module = /["']([^"']+)["']|url\(([^)"']+)\)/.exec(textOf(walk, node));
      const path = module?.[1] ?? module?.[2];
      if (path) walk.mention(path.replace(/^.*\//, '').replace(/\.\w+$/, ''), 'import', node.startIndex, -1, path);
    },
  },
};
/** SCSS and Less in the clothes of CSS, every character in its place: line comments closed, variables as properties. */
function undress(text: string): string {
  return text
    .replace(/^[^\S\n]*@(?:use|forward)\b[^;{}\n]{0,300};/gm, (found) => ' '.repeat(found.length))
    .replace(/(?<![:\w"'(])\/\/[^\n]*/g, (comment) =>
      comment.length < 5 ? ' '.repeat(comment.length) : `/*${comment.slice(2, -2).replace(/\*\//g, '  ')}*/`,
    )
    .replace(/#\{[^}\n]*\}|@\{[^}\n]*\}/g, (found) => 'x'.repeat(found.length))
    .replace(/\$(?=[\w-])/g, '-');
}

export const looseCss: Grammar = { ...css, prepare: undress };
