/**
 * Finds mentions of names in the text itself: one scan over its characters, with comments and strings masked by
 * what the tree said. Asking the tree for every identifier would cost as much as parsing; this costs a tenth.
 * Says what a name looks like (a call, a type), not what it means.
 */
import { limits } from '../../../core/model/limits.js';
import type { OutlineReference, ReferenceKind } from '../../../core/model/symbol.js';
import type { Walk } from './walk.js';
import type { Mention } from './walk-parts.js';

const bit: Record<ReferenceKind, number> = { call: 1, type: 2, import: 4, inherits: 8, implements: 16, use: 32 };
const better = bit.call | bit.type | bit.inherits | bit.implements;

/** 1: may begin a name, 2: may continue one. */
const charClass = new Uint8Array(128);
for (let c = 0; c < 128; c++) {
  const s = String.fromCharCode(c);
  if (/[A-Za-z_$]/.test(s)) charClass[c] = 3;
  else if (/[0-9]/.test(s)) charClass[c] = 2;
}

export function findReferences(walk: Walk): OutlineReference[] {
  const { text, symbols, masked, typeOffsets, grammar, lines } = walk;
  const out: OutlineReference[] = [];
  /** Per symbol (index + 1): names seen and as what. */
  const seen: (Map<string, number> | undefined)[] = [];
  const counts = new Uint16Array(symbols.length + 1);
  let line = 0;
  const add = (name: string, kind: ReferenceKind, from: number, at: number, module?: string): void => {
    const names = (seen[from + 1] ??= new Map());
    const known = names.get(name) ?? 0;
    if (known & bit[kind] || (kind === 'use' && known & better) || (kind === 'type' && known & (bit.inherits | bit.implements))) return;
    if ((counts[from + 1] as number) >= limits.maxReferencesPerSymbol) return;
    names.set(name, known | bit[kind]);
    counts[from + 1] = (counts[from + 1] as number) + 1;
    // Mostly in order: the line is looked for from the last one on.
    if (at < (lines.starts[line] as number)) line = lines.lineAt(at);
    else while (line + 1 < lines.starts.length && (lines.starts[line + 1] as number) <= at) line++;
    out.push(module === undefined ? { name, kind, from, line } : { name, kind, from, line, module });
  };

  const aliases = new Map<string, string>();
  /** Lengths and first letters of imported names: most names of the text are ruled out without cutting them out. */
  const importShapes = new Uint8Array(65_536);
  const found: Mention[] = walk.mentions;
  for (const mention of found) {
    if (mention.kind !== 'import') continue;
    const local = mention.alias ?? mention.name;
    aliases.set(local, mention.name);
    importShapes[shape(local.charCodeAt(0), local.length)] = 1;
  }
  for (const mention of found) add(mention.name, mention.kind, mention.from, mention.at, mention.module);

  if (grammar.scan === false) return out;

  const declared = new Set<number>();
  for (const symbol of symbols) declared.add(symbol.nameSpan.start);
  const importSpans = found.filter((mention) => mention.kind === 'import').map((mention) => lines.lineAt(mention.at));
  const importLines = new Set(importSpans);

  const open: number[] = [];
  let nextSymbol = 0;
  let mask = 0;
  let type = 0;
  const n = text.length;
  for (let i = 0; i < n; ) {
    const next = masked[mask];
    if (next && i >= next.start) {
      if (next.end > i) i = next.end;
      mask++;
      continue;
    }
    const c = text.charCodeAt(i);
    const begins = c < 128 ? (charClass[c] as number) & 1 : 0;
    if (!begins) {
      // A number's letters (0xFF, 1e3) are no name.
      if (c < 128 && charClass[c] === 2) while (i < n && ((k) => k < 128 && charClass[k])(text.charCodeAt(i))) i++;
      else i++;
      continue;
    }
    const start = i;
    do i++;
    while (i < n && ((k) => (k < 128 ? (charClass[k] as number) & 2 : k > 0xbf))(text.charCodeAt(i)));
    while (type < typeOffsets.length && (typeOffsets[type] as number) < start) type++;
    const isType = typeOffsets[type] === start;
    const upper = c >= 65 && c <= 90;
    const isCall = called(text, i);
    if (!isType && !isCall && !(upper && i - start > 2) && !importShapes[shape(c, i - start)]) continue;
    if (i - start > 100 || (i - start < 2 && !importShapes[shape(c, i - start)]) || declared.has(start)) continue;
    const word = text.slice(start, i);
    const imported = aliases.get(word);
    if (!isType && !isCall && !imported && !upper) continue;
    if (isCall && grammar.keywords.has(word)) continue;
    while (nextSymbol < symbols.length && (symbols[nextSymbol]?.span.start as number) <= start) open.push(nextSymbol++);
    while (open.length && (symbols[open[open.length - 1] as number]?.span.end as number) <= start) open.pop();
    const from = open.length ? (open[open.length - 1] as number) : -1;
    if (from < 0 && importLines.has(lines.lineAt(start))) continue;
    const name = imported ?? word;
    if (isType) add(name, 'type', from, start);
    else if (isCall) add(name, 'call', from, start);
    else add(name, grammar.typesByCase && upper && looksLikeType(text, start, i) ? 'type' : 'use', from, start);
  }
  return out;
}

const shape = (first: number, length: number): number => ((first & 1023) << 6) | (length & 63);

/** True where a parenthesis follows a name, perhaps behind `!` (a macro), `?.` or short type arguments. */
function called(text: string, at: number): boolean {
  let c = text.charCodeAt(at);
  if (c === 40) return true;
  if (c === 33) return /[([{]/.test(text[at + 1] ?? '');
  if (c === 63) return text.startsWith('?.(', at);
  if (c === 58 && text.startsWith('::<', at)) at += 2;
  c = text.charCodeAt(at);
  if (c === 60) {
    const list = text.slice(at, at + 60);
    const close = list.indexOf('>');
    return close > 0 && text.charCodeAt(at + close + 1) === 40 && !/[;{}()\n]/.test(list.slice(0, close));
  }
  return c === 32 && text.charCodeAt(at + 1) === 40;
}

/** For languages without type nodes: a name behind a colon, an arrow, `new` or a bracket of type arguments, or before another name. */
function looksLikeType(text: string, start: number, end: number): boolean {
  let before = start - 1;
  while (before >= 0 && text.charCodeAt(before) === 32) before--;
  const b = text[before];
  if (b === ':' && text[before - 1] !== ':') return true;
  if ((b === '>' && text[before - 1] === '-') || b === '|' || b === '<' || b === '?') return true;
  const after = text[end];
  if (after === '>' || after === '?' || after === '<') return true;
  return after === ' ' && /[A-Za-z_$]/.test(text[end + 1] ?? '');
}
