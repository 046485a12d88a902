/** Calls whose arguments stand in no parentheses, told by the text around a name. Comments and strings are no names here. */

/** @param start of a name in `text`; @param end behind it */
export type IsCalled = (text: string, start: number, end: number) => boolean;

const MAX_LINE = 200;

/** Go, Scala: `name[Type](…)`. */
export const calledWithTypes: IsCalled = (text, _, end) =>
  text.charCodeAt(end) === 91 && /^\[[\w.,*[\]{} \t]{1,120}\]\(/.test(text.slice(end, end + MAX_LINE));

/** Kotlin, Scala: `name { … }`. */
export const calledWithLambda: IsCalled = (text, start, end) => {
  if (!isLower(text.charCodeAt(start)) || text.charCodeAt(blanksEnd(text, end)) !== 123) return false;
  const before = text[start - 1];
  return (
    before !== '@' && before !== ':' && !/\b(?:by|in|is|as|object|class|package|extends|with|match)[ \t]+$/.test(lineBefore(text, start))
  );
};

/** Swift: `name { … }`, where no condition comes before the brace. */
export const calledWithClosure: IsCalled = (text, start, end) =>
  calledWithLambda(text, start, end) && !/\b(?:if|guard|while|for|switch|catch|case|where|throws|async)\b/.test(lineBefore(text, start));

/** Lua: `name "text"`, `name { … }`. */
export const calledWithLiteral: IsCalled = (text, _, end) => {
  const at = blanksEnd(text, end);
  return /["'{]/.test(text[at] ?? '') || /^\[=*\[/.test(text.slice(at, at + 8));
};

/** Words that cannot begin an argument. */
const rubyOperators = new Set('if unless while until and or then do rescue in end ensure else elsif when'.split(' '));

/** Of Ruby itself: what it does with them needs no definition. */
const rubyStandard = new Set(
  `attr attr_accessor attr_reader attr_writer include extend prepend require require_relative load autoload puts print p pp raise private
  included extended inherited prepended class_methods public protected module_function private_class_method private_constant alias_method define_method loop lambda proc catch throw format
  describe context it let before after expect`.split(/\s+/),
);

/** `Shop::Cart.` before a name. */
const OF_CLASS = /(?<![\w.@$])(?:(?:::)?[A-Z]\w{0,60}(?:::[A-Z]\w{0,60}){0,6}|described_class)\.$/;

/** Ruby: `name argument`, `name { … }`, `name do`; behind a dot also a name alone, of a value one that is no common word; `Name.new` calls the class. */
export const calledInRuby: IsCalled = (text, start, end) => {
  if (!isLower(text.charCodeAt(start))) return text.startsWith('.new', end) && !/\w/.test(text[end + 4] ?? '');
  const before = text[start - 1] ?? '';
  const at = blanksEnd(text, end);
  if (/[:@$]/.test(before) && text[start - 2] !== ':') return false;
  const isMember = before === '.' && text[start - 2] !== '.';
  if (isMember && (/[_!?]/.test(text.slice(start + 1, end)) || OF_CLASS.test(lineBefore(text, start))))
    return !/^=(?![=~>])/.test(text.slice(at, at + 2));
  if (!isMember && rubyStandard.has(text.slice(start, end))) return false;
  const next = text[at] ?? '';
  if (next === '{') return true;
  if (at === end) return false;
  const word = /^[a-z_]\w*/i.exec(text.slice(at, at + 60))?.[0];
  const line = lineBefore(text, start);
  if (/\b(?:def|alias|undef|for|class|module)[ \t]+$/.test(line)) return false;
  if (word === 'do') return !/^[ \t]*(?:while|until|for)\b/.test(line);
  if (word !== undefined) return !rubyOperators.has(word);
  if (next === ':') return /^:["'\w]/.test(text.slice(at, at + 2)) && !line.includes('?');
  return /^(?:["'`@$\d]|->|[*&][a-z_:]|<<[~-])/.test(text.slice(at, at + 3));
};

/** Ruby: the symbols that these take name methods. */
const takesMethods =
  /(?:\b(?:send|public_send|__send__|receive|have_received|method|instance_method|respond_to\?|alias_method)[( ][ \t]*|\b(?:(?:skip_|prepend_|append_)?(?:before|after|around)_\w{1,40}|validate|helper_method|rescue_from|delegate|alias_method)\b[^\n]{0,150}[( ,]|\b(?:if|unless|with): )$/;

/** Ruby: `before_action :load_cart`, `send(:total)`. */
export const handedOverInRuby = (text: string, start: number): boolean =>
  text[start - 1] === ':' && text[start - 2] !== ':' && takesMethods.test(lineBefore(text, start - 1));

const isLower = (c: number): boolean => (c >= 97 && c <= 122) || c === 95;

function blanksEnd(text: string, at: number): number {
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at++;
  return at;
}

/** The line up to an offset, or the end of it. */
function lineBefore(text: string, at: number): string {
  const from = Math.max(text.lastIndexOf('\n', at - 1) + 1, at - MAX_LINE);
  return text.slice(from, at);
}
