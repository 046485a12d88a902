/**
 * Plain text search over the indexed texts: for exact strings, and for questions that ranking has no answer to. It searches
 * the files in groups and yields between them, so that other questions do not wait.
 */

import { escapePattern } from '../../../util/escape-pattern.js';
import type { Filters } from '../../model/answer.js';
import { clipped } from '../../model/answer-text.js';
import { limits } from '../../model/limits.js';
import { type Problem, queryError } from '../../model/problem.js';
import type { TextAnswer, TextMatch, TextQuestion } from '../../model/text-search.js';
import type { Found } from '../pipeline.js';
import type { FoundLine, IndexReader, LineSearch } from '../ports.js';
import { fileFilter, type GlobMatcher, unmatchedPaths } from '../query/filter.js';
import { symbolsAround } from './look-up.js';

export interface TextSearchPorts {
  readonly reader: IndexReader;
  readonly globs: GlobMatcher;
  readonly findLines: LineSearch;
  /** Milliseconds. */
  readonly now: () => number;
}

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 1_000;
const MAX_LINE_CHARS = 240;
const MAX_CONTEXT = 10;
/** Files that are searched without a break: some milliseconds. */
const GROUP = 200;

/** @throws ContextError('query') for an empty text, a text that is too long, and a regular expression that is wrong or takes too long. */
export async function findText(
  { reader, globs, findLines, now }: TextSearchPorts,
  { text, match = 'literal', heedsCase, filters, limit = DEFAULT_LIMIT, context = 0 }: TextQuestion,
  problems: Problem[],
  signal?: AbortSignal,
): Promise<Found<TextAnswer>> {
  if (!text.trim() || text.length > limits.maxTextSearchChars)
    throw queryError(`text: expected 1 to ${limits.maxTextSearchChars} characters, got ${text.length}`);
  const most = Math.max(1, Math.min(MAX_LIMIT, Math.floor(limit)));
  const flags = (heedsCase ?? hasCapitals(text, match)) ? 'gm' : 'gim';
  const pattern = new RegExp(match === 'regex' ? checked(text) : escapePattern(text), flags);
  // SQLite folds the case of ASCII only.
  const containing = match === 'literal' && isAscii(text) ? text : null;
  const matches: TextMatch[] = [];
  const files = filesInOrder(reader, filters, globs);
  problems.push(
    ...unmatchedPaths(
      filters,
      globs,
      files.map(({ path }) => path),
      () => reader.files(),
    ),
  );
  const started = now();
  for (let first = 0; first < files.length && matches.length < most; first += GROUP) {
    signal?.throwIfAborted();
    if (now() - started > limits.maxTextSearchMs) {
      const message = `the text search stopped after ${first} of ${files.length} files; narrow it with paths`;
      problems.push({ code: 'budgetExceeded', message, incomplete: true });
      break;
    }
    const group = files.slice(first, first + GROUP);
    const texts = reader.fileTexts(
      group.map(({ id }) => id),
      containing,
    );
    const searched = group.flatMap((file) => {
      const own = texts.get(file.id);
      return own === undefined ? [] : [{ file, text: own }];
    });
    const found = findLines(
      pattern,
      searched.map((one) => one.text),
      most - matches.length,
    );
    for (const [i, one] of searched.entries()) {
      const lines = context > 0 && found[i]?.length ? one.text.split('\n') : [];
      for (const line of found[i] ?? []) matches.push(toMatch(reader, one.file, line, around(lines, line.line, context)));
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { matches };
}

const isAscii = (text: string): boolean => /^[\t\x20-\x7e]*$/.test(text);

/** In a regular expression `\S`, `\p{Lu}` and the like are no capitals. */
function hasCapitals(text: string, match: 'literal' | 'regex'): boolean {
  const letters = match === 'regex' ? text.replace(/\\(?:[pP]\{[^}]*\}|u\{?[\da-fA-F]+\}?|x[\da-fA-F]{2}|.)|\(\?<\w+>/g, '') : text;
  return letters !== letters.toLowerCase();
}

function checked(pattern: string): string {
  try {
    new RegExp(pattern, 'gm');
    return pattern;
  } catch (error) {
    throw queryError(`not a regular expression: ${error instanceof Error ? error.message : String(error)}`);
  }
}

type SearchedFile = ReturnType<IndexReader['files']>[number];

function filesInOrder(reader: IndexReader, filters: Filters | undefined, globs: GlobMatcher): SearchedFile[] {
  const accept = fileFilter(filters, globs);
  const rank = ({ role }: SearchedFile) => (role === 'source' ? 0 : 1);
  return reader
    .files()
    .filter(accept)
    .sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : 1));
}

type Around = Pick<TextMatch, 'before' | 'after'>;

function around(lines: readonly string[], line: number, context: number): Around {
  const count = Math.min(MAX_CONTEXT, Math.floor(context));
  const shown = (from: number, to: number) =>
    lines.slice(Math.max(0, from), Math.max(0, to)).map((one) => clipped(one.trimEnd(), MAX_LINE_CHARS));
  return { before: shown(line - count, line), after: shown(line + 1, line + 1 + count) };
}

function toMatch(reader: IndexReader, { id, path }: SearchedFile, { line, text }: FoundLine, { before, after }: Around): TextMatch {
  const [innermost] = symbolsAround(reader, id, line).slice(-1);
  const symbol = innermost?.kind === 'symbol' ? { key: innermost.key, qualifiedName: innermost.qualifiedName } : null;
  const whole = before.length + after.length > 0 ? text.trimEnd() : text.trim();
  return { path, line, text: clipped(whole, MAX_LINE_CHARS), before, after, symbol };
}
