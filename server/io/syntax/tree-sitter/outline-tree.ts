/**
 * Text to outline through a syntax tree. One call into the wasm module lists all nodes of interest: one call for each
 * node would cost more than the parse. The rest is arithmetic on offsets.
 */
import type { CommentBlock, Outline, OutlineReference } from '../../../core/model/symbol.js';
import { bug, messageOf } from '../../../util/bug.js';
import { remembered } from '../../../util/remembered.js';
import { LineIndex } from '../../../util/text.js';
import { labelsIn } from '../comment-labels.js';
import { closeBrackets } from './close-brackets.js';
import { commentText, isLicence } from './comment-text.js';
import { addCommentTypes } from './comment-types.js';
import { addFieldTypes } from './declared-types.js';
import { DocumentTree, type Parsed } from './document-tree.js';
import { findReferences } from './find-references.js';
import type { Grammar, Rule } from './grammar.js';
import { grammarOf } from './languages.js';
import { type LoadedGrammar, loadGrammar } from './parsers.js';
import { costOf, errorsOf } from './tree-errors.js';
import { Walk } from './walk.js';
import { breaksBetween } from './walk-parts.js';

/** What a node type means, by type id. */
interface Plan {
  readonly types: string[];
  readonly byId: readonly (Role | undefined)[];
}
interface Role {
  readonly rule?: Rule;
  readonly mark?: 'wrapper' | 'scope' | 'comment' | 'string' | 'type' | 'prefix' | 'import';
}
/** Grammars of several languages may be read by one parser. */
const plans = new WeakMap<LoadedGrammar, Map<Grammar, Plan>>();

function planOf(loaded: LoadedGrammar, grammar: Grammar): Plan {
  const known = plans.get(loaded) ?? new Map<Grammar, Plan>();
  plans.set(loaded, known);
  return remembered(known, grammar, () => newPlan(loaded, grammar));
}

function newPlan(loaded: LoadedGrammar, grammar: Grammar): Plan {
  const roles = new Map<string, Role>();
  const mark = (types: readonly string[] | undefined, what: Role['mark']) => {
    for (const type of types ?? []) roles.set(type, { rule: roles.get(type)?.rule, mark: what });
  };
  for (const [type, rule] of Object.entries(grammar.rules)) roles.set(type, { rule });
  mark(grammar.wrappers, 'wrapper');
  mark(grammar.scopes, 'scope');
  mark(grammar.comments, 'comment');
  mark(grammar.strings, 'string');
  mark(grammar.types, 'type');
  mark(grammar.prefixes, 'prefix');
  mark(grammar.imports, 'import');
  const { language } = loaded;
  // Keywords can have the names of nodes; only named nodes have a role.
  const byId = language.types.map((type, id) => (type && language.nodeTypeIsNamed(id) ? roles.get(type) : undefined));
  return { types: [...roles.keys()], byId };
}

/** A text that is being written has few errors; one with more is something else, and costs a second parse. */
const MAX_CLOSED = 50;

/** The trees of a document, kept from one version to the next. */
export class DocumentTrees {
  readonly asWritten = new DocumentTree();
  /** Of what a grammar tries after errors, by the number of the repair. */
  readonly #repaired: DocumentTree[] = [];

