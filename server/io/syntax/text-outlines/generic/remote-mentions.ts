/** What Erlang code names: `cart:total(Items)` of another module, `total(Items)`, `fun total/1`, `?LIMIT`, `#item{}`, types in specifications. */
import type { ReferenceKind } from '../../../../core/model/symbol.js';
import type { Source } from './source.js';

/** A function with the module before it. */
const called = /(?<![\w@?#.:])(?:(\??[a-zA-Z][\w@]*)\s?:\s?)?([a-z][\w@]*)(?=\s?\(|\/\d)/g;
const marked = /([?#])([A-Za-z_][\w@]*)/g;
/** Statements that name types, and what precedes the first of them: the name of what they describe. */
const describing = /^-(?:spec|type|opaque|callback|record)\b/;
const ofModule = /^-behaviou?r\(\s?(\w+)/;
/** Statements that name functions without using them. */
const listing = /^-(?:export|export_type|import|optional_callbacks|compile|dialyzer|ignore_xref)\b/;

type Emit = (name: string, kind: ReferenceKind, at: number, qualifier?: string) => void;

/**
 * @param keywords no functions, whatever follows them
 * @param emitImport called once for each module that functions or types are named of
 */
export function findRemoteMentions(
  { code, lines, index, codeStart, codeEnd }: Source,
  keywords: ReadonlySet<string>,
  emit: Emit,
  emitImport: (module: string, at: number) => void,
): void {
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
    if (behaviour) emit(behaviour[1] as string, 'implements', first);
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
      if (module === undefined || module === '?MODULE') emit(name, kind, at);
      else if (/^[a-z]/.test(module)) {
        if (!imported.has(module)) emitImport(module, at);
        imported.add(module);
        emit(name, kind, at, module);
      }
    }
    for (const { 1: mark, 2: name = '', index: from } of text.matchAll(marked)) {
      if (/^(?:MODULE|LINE|FILE|MODULE_STRING|FUNCTION_NAME|FUNCTION_ARITY|MACHINE)$/.test(name)) continue;
      emit(name, mark === '#' ? 'type' : text[from + 1 + name.length] === '(' ? 'call' : 'use', first + from + 1);
    }
  }
}
