/**
 * Owns the wasm runtime, the grammars and the parsers of one thread. A grammar is loaded when its first file
 * comes. A parser that aborted is thrown away: its memory may be in any state.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language, Parser, Tree } from '@vscode/tree-sitter-wasm';

type TreeSitter = typeof import('@vscode/tree-sitter-wasm');

/** Longer parsing than this means that the grammar and the text do not suit each other; ordinary files take below 0.2 s. */
export const parseTimeoutMs = 2_000;

export interface LoadedGrammar {
  readonly language: Language;
  /** The tree, which the caller must delete; null where parsing took too long or failed. */
  parse(text: string): Tree | null;
}

export interface Parsers {
  /** Loads a grammar by the name in its file name; null where it cannot be loaded (remembered). */
  grammar(name: string): Promise<LoadedGrammar | null>;
}

let runtime: Promise<Parsers> | null = null;

/** The parsers of this thread. The runtime is started once. */
export function loadParsers(): Promise<Parsers> {
  runtime ??= start();
  return runtime;
}

async function start(): Promise<Parsers> {
  const require = createRequire(import.meta.url);
  const library: TreeSitter = require('@vscode/tree-sitter-wasm');
  const folder = dirname(require.resolve('@vscode/tree-sitter-wasm'));
  await library.Parser.init();
  const loaded = new Map<string, Promise<LoadedGrammar | null>>();
  return {
    grammar(name) {
      let grammar = loaded.get(name);
      if (!grammar) {
        grammar = readFile(join(folder, `tree-sitter-${name}.wasm`))
          .then((bytes) => library.Language.load(bytes))
          .then(
            (language) => load(library, language),
            () => null,
          );
        loaded.set(name, grammar);
      }
      return grammar;
    },
  };
}

function load(library: TreeSitter, language: Language): LoadedGrammar {
  let parser: Parser | null = null;
  return {
    language,
    parse(text) {
      const deadline = performance.now() + parseTimeoutMs;
      try {
        if (!parser) {
          parser = new library.Parser();
          parser.setLanguage(language);
        }
        // Typed as returning nothing, but a true answer ends the parse.
        const tree = parser.parse(text, null, { progressCallback: (() => performance.now() > deadline) as () => void });
        // Otherwise the next parse would go on where this one stopped.
        if (!tree) parser.reset();
        return tree;
      } catch {
        parser = null;
        return null;
      }
    },
  };
}
