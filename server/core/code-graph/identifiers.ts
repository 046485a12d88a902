/** All identifiers of a text, without keywords, comments and strings. Code inside strings (`${x}`, f"{x}") counts. */
import { lexisOf } from '../model/language.js';
import type { Lexis, StringForm } from '../model/languages/lexis.js';
import { limits } from '../model/limits.js';
import type { Occurrence } from './facts.js';

const identifier = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const nameBehindSigil = /[\p{L}_][\p{L}\p{N}_]*/uy;
const number = /\d(?:[\w]|\.\d)*/y;
/** `rb"…"`, `u8"…"`. */
const stringPrefix = /^(?:[rbfut]{1,2}|L|u8|\$)$/i;
const member = { dot: /[^.]\.\s*$/, arrow: /(?:[^.]\.|->)\s*$/ };
/** After these a slash is a division; elsewhere in JavaScript it begins a regular expression. */
const endsValue = /[\w$)\]}'"`]$/;
const valueKeyword = /(?:^|\W)(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await)$/;
const pattern = /\/(?![*/])(?:[^\\/[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;

interface Frame {
  readonly form: StringForm | null;
  depth: number;
  readonly kind: 'code' | 'command' | 'name';
}

/** A string that is read as code, and the position of its closing mark. */
interface Quoted {
  end: number;
  close: number;
}

/** In text order, at most four times `limits.maxSymbolsPerFile`. */
export function identifiers(text: string, language: string): Occurrence[] {
  const lexis = lexisOf(language);
  const nameForm = lexis.hasSigils ? nameBehindSigil : identifier;
  const names = boundWords(text, lexis);
  const found: Occurrence[] = [];
  const most = limits.maxSymbolsPerFile * 4;
  // The strings whose code is being read, innermost last.
  const frames: Frame[] = [{ form: null, depth: 0, kind: 'code' }];
  let line = 0;
  let lineStart = 0;
  let counted = 0;
  const place = (at: number) => {
    for (let i = text.indexOf('\n', counted); i >= 0 && i < at; i = text.indexOf('\n', i + 1)) {
      line++;
      lineStart = i + 1;
    }
    counted = Math.max(counted, at);
  };
  const quoted: Quoted = { end: -1, close: 0 };
  let at = 0;
  while (at < text.length && found.length < most) {
    if (at === quoted.end) {
      at += quoted.close;
      continue;
    }
    const char = text[at] as string;
    const frame = frames.at(-1) as Frame;
    const [open, close] = frame.kind === 'command' ? '()' : '{}';
    if (frame.form && char === close && frame.depth === 0) {
      frames.pop();
      at = stringEnd(text, at + 1, frame.form, frames);
      continue;
    }
    if (char === open) frame.depth++;
    else if (char === close) frame.depth--;
    else if (char > ' ') {
      const next = skipped(text, at, lexis, frames, quoted);
      if (next > at) {
        at = next;
        continue;
      }
      number.lastIndex = at;
      if (char >= '0' && char <= '9' && number.test(text)) {
        at = number.lastIndex;
        continue;
      }
      nameForm.lastIndex = at;
      if (nameForm.test(text)) {
        const name = text.slice(at, nameForm.lastIndex);
        const next = text[nameForm.lastIndex] ?? '';
        const isPrefix = (/["']/.test(next) && stringPrefix.test(name)) || (name === '$' && next === '@');
        if (
          (!lexis.keywords.has(name) ||
            names.has(name) ||
            isMatchAt(lexis.namingKeywords, text, at) ||
            (lexis.hasSigils && text[at - 1] === '$') ||
            member[lexis.hasArrows ? 'arrow' : 'dot'].test(text.slice(Math.max(0, at - 8), at))) &&
          !isPrefix
        ) {
          place(at);
          found.push({ name, start: at, line, character: at - lineStart });
        }
        at = nameForm.lastIndex;
        if (frame.form && frame.kind === 'name') {
          frames.pop();
          at = stringEnd(text, at, frame.form, frames);
        }
        continue;
      }
    }
    at++;
  }
  return found;
}

function isMatchAt(sticky: RegExp | undefined, text: string, at: number): boolean {
  if (!sticky) return false;
  sticky.lastIndex = at;
  return sticky.test(text);
}

/** Keywords (type names) that the text declares as names of its own. */
function boundWords(text: string, { freeWords = [] }: Lexis): ReadonlySet<string> {
  const isBound = (word: string) => new RegExp(`\\b(?:const|let|var|function)\\s+${word}\\b|\\bimport\\b[^;'"]*\\b${word}\\b`).test(text);
  return new Set(freeWords.filter((word) => text.includes(word) && isBound(word)));
}

/** The end of the comment, string or regular expression that begins at `at`; `at` if there is none. */
function skipped(text: string, at: number, lexis: Lexis, frames: Frame[], quoted: Quoted): number {
  const isComment = !lexis.commentsBeginWords || at === 0 || /[\s;&|()]/.test(text[at - 1] as string);
  for (const mark of lexis.lineComments) if (isComment && text.startsWith(mark, at)) return endOf(text, '\n', at);
  for (const [open, close] of lexis.blockComments) {
    if (text.startsWith(open, at)) return endOf(text, close, at + open.length, close.length);
  }
  for (const form of lexis.strings) {
    if (!text.startsWith(form.open, at)) continue;
    if (form.prefix && !form.prefix.test(text.slice(Math.max(0, at - 4), at))) continue;
    if (form.codeBehind && !form.codeBehind.test(text.slice(Math.max(0, at - 100), at))) continue;
    const inside = at + form.open.length;
    const end = codeEnd(text, at, form);
    if (end === null) return stringEnd(text, inside, form, frames);
    quoted.end = end;
    quoted.close = form.close.length;
    return inside;
  }
  if (lexis.hasPatterns && text[at] === '/') {
    const before = text.slice(Math.max(0, at - 40), at).trimEnd();
    pattern.lastIndex = at;
    if ((!endsValue.test(before) || valueKeyword.test(before)) && pattern.test(text)) return pattern.lastIndex;
  }
  return at;
}

/** Where the code of a string ends that begins at `at` and is code as a whole; null for other strings. */
function codeEnd(text: string, at: number, { open, close, codeWhere, codeBehind }: StringForm): number | null {
  const inside = at + open.length;
  if (codeBehind) {
    const end = text.indexOf(close, inside);
    return end < 0 ? null : end;
  }
  if (!codeWhere) return null;
  codeWhere.lastIndex = inside;
  return codeWhere.test(text) && text.startsWith(close, codeWhere.lastIndex) ? codeWhere.lastIndex : null;
}

function endOf(text: string, mark: string, from: number, length = 0): number {
  const end = text.indexOf(mark, from);
  return end < 0 ? text.length : end + length;
}

/** Continues inside a string. Returns the offset after it, or after the mark that opens code inside it. */
function stringEnd(text: string, from: number, form: StringForm, frames: Frame[]): number {
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '\\' && form.escapes) at++;
    else if (form.doubles && text.startsWith(form.close + form.close, at)) at += 2 * form.close.length - 1;
    else if (text.startsWith(form.close, at)) return at + form.close.length;
    else if (char === '\n' && !form.multiline) return at;
    else if (form.code && text.startsWith(form.code, at)) {
      // `{{` is an escaped brace.
      if (form.code === '{' && text[at + 1] === '{') at++;
      else {
        frames.push({ form, depth: 0, kind: 'code' });
        return at + form.code.length;
      }
    } else if (form.command && text.startsWith(form.command, at)) {
      frames.push({ form, depth: 0, kind: 'command' });
      return at + form.command.length;
    } else if (form.sigil === char && isMatchAt(nameBehindSigil, text, at + 1)) {
      frames.push({ form, depth: 0, kind: 'name' });
      return at + 1;
    }
  }
  return text.length;
}
