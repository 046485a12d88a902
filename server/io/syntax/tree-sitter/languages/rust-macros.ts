/**
 * Macros around whole items: `cfg_if! { if #[cfg(unix)] { … } else { … } }`, tokio's `cfg_rt! { … }`, `lazy_static!`, `thread_local!`, and all others
 * that hold an item first (`pin_project! { pub struct Body { … } }`). To the grammar they are tokens. The macro and its conditions are blanked, in
 * the same length, so that what they hold is read like any other item.
 */
import { blank } from '../blank.js';

const opening = /(?<![\w$])(?:\w{1,60}::){0,6}(\w{1,60})!\s{0,20}\{/g;
const knownMacro = /^(?:cfg_\w+|lazy_static|thread_local)$/;
/** Macros that hold patterns of code. */
const patternMacro = /^(?:macro_rules|prop_compose)$|quote|string|doc|expect|assert|snapshot/;
/** An item as the grammar knows it; that of `bitflags!` (`struct Flags: u32 { … }`) is none. */
const item =
  /(?:pub(?:\([^)]{1,60}\))?\s{1,9})?(?:(?:async|unsafe|const|extern(?:\s{1,9}"C")?)\s{1,9}){0,3}(?:struct|enum|union|trait|fn|mod|impl|type|static)\s{1,9}(?!\w{1,100}\s{0,9}:(?!:))[\w<]/y;
/** Comments, strings and characters, in which a brace is none. */
const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\br(#{0,9})"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\(?:u\{\w{1,8}\}|x\w\w|.))'|[{}]/g;
const condition = /\s{0,200}if\s{1,9}#\s{0,9}\[[^{}]{1,600}\]\s{0,200}\{/y;
/** `stable: { … }`: arms of a macro of its own making. */
const arm = /\s{0,200}\w{1,60}\s{0,200}:(?!:)/y;
/** `cfg_select!`: `unix => { … } _ => { … }`. */
const choice = /\s{0,200}[^\s{};][^{};]{0,300}=>\s{0,200}\{/y;
const alternative = /\s{0,200}else\b(?:\s{1,9}if\s{1,9}#\s{0,9}\[[^{}]{1,600}\])?\s{0,200}\{/y;

/** The offset of what follows blanks, comments and attributes. */
function behindComments(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('//', at)) at = text.indexOf('\n', at);
    else if (text[at] === '#') at = text.indexOf(']', at);
    else if (text.charCodeAt(at) > 32) return at;
    if (at < 0) break;
  }
  return text.length;
}

interface Written {
  readonly start: number;
  readonly end: number;
  /** In place of the text, padded to its length. */
  readonly text: string;
}

/** `str!["…"]`, which snapshot tests have: to the grammar the name is that of a type. */
const macroNamedLikeType = /(?<![\w$:])str(?=!\s{0,9}[[({])/g;

/** A text with the items of such macros outside of them. */
export function openMacros(source: string): string {
  if (!/\w!\s{0,20}[[({]/.test(source)) return source;
  const text = source.replace(macroNamedLikeType, 'Str');
  // A macro may hold another one.
  const written: Written[] = [];
  for (const { index, 0: head, 1: name = '' } of text.matchAll(opening)) {
    if (text.slice(text.lastIndexOf('\n', index) + 1, index).includes('//')) continue;
    const inside = index + head.length;
    arm.lastIndex = inside;
    item.lastIndex = behindComments(text, inside);
    const isOpened = knownMacro.test(name) ? !arm.test(text) : !patternMacro.test(name) && item.test(text);
    const end = isOpened ? closingOf(text, inside) : -1;
    if (end < 0) continue;
    const conditions = [...conditionsIn(text, name, inside)];
    if (conditions.some(({ end: to }, i) => holdsValue(text, to, conditions[i + 1]?.start ?? end))) continue;
    written.push({ start: index, end: inside, text: '' }, ...conditions);
    if (!knownMacro.test(name)) written.push(...plainStrategies(text, inside, end), ...behindItems(text, inside, end));
    // The last of some statics may have no semicolon.
    written.push({ start: end, end: end + 1, text: /^(?:lazy_static|thread_local)$/.test(name) ? ';' : '' });
  }
  let out = '';
  let done = 0;
  for (const { start, end, text: instead } of written.sort((a, b) => a.start - b.start)) {
    if (start < done) continue;
    out += text.slice(done, start) + instead + blank(text.slice(start + instead.length, end));
    done = end;
  }
  return out + text.slice(done);
}

/** A branch that is an expression, not items or statements. */
const holdsValue = (text: string, start: number, end: number): boolean => /[^;{}\s]\s*\}?\s*$/.test(text.slice(start, end));

/** What a macro adds behind its last item: `fn open() { … } ?= null()`. */
function* behindItems(text: string, start: number, end: number): Generator<Written> {
  const behind = /[;}]([^;{}]{1,400})$/.exec(text.slice(start, end))?.[1] ?? '';
  if (behind.trim() && !behind.includes('//')) yield { start: end - behind.length, end, text: '' };
}

const parameters = /\bfn\s{1,9}\w{1,100}\s{0,9}\(/g;
/** `count in 0..10` of `proptest!`, up to the comma; arguments of a call may hold one. */
const strategy = /(?<=[\w)]) in\b(?:[^,()]|\((?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,99}\)){0,99}\)){1,400}/g;

/** Parameters of property tests with a type instead of what their values are taken from. */
function* plainStrategies(text: string, start: number, end: number): Generator<Written> {
  if (!text.slice(start, end).includes(' in ')) return;
  for (const { index, 0: head } of text.slice(start, end).matchAll(parameters)) {
    const from = start + index + head.length;
    const to = text.indexOf('{', from);
    if (to < 0 || to > end) return;
    for (const { index: at, 0: part } of text.slice(from, to).matchAll(strategy))
      yield { start: from + at, end: from + at + part.trimEnd().length, text: ':T' };
  }
}

/** The conditions with their braces, in order. */
function* conditionsIn(text: string, macro: string, start: number): Generator<Written> {
  if (macro !== 'cfg_if' && macro !== 'cfg_select') return;
  const [first, next] = macro === 'cfg_if' ? [condition, alternative] : [choice, choice];
  for (let at = start, form = first; ; form = next) {
    form.lastIndex = at;
    const found = form.exec(text);
    const end = found ? closingOf(text, form.lastIndex) : -1;
    if (!found || end < 0) return;
    yield { start: at, end: at + found[0].length, text: '' };
    yield { start: end, end: end + 1, text: '' };
    at = end + 1;
  }
}

/** Offset of the brace that closes one opened before `from`; -1 where none does. */
function closingOf(text: string, from: number): number {
  let depth = 1;
  tokens.lastIndex = from;
  for (let found = tokens.exec(text); found; found = tokens.exec(text)) {
    if (found[0] === '{') depth++;
    else if (found[0] === '}' && --depth === 0) return found.index;
  }
  return -1;
}
