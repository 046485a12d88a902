/** Names that a file mentions: calls, types, imports, parents. One pass over the masked code. */
import { limits } from '../../../../core/model/limits.js';
import type { OutlineReference, OutlineSymbol, ReferenceKind } from '../../../../core/model/symbol.js';
import { findCommandMentions } from './command-mentions.js';
import type { Definition } from './find-definitions.js';
import type { Grammar } from './grammar.js';
import { findLispMentions } from './lisp-mentions.js';
import type { MentionScanner, MentionSink } from './mention-sink.js';
import { findMlMentions } from './ml-mentions.js';
import { findPerlMentions } from './perl-mentions.js';
import { findRMentions } from './r-mentions.js';
import { findRemoteMentions } from './remote-mentions.js';
import type { Source } from './source.js';
import { findSqlMentions } from './sql-statements.js';

/** Letter classes: 1 lower-case or underscore, 2 upper-case, 3 digit; other characters of words count as lower-case. */
const classes = new Uint8Array(128);
for (let i = 0; i < 128; i++) classes[i] = (i >= 97 && i <= 122) || i === 95 ? 1 : i >= 65 && i <= 90 ? 2 : i >= 48 && i <= 57 ? 3 : 0;
const classOf = (code: number): number => (code < 128 ? (classes[code] as number) : code > 0xbf ? 1 : 0);

/** An import statement is recognised by the first characters of its line. */
const maxImportChars = 400;
const maxImports = 2_000;

export function findReferences(
  source: Source,
  grammar: Grammar,
  symbols: readonly OutlineSymbol[],
  definitions: readonly Definition[],
): OutlineReference[] {
  const references: OutlineReference[] = [];
  const seen: (Map<string, true> | undefined)[] = [];
  const add: Add = (name, kind, from, line, module, qualifier) => {
    const set = (seen[from + 1] ??= new Map());
    if (set.size >= limits.maxReferencesPerSymbol && kind !== 'import' && kind !== 'inherits' && kind !== 'implements') return;
    const path = qualifier ?? module;
    const key = `${kind.charAt(0)}${kind.charAt(2)}${name}${path === undefined ? '' : ` ${path}`}`;
    if (set.has(key)) return;
    set.set(key, true);
    references.push({ name, kind, from, line, ...(module !== undefined && { module }), ...(qualifier !== undefined && { qualifier }) });
  };
  const scan = scanners[grammar.mentions ?? 'none'];
  // What a Lisp extends, and in Clojure also what it imports, its scanner finds.
  if (scan === findLispMentions) {
    if (grammar.mentions === 'lists') findImports(source, grammar, symbols, add);
    scan(source, symbols, grammar, sinkOf(source, symbols, add));
    return references;
  }
  const importLines = findImports(source, grammar, symbols, add);
  if (grammar.parents) {
    definitions.forEach((definition, from) => {
      const symbol = symbols[from] as OutlineSymbol;
      const header = source.code.slice(
        definition.nameSpan.end,
        Math.min(Math.max(definition.extent.headerEnd, definition.nameSpan.end), definition.nameSpan.end + 2_000),
      );
      for (const parent of grammar.parents?.(header, symbol.signature) ?? []) {
        const name = parent.name.slice(parent.name.lastIndexOf('.') + 1);
        if (name !== symbol.name || symbol.kind === 'impl') add(name, parent.kind, from, definition.line);
      }
    });
  }
  if (scan) scan(source, symbols, grammar, sinkOf(source, symbols, add));
  else if (grammar.mentions !== 'none') findMentions(source, grammar, symbols, importLines, add);
  return references;
}

type Add = (name: string, kind: ReferenceKind, from: number, line: number, module?: string, qualifier?: string) => void;

/** Languages whose code is read by rules of its own. */
const scanners: Partial<Record<NonNullable<Grammar['mentions']>, MentionScanner>> = {
  lists: findLispMentions,
  requires: findLispMentions,
  modules: findMlMentions,
  remote: findRemoteMentions,
  packages: findPerlMentions,
  values: findRMentions,
  tables: findSqlMentions,
  commands: findCommandMentions,
};

function sinkOf({ index }: Source, symbols: readonly OutlineSymbol[], add: Add): MentionSink {
  const symbolAt = innermost(symbols);
  return {
    mention: (name, kind, at, qualifier) => add(name, kind, symbolAt(at), index.lineAt(at), undefined, qualifier),
    base: (symbol, name, kind, at, qualifier) => add(name, kind, symbol, index.lineAt(at), undefined, qualifier),
    imported: (name, module, at) => add(name, 'import', -1, index.lineAt(at), module),
  };
}