  repaired(repair: number): DocumentTree {
    return (this.#repaired[repair] ??= new DocumentTree());
  }
  forget(): void {
    this.asWritten.forget();
    for (const tree of this.#repaired) tree?.forget();
  }
}

/**
 * The outline of a text, or null where the language has no grammar or the parse failed or took too long.
 * @param document trees of the version before; those of this one take their place.
 */
export async function outlineTree(text: string, language: string, document?: DocumentTrees): Promise<Outline | null> {
  const grammar = grammarOf(language);
  const loaded = grammar && (await loadGrammar(grammar));
  if (!loaded) return null;
  const trees = document ?? new DocumentTrees();
  let isKept = false;
  try {
    const outline = outlineWith(text, language, grammar, loaded, trees);
    isKept = outline !== null && document !== undefined;
    return outline;
  } catch (error) {
    loaded.retire();
    // Out of memory or out of stack is the file's doing, anything else is ours.
    if (!(error instanceof Error && (error.name === 'RuntimeError' || error.name === 'RangeError')))
      bug(`outline of ${language}: ${messageOf(error)}`);
    return null;
  } finally {
    if (!isKept) trees.forget();
  }
}

/** Parses and drops the tree, as the baseline for measuring indexing. False where there is no grammar or no tree. */
export async function parseTree(text: string, language: string): Promise<boolean> {
  const grammar = grammarOf(language);
  const loaded = grammar && (await loadGrammar(grammar));
  const tree = loaded?.parse(text);
  tree?.delete();
  return Boolean(tree);
}

function outlineWith(text: string, language: string, grammar: Grammar, loaded: LoadedGrammar, trees: DocumentTrees): Outline | null {
  const prepared = grammar.prepare ? grammar.prepare(text) : text;
  const first = trees.asWritten.parse(loaded, prepared);
  if (!first) return null;
  const { parsed, tree, isReused, hasErrors } = repair(prepared, first, grammar, loaded, trees);
  const root = tree.rootNode;
  const { types, byId } = planOf(loaded, grammar);
  const walk = new Walk(grammar.templates ? prepared : text, parsed, new LineIndex(text), grammar, hasErrors);
  for (const node of root.descendantsOfType(types)) {
    const role = node && byId[node.typeId];
    if (!role) continue;
    if (role.mark === 'type') walk.typeOffsets.push(node.startIndex);
    else if (role.mark === 'string') walk.masked.push({ start: node.startIndex, end: node.endIndex });
    else if (role.mark === 'comment') walk.comment(node.startIndex, node.endIndex);
    else {
      walk.leave(node.startIndex);
      if (role.mark === 'prefix') walk.prefix(node);
      else {
        role.rule?.(node, walk);
        if (role.mark === 'import') walk.mask(node);
        else if (role.mark) walk.enter(role.mark, node);
      }
    }
  }
  // A rule masks both ends of a string before what is put into it.
  if (!grammar.strings) walk.masked.sort((a, b) => a.start - b.start);
  addCommentTypes(walk);
  addFieldTypes(walk);
  // What errors a reused tree has decides whether brackets are closed.
  const isProvisional = (root.hasError || hasErrors) && isReused;
  if (hasErrors && walk.symbols.length === 0) {
    // Lines and indentation give a better outline, unless a parse from the beginning finds symbols.
    if (!isProvisional) return null;
    trees.forget();
    return outlineWith(text, language, grammar, loaded, trees);
  }
  return {
    source: `tree-sitter-${language}`,
    symbols: walk.symbols,
    references: joined(findReferences(walk), grammar.templates?.(walk, text) ?? []),
    comments: commentBlocks(walk),
    moduleDoc: grammar.moduleDoc?.(text, walk.symbols) || leadingComment(walk),
    hasErrors,
    isProvisional,
  };
}

/** In the order of lines, where there are any of templates: of several lines that mention a name the first is shown. */
const joined = (references: readonly OutlineReference[], ofTemplates: readonly OutlineReference[]): readonly OutlineReference[] =>
  ofTemplates.length ? [...references, ...ofTemplates].sort((a, b) => a.line - b.line) : references;

/** How often the repairs of a grammar are tried in turn. */
const ROUNDS = 2;

/**
 * The best of the trees of a text, of what the grammar's repairs make of it, and of that with its brackets closed. `hasErrors`: errors remain
 * after the repairs, as far as that was looked into outside of statements.
 */
function repair(prepared: string, first: Parsed, grammar: Grammar, loaded: LoadedGrammar, trees: DocumentTrees) {
  let best = { parsed: prepared, tree: first.tree };
  let { isReused } = first;
  if (!first.tree.rootNode.hasError) return { ...best, isReused, hasErrors: false };
  const repairs = grammar.repairs ?? [];
  const isSound = (): boolean => repairs.length > 0 && errors.every(({ isInner }) => isInner);
  let errors = errorsOf(first.tree);
  const attempt = (i: number, parsed: string): void => {
    const other = parsed === best.parsed ? null : trees.repaired(i).parse(loaded, parsed);
    if (!other) return;
    isReused ||= other.isReused;
    const left = errorsOf(other.tree);
    if (costOf(left, parsed) >= costOf(errors, parsed)) return;
    best = { parsed, tree: other.tree };
    errors = left;
  };
  const parses = (part: string): boolean => {
    const tree = loaded.parse(part);
    const isRead = tree !== null && !tree.rootNode.hasError;
    tree?.delete();
    return isRead;
  };
  // What one repair has mended can show another one where the rest is.
  for (let round = 0, before = ''; round < ROUNDS && before !== best.parsed; round++) {
    before = best.parsed;
    for (const [i, change] of repairs.entries()) if (!isSound()) attempt(round * repairs.length + i, change(best.parsed, errors, parses));
  }
  const hasErrors = errors.length > 0 && !isSound();
  if (hasErrors && grammar.brackets && errors.length <= MAX_CLOSED)
    attempt(ROUNDS * repairs.length, closeBrackets(best.parsed, grammar.brackets));
  return { ...best, isReused, hasErrors };
}

/** The comment that heads the file: the first that documents no symbol, states no licence and is no shebang. */
function leadingComment(walk: Walk): string {
  const inner = walk.blocks.find((block) => walk.text.startsWith('//!', block.start) && block.ownLine);
  if (inner && walk.lines.lineAt(inner.start) < 60) return commentText(walk.text.slice(inner.start, inner.end));
  let end = 0;
  for (const block of walk.blocks.slice(0, 4)) {
    // Code before the comment: then it does not head the file. A package clause or an opening tag may stand there.
    const before = walk.text
      .slice(end, block.start)
      .replace(
        /^\uFEFF|<\?php|^#!.*|^[ \t]*package\s[\w.]+;?|['"]use strict['"];?|#pragma once|^[ \t]*#(?:ifndef|define)[ \t]+\w+[ \t\r]*$/gm,
        '',
      );
    if (before.trim() && breaksBetween(before, 0, before.length) < 0) return '';
    end = block.end;
    const raw = walk.text.slice(block.start, block.end).replace(/^#!.*\n?/, '');
    if (block.documents) return '';
    if (isLicence(raw)) continue;
    const text = commentText(raw);
    if (
      text.length > 8 &&
      !/^(?:eslint|vim:|-\*-|@ts-|prettier|biome|noqa|shellcheck|frozen_string_literal|coding[:=]|clang-format)/.test(text)
    )
      return text;
  }
  return '';
}

function commentBlocks(walk: Walk): CommentBlock[] {
  const out: CommentBlock[] = [];
  walk.blocks.forEach((block, i) => {
    const raw = walk.text.slice(block.start, block.end);
    const tags = labelsIn(raw);
    const start = walk.lines.lineAt(block.start);
    const end = walk.lines.lineAt(block.end) + 1;
    if (!tags.length && (block.documents || end - start <= 3 || (i < 2 && isLicence(raw)))) return;
    out.push({ lines: { start, end }, tags });
  });
  return out;
}
