/**
 * Macros around whole items: `cfg_if! { if #[cfg(unix)] { … } else { … } }`, tokio's `cfg_rt! { … }`, `lazy_static!`, `thread_local!`. To the grammar they
 * are tokens. The macro and its conditions are blanked, in the same length, so that what they hold is read like any other item.
 */
import { blank } from '../blank.js';

const hint = /\b(?:cfg_\w{1,60}|lazy_static|thread_local)!/;
const opening = /(?<![\w$])(?:\w{1,60}::){0,6}(cfg_\w{1,60}|lazy_static|thread_local)!\s{0,20}\{/g;
/** Comments, strings and characters, in which a brace is none. */
const tokens = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|\br(#{0,9})"[\s\S]*?"\1|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\\n]|\\(?:u\{\w{1,8}\}|x\w\w|.))'|[{}]/g;
const condition = /\s{0,200}if\s{1,9}#\s{0,9}\[[^{}]{1,600}\]\s{0,200}\{/y;
/** `stable: { … }`: arms of a macro of its own making. */
const arm = /\s{0,200}\w{1,60}\s{0,200}:(?!:)/y;
const alternative = /\s{0,200}else\b(?:\s{1,9}if\s{1,9}#\s{0,9}\[[^{}]{1,600}\])?\s{0,200}\{/y;

/** A text with the items of such macros outside of them. */
export function openMacros(text: string): string {
  if (!hint.test(text)) return text;
  // A macro may hold another one.
  const cleared: (readonly [from: number, to: number])[] = [];
  for (const { index, 0: head, 1: name } of text.matchAll(opening)) {
    const inside = index + head.length;
    const end = closingOf(text, inside);
    arm.lastIndex = inside;
    if (end < 0 || arm.test(text)) continue;
    cleared.push([index, inside], [end, end + 1]);
    if (name === 'cfg_if') cleared.push(...conditionsIn(text, inside));
  }
  let out = '';
  let done = 0;
  for (const [from, to] of cleared.sort((a, b) => a[0] - b[0])) {
    out += text.slice(done, from) + blank(text.slice(from, to));
    done = to;
  }
  return out + text.slice(done);
}

/** The conditions with their braces, in order. */
function* conditionsIn(text: string, start: number): Generator<readonly [from: number, to: number]> {
  for (let at = start, form = condition; ; form = alternative) {
    form.lastIndex = at;
    const found = form.exec(text);
    const end = found ? closingOf(text, form.lastIndex) : -1;
    if (!found || end < 0) return;
    yield [at, at + found[0].length];
    yield [end, end + 1];
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