/** Walks symbols and offsets together: the innermost symbol at rising offsets. */
function innermost(symbols: readonly OutlineSymbol[]): (offset: number) => number {
  const stack: number[] = [];
  let next = 0;
  return (offset) => {
    for (;;) {
      while (stack.length && (symbols[stack[stack.length - 1] as number] as OutlineSymbol).span.end <= offset) stack.pop();
      if (next >= symbols.length || (symbols[next] as OutlineSymbol).span.start > offset) return stack[stack.length - 1] ?? -1;
      stack.push(next++);
    }
  };
}

/** `a.b.C` is called C, `./lib/c.proto` c, `a.b.*` stays what it is. */
function lastSegment(module: string): string {
  const base = module
    .slice(module.lastIndexOf('/') + 1)
    .replace(/\.(?:proto|thrift|sol|[cm]?[jt]sx?|vue|svelte|zig|hpp|hrl|h|cr|jl|nim)$/, '');
  return /(?<![\w-])([\w-]+)(?:\.[*_])?$/.exec(base)?.[1] ?? module;
}

function findImports(source: Source, grammar: Grammar, symbols: readonly OutlineSymbol[], add: Add): Uint8Array {
  const importLines = new Uint8Array(source.lines);
  if (!grammar.imports.length) return importLines;
  const symbolAt = innermost(symbols);
  let count = 0;
  for (let line = 0; line < source.lines && count < maxImports; line++) {
    const start = source.codeStart[line] as number;
    if (start < 0) continue;
    // Import lists may go on over indented lines.
    const head = source.text.slice(start, Math.min(source.codeEnd[line] as number, start + maxImportChars));
    for (const rule of grammar.imports) {
      const hit = rule.pattern.exec(head);
      if (!hit?.groups) continue;
      const module = (hit.groups['module'] ?? '').trim();
      if (!module) continue;
      count++;
      let last = line;
      let list = hit.groups['names'] ?? '';
      const openList =
        list.includes('(') || list.includes('{') ? source.code.slice(start, source.codeEnd[line] as number).search(/[({]/) : -1;
      const close = openList >= 0 ? (source.partner[start + openList] as number) : -1;
      if (close > 0) {
        last = source.index.lineAt(close);
        list = source.text.slice(start + openList, Math.min(close, start + openList + 4_000));
      }
      importLines.fill(1, line, last + 1);
      const from = symbolAt(start);
      const names = list.match(/[A-Za-z_][\w']*(?:\s*(?:=>|as)\s*\w+)?/g)?.slice(0, 100) ?? [];
      if (!names.length) {
        const tail = lastSegment(module);
        add(/[*_]$/.test(module) ? module : (hit.groups['alias'] ?? tail), 'import', from, line, module);
      } else {
        for (const name of names) {
          const plain = /^\w[\w']*/.exec(name)?.[0] ?? name;
          add(plain, 'import', from, line, module);
        }
      }
      line = last;
      break;
    }
  }
  return importLines;
}

function findMentions(source: Source, grammar: Grammar, symbols: readonly OutlineSymbol[], importLines: Uint8Array, add: Add): void {
  const { code, index } = source;
  const symbolAt = innermost(symbols);
  const names = new Set<number>();
  for (const symbol of symbols) names.add(symbol.nameSpan.start);
  for (let line = 0; line < source.lines; line++) {
    const first = source.codeStart[line] as number;
    if (first < 0 || importLines[line]) continue;
    const end = Math.min(source.codeEnd[line] as number, index.offsetOf(line + 1));
    for (let i = first; i < end; i++) {
      const kind = classOf(code.charCodeAt(i));
      if (kind === 0) continue;
      const start = i;
      let lower = false;
      for (i++; i < end; i++) {
        const inner = code.charCodeAt(i);
        const innerKind = classOf(inner);
        if (innerKind === 0) break;
        if (innerKind === 1 && inner !== 95) lower = true;
      }
      if (kind === 3 || i - start > 80 || i - start < 2) continue;
      const isBanged = grammar.mentions === 'banged';
      if (isBanged) while (code.charCodeAt(i) === 33 && code.charCodeAt(i + 1) !== 61) i++;
      let next = code.charCodeAt(i);
      // `foo!(`, `foo?(` are names in Elixir and macros in others.
      if ((next === 33 || next === 63) && code.charCodeAt(i + 1) === 40) next = 40;
      const isMacro = isBanged && code.charCodeAt(start - 1) === 64;
      // `f.(xs)` of Julia calls for each.
      const isSpread = isBanged && next === 46 && code.charCodeAt(i + 1) === 40;
      const called =
        next === 40 ||
        isMacro ||
        isSpread ||
        (next === 32 && code.charCodeAt(i + 1) === 123 && grammar.returns !== undefined && kind === 1);
      const type = kind === 2 && (lower || i - start >= 3);
      if (!called && !type) continue;
      if (names.has(start)) continue;
      const name = code.slice(start, i);
      if (grammar.keywords.has(name)) continue;
      add(name, called ? 'call' : 'type', symbolAt(start), line);
    }
  }
}
