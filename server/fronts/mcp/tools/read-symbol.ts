/** `read_symbol`: a symbol by name, key or place, whole. */
import type { Result } from '../../../core/model/answer.js';
import type { SymbolKind } from '../../../core/model/symbol.js';
import type { McpCode } from '../../../protocol/mcp-common.js';
import { type ReadSymbolOutput, readSymbolInputSchema, readSymbolOutputSchema } from '../../../protocol/mcp-read-symbol.js';
import { symbolKinds } from '../../../protocol/symbol-kinds.js';
import { workspacePathOf } from '../../parse-place.js';
import { answerState, stateText } from '../answer-state.js';
import { codeOf, codeText, listText, matchText, outlineText, placeLine, symbolOf } from '../shapes.js';
import { readSymbolArgument } from '../symbol-argument.js';
import { findLiterally, similarNames } from '../text-fallback.js';
import type { Tool, ToolCall } from '../tool.js';

const DEFAULT_BUDGET = 8_000;
const MAX_OUTLINE = 200;
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
    const { results, notes } = withinBudget(answer.results, budgetTokens);
    const isFound = results.length + answer.outline.length > 0;
    const state = answerState(engine, answer);
    const output: ReadSymbolOutput = {
      ...state,
      notes: [...state.notes, ...notes],
      results,
      outline: answer.outline,
      similar: isFound ? [] : await similarNames(engine, symbol, signal),
      textMatches: isFound ? [] : (await findLiterally(engine, symbol, {}, signal, 'words')).textMatches,
    };
    const text = [
      ...(isFound ? [] : [`no symbol ${symbol}`, '']),
      ...results.map(codeText),
      ...outlineText(output.outline),
      ...listText('similar names:', output.similar.map(placeLine)),
      ...listText('lines that contain it:', output.textMatches.map(matchText)),
      stateText(output),
    ].join('\n');
    return { output, text };
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

/** Whole results within the budget; the first is cut to it, the others become places. */
function withinBudget(results: readonly Result[], budgetTokens: number): { readonly results: McpCode[]; readonly notes: string[] } {
  const notes: string[] = [];
  let left = budgetTokens;
  let placesOnly = 0;
  const shown = results.map((result, i) => {
    const code = codeOf(result);
    if (result.tokens <= left) {
      left -= result.tokens;
      return code;
    }
    if (i > 0) {
      placesOnly++;
      return { ...code, code: '', shown: 'place' };
    }
    const lines = code.code.split('\n');
    // Tokens are distributed evenly enough over the lines of a text.
    const kept = Math.max(1, Math.floor((lines.length * left) / result.tokens));
    left = 0;
    notes.push(`cut after ${kept} of ${lines.length} lines by budgetTokens; read on at ${result.path}:${code.startLine + kept}`);
    return { ...code, code: lines.slice(0, kept).join('\n'), shown: 'beginning' };
  });
  if (placesOnly) notes.push(`${placesOnly} more of this name are given as places only; read them by key or place`);
  return { results: shown, notes };
}
