/** `search_code`: from a question to the code that answers it. */
import type { Engine } from '../../../core/engine/engine-api.js';
import type { Answer, Filters, Result } from '../../../core/model/answer.js';
import { callerGroups, isListed, saysUnknown } from '../../../core/model/answer-text.js';
import { ContextError, type Problem, queryError } from '../../../core/model/problem.js';
import type { SymbolKind } from '../../../core/model/symbol.js';
import type { McpCode, McpNeeded } from '../../../protocol/mcp-common.js';
import {
  type McpCaller,
  type SearchCodeInput,
  type SearchCodeOutput,
  searchCodeInputSchema,
  searchCodeOutputSchema,
} from '../../../protocol/mcp-search-code.js';
import { continueToken, keysOfToken } from '../../continue-token.js';
import { answerState, denialsOf, noteText, stateText, warningText } from '../answer-state.js';
import { fitted, STATE_TOKENS, tokensOf } from '../fit-tokens.js';
import { besideText, codeOf, codeText, listText, matchText, matchTexts, neededText, summarized } from '../shapes.js';
import {
  findLines,
  findLiterally,
  isPattern,
  isRegularExpression,
  literalIn,
  MORE_LINES,
  nothingFound,
  type TextFound,
} from '../text-fallback.js';
import type { Tool, ToolCall } from '../tool.js';

const DEFAULT_LIMIT = 8;
const DEFAULT_LINES = 50;
const DEFAULT_BUDGET = 2_000;
const LINES_BUDGET = 3_000;
/** Of one result, unless all are wanted with code: of a longer function its relevant statements. */
const RESULT_TOKENS = 1_000;
const MAX_NEEDED = 5;
/** What the heading of a result here has more than one of the document that the engine counts. */
const KEY_TOKENS = 4;
/** Of a small budget, what code gets at least. */
const MIN_CODE_SHARE = 0.5;
/** Of the budget, what matching lines may take beside results. */
const LINES_SHARE = 0.75;
/** From so many words on, a question is more than the literal text in it; lines of source that are added then. */
const QUESTION_WORDS = 5;
const LINES_IN_QUESTION = 5;

export const searchCode: Tool<typeof searchCodeInputSchema, typeof searchCodeOutputSchema> = {
  name: 'search_code',
  title: 'Search code',
  description:
    'Find the code that answers a question: whole functions and classes with line numbers, best first, within a token budget. ' +
    'Use it first when you do not know the exact name ("where are redirects followed", "retry with backoff", an error message, a stack ' +
    'trace): one call replaces several rounds of grep and file reading, because it finds code by meaning as well as by words and shows ' +
    'it whole. For a question in words give alternatives too: your guesses of names and terms in the code. It falls back to plain text search, and match "text" or "regex" lists every matching line like grep, including unsaved ' +
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
  const { query, limit = DEFAULT_LINES, budgetTokens = LINES_BUDGET, context = 0 } = input;
  const match = input.match === 'regex' ? 'regex' : 'literal';
  const search = (how: 'regex' | 'literal') =>
    findLines(engine, { text: query, match: how, filters: filtersOf(input), limit, context }, signal);
  const found = await search(match).catch(async (error: unknown): Promise<TextFound> => {
    if (match === 'literal' || !(error instanceof ContextError) || isRegularExpression(query)) throw error;
    const literal = await search('literal');
    return { ...literal, notes: [`${error.message}: searched as plain text`, ...literal.notes] };
  });
  return answerOf({ engine, found, results: [], needed: [], callers: [], isNothing: false, isQuestion: false, budgetTokens, sent: [] });
}

