/**
 * An answer as one Markdown document (R11): each result headed by path and symbol, its source in a fence, and at the
 * end what the code needs and what the answer may lack. Pure; every front that gives Markdown uses it.
 */

interface Shown {
  readonly path: string;
  readonly language: string;
  readonly qualifiedName: string;
  readonly symbolKind: string | null;
  readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } };
  readonly text: string;
  readonly signature: string;
  readonly shortening: string;
  readonly unsaved: boolean;
}

/** What of an answer is shown; the wire form of `context/retrieve` fits. */
export interface MarkdownAnswer {
  readonly query: string;
  readonly results: readonly Shown[];
  readonly needed: readonly { readonly signature: string; readonly path: string; readonly range: Shown['range'] }[];
  readonly isIncomplete: boolean;
  readonly problems: readonly { readonly message: string; readonly incomplete: boolean }[];
}

export function renderMarkdown(answer: MarkdownAnswer): string {
  const parts = answer.results.map(section);
  if (parts.length === 0) parts.push('No results.');
  if (answer.needed.length > 0) {
    const lines = answer.needed.map((needed) => `- ${code(needed.signature)} (${needed.path}:${needed.range.start.line + 1})`);
    parts.push(`## Referenced, not shown\n\n${lines.join('\n')}`);
  }
  const lacking = answer.problems.filter((problem) => problem.incomplete);
  if (answer.isIncomplete) {
    const why = lacking.map((problem) => problem.message).join('; ');
    parts.push(`> This answer may be incomplete${why ? `: ${oneLine(why)}` : '.'}`);
  }
  return `${parts.join('\n\n')}\n`;
}

function section(result: Shown): string {
  const { start, end } = result.range;
  const lines = `${start.line + 1}-${Math.max(start.line + 1, end.line)}`;
  const symbol = result.symbolKind === null ? '' : ` ${code(result.qualifiedName)}`;
  const notes = [
    result.unsaved && 'not saved',
    result.shortening !== 'whole' && result.text !== '' && `shown: ${result.shortening}`,
  ].filter(Boolean);
  const head = `## ${oneLine(result.path)}:${lines}${symbol}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
  const shown = result.text === '' ? result.signature : result.text;
  return shown === '' ? head : `${head}\n\n${fenced(shown, result.language)}`;
}

/** A fence longer than any run of backticks inside. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map((run) => run[0].length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.endsWith('\n') ? text : `${text}\n`}${fence}`;
}

function code(text: string): string {
  const line = oneLine(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map((run) => run[0].length));
  const ticks = '`'.repeat(longest + 1);
  return longest > 0 ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
