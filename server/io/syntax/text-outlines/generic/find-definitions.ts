/**
 * One pass over the lines of a file: which of them begin definitions, what documents them, how far they reach
 * and what contains them.
 */
import { limits } from '../../../../core/model/limits.js';
import type { TextSpan } from '../../../../core/model/symbol.js';
import { type Extent, lastLine } from './declaration-lines.js';
import { extentOf } from './extent.js';
import { containerKinds, type DefinitionRule, type Grammar } from './grammar.js';
import type { Source } from './source.js';

export interface Definition {
  readonly rule: DefinitionRule;
  readonly name: string;
  readonly nameSpan: TextSpan;
  /** Start of the declaration, and of the comments and annotations above it. */
  readonly start: number;
  readonly attachedStart: number;
  readonly line: number;
  /** Index of the definition that contains it, or -1. */
  readonly parent: number;
  extent: Extent;
  readonly tags: readonly string[];
}

/** A definition is recognised by the first characters of its line: bounds every pattern's work. */
const maxHeadChars = 400;
/** In a Lisp by those of its list: documentation may stand before the name. */
const maxListChars = 2_000;

interface Pending {
  /** Where the comments and annotations above begin; -1: there are none. */
  start: number;
  /** An annotation holds on over blank lines, a comment does not. */
  firm: boolean;
  tags: string[];
}

interface Match {
  readonly rule: DefinitionRule;
  readonly nameStart: number;
  readonly nameEnd: number;
}

function quotedName(source: Source, from: number): number {
  const quote = source.text.charCodeAt(from - 1);
  const end = Math.min(source.text.length, from + 300);
  for (let i = from; i < end; i++) {
    const code = source.text.charCodeAt(i);
    if (code === 92) i++;
    else if (code === quote) return i;
    else if (code === 10) return i;
  }
  return end;
}

