/** Builders of rules: most declarations differ only in the names of their fields. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind, TextSpan, Visibility } from '../../../core/model/symbol.js';
import type { Declaration, Rule } from './grammar.js';
import type { Walk } from './walk.js';

/** A child of a node: the name of its field, or the types that it may have. */
export type Part = string | readonly string[];

export const partOf = (node: Node, part: Part): Node | null =>
  typeof part === 'string'
    ? node.childForFieldName(part)
    : (node.namedChildren.find((child) => child && part.includes(child.type)) ?? null);

export interface DeclareOptions {
  /** Default: the field `name`. */
  readonly name?: Part;
  readonly body?: Part;
  readonly parameters?: Part;
  readonly returns?: Part;
  /** Last word on a declaration; false drops it. */
  readonly fix?: (declaration: Declaration, node: Node, walk: Walk) => unknown;
  /** What follows once the symbol is added (members, base types). */
  readonly after?: (index: number, node: Node, walk: Walk, declaration: Declaration) => void;
}

export const spanOf = (node: Node): TextSpan => ({ start: node.startIndex, end: node.endIndex });
export const textOf = (walk: Walk, node: Node): string => walk.text.slice(node.startIndex, node.endIndex);

/** The inside of a bracketed node, the expression behind `=`, or the whole node. */
export function inside(walk: Walk, node: Node): TextSpan {
  let start = node.startIndex;
  let end = node.endIndex;
  const mark = /=(?!>)\s*/y;
  mark.lastIndex = start;
  if (mark.test(walk.text)) return { start: Math.min(mark.lastIndex, end), end };
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
  const body = partOf(node, options.body ?? 'body');
  if (body) declaration.body = inside(walk, body);
  const parameters = partOf(node, options.parameters ?? 'parameters');
  if (parameters) declaration.parameters = textOf(walk, parameters);
  if (options.returns) {
    const returns = partOf(node, options.returns);
    if (returns) declaration.returnType = textOf(walk, returns).replace(/^\s*(?::|->)\s*/, '');
  }
  return declaration;
}

/** A rule for declarations whose parts are fields of their node. */
export function declare(kind: SymbolKind, options: DeclareOptions = {}): Rule {
  return (node, walk) => {
    const name = partOf(node, options.name ?? 'name');
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

/** Longer declarations of a value show their heading alone. Characters. */
const maxValueChars = 160;

/** Gives a long declaration its value as its body; a short one is shown whole, as its signature. */
export function foldValue(walk: Walk, declaration: Declaration, value: Node | null): void {
  declaration.body = undefined;
  const text = walk.text.slice(declaration.start, declaration.end);
  if (!value || (text.length <= maxValueChars && !text.includes('\n'))) return;
  declaration.body = inside(walk, value);
  endAtMark(walk, declaration);
}

/** Ends a signature before the `=` or `=>` that introduces the body. */
export function endAtMark(walk: Walk, declaration: Declaration): void {
  if (!declaration.body) return;
  const from = declaration.nameSpan.end;
  const mark = /(?<!\s)\s*(?:=>?|:=)\s*(?:[([{]\s*)?$/.exec(
    walk.text.slice(Math.max(from, declaration.body.start - 200), declaration.body.start),
  );
  if (mark) declaration.signatureEnd = Math.max(from, declaration.body.start - mark[0].length);
}

/** Visibility from the words before a name, where one is there. */
export function visibilityWord(head: string): Visibility | undefined {
  const word = /(?:^|[\s(])(public|open|private|fileprivate|protected|internal|package)(?=[\s([])/.exec(head)?.[1];
  if (!word) return undefined;
  return word === 'open' ? 'public' : word === 'fileprivate' ? 'private' : word === 'package' ? 'internal' : (word as Visibility);
}

/** Marks what other files can use: everything outside functions that is neither private nor protected. */
export function markExported(declaration: Declaration, walk: Walk): void {
  const { visibility, kind } = declaration;
  if (visibility !== 'private' && visibility !== 'protected' && kind !== 'test' && !walk.isLocal) declaration.exported = true;
}

/** Adds a test under its title. @param start offset of the title */
export function addTest(walk: Walk, node: Node, title: string, start: number, body?: TextSpan): void {
  walk.add({ kind: 'test', name: title, nameSpan: { start, end: start + title.length }, start: node.startIndex, end: node.endIndex, body });
}
