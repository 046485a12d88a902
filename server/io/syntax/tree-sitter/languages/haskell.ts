/** Haskell: a type signature and its equations are one symbol. */
import type { Node } from '@vscode/tree-sitter-wasm';
import type { SymbolKind } from '../../../../core/model/symbol.js';
import { blank } from '../blank.js';
import { commentText } from '../comment-text.js';
import { addTest, partOf, spanOf, textOf } from '../declare.js';
import type { Declaration, Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import type { Walk } from '../walk.js';

/** A name without the parentheses or backquotes around it. */
function bareName(walk: Walk, node: Node): { name: string; start: number; end: number } {
  const inner = node.type === 'prefix_id' || node.type === 'infix_id' ? (node.namedChildren[0] ?? node) : node;
  const { start, end } = spanOf(inner);
  const name = walk.text.slice(start, end);
  // An instance may qualify its class.
  const dot = /^[A-Z]/.test(name) && node.type !== 'module' ? name.lastIndexOf('.') + 1 : 0;
  return { name: name.slice(dot), start: start + dot, end };
}

function declarationOf(walk: Walk, kind: SymbolKind, node: Node, named: Node): Declaration {
  const { name, start, end } = bareName(walk, named);
  return { kind, name, nameSpan: { start, end }, start: node.startIndex, end: node.endIndex };
}

/** Functions of classes and instances are methods; what stands in `where` and `let` is local. */
function functionKind(walk: Walk): 'function' | 'method' | null {
  const owner = walk.top;
  if (!owner) return 'function';
  return owner.kind === 'trait' || owner.kind === 'impl' ? 'method' : null;
}

/** The type behind the last arrow outside parentheses. */
const resultOf = (type: string): string =>
  type
    .replace(/^[\s\S]*=>/, '')
    .replace(/^[\s\S]*->(?![^()]*\))/, '')
    .trim();

const signature: Rule = (node, walk) => {
  const kind = functionKind(walk);
  const named = node.childForFieldName('name') ?? node.childForFieldName('names')?.namedChildren[0] ?? null;
  if (!kind || !named) return;
  const declaration = declarationOf(walk, kind, node, named);
  const type = node.childForFieldName('type');
  if (type) declaration.returnType = resultOf(textOf(walk, type)) || undefined;
  if (!extended(walk, node, declaration)) walk.add({ ...declaration, isFunction: true });
};

/** Whether a node goes on with the signature or the equations above, whose name it states again. */
function extended(walk: Walk, node: Node, { kind, name, nameSpan }: Declaration): boolean {
  if (walk.extend(node, (other) => other.name === name && other.kind === kind) < 0) return false;
  walk.masked.push(nameSpan);
  return true;
}

const equation: Rule = (node, walk) => {
  const kind = functionKind(walk);
  const infix = partOf(node, ['infix']);
  const named = node.childForFieldName('name') ?? infix?.childForFieldName('operator') ?? null;
  if (!kind || !named) return;
  const declaration = declarationOf(walk, kind, node, named);
  if (extended(walk, node, declaration)) return;
  const match = node.childForFieldName('match');
  if (match) {
    const mark = walk.text[match.startIndex] === '=' ? 1 : 0;
    declaration.body = { start: match.startIndex + mark, end: node.endIndex };
    declaration.signatureEnd = match.startIndex;
  }
  walk.add(declaration);
};

/** `=` or `where`, and the comments behind it. */
const bodyMark = /(?<!\s)(\s*(?:=|\bwhere\b))(?:\s|--[^\n]*|\{-[\s\S]*?-\})*$/;

/** A declaration whose body follows `where` or `=`. */
const block =
  (kind: SymbolKind, body: readonly string[]): Rule =>
  (node, walk) => {
    const infix = partOf(node, ['infix']);
    const named = node.childForFieldName('name') ?? infix?.childForFieldName('operator') ?? null;
    if (!named) return;
    const declaration = declarationOf(walk, kind, node, named);
    const part = partOf(node, body);
    if (part) {
      const mark = bodyMark.exec(walk.text.slice(declaration.nameSpan.end, part.startIndex));
      const markStart = mark ? declaration.nameSpan.end + mark.index : part.startIndex;
      declaration.body = { start: markStart + (mark?.[1]?.length ?? 0), end: node.endIndex };
      declaration.signatureEnd = markStart;
    }
    const index = walk.add(declaration);
    if (kind !== 'impl' || index < 0) return;
    const patterns = node.childForFieldName('patterns');
    const type = patterns && /[A-Z]\w*/.exec(textOf(walk, patterns))?.[0];
    walk.mention(declaration.name, 'implements', node.startIndex, index);
    if (type) walk.mention(type, 'implements', node.startIndex, index);
  };

const constructorNodes = ['record', 'prefix', 'infix'];

