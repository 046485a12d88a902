/** Builders of rules: most declarations differ only in the names of their fields. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind, TextSpan } from '../../../core/model/symbol.js';
import type { Declaration, Rule } from './grammar.js';
import type { Walk } from './walk.js';

export interface DeclareOptions {
  /** Field that holds the name; default `name`. */
  readonly name?: string;
  readonly body?: string;
  readonly parameters?: string;
  readonly returns?: string;
  /** Last word on a declaration; false drops it. */
  readonly fix?: (declaration: Declaration, node: Node, walk: Walk) => unknown;
  /** What follows once the symbol is added (members, base types). */
  readonly after?: (index: number, node: Node, walk: Walk, declaration: Declaration) => void;
}

export const spanOf = (node: Node): TextSpan => ({ start: node.startIndex, end: node.endIndex });
export const textOf = (walk: Walk, node: Node): string => walk.text.slice(node.startIndex, node.endIndex);

/** The inside of a bracketed node; the whole node where it has no brackets. */
export function inside(walk: Walk, node: Node): TextSpan {
  let start = node.startIndex;
  let end = node.endIndex;
  const open = walk.text[start];
  if (open === '{' || open === '[' || open === '(') {
    start++;
    const close = walk.text[end - 1];
    if (end > start && (close === '}' || close === ']' || close === ')')) end--;
  }
  return { start, end };
}

/** A declaration from a node and its name. */
export function declarationOf(walk: Walk, kind: SymbolKind, node: Node, name: Node, options: DeclareOptions = {}): Declaration {
  const nameSpan = spanOf(name);
  const declaration: Declaration = {
    kind,
    name: walk.text.slice(nameSpan.start, nameSpan.end),
    nameSpan,
    start: node.startIndex,
    end: node.endIndex,
  };
  const body = node.childForFieldName(options.body ?? 'body');
  if (body) declaration.body = inside(walk, body);
  const parameters = node.childForFieldName(options.parameters ?? 'parameters');
  if (parameters) declaration.parameters = textOf(walk, parameters);
  if (options.returns) {
    const returns = node.childForFieldName(options.returns);
    if (returns) declaration.returnType = textOf(walk, returns).replace(/^\s*(?::|->)\s*/, '');
  }
  return declaration;
}

/** A rule for declarations whose parts are fields of their node. */
export function declare(kind: SymbolKind, options: DeclareOptions = {}): Rule {
  return (node, walk) => {
    const name = node.childForFieldName(options.name ?? 'name');
    if (!name) return;
    const declaration = declarationOf(walk, kind, node, name, options);
    if (options.fix?.(declaration, node, walk) === false) return;
    const index = walk.add(declaration);
    if (index >= 0) options.after?.(index, node, walk, declaration);
  };
}

/** One symbol for each node of a field (`a, b int`); the first one carries the whole declaration's comment. */
export function declareEach(kind: SymbolKind, field = 'name', fix?: (declaration: Declaration, node: Node, walk: Walk) => unknown): Rule {
  return (node, walk) => {
    const names = node.childrenForFieldName(field);
    names.forEach((name, i) => {
      if (!name) return;
      const declaration = declarationOf(walk, kind, node, name);
      if (names.length > 1) {
        // Neighbours share the declaration: each has its own name as its span, the last one the rest.
        declaration.signature = textOf(walk, node);
        if (i > 0) declaration.start = name.startIndex;
        if (i < names.length - 1) declaration.end = name.endIndex;
      }
      if (fix?.(declaration, node, walk) !== false) walk.add(declaration);
    });
  };
}

/** A symbol whose name is a part of the text. */
export function declareAt(
  walk: Walk,
  kind: SymbolKind,
  node: Node,
  name: string,
  nameStart: number,
  more: Partial<Declaration> = {},
): number {
  return walk.add({
    kind,
    name,
    nameSpan: { start: nameStart, end: nameStart + name.length },
    start: node.startIndex,
    end: node.endIndex,
    ...more,
  });
}

/** Base types of a symbol, found between its name and its body. */
export function mentionBases(walk: Walk, index: number, names: readonly string[], kind: 'inherits' | 'implements', at: number): void {
  for (const name of names) walk.mention(name, kind, at, index);
}

/** Text between a declaration's name and its body: type parameters and base types. */
export const heading = (walk: Walk, declaration: Declaration): string =>
  walk.text
    .slice(declaration.nameSpan.end, Math.min(declaration.body?.start ?? declaration.end, declaration.nameSpan.end + 2_000))
    .replace(/[{:]\s*$/, '');
