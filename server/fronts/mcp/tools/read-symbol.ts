/** `read_symbol`: a symbol by name, key or place, whole. */
import type { SymbolKind } from '../../../core/model/symbol.js';
import type { McpSymbol } from '../../../protocol/mcp-common.js';
import { type ReadSymbolOutput, readSymbolInputSchema, readSymbolOutputSchema } from '../../../protocol/mcp-read-symbol.js';
import { symbolKinds } from '../../../protocol/symbol-kinds.js';
import { workspacePathOf } from '../../parse-place.js';
import { answerState, stateText } from '../answer-state.js';
import { fitCode, fitted, STATE_TOKENS } from '../fit-tokens.js';
import { codeOf, codeText, listText, matchText, outlineText, placeLine, symbolOf } from '../shapes.js';
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
    'Read a function, class or other symbol whole, with line numbers, by name ("Client.send"), by key from an earlier answer, or by place ' +
    '("src/client.py:120" gives the symbol around line 120). A path alone gives an outline of the file or folder. Use it instead of grep plus ' +
    'reading a file in pieces: no search for the beginning and end is needed, and unsaved edits are included.',
  input: readSymbolInputSchema,
  output: readSymbolOutputSchema,
  async run(call, { symbol, budgetTokens = DEFAULT_BUDGET }) {
    const { engine, folders, signal } = call;
    const path = workspacePathOf(engine, folders, symbol.trim());
    const answer = path === null ? await read(call, symbol) : { results: [], ...(await outlineOf(call, path)) };
    const { results, notes: cuts } = fitCode(answer.results.map(codeOf), budgetTokens - STATE_TOKENS);
    const { kept, notes } = fitOutline(answer.outline, budgetTokens - STATE_TOKENS);
    const isFound = results.length + kept.length > 0;
    const state = answerState(engine, answer);
    const text = isFound ? nothingFound : await findLiterally(engine, symbol, {}, signal, 'words');
    const output: ReadSymbolOutput = {
      ...state,
      notes: [...state.notes, ...cuts, ...notes, ...text.notes],
      results,
      outline: kept,
      similar: isFound ? [] : await similarNames(engine, symbol, signal),
      textMatches: text.textMatches,
    };
    const lines = [
      ...(isFound ? [] : [`no symbol ${symbol}`, '']),
      ...results.map(codeText),
      ...outlineText(output.outline),
      ...listText('similar names:', output.similar.map(placeLine)),
      ...listText('matching lines:', output.textMatches.map(matchText)),
      stateText(output),
    ];
    return { output, text: lines.join('\n') };
  },
};

async function read({ engine, folders, signal }: ToolCall, symbol: string) {
  const [first = { symbol }, ...others] = readSymbolArgument(engine, folders, symbol);
  let answer = await engine.show(first, signal);
  for (const other of others) if (!answer.results.length) answer = await engine.show(other, signal);
  return { ...answer, outline: [] };
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
