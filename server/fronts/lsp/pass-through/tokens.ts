/** Semantic tokens as numbers: conversion from a server's legend and encoding to ours, and deltas between two lists. */
import type { Position, SemanticTokensEdit, SemanticTokensLegend } from 'vscode-languageserver';

/** Five numbers a token: lines and characters from the one before, length, type, modifiers as bits. */
export function translateTokens(data: readonly number[], remap: Remap, convert: ((position: Position) => Position) | null): number[] {
  const out: number[] = [];
  let line = 0;
  let character = 0;
  let lastLine = 0;
  let lastCharacter = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(i, i + 5);
    line += lines;
    character = lines === 0 ? character + characters : characters;
    const ours = remap.types[type] ?? -1;
    if (ours < 0) continue;
    const start = convert ? convert({ line, character }).character : character;
    const end = convert ? convert({ line, character: character + length }).character : character + length;
    out.push(line - lastLine, line === lastLine ? start - lastCharacter : start, end - start, ours, translateBits(modifiers, remap));
    lastLine = line;
    lastCharacter = start;
  }
  return out;
}

function translateBits(bits: number, { modifiers }: Remap): number {
  let out = 0;
  for (let i = 0; bits >>> i !== 0 && i < 31; i++) if ((bits >>> i) & 1) out |= modifiers[i] ?? 0;
  return out;
}

/** Applies the edits of a delta, which all refer to the old list. */
export function applyTokenEdits(data: readonly number[], edits: readonly SemanticTokensEdit[]): number[] {
  let out = [...data];
  for (const { start, deleteCount, data: inserted = [] } of [...edits].sort((a, b) => b.start - a.start))
    out = out.slice(0, start).concat(inserted, out.slice(start + deleteCount));
  return out;
}

/** One edit between the common prefix and the common suffix. */
export function tokenEdits(before: readonly number[], after: readonly number[]): SemanticTokensEdit[] {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]) tail++;
  if (head + tail === before.length && before.length === after.length) return [];
  return [{ start: head, deleteCount: before.length - head - tail, data: after.slice(head, after.length - tail) }];
}

export const legend: SemanticTokensLegend = {
  tokenTypes: [
    ...['namespace', 'type', 'class', 'enum', 'interface', 'struct', 'typeParameter', 'parameter', 'variable', 'property'],
    ...['enumMember', 'event', 'function', 'method', 'macro', 'keyword', 'modifier', 'comment', 'string', 'number', 'regexp'],
    ...['operator', 'decorator', 'label'],
    // clangd, rust-analyzer, gopls.
    ...['concept', 'bracket', 'unknown', 'lifetime', 'selfKeyword', 'builtinType', 'typeAlias', 'union', 'boolean', 'character'],
    ...[
      'attribute',
      'attributeBracket',
      'derive',
      'formatSpecifier',
      'escapeSequence',
      'punctuation',
      'selfTypeKeyword',
      'static',
      'const',
    ],
  ],
  tokenModifiers: [
    ...['declaration', 'definition', 'readonly', 'static', 'deprecated', 'abstract', 'async', 'modification', 'documentation'],
    ...['defaultLibrary'],
    ...['local', 'virtual', 'deduced', 'functionScope', 'classScope', 'fileScope', 'globalScope', 'usedAsMutableReference'],
    ...['dependentName', 'constructorOrDestructor', 'userDefined', 'mutable', 'unsafe', 'public', 'callable'],
  ],
};

/** Other names of token types in typescript-language-server and other servers. */
const alias: Readonly<Record<string, string>> = { member: 'method', derived: 'typeAlias', toolModule: 'namespace' };

export interface Remap {
  /** Our index for the server's; -1: the token is left out. */
  readonly types: readonly number[];
  /** Our bit for the server's; 0: the modifier is left out. */
  readonly modifiers: readonly number[];
}

const asNames = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

export function remapOf(theirs: unknown): Remap {
  const { tokenTypes, tokenModifiers } = (theirs ?? {}) as { tokenTypes?: unknown; tokenModifiers?: unknown };
  return {
    types: asNames(tokenTypes).map((name) => legend.tokenTypes.indexOf(alias[name] ?? name)),
    modifiers: asNames(tokenModifiers).map((name) => {
      const at = legend.tokenModifiers.indexOf(name);
      return at < 0 ? 0 : 1 << at;
    }),
  };
}
