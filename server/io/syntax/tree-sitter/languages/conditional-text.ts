/**
 * Conditional compilation can cut a declaration in half, which no grammar parses. All branches but the first of such a
 * condition are blanked, with the directives themselves; offsets stay true.
 */
import type { TextSpan } from '../../../../core/model/symbol.js';
import { blank } from '../blank.js';

const directive = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b([^\n]*(?:\\\r?\n[^\n]*)*)/gm;

/** A first branch that is the beginning of a declaration: `#if INTERNAL`, `internal`, `#else`, `public`, `#endif`, `class Cart`. */
const PART = /^[ \t]*#[^\n]*\n(?:[^\n;{}#]{0,300}\n){0,2}[^\n;{}#]{0,300}[^\s,;{}#]\r?\n[ \t]*#[ \t]*(?:el|endif)/;

/** Characters of a condition that may cut a block; a longer one holds declarations, unless a branch is no whole. */
const MAX_CUT = 5_000;

/** One `#if` to its `#endif`. */
interface Condition {
  readonly start: number;
  end: number;
  readonly spans: TextSpan[];
  /** Where its directives begin, without that of its end. */
  readonly directives: number[];
  /** Where the branch that is left out begins, or -1 while one is kept. */
  dropped: number;
  /** True until a branch has been kept. */
  open: boolean;
}

/**
 * @param errors where the tree of the text has errors: only conditions with one between their directives are changed, those within one whose
 * branches go on with an expression, and those whose branches together open a block that they do not close.
 * A condition that holds all of the file (an include guard) never is.
 */
export function firstBranches(text: string, errors: readonly TextSpan[]): string {
  const done: Condition[] = [];
  const open: Condition[] = [];
  for (const found of text.matchAll(directive)) {
    const start = found.index;
    const end = start + found[0].length;
    const word = found[1] as string;
    if (word.startsWith('if')) {
      const isKept = !/^\s*(?:0|false)\s*$/.test(found[2] as string);
      open.push({ start, end, spans: [{ start, end }], directives: [start], dropped: isKept ? -1 : end, open: !isKept });
      continue;
    }
    const condition = open.at(-1);
    if (!condition) continue;
    if (condition.dropped >= 0) condition.spans.push({ start: condition.dropped, end: start });
    condition.spans.push({ start, end });
    if (word === 'endif') {
      condition.end = end;
      done.push(condition);
      open.pop();
    } else {
      condition.directives.push(start);
      const keeps = condition.open && word === 'else';
      condition.open &&= !keeps;
      condition.dropped = keeps ? -1 : end;
    }
  }
  const spans = done
    .filter((condition) => {
      const near = errors.filter(({ start, end }) => start <= condition.end && end >= condition.start);
      const isLong = condition.end - condition.start > MAX_CUT;
      // Two conditions may cut one block, the second of which alone shows an error. Of one branch nothing but the directives is left out.
      const isOne = condition.directives.length === 1 && condition.open === false;
      if (near.length === 0) return isOne && !isLong && depthOf(text.slice(condition.start, condition.end)) !== 0;
      const isHeld = near.some(({ start, end }) => holds(condition, start, end));
      return isLong ? isHeld && !isWhole(text, condition) : isHeld || cutsStatement(text, condition);
    })
    .flatMap((condition) => condition.spans)
    .sort((a, b) => a.start - b.start);
  let out = '';
  let from = 0;
  for (const { start, end } of spans) {
    if (end <= from) continue;
    out += text.slice(from, start) + blank(text.slice(Math.max(from, start), end));
    from = end;
  }
  return spans.length ? out + text.slice(from) : text;
}

/** An error that begins before a condition and ends behind it is not of its making, unless it begins on its first line. */
const holds = (condition: Condition, start: number, end: number): boolean => !(start < condition.start && end > condition.end);

/** A branch that goes on with an expression, or begins with the body of what stands before. */
const GOES_ON = /^[ \t]*#[^\n]*\n\s*(?:\|\||&&|[,?)+;{]|<<|[-=]>|==)/;

/** Whether the branches open other blocks than they close (`#if NEW`, `if (a) {`, `#else`, `if (b) {`, `#endif`), or one is part of an expression. */
const cutsStatement = (text: string, { start, end }: Condition): boolean => {
  const branches = text.slice(start, end);
  return GOES_ON.test(branches) || PART.test(branches) || depthOf(branches) !== 0 || isAmongArguments(text, start);
};

/** Characters before a condition in which the bracket of its argument list is looked for. */
const MAX_ARGUMENTS = 1_000;

/** Whether an offset lies in brackets that the same statement opens. */
function isAmongArguments(text: string, offset: number): boolean {
  let depth = 0;
  for (let at = offset - 1; at >= Math.max(0, offset - MAX_ARGUMENTS); at--) {
    const char = text[at] as string;
    if (char === ')') depth++;
    else if (char === '(' && --depth < 0) return true;
    else if (char === ';' || char === '{' || char === '}' || char === '#') return false;
  }
  return false;
}

/** Whether there are several branches, each of which closes what it opens: an error in one of many declarations is better than all but the first branch left out. */
function isWhole(text: string, { start, end, directives }: Condition): boolean {
  const ends = [...directives, end];
  return directives.length > 1 && directives.every((from, i) => depthOf(text.slice(Math.max(start, from), ends[i + 1])) === 0);
}

/** Braces that a text opens and does not close. */
function depthOf(text: string): number {
  let depth = 0;
  for (const [part] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|[{}]/g))
    depth += part === '{' ? 1 : part === '}' ? -1 : 0;
  return depth;
}
