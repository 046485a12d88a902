/**
 * Shortens attributes, annotations and decorators of many lines above a symbol (the description of a route, for example) to their first
 * lines, so that code comes within the budget. Pure.
 */
import { commentStyle } from '../../model/language.js';
import type { ShownLine } from '../../model/shown-lines.js';
import { budget } from './budget.js';
import type { Relevance } from './extract-statements.js';

const BEGINNING = /^\s*(?:#!?\[|@[\w.]{1,100}\(|\[[A-Z][\w.]{0,100}\()/;
const OPEN = /[([{]/g;
const CLOSED = /[)\]}]/g;

/**
 * The lines with the rest of long attributes replaced by notes; null where there are none.
 * @param nameLine of the symbol, in the file
 * @param relevance an attribute with a line that fits the question much better than all code stays
 */
export function shortenAttributes(
  lines: readonly ShownLine[],
  { nameLine, language }: { readonly nameLine: number; readonly language: string },
  relevance: Relevance,
): readonly ShownLine[] | null {
  const end = lines.findIndex(({ line }) => line !== null && line >= nameLine);
  if (end <= budget.attributeLines + budget.omittedDocumentation) return null;
  const weights = lines.map(({ text }, i) => (text.trim() ? relevance(text, i) : 0));
  const { open, close } = commentStyle(language);
  const inCode = Math.max(0, ...weights.slice(end));
  const out: ShownLine[] = [];
  let isShorter = false;
  for (let i = 0; i < lines.length; ) {
    const to = i < end && BEGINNING.test(lines[i]?.text ?? '') ? endOfAttribute(lines, i, end) : i + 1;
    const kept = i + budget.attributeLines;
    const isMeant = Math.max(0, ...weights.slice(kept, to)) > inCode * budget.documentationLead;
    const omitted = to - 1 - kept;
    if (omitted >= budget.omittedDocumentation && !isMeant) {
      out.push(
        ...lines.slice(i, kept),
        { text: `${indentOf(lines[kept])}${open}${omitted} lines left out${close}`, line: null },
        ...lines.slice(to - 1, to),
      );
      isShorter = true;
    } else out.push(...lines.slice(i, to));
    i = to;
  }
  return isShorter ? out : null;
}

const indentOf = (line: ShownLine | undefined): string => /^[ \t]*/.exec(line?.text ?? '')?.[0] ?? '';

/** The line after the one that closes what a line opens. Brackets in texts count as well: in doubt the attribute ends later or is left. */
function endOfAttribute(lines: readonly ShownLine[], start: number, end: number): number {
  let depth = 0;
  for (let i = start; i < end; i++) {
    const { text } = lines[i] as ShownLine;
    depth += (text.match(OPEN)?.length ?? 0) - (text.match(CLOSED)?.length ?? 0);
    if (depth <= 0) return i + 1;
  }
  return start + 1;
}
