/** The words of a compile command that is given as one text, split as a compiler's driver splits it. */

/** `windows`: backslashes are part of paths, and escape only a quote. `posix`: as a shell splits words, without expansions. */
export type CommandSyntax = 'posix' | 'windows';

export function splitCommand(text: string, syntax: CommandSyntax): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quote: '"' | "'" | null = null;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    const next = text[at + 1];
    const isEscape = char === '\\' && quote !== "'" && next !== undefined && (syntax === 'posix' || next === '"');
    if (isEscape) {
      word = (word ?? '') + next;
      at++;
    } else if (quote !== null) {
      if (char === quote) quote = null;
      else word = (word ?? '') + char;
    } else if (char === '"' || (char === "'" && syntax === 'posix')) {
      quote = char;
      word ??= '';
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + char;
  }
  if (word !== null) words.push(word);
  return words;
}
