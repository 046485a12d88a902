/**
 * The patterns of .gitignore files, after git's dir.c and wildmatch.c. Pure.
 * Own code, because the npm package `ignore` re-checks parent folders against one file's rules alone: a folder
 * that a deeper file re-includes (`!x`) stays ignored there. Matching is greedy with one resume point per level,
 * so its time is bounded by pattern x path, also for a hostile pattern such as `*a*a*a*a*b`.
 */
type Token = { readonly kind: 'char'; readonly code: number } | { readonly kind: 'any' } | { readonly kind: 'star' } | Bracket;
interface Bracket {
  readonly kind: 'bracket';
  readonly negated: boolean;
  readonly ranges: readonly (readonly [number, number])[];
}
/** One path segment of a pattern: plain text, `*suffix`, a list of tokens, or `**` for any number of segments. */
type Segment = { readonly text: string } | { readonly suffix: string } | { readonly tokens: readonly Token[] } | '**';

export interface IgnoreRule {
  /** 1-based, in its file. */
  readonly line: number;
  /** As written. */
  readonly pattern: string;
  readonly negated: boolean;
  readonly folderOnly: boolean;
  /** Patterns without a slash match names anywhere below; others match paths from the file's folder. */
  readonly nameOnly: boolean;
  readonly segments: readonly Segment[];
}

export function parseIgnoreFile(text: string): IgnoreRule[] {
  const rules: IgnoreRule[] = [];
  for (const [i, line] of text
    .replace(/^\ufeff/, '')
    .split('\n')
    .entries()) {
    const rule = parseLine(line.endsWith('\r') ? line.slice(0, -1) : line, i + 1);
    if (rule) rules.push(rule);
  }
  return rules;
}

function parseLine(text: string, line: number): IgnoreRule | null {
  if (text.startsWith('#')) return null;
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ' && !escaped(text, end - 1)) end--;
  const written = text.slice(0, end);
  let pattern = written;
  const negated = pattern.startsWith('!');
  if (negated) pattern = pattern.slice(1);
  const folderOnly = pattern.endsWith('/');
  if (folderOnly) pattern = pattern.slice(0, -1);
  const nameOnly = !pattern.includes('/');
  if (pattern.startsWith('/')) pattern = pattern.slice(1);
  if (pattern === '') return null;
  const segments: Segment[] = [];
  for (const part of pattern.split('/')) {
    const segment = part === '**' && !nameOnly ? '**' : parseSegment(part);
    if (segment === null) return null;
    segments.push(segment);
  }
  return { line, pattern: written, negated, folderOnly, nameOnly, segments };
}

function escaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** Null for what git never matches: an open bracket, a backslash at the end. */
function parseSegment(part: string): Segment | null {
  if (!/[*?[\\]/.test(part)) return { text: part };
  if (part.startsWith('*') && !/[*?[\\]/.test(part.slice(1))) return { suffix: part.slice(1) };
  const tokens: Token[] = [];
  for (let i = 0; i < part.length; i++) {
    const char = part[i];
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') tokens.push({ kind: 'any' });
    else if (char === '[') {
      const bracket = parseBracket(part, i);
      if (!bracket) return null;
      tokens.push(bracket.token);
      i = bracket.end;
    } else {
      if (char === '\\') i++;
      if (i >= part.length) return null;
      tokens.push({ kind: 'char', code: part.charCodeAt(i) });
    }
  }
  return { tokens };
}

const classes: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  digit: [[48, 57]],
  lower: [[97, 122]],
  upper: [[65, 90]],
  alpha: [
    [65, 90],
    [97, 122],
  ],
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
  space: [
    [9, 13],
    [32, 32],
  ],
  blank: [
    [9, 9],
    [32, 32],
  ],
  cntrl: [
    [0, 31],
    [127, 127],
  ],
  print: [[32, 126]],
  graph: [[33, 126]],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
};

function parseBracket(part: string, open: number): { readonly token: Bracket; readonly end: number } | null {
  let i = open + 1;
  const negated = part[i] === '!' || part[i] === '^';
  if (negated) i++;
  const ranges: (readonly [number, number])[] = [];
  for (let first = true; ; first = false, i++) {
    if (i >= part.length) return null;
    if (part[i] === ']' && !first) return { token: { kind: 'bracket', negated, ranges }, end: i };
    const named = part[i] === '[' ? /^\[:([a-z]+):\]/.exec(part.slice(i)) : null;
    if (named) {
      const known = classes[named[1] as string];
      if (!known) return null;
      ranges.push(...known);
      i += named[0].length - 1;
      continue;
    }
    if (part[i] === '\\') i++;
    if (i >= part.length) return null;
    const from = part.charCodeAt(i);
    if (part[i + 1] === '-' && i + 2 < part.length && part[i + 2] !== ']') {
      i += part[i + 2] === '\\' ? 3 : 2;
      if (i >= part.length) return null;
      ranges.push([from, part.charCodeAt(i)]);
    } else ranges.push([from, from]);
  }
}

/** The rule of one file that decides about a path relative to its folder: the last that matches; null where none does. */
export function decide(rules: readonly IgnoreRule[], path: string, isFolder: boolean): IgnoreRule | null {
  const name = path.slice(path.lastIndexOf('/') + 1);
  let parts: string[] | null = null;
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i] as IgnoreRule;
    if (rule.folderOnly && !isFolder) continue;
    const matches = rule.nameOnly ? matchSegment(rule.segments[0] as Segment, name) : matchPath(rule.segments, (parts ??= path.split('/')));
    if (matches) return rule;
  }
  return null;
}

function matchPath(segments: readonly Segment[], parts: readonly string[]): boolean {
  let s = 0;
  let resumeSegment = -1;
  let resumePart = 0;
  for (let p = 0; p < parts.length; ) {
    const segment = segments[s];
    if (segment === '**') {
      // `a/**` is everything below a, but not a.
      if (s === segments.length - 1) return true;
      resumeSegment = s++;
      resumePart = p;
    } else if (segment !== undefined && matchSegment(segment, parts[p] as string)) {
      s++;
      p++;
    } else if (resumeSegment >= 0) {
      s = resumeSegment + 1;
      p = ++resumePart;
    } else return false;
  }
  return s === segments.length;
}

function matchSegment(segment: Segment, name: string): boolean {
  if (segment === '**') return true;
  if ('text' in segment) return name === segment.text;
  if ('suffix' in segment) return name.endsWith(segment.suffix);
  const { tokens } = segment;
  let t = 0;
  let resumeToken = -1;
  let resumeAt = 0;
  for (let i = 0; i < name.length; ) {
    const token = tokens[t];
    if (token?.kind === 'star') {
      resumeToken = t++;
      resumeAt = i;
    } else if (token && matchOne(token, name.charCodeAt(i))) {
      t++;
      i++;
    } else if (resumeToken >= 0) {
      t = resumeToken + 1;
      i = ++resumeAt;
    } else return false;
  }
  while (tokens[t]?.kind === 'star') t++;
  return t === tokens.length;
}

function matchOne(token: Token, code: number): boolean {
  if (token.kind === 'char') return token.code === code;
  if (token.kind === 'bracket') return token.ranges.some(([from, to]) => code >= from && code <= to) !== token.negated;
  return token.kind === 'any';
}
