/**
 * Resolves the unqualified names of a Python file from its text alone: a parameter or variable of a function, a name of the module, or a
 * builtin, which nothing in the file binds. In doubt the result is `unclear`, and a server is asked.
 */

export type Scoped =
  /** A variable of a function: no edges refer to it. */
  | 'local'
  /** The same symbol in the whole file. */
  | 'module'
  /** Defined by the language. */
  | 'builtin'
  /** Imported from a module that is not in the workspace. */
  | 'library'
  | 'unclear';

interface Block {
  readonly start: number;
  /** End of the head. Defaults and annotations in it belong to the enclosing scope. */
  readonly bodyStart: number;
  end: number;
  readonly isFunction: boolean;
  readonly indent: number;
  /** Parameters and variables; for a class, the names that its body binds. */
  readonly bound: Set<string>;
}

const quotedOrComment =
  /"""(?:\\[\s\S]|(?!""")[^\\])*"""|'''(?:\\[\s\S]|(?!''')[^\\])*'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#[^\n]*/g;
const header = /^(?:async\s+)?(def|class)\s+(\w+)/;
const word = /[\p{L}_][\p{L}\p{N}_]*/gu;
const targets = [
  /^([^=()[\]{}:]*(?:\([^()=]*\)[^=()[\]{}:]*)?)(?::[^=]*)?(?:[-+*/%&|^@]|\/\/|\*\*|>>|<<)?=(?!=)/,
  /^(\w+)\s*:[^=]*$/,
  /^(?:async\s+)?for\s+([^:=]+?)\s+in\b/,
];
const named = /\bas\s+(\([\w\s,]*\)|\w+)/g;
const imported = /^(?:from|import)\b/;
/** Bindings that hold for a part of the function only. */
const passing = /(?<!^(?:async\s+)?)\bfor\s+([\w\s,()*]{1,400}?)\s+in\b|\blambda\b([^:]{0,400}):|(?<!\w)(\w+)\s*:=|^case\b([\s\S]*)$/g;
/** Bindings that are not analysed. */
const unsure = /^(?:global|nonlocal|del|type)\s+([\w\s,]+)/g;
/** Without a group for a relative import. */
const importedFrom = /^from\s+([\p{L}_][\p{L}\p{N}_]*)?/u;
const importedNames = /\bimport\b([\s\S]*)$/;

export class PythonScopes {
  readonly #blocks: Block[] = [];
  readonly #module = new Set<string>();
  /** By outermost enclosing block. */
  readonly #unsure = new Map<Block | null, Set<string>>();
  readonly #passing = new Map<Block, Set<string>>();
  readonly #libraries = new Set<string>();
  readonly #modules: ReadonlySet<string> | null;
  /** Offsets of parameter names and of statements. */
  readonly #parameters = new Set<number>();
  readonly #starts = new Set<number>();
  #importsAll = false;

  /** `modules`: names of folders and files in the workspace; null if not known. */
  constructor(text: string, modules: ReadonlySet<string> | null = null) {
    this.#modules = modules;
    const bare = text.replace(quotedOrComment, (found) => ' '.repeat(found.length));
    const open: Block[] = [];
    for (const { statement, start, indent } of statements(bare)) {
      while (open.length > 0 && indent <= (open.at(-1) as Block).indent) (open.pop() as Block).end = start;
      const inside = open.at(-1) ?? null;
      const outermost = open[0] ?? null;
      this.#starts.add(start);
      const head = header.exec(statement);
      if (!head) {
        this.#read(statement, inside, outermost);
        continue;
      }
      const name = head[2] as string;
      if (inside?.isFunction) this.#doubt(outermost, name);
      else this.#bind(inside, name);
      const { parameters, end } = readHead(statement, head[0].length);
      const isFunction = head[1] === 'def';
      const block: Block = { start, bodyStart: start + end, end: bare.length, isFunction, indent, bound: new Set() };
      if (isFunction) {
        for (const { name, at } of parameters) {
          block.bound.add(name);
          this.#parameters.add(start + at);
        }
      }
      this.#blocks.push(block);
      open.push(block);
      this.#read(statement.slice(0, end), inside, open[0] as Block);
      this.#read(statement.slice(end).trimStart(), block, open[0] as Block);
    }
  }

  #read(statement: string, inside: Block | null, outermost: Block | null): void {
    const isImport = imported.test(statement);
    const from = importedFrom.exec(statement);
    const module = from && (from[1] ?? '');
    const isOfLibrary = module !== null && this.#isLibrary(module);
    if (isImport && !isOfLibrary && /\*\s*$/.test(statement)) this.#importsAll = true;
    for (const form of isImport || header.test(statement) ? [] : targets)
      for (const name of boundWords(form.exec(statement)?.[1] ?? '')) this.#bind(inside, name);
    if (isImport) this.#import(importedNames.exec(statement)?.[1] ?? '', module, outermost);
    else for (const [, names = ''] of statement.matchAll(named)) for (const name of bareWords(names)) this.#bind(inside, name);
    if (module && !isOfLibrary) this.#doubt(outermost, module);
    for (const [, names = ''] of statement.matchAll(unsure)) for (const name of bareWords(names)) this.#doubt(outermost, name);
    for (const [, ...groups] of statement.matchAll(passing)) {
      for (const name of groups.flatMap((names) => bareWords(names ?? ''))) {
        if (outermost) add(this.#passing, outermost, name);
        else this.#doubt(null, name);
      }
    }
  }

  /** A name imported inside a function is not a variable of it. With an alias only the alias is bound. */
  #import(list: string, module: string | null, outermost: Block | null): void {
    for (const one of list.split(',')) {
      const [name, alias] = bareWords(one.replace(/\bas\b/, ' '));
      const bound = alias ?? name;
      if (name === undefined || bound === undefined) continue;
      if (alias !== undefined) this.#doubt(outermost, name);
      if (this.#isLibrary(module ?? name)) {
        if (outermost) add(this.#passing, outermost, bound);
        else this.#libraries.add(bound);
        continue;
      }
      if (outermost === null) this.#bind(null, bound);
      else this.#doubt(outermost, bound);
    }
  }

  #isLibrary(module: string): boolean {
    return this.#modules !== null && module !== '' && !this.#modules.has(module);
  }

  #bind(block: Block | null, name: string): void {
    (block?.bound ?? this.#module).add(name);
  }

  #doubt(outermost: Block | null, name: string): void {
    if (outermost === null) this.#module.add(name);
    add(this.#unsure, outermost, name);
  }

  /** Names that can follow a dot: those of the module and of its classes. */
  get members(): ReadonlySet<string> {
    const classes = this.#blocks.filter(({ isFunction }) => !isFunction);
    return new Set([...this.#module, ...classes.flatMap(({ bound }) => [...bound])]);
  }

  /** Resolves a name that has nothing before it. */
  tell(name: string, at: number): Scoped {
    if (this.#parameters.has(at)) return 'local';
    const around = this.#blocks.filter((block) => block.start <= at && at < block.end);
    if (this.#unsure.get(around[0] ?? null)?.has(name)) return 'unclear';
    const owner = around.findLast(({ bound }) => bound.has(name));
    if (owner) return owner.isFunction && at >= owner.bodyStart ? 'local' : 'unclear';
    if (around[0] && this.#passing.get(around[0])?.has(name)) return this.#module.has(name) || this.#importsAll ? 'unclear' : 'local';
    if (this.#module.has(name)) return this.#libraries.has(name) ? 'unclear' : 'module';
    if (this.#libraries.has(name)) return 'library';
    const isBoundElsewhere = [...this.#unsure.values(), ...this.#blocks.map(({ bound }) => bound)].some((names) => names.has(name));
    return this.#importsAll || isBoundElsewhere ? 'unclear' : 'builtin';
  }

  /** Start of the innermost enclosing class; -1 outside of classes. */
  classAround(at: number): number {
    return this.#blocks.findLast((block) => !block.isFunction && block.start <= at && at < block.end)?.start ?? -1;
  }

  /** Whether a name before `=` is a keyword argument, and not a parameter or a variable. */
  isArgument(at: number): boolean {
    return !this.#starts.has(at) && !this.#parameters.has(at);
  }
}

/** Logical lines: brackets join lines. Strings and comments are already blank. */
function* statements(text: string): Generator<{ statement: string; start: number; indent: number }> {
  let depth = 0;
  let start = 0;
  let indent = 0;
  let isLineStart = true;
  for (let at = 0; at <= text.length; at++) {
    const char = text[at] ?? '\n';
    if (char === '\\') at++;
    else if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) depth = Math.max(0, depth - 1);
    else if (at >= text.length || ((char === '\n' || char === ';') && depth === 0)) {
      const line = text.slice(start, at);
      const statement = line.trim();
      const blanks = line.length - line.trimStart().length;
      if (isLineStart) indent = blanks;
      if (statement !== '') yield { statement, start: start + blanks, indent };
      start = at + 1;
      isLineStart = char === '\n';
    }
  }
}

/** Parameters (for a class: its bases), and the end of the head. */
function readHead(statement: string, from: number): { parameters: { name: string; at: number }[]; end: number } {
  const parameters: { name: string; at: number }[] = [];
  let depth = 0;
  let isListed = false;
  for (let at = from; at < statement.length; at++) {
    const char = statement[at] as string;
    if (depth === 0 && char === '(') isListed = true;
    if (isListed && (char === '(' ? depth === 0 : char === ',' && depth === 1)) {
      const found = /^[\s*/,]*([\p{L}_][\p{L}\p{N}_]*)/u.exec(statement.slice(at + 1));
      if (found) parameters.push({ name: found[1] as string, at: at + 1 + found[0].length - (found[1] as string).length });
    }
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char)) {
      if (--depth === 0) isListed = false;
    } else if (char === ':' && depth === 0) return { parameters, end: at + 1 };
  }
  return { parameters, end: statement.length };
}

function add<K>(sets: Map<K, Set<string>>, key: K, name: string): void {
  const there = sets.get(key);
  if (there) there.add(name);
  else sets.set(key, new Set([name]));
}

/** Unqualified names. */
function bareWords(text: string): string[] {
  return [...text.matchAll(word)].filter(({ index }) => !/\.\s*$/.test(text.slice(0, index))).map(([name]) => name);
}

/** Unqualified names that an assignment binds: not `a` in `a.b = c`. */
function boundWords(text: string): string[] {
  return bareWords(text.replace(/(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*(?=\s*\.)/gu, ''));
}

/** Replaces comments by blanks, so that a full stop at the end of a comment is not taken for code. */
export const withoutComments = (text: string): string =>
  text.replace(quotedOrComment, (found) => (found.startsWith('#') ? ' '.repeat(found.length) : found));
