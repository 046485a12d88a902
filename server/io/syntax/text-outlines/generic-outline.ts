/**
 * The outline of a text whose language has no syntax tree: lines that look like definitions, brackets and
 * indentation, read with a table of patterns for each language. Never fails: unknown languages have a table too.
 */
import { limits } from '../../../core/model/limits.js';
import type { Outline, OutlineSymbol } from '../../../core/model/symbol.js';
import { describe, uncomment } from './generic/describe.js';
import { findComments } from './generic/find-comments.js';
import { type Definition, findDefinitions } from './generic/find-definitions.js';
import { findReferences } from './generic/find-references.js';
import { containerKinds, type Grammar } from './generic/grammar.js';
import { grammarOf } from './generic/grammars.js';
import { isProse } from './generic/prose.js';
import { blankOutsideScripts, scriptLanguages } from './generic/scripts.js';
import { prepare, type Source } from './generic/source.js';

const noOutline: Outline = { source: 'generic', symbols: [], references: [], comments: [], moduleDoc: '', hasErrors: false };

/** Licence texts do not describe their file. */
const licence = /copyright|licen[sc]ed? (?:under|to)|SPDX-License|all rights reserved|apache\.org\/licenses/i;

/** Clauses of one function, or a type signature and its equations, become one definition. */
function mergeNeighbours(source: Source, grammar: Grammar, definitions: readonly Definition[]): Definition[] {
  if (!grammar.merge) return [...definitions];
  const merged: Definition[] = [];
  const moved: number[] = [];
  const lastChild = new Map<number, number>();
  for (const definition of definitions) {
    const parent = definition.parent < 0 ? -1 : (moved[definition.parent] as number);
    const previous = lastChild.get(parent) ?? -1;
    const before = merged[previous];
    const same =
      before !== undefined &&
      before.name === definition.name &&
      before.rule.kind !== 'test' &&
      !containerKinds.has(definition.rule.kind) &&
      !containerKinds.has(before.rule.kind);
    if (!same) {
      moved.push(merged.length);
      lastChild.set(parent, merged.length);
      merged.push({ ...definition, parent });
      continue;
    }
    moved.push(previous);
    const first = before.extent;
    const next = definition.extent;
    const hasBody = first.bodyStart <= first.bodyEnd;
    let bodyStart = hasBody ? first.bodyStart : first.end;
    while (bodyStart < next.end && source.code.charCodeAt(bodyStart) <= 32) bodyStart++;
    before.extent = {
      ...first,
      end: next.end,
      params: first.params ?? next.params,
      bodyStart,
      bodyEnd: next.bodyStart <= next.bodyEnd ? next.bodyEnd : next.end,
    };
  }
  return merged;
}

/** The comment at the head of the file, unless it documents the first symbol or is a licence. */
function leadingComment(source: Source, definitions: readonly Definition[]): string {
  const attached = definitions.find((definition) => definition.rule.kind !== 'module')?.attachedStart ?? Number.POSITIVE_INFINITY;
  for (let line = 0; line < Math.min(source.lines, 200); line++) {
    if (!source.commentLine[line]) {
      if ((source.codeStart[line] as number) >= 0) return '';
      continue;
    }
    let last = line;
    while (last + 1 < source.lines && source.commentLine[last + 1]) last++;
    const start = source.index.offsetOf(line);
    const raw = source.text.slice(start, Math.min(source.index.offsetOf(last + 1), start + 2 * limits.maxDocChars)).replace(/^#!.*/, '');
    if (source.index.offsetOf(last + 1) > attached && start <= attached) return '';
    const doc = uncomment(raw.replace(/\{-#[\s\S]*?#-\}/g, ''));
    if (doc && !licence.test(doc)) return doc;
    if (doc && /^Module\s*:/m.test(doc)) return doc.replace(/^[ \t]*[A-Z][\w-]*[ \t]*:.*$/gm, '').trim();
    line = last;
  }
  return '';
}

/** Symbols, references and comments of any text. `language` is an LSP language id; unknown ones are guessed at. */
export function genericOutline(text: string, language: string): Outline {
  if (language === 'roff' || (language === 'plaintext' && isProse(text))) return noOutline;
  const grammar = grammarOf(language);
  const source = prepare(scriptLanguages.has(language) ? blankOutsideScripts(text) : text, grammar.tokens);
  const definitions = mergeNeighbours(source, grammar, findDefinitions(source, grammar));
  const symbols: OutlineSymbol[] = [];
  const inCode: boolean[] = [];
  definitions.forEach((definition, i) => {
    const parent = definitions[definition.parent];
    inCode[i] = parent !== undefined && (inCode[definition.parent] === true || !containerKinds.has(parent.rule.kind));
    let symbol = describe(source, grammar, definition, definition.parent, inCode[i] as boolean);
    // A function in a class is a method.
    if (symbol.kind === 'function' && parent && containerKinds.has(parent.rule.kind) && grammar.functionsStay !== true)
      symbol = { ...symbol, kind: 'method' };
    symbols.push(symbol);
  });
  return {
    source: 'generic',
    symbols,
    references: findReferences(source, grammar, symbols, definitions),
    comments: findComments(source, symbols),
    moduleDoc: leadingComment(source, definitions),
    hasErrors: !source.balanced,
  };
}
