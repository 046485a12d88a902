/** Calls of constructors that do not name the type: `new(1)`, `: this(1)` and `: base(1)` of C#, `this(1)` and `super(1)` of Java. */
import type { Node } from '@vscode/tree-sitter-wasm';
import { textOf } from '../declare.js';
import type { Rule } from '../grammar.js';
import { baseNames } from '../signature-text.js';
import type { Walk } from '../walk.js';

/** Nodes above in which the type is looked for. */
const MAX_DEPTH = 12;
/** Kinds of nodes of types. */
const TYPES = /^(?:class|struct|record|enum|interface)_declaration$/;

const argumentsOf = (node: Node): Node | undefined => node.namedChildren.find((child) => child?.type === 'argument_list') ?? undefined;

/** A call of the type's name, where its arguments begin. */
function construct(node: Node, written: string, walk: Walk): void {
  const [name] = baseNames(written.replace(/\?$/, ''));
  const list = node.childForFieldName('arguments') ?? argumentsOf(node);
  if (!name) return;
  const count = list?.namedChildren.filter((child) => child?.type !== 'comment').length;
  walk.construction(name, node.startIndex, count ?? 0);
}

/** `this(1)` and `super(1)` in a constructor of Java, `: this(1)` and `: base(1)` behind one of C#. */
export const otherConstructor: Rule = (node, walk) => {
  let type: Node | null = node.parent;
  for (let depth = 0; type && !TYPES.test(type.type); depth++) type = depth < MAX_DEPTH ? type.parent : null;
  const isOwn = /^:?\s*this\b/.test(textOf(walk, node).slice(0, 20));
  const base = type?.childForFieldName('superclass') ?? type?.namedChildren.find((child) => child?.type === 'base_list');
  const name = isOwn ? type?.childForFieldName('name') : base;
  if (name) construct(node, textOf(walk, name).replace(/^\s*(?:extends|:)\s*/, ''), walk);
};

/** `new(1)`, of the type that is declared for the value. */
export const impliedCreation: Rule = (node, walk) => {
  const written = declaredType(node, walk);
  if (written !== null && written !== 'var') construct(node, written, walk);
};

/** The type as written of what an expression is the value of; null where that is not declared beside it. */
function declaredType(node: Node, walk: Walk): string | null {
  let isElement = false;
  let isReturned = false;
  let child = node;
  for (let around = node.parent, depth = 0; around && depth < MAX_DEPTH; child = around, around = around.parent, depth++) {
    switch (around.type) {
      case 'variable_declaration':
      case 'property_declaration': {
        const type = around.childForFieldName('type');
        return type && (around.type === 'variable_declaration' || !isReturned || isArrow(around, child))
          ? held(textOf(walk, type), isElement)
          : null;
      }
      case 'method_declaration':
      case 'local_function_statement': {
        const type = around.childForFieldName('returns') ?? around.childForFieldName('type');
        return type && isReturned ? held(textOf(walk, type), isElement) : null;
      }
      case 'return_statement':
      case 'arrow_expression_clause':
        isReturned = true;
        break;
      case 'collection_expression':
      case 'collection_element':
      case 'initializer_expression':
        isElement = true;
        break;
      case 'variable_declarator':
      case 'equals_value_clause':
      case 'expression_element':
      case 'conditional_expression':
      case 'parenthesized_expression':
      case 'block':
      case 'accessor_list':
      case 'accessor_declaration':
      case 'if_statement':
      case 'else_clause':
        break;
      default:
        return null;
    }
  }
  return null;
}

const isArrow = ({ type }: Node, child: Node): boolean =>
  type === 'property_declaration' && /^(?:arrow_expression_clause|accessor_list)$/.test(child.type);

/** What a collection holds where one of its elements is meant. */
const held = (type: string, isElement: boolean): string | null =>
  isElement ? (/^\w+<\s*([\w.]+)\s*>\??$/.exec(type)?.[1] ?? /^([\w.]+)\[\]\??$/.exec(type)?.[1] ?? null) : type;
