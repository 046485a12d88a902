/**
 * Finds secrets that have no form of their own by the name that they are given to: `DB_PASSWORD = "…"`, `setPassword("…")`,
 * `<password>…</password>`. Pure. Every pattern is sticky or bounded, so that time is linear in the length of the text.
 */
import { looksSecret } from './looks-secret.js';
import { lineBefore, type Mark } from './mark.js';

const keyword =
  /pass(?:word|wd|phrase|code)?|pwd|secret|token|credential|dockerconfigjson|(?:api|app|access|account|auth|private|signing|encryption|master|shared|service|license|storage)[_-]?key|conn(?:ection)?[_-]?str(?:ing)?|identified[ \t]{1,4}by/gi;
/** The rest of a name and what closes it. */
const restOfName = /([\w-]{0,40})(["'`\])}]{0,3})/y;
/** Names of properties of a secret, such as its path or length. */
const aboutSecret =
  /(?:names?|types?|ur[li]s?|paths?|files?|fields?|headers?|prefix|suffix|ids?|regex|pattern|format|label|class|kind|policy|length|size|endpoint|algorithm|hint|text|title|izer|message|error|param|parameter|input|selector|column)$/i;

/** A string begins: its prefix and its quote. */
const openQuote = /(?:[uUbBrRfFnNL@$]{0,2}|String\.raw)("""|'''|["'`])/y;
const type = String.raw`(?:[ \t]{0,8}:[ \t]{0,4}[&A-Za-z_][\w<>.&?' ]{0,40}(?=[ \t]{0,4}=)|[ \t]{1,4}[A-Za-z.*]{2,20}(?=[ \t]{1,4}=)|\[\]|[ \t]{0,4}\{[ \t]*get;[^}\n]{0,30}\})?`;
const operator = String.raw`[ \t]{0,20}(?:=>|:=|<-|={1,3}|!={1,2}|:|\?\?=?|\|\|=?|\{(?=["']))\s{0,20}`;
/** Also with a type before the sign. */
const assignments = [new RegExp(operator, 'y'), new RegExp(type + operator, 'y')];
/** `String::from("…")`, `bytes("…")`, `ConvertTo-SecureString "…"`: a call around the value. */
const wrapper = /[\w:.-]{1,40}(?:\(\s{0,4}|[ \t])(?=[@bu]?["'])/y;
/** `setPassword("…")`; `put("password", "…")`; `storePassword "…"`; the default of a variable; an XML attribute or a YAML value. */
const toQuoted: readonly RegExp[] = [
  /[ \t]{0,2}\(\s{0,20}/y,
  /[ \t]{0,2},\s{0,20}/y,
  /[ \t]{1,20}/y,
  /\s{0,40}(?:value|default)[ \t]{0,4}[=:][ \t]{0,20}/iy,
  /[ \t]{0,4}\{\s{0,40}(?:(?:description|type|sensitive)[^\n]{0,200}\n\s{0,40}){0,4}default[ \t]{0,20}=[ \t]{0,4}/y,
];
const element = /[ \t]{0,2}>[ \t]{0,8}([^<>\s]{6,256})[ \t]{0,8}<\//y;
/** Words that a value follows without quotes: Dockerfile, netrc, command lines. */
const spacedLine = /(?:^\s*(?:ENV|ARG)[ \t]+[\w-]{0,40}|\blogin[ \t]+\S+[ \t]+|^\s*|[ \t]--?[\w-]{0,20})$/;

/** A whole line that assigns: environment, YAML, INI, properties; a comment of one; a Dockerfile's ENV; .npmrc. */
const assigningLine = /^\s*(?:(?:#|\/\/|--|;|\*)\s*)?(?:(?:export|set|setenv|env|arg|-|[\w./-]+:)\s+)?["']?[\w.\-/:@]*$/i;
/** A variable of the environment inside a line, `PGPASSWORD=…`: no blanks around the sign. */
const variable = /(?:^|[\s"'`])[A-Za-z_][\w.-]{0,40}$/;

export function assignedSecrets(text: string, mark: Mark): void {
  keyword.lastIndex = 0;
  for (let hit = keyword.exec(text); hit; hit = keyword.exec(text)) {
    restOfName.lastIndex = keyword.lastIndex;
    const [, rest = '', closing = ''] = restOfName.exec(text) ?? [];
    // `passive` and `passengers` are other words.
    if (aboutSecret.test(rest) || (hit[0].length === 4 && /^[a-z]/.test(rest))) continue;
    const at = restOfName.lastIndex;
    const found = valueAt(text, hit.index, closing, at);
    if (!found) continue;
    mark(found.start, found.start + found.length, `value of a ${kindOf(hit[0])}`);
    keyword.lastIndex = found.start + found.length;
  }
}

function kindOf(name: string): string {
  if (/^(?:pass|pwd|ident)/i.test(name)) return 'password';
  if (/key$/i.test(name)) return 'key';
  return /^(?:secret|token)$/i.test(name) ? name.toLowerCase() : 'credential';
}

interface Value {
  readonly start: number;
  readonly length: number;
}

function valueAt(text: string, nameAt: number, closing: string, at: number): Value | null {
  const next = text.charCodeAt(at);
  // Letters, dots and other code after the name: there is no value.
  if (next > 62 && next !== 91 && next !== 123 && next !== 124) return null;
  for (const assignment of assignments) {
    assignment.lastIndex = at;
    const sign = assignment.exec(text)?.[0];
    if (sign === undefined) continue;
    const start = assignment.lastIndex;
    const value = quotedAt(text, start) ?? quotedAt(text, afterWrapper(text, start)) ?? bareAt(text, nameAt, start, sign);
    if (value) return value;
  }
  for (const way of toQuoted) {
    way.lastIndex = at;
    if (!way.test(text)) continue;
    const value = quotedAt(text, way.lastIndex);
    if (value) return value;
  }
  element.lastIndex = at;
  const content = element.exec(text)?.[1];
  if (content !== undefined) return looksSecret(content, 'quoted') ? { start: text.indexOf(content, at), length: content.length } : null;
  if (closing !== '' || (next !== 32 && next !== 9) || !spacedLine.test(lineBefore(text, nameAt, 120))) return null;
  const blanks = /^\s{1,20}/.exec(text.slice(at, at + 20))?.[0].length ?? 0;
  return bareValue(text, at + blanks, 'word');
}

function afterWrapper(text: string, start: number): number {
  wrapper.lastIndex = start;
  return wrapper.test(text) ? wrapper.lastIndex : start;
}

/** Up to the closing quote on the same line; null if there is none within 512 characters. */
function quotedAt(text: string, start: number): Value | null {
  openQuote.lastIndex = start;
  const quote = openQuote.exec(text)?.[1];
  if (quote === undefined) return null;
  const from = openQuote.lastIndex;
  const part = text.slice(from, from + 513);
  const length = part.indexOf(quote);
  return length > 0 && looksSecret(part.slice(0, length), 'quoted') ? { start: from, length } : null;
}

/** A value without quotes: the rest of a line that assigns, or of a word `NAME=value`. */
function bareAt(text: string, nameAt: number, start: number, sign: string): Value | null {
  const before = lineBefore(text, nameAt, 120);
  if (assigningLine.test(before)) {
    const value = bareValue(text, start, 'line');
    if (value) return value;
  }
  return sign === '=' && variable.test(`${before}${text.slice(nameAt, nameAt + 1)}`) ? bareValue(text, start, 'word') : null;
}

function bareValue(text: string, start: number, extent: 'line' | 'word'): Value | null {
  const part = text.slice(start, start + 300);
  const word = /^[^\s"'`,;<>()]{8,256}/.exec(part)?.[0];
  if (word === undefined) return null;
  // `config.password = opt.password` hands a value on.
  if (/^[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){1,6}$/.test(word) && word.slice(word.lastIndexOf('.')).search(keyword) > 0) return null;
  const after = part.slice(word.length);
  const ends = extent === 'line' ? /^[ \t]*(?:[#;][^\r\n]*)?(?=[\r\n]|$)/ : /^(?:[\s`"']|$)/;
  return ends.test(after) && looksSecret(word, 'bare') ? { start, length: word.length } : null;
}
