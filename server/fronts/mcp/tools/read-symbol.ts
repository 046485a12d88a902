/** `read_symbol`: a symbol by name, key or place, whole. */
import { ContextError, type Problem, queryError } from '../../../core/model/problem.js';
import type { SymbolKind } from '../../../core/model/symbol.js';
import type { McpCode, McpSymbol } from '../../../protocol/mcp-common.js';
import { type ReadSymbolOutput, readSymbolInputSchema, readSymbolOutputSchema } from '../../../protocol/mcp-read-symbol.js';
import { symbolKinds } from '../../../protocol/symbol-kinds.js';
import { workspacePathOf } from '../../parse-place.js';
import { answerState, stateText } from '../answer-state.js';
import { fitCode, fitted, STATE_TOKENS } from '../fit-tokens.js';
import { codeOf, codeText, listText, matchTexts, outlineText, placeLine, symbolOf } from '../shapes.js';
import { readSymbolArgument } from '../symbol-argument.js';
import { findLiterally, nothingFound, similarNames } from '../text-fallback.js';
import type { Tool, ToolCall } from '../tool.js';

const DEFAULT_BUDGET = 8_000;
const MAX_OUTLINE = 200;
const PATH_TOKENS = 12;
/** Kinds shown in the outline of a file that has any of them. */
const OUTLINED: readonly SymbolKind[] = symbolKinds.filter(
  (kind) => !['variable', 'field', 'property', 'key', 'enumMember'].includes(kind),
);

export const readSymbol: Tool<typeof readSymbolInputSchema, typeof readSymbolOutputSchema> = {
  name: 'read_symbol',
  title: 'Read a symbol',
  description:
    'Read functions, classes or other symbols whole, with line numbers, by name ("Client.send"), by key from an earlier answer, or by place ' +
    '("src/client.py:120" gives the symbol around line 120, "src/client.py:120-140" those lines). Several go in one call: symbols. A path ' +
    'alone gives an outline of the file or folder. Use it instead of grep plus reading a file in pieces: no search for the beginning and ' +
    'end is needed, and unsaved edits are included.',
  input: readSymbolInputSchema,
  output: readSymbolOutputSchema,
  async run(call, { symbol, symbols, detail = 'code', budgetTokens = DEFAULT_BUDGET }) {
    const { engine, signal } = call;
    const asked = symbols ?? (symbol === undefined ? [] : [symbol]);
    const [first] = asked;
    if (first === undefined) throw queryError('expected symbol or symbols');
    const answers: Read[] = [];
    for (const one of asked) answers.push(await read(call, one, detail, asked.length > 1));
    const { results, notes: cuts } = fitCode(
      answers.flatMap((one) => one.results),
      budgetTokens - STATE_TOKENS,
    );
    const { kept, notes } = fitOutline(
      answers.flatMap(({ outline }) => outline),
      budgetTokens - STATE_TOKENS,
    );
    const isFound = results.length + kept.length > 0;
    const missing = answers.flatMap((one, i) => (one.results.length + one.outline.length ? [] : [asked[i]]));
    const state = answerState(engine, { problems: answers.flatMap(({ problems }) => problems) });
    const text = isFound ? nothingFound : await findLiterally(engine, first, {}, signal, 'words');
    const output: ReadSymbolOutput = {
      ...state,
      notes: [
        ...new Set(state.notes),
        ...(isFound ? missing.map((name) => `no symbol ${name}`) : []),
        ...[...cuts, ...notes, ...text.notes],
      ],
      results,
      outline: kept,
      similar: isFound ? [] : await similarNames(engine, first, signal),
      textMatches: text.textMatches,
    };
    const lines = [
      ...(isFound ? [] : [`no symbol ${asked.join(', ')}`, '']),
      ...results.map(codeText),
      ...outlineText(output.outline),
      ...listText('similar names:', output.similar.map(placeLine)),
      ...listText('matching lines:', matchTexts(output.textMatches)),
      stateText(output),
    ];
    return { output, text: lines.join('\n') };
  },
};

interface Read {
  readonly results: readonly McpCode[];
  readonly outline: readonly McpSymbol[];
  readonly problems: readonly Problem[];
}

/** @throws ContextError('query') for a place in a missing file, unless it is one of several */
async function read(call: ToolCall, symbol: string, detail: 'code' | 'whole', isOneOfSeveral: boolean): Promise<Read> {
  const { engine, folders, signal } = call;
  const path = workspacePathOf(engine, folders, symbol.trim());
  if (path !== null) return { results: [], ...(await outlineOf(call, path)) };
  try {
    const [first = { symbol }, ...others] = readSymbolArgument(engine, folders, symbol);
    let answer = await engine.show({ ...first, detail }, signal);
    for (const other of others) if (!answer.results.length) answer = await engine.show({ ...other, detail }, signal);
    return { results: answer.results.map(codeOf), outline: [], problems: answer.problems.filter(({ code }) => code !== 'noMatch') };
  } catch (error) {
    if (!isOneOfSeveral || !(error instanceof ContextError) || error.code !== 'query') throw error;
    return { results: [], outline: [], problems: [] };
  }
}

/** The symbols of a file; of a folder the most important ones. */
async function outlineOf({ engine, signal }: ToolCall, path: string) {
  const paths = path === '' ? {} : { paths: [`${path.replace(/[\\*?[\]{}()!+@|]/g, '\\$&')}/**`] };
  const ofFile = await engine.symbols({ query: '', ofFile: path, limit: MAX_OUTLINE, filters: { kinds: OUTLINED } }, signal);
  const all = ofFile.hits.length ? ofFile : await engine.symbols({ query: '', ofFile: path, limit: MAX_OUTLINE }, signal);
  const { hits, problems } = all.hits.length ? all : await engine.symbols({ query: '', limit: MAX_OUTLINE, filters: paths }, signal);
  const outline = hits.map(symbolOf).sort((a, b) => (a.path === b.path ? a.startLine - b.startLine : a.path < b.path ? -1 : 1));
  return { outline, problems };
}

/** As many symbols as fit: those outside of other symbols before members, in the order of the file. */
function fitOutline(outline: readonly McpSymbol[], room: number): { readonly kept: McpSymbol[]; readonly notes: string[] } {
  const paths = new Set(outline.map(({ path }) => path)).size;
  const left = room - paths * PATH_TOKENS;
  const isInside = (one: McpSymbol) =>
    outline.some((other) => other !== one && other.path === one.path && one.name.startsWith(other.name) && contains(other, one));
  const ranked = fitted(outline, lineOf, left).omitted
    ? [...outline].sort((a, b) => Number(isInside(a)) - Number(isInside(b)))
    : [...outline];
  const { kept, omitted } = fitted(ranked, lineOf, left);
  const chosen = new Set(kept);
  const notes = omitted ? [`${omitted} more symbols are left out by budgetTokens; find_symbols with paths lists them`] : [];
  return { kept: outline.filter((one) => chosen.has(one)), notes };
}

const lineOf = (one: McpSymbol): string => outlineText([one]).at(-1) ?? '';

const contains = (outer: McpSymbol, inner: McpSymbol): boolean => outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
