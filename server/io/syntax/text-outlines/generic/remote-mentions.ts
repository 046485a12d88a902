/** What Erlang code names: `cart:total(Items)` of another module, `total(Items)`, `fun total/1`, `?LIMIT`, `#item{}`, types in specifications. */
import type { MentionScanner } from './mention-sink.js';

/** A function with the module before it. */
const called = /(?<![\w@?#.:])(?:(\??[a-zA-Z][\w@]*)\s?:\s?)?([a-z][\w@]*)(?=\s?\(|\/\d)/g;
const marked = /([?#])([A-Za-z_][\w@]*)/g;
/** Statements that name types, and what precedes the first of them: the name of what they describe. */
const describing = /^-(?:spec|type|opaque|callback|record)\b/;
const ofModule = /^-behaviou?r\(\s?(\w+)/;
/** Statements that name functions without using them. */
const listing = /^-(?:export|export_type|import|optional_callbacks|compile|dialyzer|ignore_xref)\b/;

/** Each module that functions or types are named of is an import. */
export const findRemoteMentions: MentionScanner = (source, symbols, { keywords }, sink) => {
  const { code, lines, index, codeStart, codeEnd } = source;
  const own = symbols.findIndex(({ kind }) => kind === 'module');
  const imported = new Set<string>();
  /** Of the statement that a line is part of. */
  let statement = '';
  let isNew = true;
  for (let line = 0; line < lines; line++) {
    const first = codeStart[line] as number;
    if (first < 0) continue;
    const end = Math.min(codeEnd[line] as number, index.offsetOf(line + 1));
    const text = code.slice(first, end);
    if (isNew) statement = /^-\w*/.exec(text)?.[0] ?? '';
    isNew = text.endsWith('.');
    if (listing.test(statement)) continue;
    const behaviour = ofModule.exec(text);
    if (behaviour) sink.base(own, behaviour[1] as string, 'implements', first);
    const isType = describing.test(statement);
    // What an attribute is called, and what it describes, is not used by it.
    const skipped = text.startsWith('-') ? (isType ? /^-\w+\s?\(?\s?\w*/ : /^-\w+/).exec(text)?.[0].length : 0;
    for (const found of text.matchAll(called)) {
      const [whole, module, name = ''] = found;
      const at = first + found.index + whole.length - name.length;
      if (found.index < (skipped ?? 0) || keywords.has(name)) continue;
      const isCall = text[found.index + whole.length] !== '/';
      if (!isCall && !/\bfun\s$/.test(text.slice(0, found.index))) continue;
      const kind = isType ? 'type' : 'call';
      if (module === undefined || module === '?MODULE') sink.mention(name, kind, at);
      else if (/^[a-z]/.test(module)) {
        if (!imported.has(module) && module !== symbols[own]?.name) sink.imported(module, module, at);
        imported.add(module);
        sink.mention(name, kind, at, module);
      }
    }
    for (const { 1: mark, 2: name = '', index: from } of text.matchAll(marked)) {
      if (/^(?:MODULE|LINE|FILE|MODULE_STRING|FUNCTION_NAME|FUNCTION_ARITY|MACHINE)$/.test(name)) continue;
      sink.mention(name, mark === '#' ? 'type' : text[from + 1 + name.length] === '(' ? 'call' : 'use', first + from + 1);
    }
  }
};
