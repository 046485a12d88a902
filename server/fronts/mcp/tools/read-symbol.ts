/** `read_symbol`: a symbol by name, key or place, whole. */
import type { Result } from '../../../core/model/answer.js';
import type { WorkspacePath } from '../../../core/model/file.js';
import { ContextError, type Problem, queryError } from '../../../core/model/problem.js';
import { isFunction } from '../../../core/model/symbol.js';
import type { McpCode, McpNeeded, McpSymbol } from '../../../protocol/mcp-common.js';
import { type ReadSymbolOutput, readSymbolInputSchema, readSymbolOutputSchema } from '../../../protocol/mcp-read-symbol.js';
import { fileOfPlace, type Place, wholePlace, workspacePathOf } from '../../parse-place.js';
import { showPlace } from '../../show-place.js';
import { answerState, noteText, stateText } from '../answer-state.js';
import { fitCode, fitted, STATE_TOKENS, tokensOf } from '../fit-tokens.js';
import { namesWithin, readPath, whyNot } from '../read-path.js';
import { codeOf, codeText, listText, matchTexts, neededText, outlineText, placeLine } from '../shapes.js';
import { readSymbolArgument } from '../symbol-argument.js';
import { findAttribute, findLiterally, isCorrection, isWildGuess, nothingFound, similarNames } from '../text-fallback.js';
import type { Tool, ToolCall } from '../tool.js';

const DEFAULT_BUDGET = 8_000;
const MAX_ATTRIBUTE_LINES = 20;
const PATH_TOKENS = 12;
const MAX_NEEDED = 8;
const NEEDED = 'referenced above:';
const ROOT = /^(?:\.|\.?\/+)$/;

export const readSymbol: Tool<typeof readSymbolInputSchema, typeof readSymbolOutputSchema> = {
  name: 'read_symbol',
  title: 'Read a symbol',
  description:
    'Read functions, classes or other symbols whole, with line numbers and what they call, by name ("Client.send"), by key from an earlier ' +
    'answer, or by place ("src/client.py:120" gives the symbol around line 120, of a long one the lines around it; "src/client.py:120-140" ' +
    'those lines). Several go in one call: ' +
    'symbols. A path gives a short file whole, else the outline of the file or folder. Use it instead of grep plus reading a file in pieces.',
  input: readSymbolInputSchema,
  output: readSymbolOutputSchema,
  async run(call, { symbol, symbols, detail = 'code', budgetTokens = DEFAULT_BUDGET }) {
    const { engine, signal } = call;
    const asked = symbols ?? (symbol === undefined ? [] : [symbol]);
    const [first] = asked;
    if (first === undefined) throw queryError('expected symbol or symbols');
    const answers: Read[] = [];
    for (const one of asked) answers.push(await read(call, one, { detail, budgetTokens }));
    const room = budgetTokens - STATE_TOKENS;
    const {
      results,
      left,
      notes: cuts,
    } = fitCode(
      answers.flatMap((one) => one.results),
      room,
    );
    const { kept, notes } = fitOutline(
      answers.flatMap(({ outline }) => outline),
      room,
    );
    const isFound = results.length + kept.length > 0;
    const missing = answers.flatMap((one, i) => (one.results.length + one.outline.length ? [] : [one.missing ?? `no symbol ${asked[i]}`]));
    const state = answerState(engine, { problems: answers.flatMap(({ problems }) => problems) });
    // What is no name is not looked for.
    const name = asked.find((_, i) => !answers[i]?.missing) ?? null;
    const isMissing = !isFound && name !== null;
    const attribute = isMissing ? await findAttribute(engine, name, MAX_ATTRIBUTE_LINES, signal) : null;
    const text = attribute ?? (isMissing ? await findLiterally(engine, name, {}, signal, 'words') : nothingFound);
    const output: ReadSymbolOutput = {
      ...state,
      notes: [
        ...new Set(state.notes),
        ...(isFound ? missing : []),
        ...answers.flatMap((one) => one.notes ?? []),
        ...[...cuts, ...notes, ...text.notes],
      ],
      results,
      needed: fitNeeded(
        answers.flatMap((one) => one.needed),
        results,
        left - kept.reduce((sum, one) => sum + tokensOf(lineOf(one)), 0),
      ),
      outline: kept,
      similar: isMissing && !attribute ? await similarNames(engine, name, signal) : [],
      textMatches: text.textMatches,
    };
    // Which symbol the answer is about, where the name was another: said first.
    const corrected = answers.flatMap(({ problems }) => (isFound ? problems.filter(isCorrection).map(({ message }) => message) : []));
    const lines = [
      ...(isFound ? corrected.map(noteText) : [text.about ?? missing.join('\n'), '']),
      ...results.map(codeText),
      ...listText(NEEDED, output.needed.map(neededText)),
      ...outlineText(output.outline),
      ...listText('similar names:', output.similar.map(placeLine)),
      ...listText('matching lines:', matchTexts(output.textMatches)),
      stateText(output, corrected),
    ];
    return { output, text: lines.join('\n') };
  },
};

interface Read {
  readonly results: readonly McpCode[];
  readonly needed: readonly McpNeeded[];
  readonly outline: readonly McpSymbol[];
  readonly problems: readonly Problem[];
  readonly notes?: readonly string[];
  /** Why nothing was found, if more is known than that there is no such symbol. */
  readonly missing?: string;
}

const nothing: Read = { results: [], needed: [], outline: [], problems: [] };

interface Form {
  readonly detail: 'code' | 'whole';
  readonly budgetTokens: number;
}

