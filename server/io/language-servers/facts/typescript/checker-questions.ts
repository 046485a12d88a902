/** The questions to a type checker about one file, from its syntax tree, which shows the role of each identifier. */
import {
  isAsExpression,
  isBinaryExpression,
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isForOfStatement,
  isIdentifier,
  isIndexedAccessTypeNode,
  isJsxAttribute,
  isLiteralTypeNode,
  isNewExpression,
  isObjectBindingPattern,
  isObjectLiteralExpression,
  isPrivateIdentifier,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isShorthandPropertyAssignment,
  isStringLiteral,
  isVariableDeclaration,
  type Node,
  type ObjectLiteralExpression,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import type { Occurrence } from '../../../../core/code-graph/facts.js';
import { occurrenceAt } from '../../../../core/code-graph/facts.js';
import { LineIndex } from '../../../../util/text.js';

interface NameQuestion {
  readonly occurrence: Occurrence;
  readonly node: Node;
}

/** `{ name, other: 1 }`: properties of a literal or a pattern. */
export interface PropertyQuestion {
  readonly holder: Node;
  readonly occurrences: Occurrence[];
}

export interface Questions {
  readonly names: readonly NameQuestion[];
  /** Shorthand properties, asked about as variables. */
  readonly values: readonly NameQuestion[];
  /** Names that are called or constructed. */
  readonly called: ReadonlySet<Node>;
  /** Properties of the type that is expected of a literal. */
  readonly expected: readonly PropertyQuestion[];
  /** Properties of the type that a pattern destructures. */
  readonly destructured: readonly PropertyQuestion[];
}

/** `occurrences`: the identifiers that are worth a question. Properties are asked about for all identifiers. */
export function questionsIn(source: SourceFile, occurrences: readonly Occurrence[]): Questions {
  const { text } = source;
  const byEnd = new Map(occurrences.map((occurrence) => [occurrence.start + occurrence.name.length, occurrence]));
  const lineStarts = new LineIndex(text).starts;
  const names: NameQuestion[] = [];
  const values: NameQuestion[] = [];
  const expected = new Map<Node, PropertyQuestion>();
  const destructured = new Map<Node, PropertyQuestion>();
  const called = new Set<Node>();

  /** Null if the text differs from the name (escapes). */
  function occurrenceOf(node: Node & { readonly text: string }): Occurrence | null {
    const end = isStringLiteral(node) ? node.end - 1 : node.end;
    const known = byEnd.get(end);
    if (known) return known;
    const start = end - node.text.length;
    if (node.text === '' || text.slice(start, end) !== node.text) return null;
    return occurrenceAt(node.text, start, lineStarts);
  }
  function property(node: Node, holder: Node, questions: Map<Node, PropertyQuestion>): void {
    const occurrence = isIdentifier(node) || isStringLiteral(node) ? occurrenceOf(node) : null;
    if (!occurrence) return;
    const question = questions.get(holder);
    if (question) question.occurrences.push(occurrence);
    else questions.set(holder, { holder, occurrences: [occurrence] });
  }
  function ofLiteral(literal: ObjectLiteralExpression): void {
    const isPattern = isDestructuring(literal);
    if (!isPattern && !mayBeExpected(literal)) return;
    for (const { name } of literal.properties as Iterable<Node & { readonly name?: Node }>)
      if (name) property(name, literal, isPattern ? destructured : expected);
  }

  const pending: Node[] = [source];
  const push = (child: Node): void => {
    pending.push(child);
  };
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (isIdentifier(node) || isPrivateIdentifier(node) || node.kind === SyntaxKind.SuperKeyword) {
      const occurrence = byEnd.get(node.end);
      if (occurrence) (isShorthandPropertyAssignment(node.parent) ? values : names).push({ occurrence, node });
      continue;
    }
    if (isStringLiteral(node)) {
      const occurrence = isKey(node) ? occurrenceOf(node) : null;
      if (occurrence) names.push({ occurrence, node });
      continue;
    }
    if (isObjectLiteralExpression(node)) ofLiteral(node);
    else if (isBindingElement(node)) {
      const { name, propertyName, dotDotDotToken } = node;
      if (name && !propertyName && !dotDotDotToken && isObjectBindingPattern(node.parent)) property(name, node.parent, destructured);
    } else if (isJsxAttribute(node)) property(node.name, node.parent, expected);
    else if (isCallExpression(node) || isNewExpression(node)) {
      const { expression } = node;
      called.add(isPropertyAccessExpression(expression) ? expression.name : expression);
    }
    node.forEachChild(push);
  }
  return { names, values, called, expected: [...expected.values()], destructured: [...destructured.values()] };
}

/** `x['name']`, `T['name']`. */
const isKey = (node: Node): boolean =>
  isElementAccessExpression(node.parent) || (isLiteralTypeNode(node.parent) && isIndexedAccessTypeNode(node.parent.parent));

/** `({ name } = x)`, `for ({ name } of list)`. */
function isDestructuring(literal: Node): boolean {
  const { parent } = literal;
  if (isBinaryExpression(parent)) return parent.left === literal && parent.operatorToken.kind === SyntaxKind.EqualsToken;
  if (isForOfStatement(parent)) return parent.initializer === literal;
  return isPropertyAssignment(parent) && isObjectLiteralExpression(parent.parent) && isDestructuring(parent.parent);
}

/** False if nothing around the literal has a type for it, as in `const x = { … }`. */
function mayBeExpected(literal: Node): boolean {
  let { parent } = literal;
  while (isPassedOn(parent)) parent = parent.parent;
  if (isVariableDeclaration(parent)) return parent.type !== undefined || /\.[cm]?jsx?$/.test(parent.getSourceFile().fileName);
  return parent.kind !== SyntaxKind.ExpressionStatement;
}

const isPassedOn = (node: Node): boolean => passing.has(node.kind) || (isAsExpression(node) && node.type.getText() === 'const');
const passing: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.ObjectLiteralExpression,
  SyntaxKind.PropertyAssignment,
  SyntaxKind.ArrayLiteralExpression,
  SyntaxKind.ParenthesizedExpression,
  SyntaxKind.ConditionalExpression,
]);
