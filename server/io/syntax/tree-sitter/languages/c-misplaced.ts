/**
 * What no macro list can know: names in capitals that stand where the grammar expects no name. A declaration has one type
 * and one name; capitals beyond that are macros, and are blanked by white space of the same length. Only tried on a text
 * whose tree has errors. One pass over the tokens, outside of function bodies.
 */
import { blank } from '../blank.js';

/** Comments, literals, directives with their continuations, numbers, qualified names, and single characters. */
const token =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)+'|(?:^|(?<=\n))[ \t]*#(?:[^\n\\]|\\\r?\n|\\.)*|\.?\d[\w.']*|[A-Za-z_]\w*(?:[ \t]*::[ \t]*~?[A-Za-z_]\w*)*|[^\s]/g;

const isCapitals = (word: string): boolean => /^_*[A-Z][A-Z0-9_]+$/.test(word);
const qualifier =
  /^(?:static|inline|const|volatile|constexpr|consteval|constinit|register|restrict|mutable|thread_local|noexcept|override|final|__\w+)$/;
/** What begins a declaration: nothing in capitals may stand before it. */
const opener = /^(?:explicit|virtual|friend|static|inline|constexpr|extern|typedef|template|using|namespace|public|private|protected)$/;
const tag = /^(?:class|struct|union|enum|typename)$/;
const primitive = /^(?:void|bool|char|short|int|long|float|double|signed|unsigned|auto|wchar_t|char8_t|char16_t|char32_t|size_t)$/;
/** A word of a statement: what follows it is an expression. */
const statement = /^(?:return|case|goto|throw|new|delete|sizeof|else|do|if|while|for|switch|co_return|co_yield|co_await)$/;

/** Longer argument lists of a macro are statements. UTF-16 units. */
const maxListChars = 600;

interface Word {
  readonly text: string;
  readonly start: number;
  /** Behind its argument list, where something follows that belongs to the same declaration. */
  readonly end: number;
}