function dataConstructor(node: Node, walk: Walk): void {
  const inner = partOf(node, constructorNodes) ?? node;
  const named = inner.childForFieldName('name') ?? inner.childForFieldName('operator');
  if (!named || walk.symbols[walk.ownerIndex()]?.name === textOf(walk, named)) return;
  walk.add({ ...declarationOf(walk, 'enumMember', node, named), isFunction: false });
}

/** `it "adds" $ do …` of Hspec and its like. */
const test = /^(?:describe|context|it|specify|prop|feature|scenario|xit|xdescribe|fit|fdescribe)\s+"((?:[^"\\\n]|\\.)+)"(?=\s)/;

function testRule(node: Node, walk: Walk): void {
  const text = walk.text.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 300));
  const [head, name] = test.exec(text) ?? [];
  if (head === undefined || name === undefined) return;
  const start = node.startIndex + head.length - 1 - name.length;
  const right = node.childForFieldName('right_operand');
  addTest(walk, node, name, start, right ? spanOf(right) : undefined);
}

const importOf = /^import\s+(?:safe\s+)?(?:qualified\s+)?(?:"[^"\n]*"\s+)?([\w.]+)(?:\s+qualified)?(?:\s+as\s+([\w.]+))?\s*(hiding\b)?/;

function importRule(node: Node, walk: Walk): void {
  const found = importOf.exec(textOf(walk, node));
  const module = found?.[1];
  if (!module) return;
  const list = found[3] ? null : node.childForFieldName('names');
  const names = list?.namedChildren.flatMap((child) =>
    child?.type === 'import_name' ? [/\w[\w']*/.exec(textOf(walk, child))?.[0] ?? ''] : [],
  );
  if (names?.length) for (const name of names.slice(0, 100)) walk.mention(name, 'import', node.startIndex, -1, module);
  else walk.mention(module.slice(module.lastIndexOf('.') + 1), 'import', node.startIndex, -1, module, found[2]);
}

const foreign: Rule = (node, walk) => {
  const named = partOf(node, ['signature', 'equation']);
  const name = named?.childForFieldName('name') ?? named?.childForFieldName('synonym');
  if (!name) return;
  const found = /^[\w']+/.exec(textOf(walk, name))?.[0];
  if (!found) return;
  const declaration = declarationOf(walk, 'function', node, name);
  declaration.name = found;
  declaration.nameSpan = { start: name.startIndex, end: name.startIndex + found.length };
  if (walk.extend(node, (other) => other.name === found) < 0) walk.add(declaration);
};

/** The prose of a comment with fields (`Module : X`, `License : BSD3`), which stands above the module. */
function headerDoc(text: string): string {
  const found = /^(?:--[^\n]*\n)+|^\{-[\s\S]*?-\}/m.exec(text.slice(0, 8_000).replace(/\{-#[\s\S]*?#-\}/g, blank))?.[0];
  const doc = found ? commentText(found) : '';
  return /^Module\s*:/m.test(doc) ? doc.replace(/^[ \t]*[A-Z][\w-]*[ \t]*:.*$/gm, '').trim() : '';
}

const dataBody = ['data_constructors', 'gadt_constructors', 'newtype_constructor'];

export const haskell: Grammar = {
  wasm: 'haskell',
  isLarge: true,
  comments: ['comment', 'haddock'],
  strings: ['string', 'char', 'pragma', 'cpp', 'quasiquote_body'],
  // What is exported is not used.
  imports: ['import', 'exports'],
  bareCalls: true,
  typesByCase: 'everywhere',
  keywords: words(
    'module where import qualified as hiding data newtype type class instance deriving if then else case of let in do mdo rec forall infix infixl infixr default foreign family pattern otherwise stock anyclass via True False return pure',
  ),
  rules: {
    header(node, walk) {
      const name = node.childForFieldName('module');
      if (name) walk.add(declarationOf(walk, 'module', node, name));
    },
    signature,
    function: equation,
    bind: equation,
    data_type: block('type', dataBody),
    newtype: block('type', dataBody),
    type_synomym: block('type', []),
    type_family: block('type', ['equations']),
    data_family: block('type', []),
    class: block('trait', ['class_declarations']),
    instance: block('impl', ['instance_declarations']),
    deriving_instance: block('impl', []),
    data_constructor: dataConstructor,
    gadt_constructor: dataConstructor,
    newtype_constructor: dataConstructor,
    field(node, walk) {
      const name = node.childForFieldName('name');
      const owner = walk.owner?.kind;
      if (name && (owner === 'type' || owner === 'enumMember')) walk.add(declarationOf(walk, 'field', node, name));
    },
    foreign_import: foreign,
    pattern_synonym: foreign,
    import: importRule,
    infix: testRule,
  },
  /** Both branches of a condition are read. */
  prepare: (text) =>
    text.replace(/^#[ \t]*(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|error|warning)\b[^\r\n]*/gm, (line) =>
      ' '.repeat(line.length),
    ),
  moduleDoc: (text, symbols) => (symbols[0]?.kind === 'module' && symbols[0].doc) || headerDoc(text),
  complete(declaration) {
    declaration.exported = true;
  },
};
