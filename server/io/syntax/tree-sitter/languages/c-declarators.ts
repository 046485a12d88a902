/** C and C++ wrap names in declarators, from the inside out, and qualify them: here they are unwrapped. */
import type { Node } from '@vscode/tree-sitter-wasm';
import { dropArguments, fold } from '../signature-text.js';

/** The name at the heart of a declarator, and the function declarator around it, if any. */
export function unwrap(declarator: Node): { name: Node | null; parameters: Node | null; pointerToFunction: boolean } {
  let node: Node | null = declarator;
  let parameters: Node | null = null;
  let pointerToFunction = false;
  for (let i = 0; node && i < 40; i++) {
    const { type } = node as Node;
    if (type === 'function_declarator') parameters ??= node.childForFieldName('parameters');
    else if (type === 'operator_cast') return { name: node, parameters: null, pointerToFunction };
    else if (type === 'parenthesized_declarator')
      pointerToFunction = parameters !== null && /^\(\s*(?:\w+::|\w+\s)?\s*[*&^]/.test(node.text);
    else if (!/_declarator$/.test(type)) break;
    node =
      node.childForFieldName('declarator') ??
      node.namedChildren.find((child) => child && /declarator$|identifier$|_name$/.test(child.type)) ??
      null;
  }
  return { name: node, parameters, pointerToFunction };
}

/** `ns::Foo<int>::bar` to its last part and what is before it, `ns.Foo`. */
export function qualified(text: string): { name: string; receiver: string } {
  const operator = /\boperator\b[\s\S]*$/.exec(text)?.[0];
  const parts = dropArguments(operator ? text.slice(0, -operator.length) : text)
    .split('::')
    .map((part) => part.trim());
  const name = operator
    ? fold(operator.replace(/\(\s*\)\s*(?:const|noexcept|\s)*$/, operator.startsWith('operator()') ? '()' : ''))
    : (parts.pop() ?? '');
  const receiver = parts.filter(Boolean).join('.');
  return { name, receiver };
}

/** Where the last part of a qualified name begins: not within its arguments, as in `ns::Foo<int, FooKind>`. */
export function lastPartAt(text: string, name: string): number {
  if (name.startsWith('operator')) return Math.max(0, text.lastIndexOf(name));
  let found = 0;
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if ('<(['.includes(char)) depth++;
    else if ('>)]'.includes(char)) depth--;
    else if (depth === 0 && text.startsWith(name, i)) found = i;
  }
  return found;
}
