/** C#. */

import { csharpForms } from '../../../../core/model/value-forms.js';
import { blank } from '../blank.js';
import { declare, declareAt, heading, inside, mentionBases, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { baseNames } from '../signature-text.js';
import type { Walk } from '../walk.js';
import { firstBranches } from './conditional-text.js';
import { impliedCreation, otherConstructor } from './implied-constructions.js';

function bases(index: number, _node: unknown, walk: Walk, declaration: Declaration): void {
  const text = heading(walk, declaration)
    .replace(/\bwhere\b[\s\S]*$/, '')
    .replace(/^\s*<[^{]*?>(?=\s*[:({]|\s*$)/, '')
    .replace(/^\s*\([\s\S]*?\)(?=\s*[:;{]|\s*$)/, '');
  const list = /^\s*:([\s\S]*)$/.exec(text.replace(/;\s*$/, ''))?.[1];
  if (!list) return;
  for (const name of baseNames(list))
    mentionBases(
      walk,
      index,
      [name],
      /(?:^|\.)I[A-Z]\w*$/.test(name) && declaration.kind !== 'interface' ? 'implements' : 'inherits',
      declaration.nameSpan.start,
    );
}

const type = (kind: 'class' | 'interface' | 'struct' | 'enum'): Rule => declare(kind, { after: bases });

/** A body after `=>` ends before its semicolon and begins behind the arrow. */
function arrow(declaration: Declaration, walk: Walk): void {
  const { body } = declaration;
  if (body && walk.text.startsWith('=>', body.start)) declaration.body = { start: body.start + 2, end: body.end };
}

const method = declare('method', { returns: 'returns', fix: (declaration, _node, walk) => arrow(declaration, walk) });

const property: Rule = declare('property', {
  body: 'accessors',
  returns: 'type',
  fix(declaration, node, walk) {
    const value = node.childForFieldName('value');
    if (!declaration.body && value?.type === 'arrow_expression_clause')
      declaration.body = { start: value.startIndex + 2, end: value.endIndex };
    // `{ get; set; }` is part of what a property is.
    else if (declaration.body && !/[{=]/.test(walk.text.slice(declaration.body.start, declaration.body.end))) declaration.body = undefined;
    declaration.isFunction = true;
  },
});

const field =
  (event: boolean): Rule =>
  (node, walk) => {
    const list = node.namedChildren.find((child) => child?.type === 'variable_declaration');
    const parts = (list?.namedChildren ?? []).filter((child) => child?.type === 'variable_declarator');
    const type = list?.childForFieldName('type');
    parts.forEach((part, i) => {
      const name = part?.childForFieldName('name');
      if (!part || !name) return;
      const constant = !event && /\bconst\b|\bstatic\s+readonly\b/.test(walk.text.slice(node.startIndex, list?.startIndex));
      const text = textOf(walk, part);
      const open = text.includes('\n') && text.endsWith('}') ? text.indexOf('{') : -1;
      walk.add({
        kind: constant ? 'constant' : 'field',
        name: textOf(walk, name),
        nameSpan: spanOf(name),
        start: i === 0 ? node.startIndex : part.startIndex,
        end: i === parts.length - 1 ? node.endIndex : part.endIndex,
        returnType: type ? textOf(walk, type) : undefined,
        signature: parts.length > 1 ? textOf(walk, node) : undefined,
        ...(open >= 0 ? { body: { start: part.startIndex + open + 1, end: part.endIndex - 1 } } : {}),
      });
    });
  };

/** `values?[i] = x`, `isFixed ? [] : null`, `*(uint*)p`, `ref partial struct`, `params Span<int> all`, and words that are names here: `async: true`, `[property]`. */
const plainNewer = (text: string): string =>
  text
    .replace(/(?<=\w)\?(?=\[[^[\]\n]{1,80}\] = )/g, ' ')
    .replace(/(?<=(?:return|[=(,;{}])\s{0,60})\*\([\w.]{1,60}\s?\*\)(?=[\w(&])/g, blank)
    .replace(/\bparams(?=\s{1,9}[\w.]{1,60}<)/g, blank)
    .replace(/\bref(?=\s{1,9}(?:readonly\s{1,9})?(?:partial\s{1,9})?struct\b)/g, blank)
    .replace(/(?<=\?\s{1,80})\[\](?=\s{0,80}:)/g, '0 ')
    .replace(/(?<=[(,=]\s{0,80})async(?=\s{0,9}[,;):]|\s{1,80}\?)/g, '_sync')
    .replace(/(?<=[(,=]\s{0,80}\[)(?:property|type|field|method|param|event|module)(?=[\],.])/g, (word) => `_${word.slice(1)}`);

export const csharp: Grammar = {
  wasm: 'c-sharp',
  values: csharpForms,
  countsArguments: true,
  comments: ['comment'],
  strings: ['string_literal_content', 'string_content', 'raw_string_content', 'verbatim_string_literal', 'character_literal'],
  imports: ['using_directive'],
  scopes: ['lambda_expression', 'anonymous_method_expression'],
  attributes: 'bracket',
  repairs: [plainNewer, firstBranches],
  typesByCase: 'byContext',
  brackets: { lineComment: '//', longQuote: null, rawString: /[@$]{1,2}"(?:""|[^"])*"/y, hasCharacters: true },
  keywords: words(
    'if while for foreach switch catch return using lock fixed new typeof sizeof nameof default when checked unchecked await base this throw is as in out ref stackalloc get set and or not async',
  ),
  rules: {
    // The title of a region is no code.
    preproc_region: (node, walk) => walk.mask(node),
    preproc_endregion: (node, walk) => walk.mask(node),
    namespace_declaration: declare('namespace'),
    file_scoped_namespace_declaration(node, walk) {
      // Its symbol is the one line: its members are the file's.
      const name = node.childForFieldName('name');
      if (name) declareAt(walk, 'namespace', node, textOf(walk, name), name.startIndex);
    },
    class_declaration: type('class'),
    record_declaration: type('class'),
    struct_declaration: type('struct'),
    interface_declaration: type('interface'),
    enum_declaration: type('enum'),
    enum_member_declaration: declare('enumMember'),
    method_declaration: method,
    local_function_statement: declare('function', { returns: 'type', fix: (declaration, _node, walk) => arrow(declaration, walk) }),
    constructor_declaration: declare('constructor', { fix: (declaration, _node, walk) => arrow(declaration, walk) }),
    constructor_initializer: otherConstructor,
    implicit_object_creation_expression: impliedCreation,
    destructor_declaration: declare('method', { fix: (declaration) => void (declaration.name = `~${declaration.name}`) }),
    delegate_declaration: declare('type', { returns: 'type' }),
    property_declaration: property,
    event_declaration: property,
    event_field_declaration: field(true),
    field_declaration: field(false),
    indexer_declaration(node, walk) {
      const at = walk.text.indexOf('this', node.startIndex);
      const accessors = node.childForFieldName('accessors');
      if (at > 0)
        declareAt(walk, 'property', node, 'this', at, {
          isFunction: true,
          body: accessors ? inside(walk, accessors) : undefined,
          parameters: node.childForFieldName('parameters')?.text,
        });
    },
    operator_declaration(node, walk) {
      const found = /\boperator\s*(?:checked\s+)?(\S+?)\s*\(/.exec(textOf(walk, node));
      const body = node.childForFieldName('body');
      if (found)
        declareAt(walk, 'method', node, `operator ${found[1]}`, node.startIndex + found.index, {
          body: body ? inside(walk, body) : undefined,
          parameters: node.childForFieldName('parameters')?.text,
        });
    },
    conversion_operator_declaration(node, walk) {
      const found = /\boperator\s+([^(]+?)\s*\(/.exec(textOf(walk, node));
      const body = node.childForFieldName('body');
      if (found)
        declareAt(walk, 'method', node, `operator ${found[1]}`, node.startIndex + found.index, {
          body: body ? inside(walk, body) : undefined,
        });
    },
    using_directive(node, walk) {
      const text = textOf(walk, node);
      const found = /^(?:global\s+)?using\s+(?:static\s+)?(?:(\w+)\s*=\s*)?([\w.:]+)/.exec(text);
      const path = found?.[2];
      if (path) walk.mention(path.replace(/^.*[.:]/, ''), 'import', node.startIndex, -1, path, found[1]);
      // `using Counts = Dictionary<Key, int>;` is a type of its own, `using Counts = Other.Counts;` only an import.
      const alias = /^((?:global\s+)?using\s+(?:unsafe\s+)?)(\w+)\s*=[^;]*[>)\]?*]\s*;$/.exec(text);
      if (alias) declareAt(walk, 'type', node, alias[2] as string, node.startIndex + (alias[1] as string).length);
    },
  },
  complete(declaration, head, walk) {
    const words = head.match(/\b(?:public|protected|private|internal)\b/g);
    const word = words?.[0] as 'public' | 'protected' | 'private' | 'internal' | undefined;
    const owner = walk.owner?.kind;
    const member = owner === 'class' || owner === 'struct';
    if (word) declaration.visibility = word;
    else if (owner === 'interface' || owner === 'enum') declaration.visibility = 'public';
    else if (declaration.kind !== 'namespace') declaration.visibility = member ? 'private' : 'internal';
    if (/\basync\b/.test(head)) declaration.async = true;
  },
};
