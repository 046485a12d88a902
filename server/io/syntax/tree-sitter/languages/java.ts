/** Java. */

import type { Node } from '@vscode/tree-sitter-wasm';
import { javaForms } from '../../../../core/model/value-forms.js';
import { declare, heading, mentionBases, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { isBehindColons } from '../name-forms.js';
import { baseNames } from '../signature-text.js';
import type { Walk } from '../walk.js';
import { otherConstructor } from './implied-constructions.js';

function bases(index: number, _node: unknown, walk: Walk, declaration: Declaration): void {
  const text = heading(walk, declaration);
  const at = declaration.nameSpan.start;
  const part = (word: string) =>
    baseNames(
      new RegExp(`\\b${word}\\b([\\s\\S]*?)(?:\\b(?:extends|implements|permits)\\b|$)`).exec(
        text.replace(/<[^<>]*>/g, '').replace(/<[^<>]*>/g, ''),
      )?.[1] ?? '',
    );
  mentionBases(walk, index, part('extends'), 'inherits', at);
  mentionBases(walk, index, part('implements'), 'implements', at);
}

const type = (kind: 'class' | 'interface' | 'enum'): Rule => declare(kind, { after: bases });

/** `new Listener() { … }`: a class without a name. */
function anonymousClass(node: Node, walk: Walk): void {
  if (walk.text[node.endIndex - 1] !== '}' || node.namedChildren.at(-1)?.type !== 'class_body') return;
  const type = node.childForFieldName('type');
  if (type) mentionBases(walk, walk.ownerIndex(), baseNames(textOf(walk, type)), 'implements', type.startIndex);
}

/** Fields: one symbol for each declarator; the type stands before the first. */
const declarators =
  (kind: 'field' | 'constant'): Rule =>
  (node, walk) => {
    if (walk.isLocal) return;
    const parts = node.childrenForFieldName('declarator');
    for (const part of parts) {
      const name = part?.childForFieldName('name');
      if (!part || !name) continue;
      const type = node.childForFieldName('type');
      const value = part.childForFieldName('value');
      const body =
        value && /^\{|^new\b[^;]*\{|^\w[^;]*->\s*\{/.test(textOf(walk, value).slice(0, 300)) && textOf(walk, value).endsWith('}')
          ? textOf(walk, value).indexOf('{')
          : -1;
      walk.add({
        kind,
        name: textOf(walk, name),
        nameSpan: { start: name.startIndex, end: name.endIndex },
        start: parts.length > 1 && part !== parts[0] ? part.startIndex : node.startIndex,
        end: parts.length > 1 && part !== parts[parts.length - 1] ? part.endIndex : node.endIndex,
        returnType: type ? textOf(walk, type) : undefined,
        signature: parts.length > 1 ? textOf(walk, node) : undefined,
        ...(value && body >= 0 ? { body: { start: value.startIndex + body + 1, end: value.endIndex - 1 } } : {}),
      });
    }
  };

export const java: Grammar = {
  wasm: 'java',
  values: javaForms,
  countsArguments: true,
  colonReferences: true,
  isHandedOver: isBehindColons,
  comments: ['line_comment', 'block_comment'],
  strings: ['string_fragment', 'multiline_string_fragment', 'character_literal'],
  types: ['type_identifier'],
  scopes: ['lambda_expression'],
  imports: ['import_declaration', 'package_declaration'],
  attributes: 'at',
  annotatesWithTypes: true,
  brackets: { lineComment: '//', longQuote: '"""', hasCharacters: true },
  keywords: words('if while for switch catch return synchronized try new throw assert this super case do else'),
  rules: {
    class_declaration: type('class'),
    record_declaration: type('class'),
    interface_declaration: type('interface'),
    annotation_type_declaration: type('interface'),
    enum_declaration: type('enum'),
    enum_constant: declare('enumMember', { fix: (declaration) => void (declaration.isFunction = false) }),
    method_declaration: declare('method', { returns: 'type' }),
    annotation_type_element_declaration: declare('method', { returns: 'type' }),
    constructor_declaration: declare('constructor'),
    compact_constructor_declaration: declare('constructor'),
    field_declaration: declarators('field'),
    constant_declaration: declarators('constant'),
    object_creation_expression: anonymousClass,
    explicit_constructor_invocation: otherConstructor,
    static_initializer: (node, walk) => walk.enter('scope', node),
    import_declaration(node, walk) {
      const found = /^import\s+(?:static\s+)?([\w.]+?)(\.\*)?\s*;/.exec(textOf(walk, node));
      if (!found) return;
      const path = found[1] as string;
      const dot = path.lastIndexOf('.');
      // What is in it has names, itself it has none here: `engine.stop()` below `import web.engine.*` is a variable's.
      if (found[2]) walk.mention(path.slice(dot + 1), 'import', node.startIndex, -1, path, '_');
      else walk.mention(path.slice(dot + 1), 'import', node.startIndex, -1, path.slice(0, Math.max(dot, 0)));
    },
    package_declaration: () => {},
  },
  complete(declaration, head, walk) {
    const word = /\b(public|protected|private)\b/.exec(head)?.[1] as 'public' | 'protected' | 'private' | undefined;
    const owner = walk.owner?.kind;
    declaration.visibility = word ?? (declaration.kind === 'enumMember' || owner === 'interface' ? 'public' : 'internal');
    if (declaration.kind === 'field' && /\bstatic\b/.test(head) && /\bfinal\b/.test(head)) declaration.kind = 'constant';
  },
};
