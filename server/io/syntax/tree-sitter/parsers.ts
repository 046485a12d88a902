/**
 * Owns the wasm runtime, the grammars and the parsers of one thread. A grammar is loaded when its first file comes.
 * Invariant: a runtime that aborted or whose memory has swollen is never used again; the next file starts another
 * (wasm memory never shrinks, and an abort leaves it in any state).
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Language, Parser, Tree } from '@vscode/tree-sitter-wasm';
import { packageRoot } from '../../../util/package-root.js';
import { signOfLife } from '../../../util/sign-of-life.js';
import { threadTimeMs } from './thread-time.js';

type TreeSitter = typeof import('@vscode/tree-sitter-wasm');

/**
 * Processor time after which a parse is given up; ordinary files take less than 0.2 s, the slowest of Swift 1.4 s. Far above, since what
 * a file that comes near it is outlined by would depend on the moment. A count of steps would not, but has no relation to the time: 100
 * steps take 0.04 ms, and 10 ms where the parser of Swift recovers from errors.
 */
const maxParseMs = 5_000;
/** A file of 1.5 MB needs less than 150 MB. Ambiguous nesting can take two gigabytes in seconds and end the runtime. */
const maxGrowthBytes = 256 * 1024 * 1024;

export interface LoadedGrammar {
  readonly language: Language;
  /**
   * The tree, which the caller must delete; null where parsing took too long or failed.
   * @param edited the tree of the text before, told of the edit: what the edit left is taken from it.
   */
  parse(text: string, edited?: Tree): Tree | null;
  /** To be called after any failure inside the wasm module: it is dropped as a whole. */
  retire(): void;
}

/** Which file to load, and how: see Grammar. */
export interface GrammarFile {
  readonly wasm: string;
  readonly isLarge?: true;
}

/** The object that Emscripten is started with and fills in; its complaints are not for the user. */
interface WasmModule {
  print(): void;
  printErr(): void;
  HEAPU8?: Uint8Array;
}

class Runtime {
  readonly library: TreeSitter;
  readonly #module: WasmModule;
  readonly #folder: string;
  readonly #grammars = new Map<string, Promise<LoadedGrammar | null>>();

  constructor(library: TreeSitter, module: WasmModule, folder: string) {
    this.library = library;
    this.#module = module;
    this.#folder = folder;
  }
  get memoryBytes(): number {
    return this.#module.HEAPU8?.length ?? 0;
  }
  grammar({ wasm: name, isLarge }: GrammarFile): Promise<LoadedGrammar | null> {
    let grammar = this.#grammars.get(name);
    if (!grammar) {
      const file = `tree-sitter-${name}.wasm`;
      grammar = readFile(join(this.#folder, file))
        .catch(() => readFile(join(packageRoot, 'dist', 'grammars', file)))
        .then((bytes) => (isLarge ? withoutOptimisation(() => this.library.Language.load(bytes)) : this.library.Language.load(bytes)))
        .then(
          (language) => load(this, language),
          () => null,
        );
      this.#grammars.set(name, grammar);
    }
    return grammar;
  }
}

let current: Promise<Runtime> | null = null;

/**
 * A grammar of this thread's runtime, by the name in its file name: from the runtime's package or, if it has none, from dist/grammars.
 * Null where it cannot be loaded (remembered).
 */
export async function loadGrammar(grammar: GrammarFile): Promise<LoadedGrammar | null> {
  current ??= start();
  return (await current).grammar(grammar);
}

/**
 * V8 decides when a module is loaded whether its functions are optimised later. Optimising the lexer of Swift takes 9 s of processor
 * time, that of Scala 2.5 s; unoptimised parsing takes about 1.5 times as long. Another grammar that is loaded at the same time is affected too.
 */
async function withoutOptimisation<T>(load: () => Promise<T>): Promise<T> {
  setFlagsFromString('--liftoff-only');
  try {
    return await load();
  } finally {
    setFlagsFromString('--no-liftoff-only');
  }
}

async function start(): Promise<Runtime> {
  const require = createRequire(import.meta.url);
  const path = require.resolve('@vscode/tree-sitter-wasm');
  // The package holds one module instance: a second runtime needs a second copy of the package.
  delete require.cache[path];
  const library: TreeSitter = require(path);
  const quiet = () => {};
  const module: WasmModule = { print: quiet, printErr: quiet };
  await library.Parser.init(module as unknown as Parameters<typeof library.Parser.init>[0]);
  return new Runtime(library, module, dirname(path));
}

function load(runtime: Runtime, language: Language): LoadedGrammar {
  let parser: Parser | null = null;
  const retire = () => {
    void current?.then((known) => {
      if (known === runtime) current = null;
    });
  };
  return {
    language,
    retire,
    parse(text, edited) {
      const started = threadTimeMs();
      const from = performance.now();
      const mostBytes = runtime.memoryBytes + maxGrowthBytes;
      const expired = () => {
        // However long it takes on a busy machine, it is not a thread that hangs.
        signOfLife();
        const isOver = performance.now() - from > maxParseMs && threadTimeMs() - started > maxParseMs;
        return isOver || runtime.memoryBytes > mostBytes;
      };
      try {
        if (!parser) {
          parser = new runtime.library.Parser();
          parser.setLanguage(language);
        }
        // Typed as returning nothing, but a true answer ends the parse.
        const tree = parser.parse(text, edited ?? null, { progressCallback: expired as () => void });
        // Otherwise the next parse would go on where this one stopped.
        if (!tree) parser.reset();
        if (runtime.memoryBytes > maxGrowthBytes) retire();
        return tree;
      } catch {
        retire();
        return null;
      }
    },
  };
}
