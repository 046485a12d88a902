/**
 * Keywords that macros add to C++ (Qt, Boost): loops, sections of a class, signals that are sent. Each is written as what it stands for or
 * blanked, in the same length, so that every offset stays true.
 */
import { blank } from '../blank.js';

const hints = /\b(?:foreach|Q_FOREACH|BOOST_FOREACH|forever|emit|Q_EMIT|slots|Q_SLOTS|signals|Q_SIGNALS|SIGNAL|SLOT)\b/;
const endless = /\bforever(?=\s{0,20}\{)/g;
const sent = /\b(?:emit|Q_EMIT)(?=\s{1,20}[A-Za-z_:(])/g;
const slots = /^([ \t]{0,40}(?:public|protected|private)[ \t]{1,20})(slots|Q_SLOTS)(?=[ \t]*:(?!:))/gm;
const signals = /^([ \t]{0,40})(signals|Q_SIGNALS)(?=[ \t]*:(?!:))/gm;
/** `SIGNAL(activated(int))`: the types are no values. */
const signature = /\b((?:SIGNAL|SLOT)\(\s{0,20}\w{1,100}\s{0,20}\()([^();{}]{1,400})(?=\)\s{0,20}\))/g;
const loop = /\b(foreach|Q_FOREACH|BOOST_FOREACH)\s{0,20}\(/g;

/** Characters of the arguments of a loop. */
const MAX_ARGUMENTS = 600;

/** `enum : uint8_t { … }`, which the grammar does not know without a name. */
const unnamedEnum = /\benum(\s{0,40}:(?!:)[\s\w:]{1,80}?)(?=\s{0,40}\{)/g;

/** Enumerations without a name, whatever type they have. */
export const plainEnums = (text: string): string =>
  text.includes('enum') ? text.replace(unnamedEnum, (_, base: string) => `enum${blank(base)}`) : text;

export function plainKeywords(text: string): string {
  if (!hints.test(text)) return text;
  const instead = (write: string) => (word: string, at: number, whole: string) =>
    beginsStatement(whole, at) ? write.padEnd(word.length) : word;
  const plain = text
    .replace(endless, instead('for(;;)'))
    .replace(sent, instead(''))
    .replace(slots, (_, access: string, word: string) => access + blank(word))
    .replace(signals, (_, indent: string, word: string) => indent + 'public'.padEnd(word.length))
    .replace(signature, (_, head: string, types: string) => head + blank(types));
  return plainLoops(plain);
}

/** `foreach (Item *item, items)` as `for (Item *item : items)`; without a type `while (item, items)`. */
function plainLoops(text: string): string {
  let out = '';
  let done = 0;
  for (const { index, 0: head, 1: word = '' } of text.matchAll(loop)) {
    const open = index + head.length;
    const comma = beginsStatement(text, index) ? commaOf(text, open) : -1;
    if (comma < 0 || index < done) continue;
    const isTyped = /\w[\s*&>]+\w+\s*$/.test(text.slice(open, comma));
    const [keyword, mark] = isTyped ? ['for', ':'] : ['while', ','];
    out += `${text.slice(done, index)}${keyword.padEnd(word.length)}${text.slice(index + word.length, comma)}${mark}`;
    done = comma + 1;
  }
  return out + text.slice(done);
}

/** Whether a statement begins at an offset: behind another one, a comment, a bracket, a colon, or a word such as `else`. */
function beginsStatement(text: string, at: number): boolean {
  let end = at;
  while (end > 0 && text.charCodeAt(end - 1) <= 32) end--;
  if (text.startsWith('::', end - 2)) return false;
  if (end === 0 || ';{}):/'.includes(text[end - 1] as string)) return true;
  // Behind a comment, or the word before.
  const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
  return end < at && (/\b(?:else|do)$/.test(line) || (line.includes('//') && text.slice(end, at).includes('\n')));
}

/** The first comma between arguments; negative where there is none. */
function commaOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + MAX_ARGUMENTS); at++) {
    const char = text[at] as string;
    if ('([{'.includes(char)) depth++;
    else if (')]}'.includes(char) && --depth < 0) return -1;
    else if (char === ',' && depth === 0) return at;
  }
  return -1;
}
