// What the questions need to know of a language: its files, comments, definitions, and where a documentation comment stands.

const EXTENSIONS = {
  python: 'py',
  javascript: 'js mjs cjs jsx',
  typescript: 'ts tsx mts',
  go: 'go',
  java: 'java',
  csharp: 'cs',
  rust: 'rs',
  ruby: 'rb',
  php: 'php',
  c: 'c h',
  cpp: 'cc cpp cxx hpp hh',
  kotlin: 'kt',
  swift: 'swift',
  scala: 'scala',
  lua: 'lua',
  elixir: 'ex exs',
  powershell: 'ps1 psm1',
  bash: 'sh bash',
};
const byExtension = new Map(Object.entries(EXTENSIONS).flatMap(([language, list]) => list.split(' ').map((ext) => [ext, language])));
/** Null for what is no code. */
export const languageOfPath = (path) => byExtension.get(path.slice(path.lastIndexOf('.') + 1)) ?? null;

const HASH = new Set(['python', 'ruby', 'elixir', 'powershell', 'bash']);
export function isComment(language, line) {
  const text = line.trim();
  if (HASH.has(language)) return text.startsWith('#') && !text.startsWith('#!');
  if (language === 'lua') return text.startsWith('--');
  return /^(?:\/\/|\/\*|\*(?:\s|\/|$))/.test(text) || (language === 'php' && text.startsWith('#') && !text.startsWith('#['));
}

/** Kinds of tags that a question can be about. */
const KINDS =
  /^(?:function|method|class|struct|interface|enum|trait|macro|typedef|type|module|object|protocol|func|member|singletonMethod|subroutine|generator|getter|implementation|delegate|actor|record|talias|annotation)$/;
/** `member` is a method in Python, a field elsewhere. */
export const isAskedKind = (kind, language) => KINDS.test(kind) && (kind !== 'member' || language === 'python');
const CALLABLE = /^(?:function|method|macro|func|member|singletonMethod|subroutine|generator|getter|def)$/;
export const isCallable = (kind) => CALLABLE.test(kind);

/** Languages that the tag program does not read. */
const PATTERNS = {
  swift:
    /^\s*(?:(?:@\w+(?:\([^)]*\))?|public|open|internal|private|fileprivate|static|final|override|mutating|indirect|class|convenience|required)\s+)*(func|class|struct|enum|protocol|actor|typealias)\s+([A-Za-z_]\w*)/,
  scala:
    /^\s*(?:(?:@\w+(?:\([^)]*\))?|private(?:\[\w+\])?|protected(?:\[\w+\])?|override|final|sealed|abstract|implicit|inline|case|lazy)\s+)*(def|class|trait|object|type)\s+([A-Za-z_]\w*)/,
};
const PATTERN_KINDS = { func: 'function', def: 'function', actor: 'class', typealias: 'typedef', type: 'typedef' };

/** Definitions of a file by its lines, for the languages that have a pattern here; null for the others. */
export function definitionsByPattern(language, lines) {
  const pattern = PATTERNS[language];
  if (!pattern) return null;
  return lines.flatMap((text, i) => {
    const match = pattern.exec(text);
    return match ? [{ name: match[2], kind: PATTERN_KINDS[match[1]] ?? match[1], line: i + 1, scope: '' }] : [];
  });
}

/** A word in front of which a name is defined or imported and not used. */
const BEFORE =
  /(?:\b(?:def|defp|defmacro|defmacrop|defdelegate|fn|func|fun|function|sub|class|struct|interface|trait|enum|type|typedef|module|object|protocol|import|from|use|using|require|require_relative|include|export|alias|macro_rules!|filter)\s+|#\s*define\s+|\bfunc\s+\([^)]*\)\s*|:)$/i;
const NEEDS_NO_PARENTHESES = new Set(['ruby', 'bash', 'powershell', 'scala', 'swift']);
/** Whether the word at `at` of `line` is called there. */
export function isCallAt(language, line, at, name) {
  const before = line.slice(0, at);
  const after = line.slice(at + name.length);
  if (isComment(language, line) || BEFORE.test(before) || /["'`][^"'`]*$/.test(before.replace(/"[^"]*"|'[^']*'/g, ''))) return false;
  return NEEDS_NO_PARENTHESES.has(language)
    ? /^(?:[\s(;.,)?!{]|$)/.test(after) && !/^\s*[:=](?!=)/.test(after)
    : /^!?(?:::<[^>]*>)?\s*\(/.test(after);
}
