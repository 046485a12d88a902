/** Test blocks: `describe('…')`, `it('…')`, `test.each(table)('…')` and their like become symbols under their title. */
import type { Node } from '@vscode/tree-sitter-wasm';
import { inside } from '../declare.js';
import type { Walk } from '../walk.js';

const testCall =
  /(?:x|f)?(?:describe|it|test|suite|bench|context)\b(?:\.(?:only|skip|todo|concurrent|each|sequential|for|runIf|skipIf|extend|fails|step|serial|parallel)\b)*\s*[(`]/y;

export function callRule(node: Node, walk: Walk): void {
  // Most calls are ruled out by their first letter, without another question to the tree.
  const c = walk.text.charCodeAt(node.startIndex);
  if (c !== 100 && c !== 105 && c !== 116 && c !== 115 && c !== 98 && c !== 99 && c !== 120 && c !== 102) return;
  testCall.lastIndex = node.startIndex;
  if (!testCall.test(walk.text)) return;
  const list = node.childForFieldName('arguments');
  const title = list?.firstNamedChild;
  if (!list || !title || (title.type !== 'string' && title.type !== 'template_string')) return;
  const body = list.namedChildren
    .findLast((child) => child && (child.type === 'arrow_function' || child.type === 'function_expression'))
    ?.childForFieldName('body');
  if (!body) return;
  const start = title.startIndex + 1;
  const end = Math.max(start, title.endIndex - 1);
  const name = walk.text.slice(start, end).replace(/\s+/g, ' ').trim() || 'test';
  walk.add({ kind: 'test', name, nameSpan: { start, end }, start: node.startIndex, end: node.endIndex, body: inside(walk, body) });
}
