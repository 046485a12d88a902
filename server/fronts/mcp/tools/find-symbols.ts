/** `find_symbols`: symbols by name, or by what they do. */
import type { SymbolKind } from '../../../core/model/symbol.js';
import { type FindSymbolsOutput, findSymbolsInputSchema, findSymbolsOutputSchema } from '../../../protocol/mcp-find-symbols.js';
import { escapeGlob } from '../../../util/escape-pattern.js';
import { filesMatching } from '../../parse-place.js';
import { answerState, stateText } from '../answer-state.js';
import { listText, matchTexts, symbolOf, symbolText } from '../shapes.js';
import { findLiterally, nothingFound } from '../text-fallback.js';
import type { Tool } from '../tool.js';

const DEFAULT_LIMIT = 20;
const FILE_NAME = /^[\w@+.-]+\.\w{1,8}$/;
const MAX_FILES = 10;

export const findSymbols: Tool<typeof findSymbolsInputSchema, typeof findSymbolsOutputSchema> = {
  name: 'find_symbols',
  title: 'Find symbols',
  description:
    'List symbols (functions, classes, constants …) with place and signature, by name, by the beginning of a name, by a misspelt name, or by ' +
    'what they do. Use it for an overview or to find where something is defined: it lists definitions only, where grep lists every mention.',
  input: findSymbolsInputSchema,
  output: findSymbolsOutputSchema,
  async run({ engine, signal }, { query, mode, limit = DEFAULT_LIMIT, paths, languages, kinds }) {
    const filters = {
      ...(paths?.length && { paths }),
      ...(languages?.length && { languages }),
      ...(kinds?.length && { kinds: kinds as SymbolKind[] }),
    };
    const answer = await engine.symbols({ query, limit: limit + 1, filters, ...(mode && { mode }) }, signal);
    const isFound = answer.hits.length > 0 || !query.trim();
    const { textMatches, notes } = isFound ? nothingFound : await findLiterally(engine, query, filters, signal, 'words');
    const state = answerState(engine, answer);
    const more = answer.hits.length > limit ? [`more than ${limit} symbols match; raise limit or narrow with paths or kinds`] : [];
    const files = FILE_NAME.test(query) ? await filesMatching(engine, `**/${escapeGlob(query)}`, MAX_FILES, signal) : [];
    const output: FindSymbolsOutput = {
      ...state,
      notes: [
        ...(files.length ? [`files of that name, which read_symbol reads: ${files.join(', ')}`] : []),
        ...state.notes,
        ...more,
        ...notes,
      ],
      symbols: answer.hits.slice(0, limit).map(symbolOf),
      textMatches,
    };
    const text = [
      ...(output.symbols.length ? [] : ['no symbol matches']),
      ...output.symbols.map(symbolText),
      ...listText('matching lines:', matchTexts(textMatches)),
      stateText(output),
    ].join('\n');
    return { output, text };
  },
};
