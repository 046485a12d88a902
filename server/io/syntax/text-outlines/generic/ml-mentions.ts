/** What OCaml code names: `Cart.total items` by the path before it, `total items` where the file or an opened module defines it. */
import type { OutlineSymbol } from '../../../../core/model/symbol.js';
import { containerKinds } from './grammar.js';
import type { MentionScanner } from './mention-sink.js';

/** A name with the modules before it. What a dot, a label or a quote precedes is a field, a label, a type variable. */
const qualifiedName = /(?<![\w'.~?`#])((?:[A-Z][\w']*\s?\.\s?)*)([A-Za-z_][\w']*)/g;
const opened = /(?<![\w'])(?:open|include)!?\s+([A-Z][\w.']*)/g;
const alias = /(?<![\w'])module\s+([A-Z][\w']*)\s*=\s*([A-Z][\w.']*)(?!\s*\()/g;
/** Where names are bound: definitions up to `=`, functions and cases up to their arrow. */
const binders =
  /(?<![\w'])(?:let|and)(?![\w'])(?:\?\([^)]{0,200}\)|(?!\?\()[^=]){0,500}|(?<![\w'])for\s[^=]{0,100}|(?:(?<![\w'])(?:fun|function|with)(?![\w'])|\|)[^|]{0,300}?->/g;
/** What begins a guard, whose names are used. */
const guard = /(?<![\w'])when(?![\w'])/;
const lowerName = /(?<![\w'.])[a-z_][\w']*/g;
/** Behind a name: an argument, or what takes it as one. */
const argument = /^\s*(?:[~?("'[{\w]|@@)/;
const piped = /(?:\|>|@@|>>[=|]|<\$>)\s*$/;

/** Modules that a file opens; names of more are not looked for. */
const MAX_OPENED = 3;
/** Characters of a function in which bound names are looked for. */
const MAX_BODY = 20_000;

/** The names that a file mentions, in order, and once for each module outside of it an import of what holds it. */
export const findMlMentions: MentionScanner = ({ code }, symbols, { keywords }, { mention, imported }) => {
  const aliases = new Map([...code.matchAll(alias)].map(([, name = '', path = '']) => [name, path]));
  const opens = [...new Set([...code.matchAll(opened)].map(([, path = '']) => withoutAlias(path, aliases)))].slice(-MAX_OPENED);
  const own = new Set(symbols.map(({ name }) => name));
  const declared = new Set(symbols.map(({ nameSpan }) => nameSpan.start));
  const boundAt = boundNames(code, symbols);
  const named = new Set<string>();
  const needsModule = (path: string, at: number): void => {
    const [first = '', second] = path.split('.');
    const module = second === undefined ? first : `${first}.${second}`;
    if (own.has(first) || named.has(module)) return;
    named.add(module);
    imported(second ?? first, module, at);
  };
  for (const { 0: text, 1: written = '', 2: name = '', index } of code.matchAll(qualifiedName)) {
    const at = index + text.length - name.length;
    if (declared.has(at) || keywords.has(name)) continue;
    const path = withoutAlias(written.replace(/\s/g, '').slice(0, -1), aliases);
    const isCapital = /^[A-Z]/.test(name);
    if (path !== '') {
      needsModule(path, at);
      mention(name, 'use', at, path);
    } else if (isCapital) {
      // `Position.(a + b)`, `(module Position)`: a module; else a constructor or an exception.
      if (code[at + name.length] === '.') needsModule(withoutAlias(name, aliases), at);
      mention(name, 'use', at);
    } else if (!boundAt(at).has(name)) {
      if (own.has(name)) mention(name, 'use', at);
      else if (
        opens.length &&
        name.length > 2 &&
        (argument.test(code.slice(at + name.length, at + name.length + 20)) || piped.test(code.slice(Math.max(0, at - 10), at)))
      )
        for (const module of opens) mention(name, 'use', at, module);
    }
  }
};

/** A path whose first module the file gives another name: `module D = Store.Document` makes `D.get` one of `Store.Document`. */
function withoutAlias(path: string, aliases: ReadonlyMap<string, string>): string {
  const first = /^[^.]*/.exec(path)?.[0] ?? '';
  const target = aliases.get(first);
  return target === undefined || target === first ? path : `${target}${path.slice(first.length)}`;
}

/** The names that are bound around rising offsets: in the function around them, else in the code between two definitions. */
function boundNames(code: string, symbols: readonly OutlineSymbol[]): (at: number) => ReadonlySet<string> {
  const stack: OutlineSymbol[] = [];
  let next = 0;
  let end = 0;
  let names: ReadonlySet<string> = new Set();
  return (at) => {
    if (at < end) return names;
    let start = 0;
    for (let symbol = symbols[next]; symbol !== undefined && symbol.span.start <= at; symbol = symbols[++next]) {
      while ((stack.at(-1)?.span.end ?? Number.POSITIVE_INFINITY) <= symbol.span.start) stack.pop();
      stack.push(symbol);
    }
    while ((stack.at(-1)?.span.end ?? Number.POSITIVE_INFINITY) <= at) start = stack.pop()?.span.end ?? start;
    const owner = stack.at(-1);
    end = Math.min(symbols[next]?.span.start ?? code.length, owner?.span.end ?? code.length);
    if (owner && !containerKinds.has(owner.kind)) start = owner.span.start;
    else {
      // Code at the top of a file, `let () = …`: one definition after another.
      const before = code.slice(Math.max(0, at - MAX_BODY), at).lastIndexOf('\nlet');
      const behind = code.slice(at, at + MAX_BODY).indexOf('\nlet');
      start = Math.max(start, owner?.span.start ?? 0, Math.max(0, at - MAX_BODY) + Math.max(0, before));
      if (behind >= 0) end = Math.min(end, at + behind);
    }
    end = Math.max(end, at + 1);
    names = namesIn(code.slice(start, Math.min(end, start + MAX_BODY)));
    return names;
  };
}

function namesIn(body: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [text] of body.matchAll(binders)) {
    const pattern = text.split(guard, 1)[0] ?? '';
    for (const [name] of pattern.matchAll(lowerName)) names.add(name);
  }
  return names;
}
