/**
 * The outline that a language server states for a file (`textDocument/documentSymbol`), and how it repairs ours where the syntax tree has
 * errors: names, kinds, containers and ranges come from the server, the rest (documentation, signatures, tags) is kept.
 */
import type { LineIndex } from '../../util/text.js';
import { limits } from '../model/limits.js';
import { isFunction, type Outline, type OutlineSymbol, type SymbolKind, type TextSpan } from '../model/symbol.js';

export interface ServerSymbol {
  readonly name: string;
  readonly kind: SymbolKind;
  readonly span: TextSpan;
  readonly nameSpan: TextSpan;
}

export interface ServerOutline {
  /** Its provenance, in the form of `provenanceText`. */
  readonly provenance: string;
  /** In text order, outer symbols first. Offsets are UTF-16 units in the text that the server has. */
  readonly symbols: readonly ServerSymbol[];
}

/** Suffix of the provenance of an outline whose syntax tree has errors. */
const withErrors = ' with errors';
export const provenanceOfOutline = ({ source, server, hasErrors }: Outline): string =>
  server ? `${server}, syntax:${source}` : `syntax:${source}${hasErrors ? withErrors : ''}`;
/** True if a language server may state better symbols. */
export const mayBeHealed = (provenance: string): boolean => provenance.endsWith(withErrors);

/** Kinds that a server may leave out: in branches that it does not compile, macros, parts of symbols. */
const keptAlone: ReadonlySet<SymbolKind> = new Set(['macro', 'constant', 'variable', 'type', 'field', 'enumMember', 'property', 'test']);
/** Kinds of ours for which a server has no better one. */
const keepsKind: ReadonlySet<SymbolKind> = new Set(['test', 'type', 'macro']);
/** Kinds of ours that are more exact than this one of a server: clangd states `operator bool` as a function and a static field as a property. */
const keepsBeside: ReadonlyMap<SymbolKind, SymbolKind> = new Map([
  ['constant', 'variable'],
  ['method', 'function'],
  ['field', 'property'],
]);

type Draft = Omit<OutlineSymbol, 'parent'> & { readonly ofServer: boolean; readonly was: number };

/** `text`: the text of both outlines; `index`: its line index. */
export function healOutline(outline: Outline, server: ServerOutline, text: string, index: LineIndex): Outline {
  if (server.symbols.length === 0) return outline;
  const byName = new Map(outline.symbols.map((symbol, i) => [symbol.nameSpan.start, i]));
  const matched = new Set<number>();
  const stated = server.symbols.filter((symbol) => byName.has(symbol.nameSpan.start) || !isInHead(symbol, outline.symbols));
  const drafts = stated.map((symbol): Draft => {
    const was = byName.get(symbol.nameSpan.start) ?? -1;
    matched.add(was);
    return { ...joined(symbol, outline.symbols[was], text, index), ofServer: true, was };
  });
  outline.symbols.forEach((symbol, was) => {
    if (matched.has(was)) return;
    const { span, kind } = symbol;
    const holds = stated.some((other) => span.start <= other.span.start && other.span.end <= span.end);
    const crosses = stated.some((other) => span.start < other.span.end && other.span.start < span.end && !nests(span, other.span));
    if (!crosses && (keptAlone.has(kind) || !holds)) drafts.push({ ...symbol, ofServer: false, was });
  });
  const symbols = nested(drafts.sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end));
  const now = new Map(symbols.map(({ was }, i) => [was, i]));
  const references = outline.references.map((reference) => ({
    ...reference,
    from: reference.from < 0 ? reference.from : (now.get(reference.from) ?? innermostAt(symbols, reference.line)),
  }));
  return {
    ...outline,
    server: server.provenance,
    symbols: symbols.map(({ ofServer: _, was: __, ...symbol }) => symbol),
    references,
  };
}

/**
 * Whether a value lies before the name of one of our functions: without the headers a server takes a macro for a type, and the type behind it for
 * the name, `Q_NEVER_INLINE QColor adjust(…)`.
 */
const isInHead = ({ kind, span, nameSpan }: ServerSymbol, own: readonly OutlineSymbol[]): boolean =>
  (kind === 'variable' || kind === 'constant' || kind === 'field') &&
  own.some((one) => isFunction(one.kind) && one.span.start <= span.start && nameSpan.end <= one.nameSpan.start);

const nests = (a: TextSpan, b: TextSpan): boolean => (a.start <= b.start && b.end <= a.end) || (b.start <= a.start && a.end <= b.end);

/** A symbol of the server, completed from our own symbol of that name. */
function joined({ name, kind, span, nameSpan }: ServerSymbol, own: OutlineSymbol | undefined, text: string, index: LineIndex) {
  // Our span includes the comment above the symbol, the server's does not.
  const start = own && own.span.start < span.start && own.span.end >= nameSpan.end ? own.span.start : span.start;
  const whole = { start, end: span.end };
  const body =
    own?.bodySpan && own.bodySpan.end <= span.end && own.span.end === span.end ? own.bodySpan : bodyOf(text, nameSpan.end, span.end);
  const isKnownBetter = own?.name.startsWith('~') ? isFunction(kind) : own !== undefined && keepsBeside.get(own.kind) === kind;
  const keepsOwn = own && (keepsKind.has(own.kind) || isKnownBetter);
  const written = text.slice(span.start, Math.min(body ? body.start - 1 : span.end, span.start + 4 * limits.maxSignatureChars));
  const signature = written.replace(/\s+/g, ' ').trim().replace(/[;{]$/, '').trim().slice(0, limits.maxSignatureChars);
  const { bodySpan: _, ...known } = own ?? { doc: '' };
  return {
    ...known,
    name: own?.name ?? name,
    kind: keepsOwn ? own.kind : kind,
    span: whole,
    lines: { start: index.lineAt(whole.start), end: index.lineAt(Math.max(whole.start, whole.end - 1)) + 1 },
    nameSpan,
    signature: own?.bodySpan && body === own.bodySpan ? own.signature : signature,
    ...(body && { bodySpan: body }),
  };
}

/** The inside of the braces at the end of a declaration; undefined if there are none. */
function bodyOf(text: string, from: number, to: number): TextSpan | undefined {
  const end = text.slice(from, to).trimEnd().length + from;
  if (text[end - 1] !== '}') return undefined;
  const open = text.indexOf('{', from);
  return open >= 0 && open < end - 1 ? { start: open + 1, end: end - 1 } : undefined;
}

/** Symbols in order with their parents. Of two overlapping ones the server's is kept, else the first. */
function nested(drafts: readonly Draft[]): (Draft & { readonly parent: number })[] {
  const out: (Draft & { parent: number })[] = [];
  const open: number[] = [];
  for (const draft of drafts) {
    const at = (i: number) => out[i] as Draft;
    while (open.length && at(open.at(-1) as number).span.end <= draft.span.start) open.pop();
    const parent = open.at(-1) ?? -1;
    const around = parent >= 0 ? at(parent) : null;
    if (around && draft.span.end > around.span.end) {
      if (!draft.ofServer) continue;
      // Our comment above the symbol reached too far.
      open.pop();
      out.push({ ...draft, parent: open.at(-1) ?? -1 });
    } else out.push({ ...draft, parent });
    open.push(out.length - 1);
  }
  return out;
}

function innermostAt(symbols: readonly Draft[], line: number): number {
  let found = -1;
  symbols.forEach(({ lines }, i) => {
    if (lines.start <= line && line < lines.end) found = i;
  });
  return found;
}