/** The text with misplaced names in capitals blanked. */
export function blankMisplaced(text: string): string {
  if (!/[A-Z]{2}/.test(text)) return text;
  const blanks: Word[] = [];
  /** True for each open brace that is a function's body or lies in one. */
  const braces: boolean[] = [];
  let run: Word[] = [];
  /** What stands before the run, and the token before that, without comments. */
  let before = '';
  let last = '';
  let lastString = false;
  token.lastIndex = 0;
  for (let found = token.exec(text); found; found = token.exec(text)) {
    const part = found[0];
    const start = found.index;
    const first = part.charCodeAt(0);
    if (part.startsWith('//') || part.startsWith('/*')) continue;
    if (/^[ \t]*#/.test(part)) {
      if (run.length === 1 && isCapitals((run[0] as Word).text)) blanks.push(run[0] as Word);
      run = [];
      last = '';
      continue;
    }
    if (isNameStart(first)) {
      // A macro between parts of a string: "%" PRIu64 "\n".
      const end = token.lastIndex;
      if (isCapitals(part) && (lastString || /^PRI\w+/.test(part)) && /^[ \t]*(?:\\?\r?\n[ \t]*)?"/.test(text.slice(end, end + 200)))
        blanks.push({ text: part, start, end });
      if (!run.length) before = last;
      const more = braces.at(-1) ? end : listEnd(text, end, part);
      run.push({ text: part, start, end: more });
      token.lastIndex = more;
      lastString = false;
      continue;
    }
    lastString = first === 34;
    if (run.length) {
      const wrong = braces.at(-1) ? [] : misplaced(run, before, part);
      blanks.push(...wrong);
      const final = run[run.length - 1] as Word;
      last = final.text;
      run = [];
      // int x ALIGNED(8);
      if (part === '(' && wrong.includes(final)) {
        const end = argumentsEnd(text, final.end);
        blanks.push({ text: part, start: final.end, end });
        token.lastIndex = Math.max(end, token.lastIndex);
        continue;
      }
    }
    if (part === '{') braces.push(braces.at(-1) || isBodyAfter(last));
    else if (part === '}') {
      // At the margin everything that is open inside a body ends, whatever got lost before.
      if (text[start - 1] === '\n') while (braces.at(-1)) braces.pop();
      braces.pop();
      last = '}';
      continue;
    }
    last = part;
  }
  return blanks.length ? blanked(text, blanks) : text;
}

/** Words between `)` and `{` leave the bracket as what counts. */
const isBodyAfter = (last: string): boolean => last === ')' || /^(?:const|noexcept|override|final|try)$/.test(last);
const isNameStart = (code: number): boolean => (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 95;

/**
 * Where a word ends: with its template arguments, and for a macro with its argument list where a word follows that, so that both
 * belong to one declaration (`ATTRIBUTE(x) void f()`).
 */
function listEnd(text: string, from: number, word: string): number {
  if (text[from] === '<') return closing(text, from, '<', '>', 300) ?? from;
  const isAttribute = /^(?:__attribute__|__declspec|alignas|_Alignas)$/.test(word);
  if (!isAttribute && !isCapitals(word)) return from;
  const end = argumentsEnd(text, from);
  return isAttribute || /^\s*(?:[A-Za-z_~]|\[\[)/.test(text.slice(end, end + 200)) ? end : from;
}

/** Behind the argument list that follows a word; `from` where there is none. */
function argumentsEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return text[at] === '(' ? (closing(text, at, '(', ')', maxListChars) ?? from) : from;
}

function closing(text: string, from: number, open: string, close: string, most: number): number | null {
  for (let at = from, depth = 0; at < text.length && at < from + most; at++) {
    const c = text[at];
    if (c === open) depth++;
    else if (c === close) {
      if (--depth === 0) return at + 1;
    } else if (c === ';' || c === '{' || c === '}') return null;
  }
  return null;
}

/** Those words of a run, which stands between `before` and `after`, that are no part of a declaration. */
function misplaced(run: readonly Word[], before: string, after: string): Word[] {
  if (!run.some(({ text }) => isCapitals(text))) return [];
  // After parameters nothing in capitals is part of the language: `) NOEXCEPT {`, `) const LOCKED;`
  if (before === ')') return /^[{;:=,)-]$/.test(after) ? run.filter(({ text }) => isCapitals(text)) : [];
  const out: Word[] = [];
  let from = 0;
  for (let i = run.length - 1; i >= 0 && !from; i--) {
    const { text } = run[i] as Word;
    if (statement.test(text)) return [];
    if (opener.test(text) || (tag.test(text) && i > 0)) {
      out.push(...run.slice(0, i).filter((word) => isCapitals(word.text)));
      from = i;
    }
  }
  if (after === '~') return [...out, ...run.slice(from).filter(({ text }) => isCapitals(text))];
  const core: Word[] = [];
  let typed = false;
  for (let i = from; i < run.length; i++) {
    const word = run[i] as Word;
    if (qualifier.test(word.text) || opener.test(word.text) || tag.test(word.text)) continue;
    if (primitive.test(word.text) && typed) continue;
    typed ||= primitive.test(word.text);
    core.push(word);
  }
  const head = run.slice(from).some(({ text }) => tag.test(text)) && (after === '{' || after === ':');
  const needed = head || before === '*' || before === '&' || after === '*' || after === '&' ? 1 : 2;
  let surplus = core.length - needed;
  if (surplus <= 0) return out;
  // The first in capitals may be the type (BOOL WINAPI f), unless there is another one; the last may be the name.
  const last = core.length - 1;
  const capitals = core.filter(({ text }) => isCapitals(text));
  const others = core.length - capitals.length;
  const order = [...capitals].sort((a, b) => rank(a) - rank(b));
  function rank(word: Word): number {
    const i = core.indexOf(word);
    if (i === last && others < needed) return 3;
    return i === 0 && others < needed ? 2 : 1;
  }
  for (const word of order) if (surplus-- > 0) out.push(word);
  return out;
}

function blanked(text: string, blanks: readonly Word[]): string {
  let out = '';
  let done = 0;
  for (const { start, end } of [...blanks].sort((a, b) => a.start - b.start)) {
    if (start < done) continue;
    out += text.slice(done, start) + blank(text.slice(start, end));
    done = end;
  }
  return out + text.slice(done);
}