async function ranked({ engine, signal }: ToolCall, input: SearchCodeInput) {
  const { query, alternatives, limit = DEFAULT_LIMIT, budgetTokens = DEFAULT_BUDGET, show, exclude = [], continueFrom } = input;
  const before = continueFrom === undefined ? [] : keysOfToken(continueFrom);
  if (before === null) throw queryError('continueFrom: not a token of an earlier answer');
  const sent = [...exclude.map((key) => key.replace(/^#/, '')), ...before];
  const filters = filtersOf(input);
  const forCode = Math.round(Math.max(budgetTokens * MIN_CODE_SHARE, budgetTokens - STATE_TOKENS - limit * KEY_TOKENS));
  const answer = await engine.retrieve(
    {
      query,
      ...(alternatives?.length && { alternatives }),
      limit,
      budgetTokens: forCode,
      reservedTokens: 0,
      related: 0,
      withText: show !== 'places',
      // Places are in the order of the answer with code.
      ...(show !== 'code' && { brief: true }),
      ...(show === undefined && { resultTokens: RESULT_TOKENS }),
      extract: true,
      filters,
      exclude: sent,
    },
    signal,
  );
  const isNothing = answer.problems.some(({ code }) => code === 'noMatch');
  const isQuestion = !isNothing && answer.results.length > 0 && wordsBeside(query, literalIn(query)) >= QUESTION_WORDS;
  const found = await textFor(answer, (text, how) =>
    isQuestion
      ? findLines(engine, { text, match: 'literal', filters: { ...filters, roles: ['source'] }, limit: LINES_IN_QUESTION }, signal)
      : findLiterally(engine, text, filters, signal, how),
  );
  // The engine was given less than the budget.
  const withBudget = (one: Problem): Problem =>
    one.code === 'budgetExceeded' ? { ...one, message: one.message.replace(String(forCode), String(budgetTokens)) } : one;
  const problems = [
    // The matching lines answer the question.
    ...answer.problems.filter(({ code }) => code !== 'noMatch' || !found.textMatches.length).map(withBudget),
    ...found.problems.filter(({ code }) => code === 'budgetExceeded'),
  ];
  const needed = answer.needed.slice(0, MAX_NEEDED).map(({ name, signature, path, line }) => ({ name, signature, path, line: line + 1 }));
  const callers = answer.callers.map((one) => ({ ...one, line: one.line + 1 }));
  // The list of callers has their lines.
  const isInList = (result: Result): boolean => isListed(result, answer.callers);
  const results = answer.results.filter((result) => !isInList(result));
  const listed = answer.results.filter(isInList).map(({ key }) => key);
  const parts = { engine, found: { ...found, problems }, results, show, needed, callers, isNothing, isQuestion, budgetTokens };
  return answerOf({ ...parts, sent: [...sent, ...listed] });
}

const wordsBeside = (query: string, literal: string | null): number =>
  literal === null ? 0 : (query.replace(literal, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0);

/** Lines that match literally, if the results do not contain the literal text of the question. */
async function textFor(
  { query, results, problems }: Answer,
  search: (text: string, how: 'words' | 'whole') => Promise<TextFound>,
): Promise<TextFound> {
  const literal = literalIn(query);
  const named = /^[\w$.:#>-]+$/.test(literal ?? '') ? literal?.split(/[^\w$]+/).at(-1) : undefined;
  if (named && results.some(({ name }) => name === named)) return nothingFound;
  if (!results.length && problems.some(({ message }) => saysUnknown(message))) return nothingFound;
  if (!results.length) return search(literal ?? query, 'words');
  // A word in quotation marks within a message that the first result prints is a value of whoever got it.
  if (literal !== null && literal !== query.trim() && !/\s/.test(literal) && results[0]?.answerLines.length) return nothingFound;
  const wanted = literal?.toLowerCase() ?? '';
  const has = ({ text, qualifiedName, path }: Answer['results'][number]) =>
    [text, qualifiedName, path].some((part) => part.toLowerCase().includes(wanted));
  if (literal !== null && (isPattern(literal) || !results.some(has))) return search(literal, 'whole');
  // A phrase in plain words may occur as it is.
  return problems.some(({ code }) => code === 'noMatch') ? search(query, 'whole') : nothingFound;
}

interface Parts {
  readonly engine: Engine;
  readonly found: TextFound;
  readonly results: readonly Result[];
  readonly show?: SearchCodeInput['show'];
  readonly needed: readonly McpNeeded[];
  readonly callers: readonly McpCaller[];
  /** True if nothing matches the question: the results are only the closest ones. */
  readonly isNothing: boolean;
  /** True for a question with a literal text in it: the code answers it, and lines with the text are added. */
  readonly isQuestion: boolean;
  readonly budgetTokens: number;
  /** Keys of results that the client has already. */
  readonly sent: readonly string[];
}

/** The parts within the budget: matching lines first, since they contain the text literally; results beside them are places only. */
function answerOf(parts: Parts) {
  const { found, results, show, isNothing, isQuestion, budgetTokens } = parts;
  const isBeside = (found.textMatches.length > 0 && !isQuestion) || isNothing;
  const asShown = show === 'places' ? codeOf : summarized;
  const all = results.map((one) => asShown(isBeside ? { ...one, text: '', shortening: 'place' } : one));
  const lines = fitted(found.textMatches, matchText, all.length ? budgetTokens * LINES_SHARE : budgetTokens).kept.length;
  let answer = shownOf(parts, all, lines, all.length);
  // The engine has counted the code, with its headings; lines and places are counted here.
  if (all.some(({ code }) => code !== '')) {
    for (let kept = lines; kept > 0 && tokensOf(answer.text) > budgetTokens; answer = shownOf(parts, all, --kept, all.length));
    return answer;
  }
  let places = all.length;
  for (
    let kept = lines;
    tokensOf(answer.text) + places * KEY_TOKENS > budgetTokens && kept + places > 1;
    answer = shownOf(parts, all, kept, places)
  )
    if (places > 0) places--;
    else kept--;
  return answer;
}

function shownOf(
  { engine, found, results: given, show, needed, callers, isNothing, isQuestion, budgetTokens, sent }: Parts,
  all: readonly McpCode[],
  lines: number,
  places: number,
) {
  const state = answerState(engine, found);
  // Beside mere places there are no lists; the users of a symbol stand beside its place.
  const isOfUsers = show === undefined && !isNothing && given.every(({ shortening }) => shortening === 'place');
  const hasLists = isOfUsers || all.some(({ code }) => code !== '');
  const results = all.slice(0, places);
  const token = results.length ? continueToken([...sent, ...results.map(({ key }) => key)]) : undefined;
  const output: SearchCodeOutput = {
    ...state,
    notes: [
      ...state.notes,
      ...new Set([...found.notes, ...(found.textMatches.length > lines ? [MORE_LINES] : [])]),
      ...(all.length > places ? [`${all.length - places} more results are left out by budgetTokens`] : []),
    ],
    results,
    ...(hasLists ? { needed: [...needed], callers: [...callers] } : { needed: [], callers: [] }),
    // One long line must not exceed a small budget.
    textMatches: found.textMatches.slice(0, lines).map((one) => ({ ...one, text: one.text.slice(0, budgetTokens) })),
    ...(token !== undefined && { continueFrom: token }),
  };
  const nothing = sent.length ? 'nothing more was found' : 'nothing was found';
  return { output, text: textOf(output, isQuestion, nothing, denialsOf(found.problems)) };
}

const textOf = (output: SearchCodeOutput, isQuestion: boolean, nothing: string, denials: readonly string[]): string =>
  [
    ...warningText(output),
    ...denials.map(noteText),
    ...(isQuestion ? [] : listText('matching lines:', matchTexts(output.textMatches))),
    ...(!isQuestion && output.textMatches.length && output.results.length ? ['results:'] : []),
    ...codeTexts(output.results),
    ...(isQuestion ? listText('matching lines:', matchTexts(output.textMatches)) : []),
    ...listText('referenced above:', output.needed.map(neededText)),
    ...usersOf(output),
    ...(output.results.length + output.textMatches.length ? [] : [nothing]),
    stateText(output, denials),
  ].join('\n');

/** Results with code, then the places of the others. */
const codeTexts = (results: readonly McpCode[]): string[] => {
  const withCode = results.filter(({ code }) => code !== '');
  const places = results.filter(({ code }) => code === '');
  return withCode.length ? [...withCode.map(codeText), ...listText('also found:', places.map(besideText))] : places.map(codeText);
};

function usersOf({ callers, results }: SearchCodeOutput): string[] {
  const shown = callers.map((one) => ({ ...one, line: one.line - 1 }));
  return callerGroups(shown, results[0]?.name).flatMap(({ title, lines }) => listText(`${title}:`, lines));
}