async function read(call: ToolCall, symbol: string, form: Form): Promise<Read> {
  try {
    return await readFound(call, symbol, form);
  } catch (error) {
    if (!(error instanceof ContextError) || error.code !== 'query') throw error;
    return { ...nothing, missing: error.message };
  }
}

async function readFound(call: ToolCall, symbol: string, { detail, budgetTokens }: Form): Promise<Read> {
  const { engine, folders, signal } = call;
  const text = await wholePlace(engine, folders, symbol.trim(), signal);
  const path = ROOT.test(text) ? ('' as WorkspacePath) : workspacePathOf(engine, folders, text);
  const named = path !== null && /^[\w$]+$/.test(text) ? await ofName(call, text, detail) : null;
  if (named) return { ...named, notes: [`${text} is also a path in the workspace: ${text}/ reads that`] };
  if (path !== null) {
    const found = await readPath(call, path, budgetTokens - STATE_TOKENS);
    const isFound = found.results.length + found.outline.length > 0;
    return { ...nothing, ...found, ...(!isFound && { missing: await whyNot(call, text) }) };
  }
  const file = fileOfPlace(text);
  if (file !== text && workspacePathOf(engine, folders, file) === null) return { ...nothing, missing: await whyNot(call, file) };
  const [first = { symbol: text }, ...others] = readSymbolArgument(engine, folders, text);
  let answer = await ('at' in first ? showPlace(engine, first, { detail }, signal) : engine.show({ ...first, detail }, signal));
  for (const other of others) if (!answer.results.length) answer = await engine.show({ ...other, detail }, signal);
  if (isWildGuess(answer.results, answer.problems))
    return { ...nothing, problems: answer.problems.filter((problem) => !isCorrection(problem)) };
  if (!answer.results.length) return file === text ? await missingFile(call, text) : { ...nothing, missing: await whyNot(call, file) };
  const range = 'at' in first && first.at.lastLine !== undefined ? first.at : null;
  const results = await Promise.all(answer.results.map((result) => (range ? withNames(call, result, range) : codeOf(result))));
  const needed = answer.needed.map(({ line, ...one }) => ({ ...one, line: line + 1 }));
  return { ...nothing, results, needed, problems: answer.problems.filter(({ code }) => code !== 'noMatch') };
}

/** The symbols of a name, letter for letter; null where there are none. */
async function ofName({ engine, signal }: ToolCall, symbol: string, detail: Form['detail']): Promise<Read | null> {
  const { results, problems } = await engine.show({ symbol, detail }, signal);
  const found = results.filter(({ name, kind }) => name === symbol && kind === 'symbol');
  return found.length ? { ...nothing, results: found.map(codeOf), problems } : null;
}

/** A text with a folder and a file extension is a path, and so is one that begins with `/`, `~/` or `../`. */
const missingFile = async (call: ToolCall, text: string): Promise<Read> =>
  /^[\w@.~/-]*\/[\w@.-]*\.\w{1,6}$|^(?:~?|\.{1,2})\/[^\s()]+$/.test(text) ? { ...nothing, missing: await whyNot(call, text) } : nothing;

async function withNames(call: ToolCall, result: Result, { path, line, lastLine = line }: Place['at']): Promise<McpCode> {
  const code = codeOf(result);
  const within = isFunction(result.symbolKind) ? '' : await namesWithin(call, path, line + 1, lastLine + 1);
  return { ...code, ...(within && { within }) };
}

/** What the results refer to, without what they contain, as much as fits. */
function fitNeeded(needed: readonly McpNeeded[], results: readonly McpCode[], room: number): McpNeeded[] {
  const isShown = ({ path, line }: McpNeeded) =>
    results.some((one) => one.code !== '' && one.path === path && one.startLine <= line && line <= one.endLine);
  const distinct = new Map(needed.filter((one) => !isShown(one)).map((one) => [`${one.path}:${one.line}`, one]));
  const { kept, used } = fitted([...distinct.values()].slice(0, MAX_NEEDED), neededText, room - tokensOf(NEEDED));
  return used > room - tokensOf(NEEDED) ? [] : kept;
}

const VALUES: ReadonlySet<string> = new Set(['constant', 'variable', 'macro', 'field', 'property', 'enumMember', 'key']);

/**
 * As many symbols as fit: without their signatures where these have no room; those outside of other symbols before members, functions and types
 * before values, in the order of the file.
 */
function fitOutline(outline: readonly McpSymbol[], room: number): { readonly kept: McpSymbol[]; readonly notes: string[] } {
  const paths = new Set(outline.map(({ path }) => path)).size;
  const left = room - paths * PATH_TOKENS;
  if (!fitted(outline, lineOf, left).omitted) return { kept: [...outline], notes: [] };
  // An enumeration without a name is known by its members.
  const short = outline.map((one) => ({ ...one, signature: /^enum \{/.test(one.signature) ? one.signature : '' }));
  const isInside = (one: McpSymbol) =>
    short.some((other) => other !== one && other.path === one.path && one.name.startsWith(other.name) && contains(other, one));
  const orders = new Map(short.map((one) => [one, Number(isInside(one)) + 2 * Number(VALUES.has(one.kind))]));
  const ranked = [...short].sort((a, b) => (orders.get(a) as number) - (orders.get(b) as number));
  const { kept, omitted } = fitted(ranked, lineOf, left);
  const chosen = new Set(kept);
  const cut = omitted ? `; ${omitted} more symbols are left out; find_symbols with paths lists them` : '';
  return { kept: short.filter((one) => chosen.has(one)), notes: [`signatures are left out by budgetTokens${cut}`] };
}

const lineOf = (one: McpSymbol): string => outlineText([one]).at(-1) ?? '';

const contains = (outer: McpSymbol, inner: McpSymbol): boolean => outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
