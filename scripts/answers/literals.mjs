// A text that the program prints, pasted as a person sees it: the placeholders filled in, a time or a level in front.
const PHRASES = [
  (x) => x,
  (x) => `Error: ${x}`,
  (x) => `where does "${x}" come from`,
  (x) => `I get "${x}", why?`,
  (x) => `2024-03-07 11:42:19,318 ERROR ${x}`,
  (x) => `what prints '${x}'`,
];
const STRINGS = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\\n]|\\.)*)`/g;
const PERCENT = /%[-+#0 ]*\d*(?:\.\d+)?l{0,2}([sdiufxXvqwcrgp])\b|%\(\w+\)([sdr])/;
const BRACES = /\{[^{}]*\}/;
const SHELL = /\$\{[^{}]*\}|\$\w+(?:->\w+)?|\$\([^()]*\)/;
/** What a language puts values in place of. */
const HOLES = {
  python: [PERCENT, BRACES],
  javascript: [/\$\{[^{}]*\}/, PERCENT],
  typescript: [/\$\{[^{}]*\}/, PERCENT],
  csharp: [BRACES],
  rust: [BRACES],
  cpp: [PERCENT, BRACES],
  ruby: [/#\{[^{}]*\}/, PERCENT],
  elixir: [/#\{[^{}]*\}/],
  swift: [/\\\([^()]*(?:\([^()]*\))?[^()]*\)/],
  kotlin: [SHELL, PERCENT],
  scala: [SHELL, PERCENT],
  php: [/\{\$[^{}]*\}/, SHELL, PERCENT],
  bash: [SHELL],
  powershell: [SHELL, BRACES],
};
const holesOf = (language) => new RegExp((HOLES[language] ?? [PERCENT]).map(({ source }) => source).join('|'), 'g');
const WORDS = ['orders', 'config.yml', 'alpha', '"name"', 'user_id', 'Invoice', '/tmp/data.bin'];

/** The literal's parts between its holes; null where it has too few words of its own to be looked up. */
export function fixedParts(literal, language) {
  const parts = unescaped(literal)
    .replace(holesOf(language), '\0')
    .split('\0')
    .map((part) => part.trim())
    .filter(Boolean);
  const words = parts.join(' ').match(/[A-Za-z]{2,}/g) ?? [];
  return words.length >= 4 && parts.some((part) => part.length >= 8) ? parts : null;
}

/** As at run time. */
export function filled(literal, language, random) {
  const fill = (hole) => {
    const letter = /^%.*?([a-zA-Z])$/.exec(hole)?.[1] ?? '';
    if (/[diuxX]/.test(letter)) return String(2 + random.below(900));
    return letter === 'q' ? '"name"' : random.pick(WORDS);
  };
  return unescaped(literal)
    .replace(holesOf(language), fill)
    .replace(/\{\{|\}\}|%%/g, (twice) => twice[0])
    .trim();
}

function unescaped(literal) {
  return literal
    .replace(/\\n|\\r|\\t/g, ' ')
    .replace(/\\(["'`])/g, '$1')
    .replace(/\s+/g, ' ');
}

const isProse = (literal) =>
  /^[\p{L}\p{N}\s.,:;!?'"`()%{}#$@\\<>=_/*+&[\]|-]{20,160}$/u.test(literal) &&
  (literal.match(/(?:^|\s)[A-Za-z]{2,}(?=[\s.,:;!?]|$)/g) ?? []).length >= 4 &&
  !/^\s*(?:<|https?:)|\\[xu]/.test(literal);

export function literals(tree, random, count) {
  const found = [];
  const all = tree.files.map(({ lines }) => lines.map((line) => unescaped(line)));
  for (const file of tree.files.filter(({ own }) => own)) {
    file.lines.forEach((text, i) => {
      if (/^\s*(?:\/\/|\*|#\s|--|"""|import\b)/.test(text)) return;
      for (const [, a, b, c] of text.matchAll(STRINGS)) {
        const literal = a ?? b ?? c;
        if (literal && isProse(literal) && fixedParts(literal, file.language)) found.push({ file, line: i + 1, text, literal });
      }
    });
  }
  const questions = [];
  for (const { file, line, text, literal } of random.shuffled(found)) {
    if (questions.length >= count) break;
    const parts = fixedParts(literal, file.language);
    // Its fixed words stand on no other line, in whichever order.
    const lines = all.reduce((sum, list) => sum + list.filter((other) => parts.every((part) => other.includes(part))).length, 0);
    if (lines !== 1) continue;
    const holder = tree.enclosing(file.path, line) ?? { start: line, end: line, name: '' };
    const target = { ...holder, path: file.path, line };
    questions.push({
      kind: 'literals',
      query: random.pick(PHRASES)(filled(literal, file.language, random)),
      targets: [target],
      needed: [{ path: file.path, line, text }],
    });
  }
  return questions;
}
