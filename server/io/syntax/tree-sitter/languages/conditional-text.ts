/**
 * Conditional compilation can cut a declaration in half, which no grammar parses. All branches but the first are
 * blanked, with the directives themselves; offsets stay true.
 */
const directive = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b([^\n]*(?:\\\r?\n[^\n]*)*)/gm;

export function firstBranches(text: string): string {
  let out = '';
  let from = 0;
  /** Per open condition: is its present branch the one that stays? */
  const keep: boolean[] = [];
  const blank = (part: string): string => part.replace(/[^\n\r]/g, ' ');
  for (const found of text.matchAll(directive)) {
    const part = text.slice(from, found.index);
    out += keep.includes(false) ? blank(part) : part;
    out += blank(found[0]);
    from = found.index + found[0].length;
    const word = found[1] as string;
    if (word.startsWith('if')) keep.push(!/^\s*(?:0|false)\s*$/.test(found[2] as string));
    else if (word === 'endif') keep.pop();
    else if (keep.length) keep[keep.length - 1] = !keep[keep.length - 1] && word === 'else' && wasNever(text, found.index);
  }
  return out + (keep.includes(false) ? blank(text.slice(from)) : text.slice(from));
}

/** True behind `#if 0`: then its other branch is the one that counts. */
function wasNever(text: string, at: number): boolean {
  const before = text.lastIndexOf('#if', at);
  return before >= 0 && /^#if\s+(?:0|false)\s*$/m.test(text.slice(before, text.indexOf('\n', before)));
}
