/** Where a syntax tree has errors, and how bad they are: what repairs of a text are judged by. */
import type { Node, Tree } from '@vscode/tree-sitter-wasm';
import type { TextSpan } from '../../../core/model/symbol.js';

/** More errors make no difference any more. */
const maxErrors = 300;

/** Longer ones can take in what begins or ends a declaration. UTF-16 units. */
const maxInnerChars = 200;

export interface TreeError extends TextSpan {
  /** True for a small one within the body of a function: declarations are read all the same. */
  readonly isInner: boolean;
}

/** False for what merely looks like a function: a class behind an unknown macro. */
const hasParameters = (node: Node): boolean => /\(/.test(node.childForFieldName('declarator')?.text ?? '');

/** The outermost errors, in order; what is missing has an empty span. */
export function errorsOf(tree: Tree): TreeError[] {
  const errors: TreeError[] = [];
  const pending: { node: Node; inBody: boolean }[] = [{ node: tree.rootNode, inBody: false }];
  for (let next = pending.pop(); next && errors.length < maxErrors; next = pending.pop()) {
    const { node, inBody } = next;
    if (node.isError || node.isMissing) {
      const { startIndex: start, endIndex: end } = node;
      errors.push({ start, end, isInner: inBody && end - start <= maxInnerChars && !/[{}]/.test(node.isMissing ? node.type : node.text) });
      continue;
    }
    const isFunction = node.type === 'function_definition' && hasParameters(node);
    for (const child of node.children.toReversed())
      if (child?.hasError) pending.push({ node: child, inBody: inBody || (isFunction && child.type === 'compound_statement') });
  }
  return errors;
}

/** One for each error, and one more for each line that it takes in. */
export const costOf = (errors: readonly TextSpan[], text: string): number =>
  errors.reduce((sum, { start, end }) => sum + text.slice(start, end).split('\n').length, 0);
