/**
 * Shortens long documentation in a shown source to its first paragraph, so that code comes within the budget. The omitted lines are
 * replaced by a note. Pure.
 */
import { oneLine } from '../../model/answer-text.js';
import { limits } from '../../model/limits.js';
import { hasWord } from '../../model/line-forms.js';
import type { ShownLine } from '../../model/shown-lines.js';
import { budget } from './budget.js';
import type { Relevance } from './extract-statements.js';

/** What stands in front of the text of a comment line. */
const MARKS = /^\s*(?:(?:\/\*+|\/\/+!?|\*+|#+|--+|;+|%+)(?!\S*\w*\()\s?)?/;

/**
 * The lines with the rest of the documentation replaced by a note; null where too little would be left out.
 * @param doc the documentation as the index has it, without comment marks
 * @param relevance where it is given, a line of the documentation that fits the question much better than all code stays
 */
export function shortenDocumentation(lines: readonly ShownLine[], doc: string, relevance: Relevance | null): readonly ShownLine[] | null {
  const range = documentationIn(lines, doc);
  if (!range) return null;
  let from = range.start;
  // The first paragraph ends at a line without words.
  while (from < range.end && from < range.start + budget.documentationLines && hasWord(lines[from]?.text ?? '')) from++;
  const kept = relevance ? answering(lines, range, relevance) : new Set<number>();
  const omitted: number[] = [];
  for (let i = from; i < range.end; i++) if (!kept.has(i)) omitted.push(i);
  if (omitted.filter((i) => hasWord(lines[i]?.text ?? '')).length < budget.omittedDocumentation) return null;
  const isOmitted = new Set(omitted);
  const out: ShownLine[] = [];
  for (const [i, line] of lines.entries()) {
    if (!isOmitted.has(i)) out.push(line);
    else if (!isOmitted.has(i - 1)) {
      let to = i;
      while (isOmitted.has(to)) to++;
      const marks = MARKS.exec(lines[range.start]?.text ?? '')?.[0] ?? '';
      out.push({ text: `${marks.replace('/**', ' *')}[${to - i} line${to - i === 1 ? '' : 's'} of documentation left out]`, line: null });
    }
  }
  return out;
}

/** The lines of the documentation, the end exclusive, without the line that only closes it; null where it is not found. */
function documentationIn(lines: readonly ShownLine[], doc: string): { readonly start: number; readonly end: number } | null {
  const wanted = doc.split('\n').map(oneLine).filter(hasWord);
  const [first] = wanted;
  if (first === undefined || wanted.length <= budget.omittedDocumentation) return null;
  const start = lines.findIndex(({ text }) => oneLine(text).includes(first));
  if (start < 0) return null;
  let end = start + 1;
  let next = 1;
  for (let i = start + 1; i < lines.length && next < wanted.length; i++) {
    const text = oneLine(lines[i]?.text ?? '');
    if (!hasWord(text)) continue;
    // Tags in the middle of a line are not in `doc`, which need not match there.
    const at = wanted.slice(next, next + budget.documentationSkips).findIndex((line) => text.includes(line));
    if (at < 0) continue;
    next += at + 1;
    end = i + 1;
  }
  return { start, end: doc.length < limits.maxDocChars - 1 ? end : endOfComment(lines, start, end) };
}

/** The index holds only the beginning of long documentation. @returns the line that closes it; `end` where none is found */
function endOfComment(lines: readonly ShownLine[], start: number, end: number): number {
  const marks = MARKS.exec(lines[start]?.text ?? '')?.[0].trim() ?? '';
  for (let i = end; i < lines.length; i++) {
    const text = lines[i]?.text ?? '';
    if (/(?:"""|'''|\*\/)\s*$/.test(text) || (/^(?:\/\/|#|-)/.test(marks) && !text.trim().startsWith(marks))) return i;
  }
  return end;
}

/** The line of the documentation that fits the question much better than all code, with the one before and after it. */
function answering(lines: readonly ShownLine[], { start, end }: { start: number; end: number }, relevance: Relevance): Set<number> {
  const weights = lines.map(({ text }, i) => (text.trim() ? relevance(text, i) : 0));
  const inCode = Math.max(0, ...weights.filter((_, i) => i < start || i >= end));
  const best = Math.max(0, ...weights.slice(start, end));
  if (best <= inCode * budget.documentationLead) return new Set();
  const at = weights.indexOf(best, start);
  return new Set([at - 1, at, at + 1].filter((i) => i >= start && i < end));
}
