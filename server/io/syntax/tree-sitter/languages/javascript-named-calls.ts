/**
 * Calls that name a function by a text. Test blocks: `describe('…')`, `it('…')`, `test.each(table)('…')` and their like become symbols under
 * their title; handlers outside of functions, `router.post('users.list', auth(), async (ctx) => { … })`, under what they handle.
 */
import type { Node } from '@vscode/tree-sitter-wasm';
import { HANDLER_TAG } from '../../../../core/model/symbol.js';
import { inside } from '../declare.js';
import type { Walk } from '../walk.js';
import { functionTypes } from './javascript-values.js';

const testCall =
  /(?:x|f)?(?:describe|it|test|suite|bench|context)\b(?:\.(?:only|skip|todo|concurrent|each|sequential|for|runIf|skipIf|extend|fails|step|serial|parallel)\b)*\s*[(`]/y;

/** A statement that calls something with a text and more. */
const namingCall = /(?<=^[^\S\n]{0,80})[\w$]{1,80}(?:\.[\w$]{1,80}){0,8}\(\s{0,80}["'`][^"'`\n]{1,100}["'`]\s{0,80},/my;
const MIN_HANDLER_LINES = 3;

export function callRule(node: Node, walk: Walk): void {
  if (isTest(node, walk)) addCall(node, walk, 'test', 1);
  else if (!walk.isLocal && isNaming(node, walk)) addCall(node, walk, 'function', MIN_HANDLER_LINES, [HANDLER_TAG]);
}

function isTest({ startIndex }: Node, { text }: Walk): boolean {
  // Most calls are ruled out by their first letter, without another question to the tree.
  const c = text.charCodeAt(startIndex);
  if (c !== 100 && c !== 105 && c !== 116 && c !== 115 && c !== 98 && c !== 99 && c !== 120 && c !== 102) return false;
  testCall.lastIndex = startIndex;
  return testCall.test(text);
}

function isNaming({ startIndex }: Node, { text }: Walk): boolean {
  namingCall.lastIndex = startIndex;
  return namingCall.test(text);
}

function addCall(node: Node, walk: Walk, kind: 'test' | 'function', minLines: number, tags?: string[]): void {
  const list = node.childForFieldName('arguments');
  const title = list?.firstNamedChild;
  if (!list || !title || (title.type !== 'string' && title.type !== 'template_string')) return;
  const body = list.namedChildren.findLast((child) => child && functionTypes.has(child.type))?.childForFieldName('body');
  if (!body || body.endPosition.row - node.startPosition.row + 1 < minLines) return;
  const start = title.startIndex + 1;
  const end = Math.max(start, title.endIndex - 1);
  const name = walk.text.slice(start, end).replace(/\s+/g, ' ').trim() || 'test';
  walk.add({
    kind,
    name,
    nameSpan: { start, end },
    start: node.startIndex,
    end: node.endIndex,
    body: inside(walk, body),
    ...(tags && { tags }),
  });
}
