/** Colours for source on a terminal: strings, comments, numbers and the words that most languages share. One line at a time. */
const codes = { dim: 2, bold: 1, green: 32, yellow: 33, cyan: 36, magenta: 35, blue: 34, grey: 90 } as const;
export type Colour = keyof typeof codes;

export const paint = (text: string, colour: Colour, on: boolean): string => (on && text ? `\x1b[${codes[colour]}m${text}\x1b[0m` : text);

const KEYWORDS =
  'abstract|and|as|async|await|begin|break|case|catch|class|const|continue|def|default|defer|defmodule|defp|do|elif|else|end|enum|except|export|extends|extern|fallthrough|false|final|finally|fn|for|from|fun|func|function|go|if|impl|implements|import|in|inline|instanceof|interface|internal|is|lambda|let|local|loop|match|mod|module|mut|namespace|new|nil|None|not|null|of|or|override|package|pass|private|protected|protocol|pub|public|raise|readonly|ref|require|return|self|static|struct|super|switch|template|then|this|throw|trait|true|True|False|try|type|typedef|typename|typeof|undefined|union|unless|unsafe|until|use|using|val|var|virtual|void|when|where|while|with|yield';
const TOKEN = new RegExp(
  `(?<comment>\\/\\/.*$|\\/\\*.*?(?:\\*\\/|$)|(?<=^\\s*|\\s)#(?![\\w-]*[({]).*$|(?<=^\\s*|\\s)--\\s.*$)|(?<string>"(?:[^"\\\\]|\\\\.)*"?|'(?:[^'\\\\]|\\\\.)*'|\`(?:[^\`\\\\]|\\\\.)*\`?)|(?<number>\\b\\d[\\w.]*\\b)|(?<keyword>\\b(?:${KEYWORDS})\\b)|(?<call>\\b[A-Za-z_]\\w*(?=\\())`,
  'g',
);

export function highlight(line: string, on: boolean): string {
  if (!on || line.length > 400) return line;
  return line.replace(TOKEN, (text, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.comment !== undefined) return paint(text, 'grey', true);
    if (groups.string !== undefined) return paint(text, 'green', true);
    if (groups.number !== undefined) return paint(text, 'magenta', true);
    if (groups.keyword !== undefined) return paint(text, 'blue', true);
    return paint(text, 'yellow', true);
  });
}
