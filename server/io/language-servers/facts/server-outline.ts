/** The symbols of one file from a language server, converted to ours. */

import { provenanceText } from '../../../core/code-graph/facts.js';
import type { ServerOutline, ServerSymbol } from '../../../core/code-graph/server-outline.js';
import { familyOf } from '../../../core/model/language.js';
import type { SymbolKind, TextSpan } from '../../../core/model/symbol.js';
import { LineIndex } from '../../../util/text.js';
import { reasonOf } from '../failures.js';
import type { RunningServer } from '../running-server.js';
import { provenanceOf } from './provenance.js';

/** By LSP's number. Other kinds (files, packages, values, groups from macros) are not symbols of ours. */
const kinds: Readonly<Record<number, SymbolKind>> = {
  2: 'module',
  3: 'namespace',
  5: 'class',
  6: 'method',
  7: 'property',
  8: 'field',
  9: 'constructor',
  10: 'enum',
  11: 'interface',
  12: 'function',
  13: 'variable',
  14: 'constant',
  22: 'enumMember',
  23: 'struct',
};
/** Symbols used of one file. */
const maxSymbols = 20_000;
const maxDepth = 100;

interface Position {
  readonly line: number;
  readonly character: number;
}
interface Range {
  readonly start: Position;
  readonly end: Position;
}
interface DocumentSymbol {
  readonly name: string;
  readonly kind: number;
  readonly range: Range;
  readonly selectionRange?: Range;
  readonly children?: readonly DocumentSymbol[];
}

/** Null if the server states none, or none with the positions of their names. Rejects when aborted or when it dies. */
export async function askOutline(
  running: RunningServer,
  file: { readonly uri: string; readonly language: string; readonly text: string },
  signal?: AbortSignal,
): Promise<ServerOutline | null> {
  const { adapter, server } = running;
  const release = adapter.needsOpenFiles ? server.hold(file.uri, file.language, file.text) : () => {};
  try {
    const params = { textDocument: { uri: file.uri } };
    const answer = await server.request('textDocument/documentSymbol', params, { priority: 'background', uri: file.uri, signal });
    const symbols = Array.isArray(answer) ? symbolsOf(answer as DocumentSymbol[], file) : [];
    return symbols.length > 0 ? { provenance: provenanceText(provenanceOf(running)), symbols } : null;
  } catch (error) {
    // Aborted by an edit, or the server died: edge indexing handles both.
    if (reasonOf(error) === null || reasonOf(error) === 'ended') throw error;
    return null;
  } finally {
    release();
  }
}

/** `Access<Set, void_t<Set>>` as `Access`; of operators only what is no part of their names. */
function withoutArguments(name: string): string {
  if (/\boperator\b/.test(name)) return name.replace(/<[^<>]*>(?=::|$)/g, '');
  let plain = name;
  for (let before = ''; before !== plain; ) {
    before = plain;
    plain = plain.replace(/<[^<>]*>/g, '');
  }
  return plain;
}

const typeKinds: ReadonlySet<SymbolKind> = new Set(['struct', 'class', 'enum']);

function symbolsOf(documentSymbols: readonly DocumentSymbol[], { text, language }: { text: string; language: string }): ServerSymbol[] {
  // clangd states `struct overlay *first;` as a declaration of the struct.
  const isDeclaredOnly = ({ kind, span }: ServerSymbol): boolean =>
    familyOf(language) === 'c' && typeKinds.has(kind) && !text.slice(span.start, span.end).includes('{');
  const index = new LineIndex(text);
  const offset = ({ line, character }: Position): number => Math.min(index.offsetOf(line) + character, index.offsetOf(line + 1));
  const span = ({ start, end }: Range): TextSpan => ({ start: offset(start), end: offset(end) });
  const out: ServerSymbol[] = [];
  const take = (symbols: readonly DocumentSymbol[], depth: number): void => {
    for (const { name, kind, range, selectionRange, children } of symbols) {
      // Symbols from a macro are below a group that is not a symbol.
      const known = kinds[kind];
      const plain = /(?:^|::)(operator\b.*|~?[A-Za-z_]\w*)$/.exec(withoutArguments(name))?.[1];
      if (known && plain !== undefined && selectionRange && out.length < maxSymbols) {
        const symbol = { name: plain, kind: known, span: span(range), nameSpan: span(selectionRange) };
        const isWritten = text.startsWith(plain.slice(0, 8), symbol.nameSpan.start);
        const isAround = symbol.span.start <= symbol.nameSpan.start && symbol.nameSpan.end <= symbol.span.end;
        if (isWritten && isAround && !isDeclaredOnly(symbol)) out.push(symbol);
      }
      if (children && depth < maxDepth) take(children, depth + 1);
    }
  };
  take(documentSymbols, 0);
  return out.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
}
