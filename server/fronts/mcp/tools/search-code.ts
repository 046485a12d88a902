/** `search_code`: from a question to the code that answers it. */
import type { Answer, Filters } from '../../../core/model/answer.js';
import { queryError } from '../../../core/model/problem.js';
import type { SymbolKind } from '../../../core/model/symbol.js';
import {
  type SearchCodeInput,
  type SearchCodeOutput,
  searchCodeInputSchema,
  searchCodeOutputSchema,
} from '../../../protocol/mcp-search-code.js';
import { continueToken, keysOfToken } from '../../continue-token.js';
import { answerState, stateText } from '../answer-state.js';
import { codeOf, codeText, listText, matchOf, matchText } from '../shapes.js';
import { findLiterally, literalIn, type TextFound } from '../text-fallback.js';
import type { Tool, ToolCall } from '../tool.js';

const DEFAULT_LIMIT = 8;
const DEFAULT_BUDGET = 4_000;

export const searchCode: Tool<typeof searchCodeInputSchema, typeof searchCodeOutputSchema> = {
  name: 'search_code',
  title: 'Search code',
  description:
    'Find the code that answers a question: whole functions and classes with line numbers, best first, within a token budget. ' +
    'Use it first when you do not know the exact name ("where are redirects followed", "retry with backoff", an error message, a stack ' +
    'trace): one call replaces several rounds of grep and file reading, because it finds code by meaning as well as by words and shows ' +
    'it whole. It falls back to plain text search, and match "text" or "regex" lists every matching line like grep, including unsaved ' +
    'edits. To read one known symbol use read_symbol; for callers use find_related.',
  input: searchCodeInputSchema,
  output: searchCodeOutputSchema,
  run: async (call, input) => (input.match === 'text' || input.match === 'regex' ? lines(call, input) : ranked(call, input)),
};

const filtersOf = ({ paths, languages, kinds }: SearchCodeInput): Filters => ({
  ...(paths?.length && { paths }),
  ...(languages?.length && { languages }),
  ...(kinds?.length && { kinds: kinds as SymbolKind[] }),
});

async function lines({ engine, signal }: ToolCall, input: SearchCodeInput) {
  const match = input.match === 'regex' ? 'regex' : 'literal';
  const answer = await engine.findText({ text: input.query, match, filters: filtersOf(input), limit: input.limit ?? 50 }, signal);
  const output: SearchCodeOutput = { ...answerState(engine, answer), results: [], textMatches: answer.matches.map(matchOf) };
  return { output, text: textOf(output, 'no line matches') };
}

async function ranked({ engine, signal }: ToolCall, input: SearchCodeInput) {
  const { query, limit = DEFAULT_LIMIT, budgetTokens = DEFAULT_BUDGET, show, exclude = [], continueFrom } = input;
  const before = continueFrom === undefined ? [] : keysOfToken(continueFrom);
  if (before === null) throw queryError('continueFrom: not a token of an earlier answer');
  const sent = [...exclude.map((key) => key.replace(/^#/, '')), ...before];
  const filters = filtersOf(input);
  const answer = await engine.retrieve(
    { query, limit, budgetTokens, reservedTokens: 0, related: 0, withText: show !== 'places', extract: true, filters, exclude: sent },
    signal,
  );
  const found: TextFound = await textFor(
    answer,
    () => literalIn(query),
    (text, how) => findLiterally(engine, text, filters, signal, how),
  );
  const problems = [...answer.problems, ...found.problems.filter(({ code }) => code === 'budgetExceeded')];
  const results = answer.results.map(codeOf);
  const token = results.length ? continueToken([...sent, ...results.map(({ key }) => key)]) : undefined;
  const output: SearchCodeOutput = {
    ...answerState(engine, { problems }),
    results,
    textMatches: found.textMatches,
    ...(token !== undefined && { continueFrom: token }),
  };
  return { output, text: textOf(output, sent.length ? 'nothing more was found' : 'nothing was found') };
}

/** Lines that match literally, if the results do not contain the literal text of the question. */
function textFor(
  { query, results }: Answer,
  literalOf: () => string | null,
  search: (text: string, how: 'words' | 'whole') => Promise<TextFound>,
): Promise<TextFound> {
  if (!results.length) return search(literalOf() ?? query, 'words');
  const literal = literalOf();
  const wanted = literal?.toLowerCase() ?? '';
  const has = ({ text, qualifiedName, path }: Answer['results'][number]) =>
    [text, qualifiedName, path].some((part) => part.toLowerCase().includes(wanted));
  if (literal === null || results.some(has)) return Promise.resolve({ textMatches: [], problems: [] });
  return search(literal, 'whole');
}

const textOf = (output: SearchCodeOutput, nothing: string): string =>
  [
    // Literal matches answer best.
    ...listText('lines that contain the text:', output.textMatches.map(matchText)),
    ...output.results.map(codeText),
    ...(output.results.length + output.textMatches.length ? [] : [nothing]),
    stateText(output),
  ].join('\n');
