/** The legend of semantic tokens that editors get: LSP's names, and those of the known servers. */
import type { SemanticTokensLegend } from 'vscode-languageserver';

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
