/** Files that hold scripts among markup: everything outside `<script>` is blanked, so that offsets stay true. */
export const scriptLanguages: ReadonlySet<string> = new Set(['astro', 'html', 'eex', 'heex', 'erb', 'handlebars']);

const blankOut = (text: string): string => text.replace(/[^\r\n]+/g, (part) => ' '.repeat(part.length));

export function blankOutsideScripts(text: string): string {
  const pieces: string[] = [];
  const lower = text.toLowerCase();
  let at = 0;
  for (;;) {
    const open = lower.length === text.length ? lower.indexOf('<script', at) : -1;
    if (open < 0) break;
    const begin = text.indexOf('>', open);
    if (begin < 0) break;
    const close = lower.indexOf('</script', begin);
    const end = close < 0 ? text.length : close;
    pieces.push(blankOut(text.slice(at, begin + 1)), text.slice(begin + 1, end));
    at = end;
    if (close < 0) break;
  }
  pieces.push(blankOut(text.slice(at)));
  return pieces.join('');
}
