/** What a name of TypeScript or JavaScript is bound to: functions, components, literals that collapse. */
import type { Node } from '@vscode/tree-sitter-wasm';
import { declarationOf, inside } from '../declare.js';
import type { Declaration } from '../grammar.js';
import type { Walk } from '../walk.js';

export const functionTypes = new Set(['arrow_function', 'function_expression', 'generator_function', 'function']);

/** True for a function with a block of statements; false for an arrow function whose body is an expression. */
export const hasBlock = (value: Node): boolean => value.childForFieldName('body')?.type === 'statement_block';

/** Longer literals are not looked through. UTF-16 units. */
const maxLiteralChars = 100_000;

/** The call around a function that still is that function. */
const wrapping =
  /^(?:[\w$]+\.)?(?:memo|forwardRef|observer|useCallback|lazy|styled|defineComponent|withRouter|connect|debounce|throttle|once|cache|curry|asyncHandler|createSelector)\b/;

/** Lines of a function from which on what a call makes of it, `createAsyncThunk('load', async () => { … })`, is a function. */
const MIN_MADE_LINES = 3;

/** The function within such calls, of `memo(() => …)`, `memo(forwardRef(function …))`; or the long one that another call makes a function of. */
export function wrappedFunction(value: Node, walk: Walk): Node | null {
  let node: Node | null = value;
  for (let i = 0; i < 3 && node?.type === 'call_expression'; i++) {
    const list: Node | null = node.childForFieldName('arguments');
    if (!wrapping.test(walk.text.slice(node.startIndex, node.startIndex + 60)))
      return i === 0 && !walk.isLocal ? madeFunction(node, list) : null;
    node = list?.firstNamedChild ?? null;
    if (node && functionTypes.has(node.type)) return node;
  }
  return null;
}

function madeFunction(call: Node, list: Node | null): Node | null {
  if (call.childForFieldName('function')?.type !== 'identifier') return null;
  const made = list?.namedChildren.findLast((child) => child && functionTypes.has(child.type)) ?? null;
  return made && hasBlock(made) && made.endPosition.row - made.startPosition.row + 1 >= MIN_MADE_LINES ? made : null;
}

/** True for an object over several lines that holds functions: they are named under its key. */
export function holdsFunctions(value: Node, walk: Walk): boolean {
  if (value.type !== 'object' || value.startPosition.row === value.endPosition.row) return false;
  const text = walk.text.slice(value.startIndex, Math.min(value.endIndex, value.startIndex + maxLiteralChars));
  return /=>\s*\{|\bfunction\b|\)\s*\{/.test(text);
}

/** Takes body, parameters and return type from the function that a name is bound to. */
export function takeFunction(declaration: Declaration, value: Node, walk: Walk): void {
  const from = declarationOf(walk, declaration.kind, value, value, { returns: 'return_type' });
  declaration.body = from.body;
  declaration.parameters = from.parameters ?? value.childForFieldName('parameter')?.text;
  declaration.returnType = from.returnType;
  declaration.async = walk.text.startsWith('async', value.startIndex);
  declaration.isFunction = true;
}

/** A function that begins with a capital and holds JSX is a component. */
export function component(declaration: Declaration, walk: Walk, value: Node | null): void {
  if (
    walk.grammar.wasm === 'typescript' ||
    !/^[A-Z]/.test(declaration.name) ||
    (declaration.kind !== 'function' && declaration.kind !== 'constant')
  )
    return;
  const from = value?.startIndex ?? declaration.start;
  if (
    /<(?:[A-Za-z][\w.]*[\s/>]|>)/.test(walk.text.slice(from, Math.min(declaration.end, from + 60_000))) &&
    /\/>|<\/|h\(|createElement/.test(walk.text.slice(from, declaration.end))
  )
    declaration.kind = 'component';
}

/** An object or array (perhaps `as const`, perhaps the argument of a call) collapses like a body. */
export function literalBody(declaration: Declaration, value: Node, walk: Walk): void {
  let node: Node | null = value;
  for (let i = 0; node && i < 4; i++) {
    if (node.type === 'object' || node.type === 'array') {
      declaration.body = inside(walk, node);
      return;
    }
    if (/^(?:as|satisfies|parenthesized)_expression$/.test(node.type)) node = node.firstNamedChild;
    else if (node.type === 'call_expression' || node.type === 'new_expression') {
      const list: readonly (Node | null)[] = node.childForFieldName('arguments')?.namedChildren ?? [];
      node = list.find((child) => child?.type === 'object') ?? list.find((child) => child?.type === 'array') ?? null;
    } else return;
  }
}

/** A quoted key under its plain name. */
export function unquote(declaration: Declaration): void {
  if (!/^['"`].*['"`]$/.test(declaration.name)) return;
  declaration.name = declaration.name.slice(1, -1);
  declaration.nameSpan = { start: declaration.nameSpan.start + 1, end: declaration.nameSpan.end - 1 };
}
