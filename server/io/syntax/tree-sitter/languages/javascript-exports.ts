/** Symbols made by assigning or exporting a value: `exports.x = …`, prototypes, `export default`. */
import { inside, spanOf, textOf } from '../declare.js';
import type { Declaration, Rule } from '../grammar.js';
import { exportFrom } from './javascript-imports.js';
import { component, functionTypes, hasBlock, literalBody, takeFunction, wrappedFunction } from './javascript-values.js';

const assigned =
  /^(?:(module\.exports|exports)|[A-Za-z_$][\w$.]*\.prototype|[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)(?:\.([A-Za-z_$][\w$]*))?\s*=(?![=>])/;

/**
 * `exports.x = …`, `module.exports = {…}`, `Foo.prototype.bar = function …`, `app.use = function …`; inside functions
 * only functions with a block of statements (`this.onClose = () => {…}`).
 */
export const assignment: Rule = (node, walk) => {
  const found = assigned.exec(walk.text.slice(node.startIndex, node.startIndex + 200));
  if (!found) return;
  const left = node.childForFieldName('left');
  const value = node.childForFieldName('right');
  if (!left || !value) return;
  const path = textOf(walk, left);
  const exports = /^(?:module\.)?exports\b/.test(path);
  const isFunction = functionTypes.has(value.type);
  const own = /^this\.[\w$]+$/.test(path) && !isFunction ? left.childForFieldName('property') : null;
  if (own) walk.addMember(node, own);
  if (walk.isLocal && !(isFunction && hasBlock(value))) return;
  const dot = path.lastIndexOf('.');
  if (!exports && (!isFunction || dot < 0)) return;
  const whole = path === 'module.exports' || path === 'exports';
  if (whole && !isFunction && value.type !== 'class' && value.type !== 'object') return;
  const nameAt = whole ? node.startIndex : node.startIndex + dot + 1;
  const name = whole ? (value.childForFieldName('name')?.text ?? path) : path.slice(dot + 1);
  const receiver = path.slice(0, Math.max(dot, 0)).replace(/\.prototype$/, '');
  const isOwn = exports || receiver === 'this';
  const declaration: Declaration = {
    kind: isFunction ? (exports ? 'function' : 'method') : value.type === 'class' ? 'class' : 'variable',
    name,
    nameSpan: { start: nameAt, end: node.startIndex + path.length },
    start: node.startIndex,
    end: node.endIndex,
    tags: isOwn ? undefined : [`receiver:${receiver}`],
    exported: exports || undefined,
  };
  if (isFunction) takeFunction(declaration, value, walk);
  else if (value.type === 'class') declaration.body = ((body) => body && inside(walk, body))(value.childForFieldName('body')) ?? undefined;
  else literalBody(declaration, value, walk);
  walk.add(declaration);
};

/** `export default` of something without a name of its own. */
export const exportRule: Rule = (node, walk) => {
  exportFrom(node, walk);
  const value = node.childForFieldName('value');
  if (!value) return;
  const at = walk.text.indexOf('default', node.startIndex);
  if (at < 0 || at > value.startIndex || value.type === 'identifier') return;
  const inner = functionTypes.has(value.type) ? value : wrappedFunction(value, walk);
  const name = (inner ?? value).childForFieldName('name');
  const declaration: Declaration = {
    kind: 'variable',
    name: name ? textOf(walk, name) : 'default',
    nameSpan: name ? spanOf(name) : { start: at, end: at + 7 },
    start: node.startIndex,
    end: node.endIndex,
    exported: true,
  };
  if (inner) {
    declaration.kind = 'function';
    takeFunction(declaration, inner, walk);
    component(declaration, walk, inner);
  } else if (value.type === 'class') {
    declaration.kind = 'class';
    declaration.body = ((body) => (body ? inside(walk, body) : undefined))(value.childForFieldName('body'));
  } else literalBody(declaration, value, walk);
  walk.add(declaration);
};
