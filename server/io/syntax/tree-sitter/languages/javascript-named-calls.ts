/**
 * Calls that name a function by a text. Test blocks: `describe('…')`, `it('…')`, `test.each(table)('…')` and their like become symbols under
 * their title; handlers outside of functions under what they handle: `router.post('users.list', auth(), async (ctx) => { … })`, `users list` of
 * `allow(User, 'list', () => { … })`, `cart` of `angular.module('shop').filter('cart', function () { … })`.
 */
import type { Node } from '@vscode/tree-sitter-wasm';
import { HANDLER_TAG } from '../../../../core/model/symbol.js';
import { inside } from '../declare.js';
import type { Walk } from '../walk.js';
import { functionTypes } from './javascript-values.js';

const testCall =
  /(?:x|f)?(?:describe|it|test|suite|bench|context)\b(?:\.(?:only|skip|todo|concurrent|each|sequential|for|runIf|skipIf|extend|fails|step|serial|parallel)\b)*\s*[(`]/y;

/** A statement that calls something with a text and more, perhaps behind names. */
const namingCall =
  /(?<=^[^\S\n]{0,80})[\w$]{1,80}(?:\.[\w$]{1,80}){0,8}\(\s{0,80}(?:[\w$.]{1,80},\s{0,80}){0,3}\[?["'`][^"'`\n]{1,100}["'`]\s{0,80},/my;
/** The end of a chain of calls. */
const chainedCall = /[\w$]{1,80}\(\s{0,80}["'`][^"'`\n]{1,100}["'`]\s{0,80},/my;
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

const isNaming = (node: Node, walk: Walk): boolean =>
  namingCallAt(node, walk) || (node.parent?.type === 'expression_statement' && longestOfChain(node, walk) !== null);

function namingCallAt({ startIndex }: Node, { text }: Walk): boolean {
  namingCall.lastIndex = startIndex;
  return namingCall.test(text);
}

/**
 * Of a chain of calls the one that names the longest function; null where none does.
 * `angular.module('shop').config(…).controller('Cart', function () { … })` is the controller.
 */
function longestOfChain(node: Node, { text }: Walk): Node | null {
  let longest: Node | null = null;
  let lines = 0;
  let call: Node | null = node;
  for (let i = 0; i < MAX_CHAIN && call?.type === 'call_expression'; i++) {
    const called: Node | null = call.childForFieldName('function');
    const property = called?.childForFieldName('property');
    const object: Node | null = called?.childForFieldName('object') ?? null;
    // The beginning of the chain is no part of it.
    if (!property || object?.type !== 'call_expression') break;
    chainedCall.lastIndex = property.startIndex;
    const own = chainedCall.test(text) ? linesOf(handed(call)) : 0;
    if (own > lines) [longest, lines] = [call, own];
    call = object;
  }
  return longest;
}
const MAX_CHAIN = 30;

/** The function that a call hands over last, perhaps behind what it needs: `['$http', function ($http) { … }]`. */
function handed(call: Node): Node | null {
  const list = call.childForFieldName('arguments')?.namedChildren ?? [];
  const last = list.at(-1);
  const all = last?.type === 'array' ? [...list, ...last.namedChildren] : list;
  return all.findLast((child) => child && functionTypes.has(child.type)) ?? null;
}
const linesOf = (node: Node | null): number => (node ? node.endPosition.row - node.startPosition.row + 1 : 0);

const TEXTS: ReadonlySet<string> = new Set(['string', 'template_string']);
/** Arguments that say what a handler is for. */
const NAMING: ReadonlySet<string> = new Set([...TEXTS, 'identifier', 'member_expression', 'array']);

/** The name that the arguments give: a text alone, or the names around it. */
function titleOf(list: Node, walk: Walk): { readonly name: string; readonly start: number; readonly end: number } | null {
  const first = list.firstNamedChild;
  if (!first) return null;
  if (TEXTS.has(first.type)) {
    const [start, end] = [first.startIndex + 1, Math.max(first.startIndex + 1, first.endIndex - 1)];
    return { name: walk.text.slice(start, end).replace(/\s+/g, ' ').trim() || 'test', start, end };
  }
  const said = list.namedChildren.flatMap((child) => (child && NAMING.has(child.type) ? child : []));
  const name = said.map((child) => walk.text.slice(child.startIndex, child.endIndex).replace(/["'`[\]\n]/g, '')).join(' ');
  return said.some(({ type }) => TEXTS.has(type) || type === 'array')
    ? { name: name.replace(/\s+/g, ' ').slice(0, MAX_TITLE).trim(), start: first.startIndex, end: first.endIndex }
    : null;
}
const MAX_TITLE = 100;

function addCall(node: Node, walk: Walk, kind: 'test' | 'function', minLines: number, tags?: string[]): void {
  const call = kind === 'test' || namingCallAt(node, walk) ? node : longestOfChain(node, walk);
  const list = call?.childForFieldName('arguments');
  const title = list && titleOf(list, walk);
  if (!title || (kind === 'test' && !TEXTS.has(list.firstNamedChild?.type ?? ''))) return;
  const body = call && handed(call)?.childForFieldName('body');
  if (!body || body.endPosition.row - node.startPosition.row + 1 < minLines) return;
  const { name, start, end } = title;
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