export function findDefinitions(source: Source, grammar: Grammar): Definition[] {
  const { code, text } = source;
  const found: Definition[] = [];
  const stack: number[] = [];
  const pending: Pending = { start: -1, firm: false, tags: [] };
  const clear = (): void => {
    pending.start = -1;
    pending.firm = false;
    if (pending.tags.length) pending.tags = [];
  };

  const allowed = (rule: DefinitionRule, line: number, start: number): boolean => {
    const parent = stack.length ? found[stack[stack.length - 1] as number] : undefined;
    if (rule.scope === 'any') return true;
    if (rule.scope === 'top')
      return source.indent[line] === 0 && (!parent || grammar.blocks === 'braces') && (!source.balanced || source.depth[line] === 0);
    if (!parent) return rule.scope === 'member' && (source.balanced ? source.depth[line] === 0 : source.indent[line] === 0);
    if (!containerKinds.has(parent.rule.kind)) return false;
    if (rule.scope === 'nested' && !rule.inside?.includes(parent.rule.kind)) return false;
    // Directly in the container: no bracket of another construct lies between.
    if (grammar.blocks === 'braces' && source.balanced && parent.extent.bodyStart <= parent.extent.bodyEnd) {
      const bodyLine = source.index.lineAt(parent.extent.bodyStart);
      const next = bodyLine === line ? line : (source.nextCode[bodyLine] as number);
      if (
        parent.extent.bodyStart > start ||
        (next >= 0 && next < line && (source.depth[next] as number) !== (source.depth[line] as number))
      )
        return false;
    }
    return true;
  };

  const match = (line: number, from: number): Match | null => {
    // In a Lisp the name may stand on a line of its own.
    const head =
      grammar.blocks === 'parens'
        ? code.slice(from, from + maxListChars)
        : code.slice(from, Math.min(source.codeEnd[line] as number, from + maxHeadChars));
    const indented = (source.indent[line] as number) > 0;
    for (const rule of grammar.definitions) {
      // What costs nothing comes before the pattern.
      if (rule.scope === 'top' ? indented : rule.scope === 'nested' && stack.length === 0) continue;
      const hit = rule.pattern.exec(head);
      if (hit?.index !== 0 || !allowed(rule, line, from)) continue;
      const hitEnd = from + hit[0].length;
      if (rule.quotedName) {
        const nameEnd = quotedName(source, hitEnd);
        if (nameEnd > hitEnd) return { rule, nameStart: hitEnd, nameEnd };
        continue;
      }
      const name = hit.groups?.['name'] ?? '';
      if (!name || (!rule.fixedName && grammar.keywords.has(name))) continue;
      if (rule.after && !rule.after.test(code.slice(hitEnd, hitEnd + maxHeadChars))) continue;
      return { rule, nameStart: hitEnd - name.length, nameEnd: hitEnd };
    }
    return null;
  };

  for (let line = 0; line < source.lines && found.length < limits.maxSymbolsPerFile; line++) {
    const first = source.codeStart[line] as number;
    if (first < 0) {
      if (source.commentLine[line]) {
        if (pending.start < 0) {
          pending.start = firstCharacter(text, source.index.offsetOf(line));
        }
      } else if (!pending.firm) clear();
      continue;
    }
    while (stack.length && (found[stack[stack.length - 1] as number] as Definition).extent.end <= first) stack.pop();
    if (grammar.attached) {
      if (grammar.attached.test(code.slice(first, first + 40))) {
        if (pending.start < 0) pending.start = first;
        pending.firm = true;
        line = lastLine(source, grammar, line, line);
        continue;
      }
    }
    let from = first;
    let at = line;
    if (grammar.annotation) {
      const tags: string[] = [];
      const end = skipAnnotations(source, grammar.annotation, from, tags);
      if (end > from) {
        if (pending.start < 0) pending.start = first;
        pending.firm = true;
        pending.tags.push(...tags);
        at = source.index.lineAt(end);
        if (end >= (source.codeEnd[at] as number)) {
          line = at;
          continue;
        }
        from = skipSpaces(code, end);
      }
    }
    const hit = stack.length < limits.maxTreeDepth ? match(at, from) : null;
    if (!hit) {
      clear();
      line = at;
      continue;
    }
    const extent = extentOf(source, grammar, hit.rule, at, hit.nameEnd);
    const parent = stack[stack.length - 1] ?? -1;
    const bound = parent >= 0 ? (found[parent] as Definition).extent.end : text.length;
    found.push({
      rule: hit.rule,
      name: text.slice(hit.nameStart, hit.nameEnd),
      nameSpan: { start: hit.nameStart, end: hit.nameEnd },
      start: from,
      attachedStart: pending.start >= 0 ? pending.start : from,
      line: at,
      parent,
      extent: bounded(extent, hit.nameEnd, bound),
      tags: pending.tags.length ? pending.tags : [],
    });
    stack.push(found.length - 1);
    pending.tags = [];
    clear();
    line = at;
  }
  return found;
}

/** No child reaches beyond its parent, no end lies before the name. */
function bounded(extent: Extent, nameEnd: number, bound: number): Extent {
  const end = Math.max(nameEnd, Math.min(extent.end, bound));
  const headerEnd = Math.max(nameEnd, Math.min(extent.headerEnd, end));
  return { ...extent, end, headerEnd, bodyStart: extent.bodyStart, bodyEnd: Math.min(extent.bodyEnd, end) };
}

function firstCharacter(text: string, from: number): number {
  while (from < text.length && (text.charCodeAt(from) <= 32 || text.charCodeAt(from) === 0xfeff)) from++;
  return from;
}

function skipSpaces(code: string, from: number): number {
  while (code.charCodeAt(from) === 32 || code.charCodeAt(from) === 9) from++;
  return from;
}

/** Steps over annotations at `from`, with their arguments; the offset behind the last one. */
function skipAnnotations(source: Source, pattern: RegExp, from: number, tags: string[]): number {
  let end = from;
  for (let at = from; tags.length < 40; ) {
    const hit = pattern.exec(source.code.slice(at, at + 200));
    if (hit?.index !== 0) break;
    let next = at + hit[0].length;
    const open = source.code.charCodeAt(next);
    if (open === 40 || open === 91) {
      const close = source.partner[next] as number;
      if (close < 0) break;
      next = close + 1;
    }
    tags.push(hit[1] ?? hit[0]);
    end = next;
    at = skipSpaces(source.code, next);
  }
  return end;
}
