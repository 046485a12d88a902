/** `find_related`: who calls, uses, extends and tests a symbol, and what it calls. */

import type { Engine } from '../../../core/engine/engine-api.js';
import { counted } from '../../../core/model/progress.js';
import {
  dependsOn,
  type RelatedAnswer,
  type RelatedItem,
  type RelatedKind,
  type RelatedQuestion,
  relatedKinds,
} from '../../../core/model/related.js';
import { areOneModule, isType } from '../../../core/model/symbol.js';
import type { McpTextMatch } from '../../../protocol/mcp-common.js';
import {
  type FindRelatedOutput,
  findRelatedInputSchema,
  findRelatedOutputSchema,
  type McpRelated,
} from '../../../protocol/mcp-find-related.js';
import { furtherLines, furtherNote, nameInCode } from '../../further-lines.js';
import { wholePlace } from '../../parse-place.js';
import { registeredLines, registeredNote } from '../../registered-lines.js';
import { answerState, unconfirmed } from '../answer-state.js';
import { correctionsOf, lastSegment, NOT_LISTED, NOUNS, relatedText } from '../related-text.js';
import { matchOf, placeOf } from '../shapes.js';
import { readSymbolArgument } from '../symbol-argument.js';
import {
  findAttribute,
  findLiterally,
  findName,
  findPath,
  isCorrection,
  isWildGuess,
  nothingFound,
  similarNames,
  type TextFound,
} from '../text-fallback.js';
import type { Tool } from '../tool.js';

/** Symbols of one name whose tests and subtypes are counted. */
const MAX_COUNTED = 5;
const DEFAULT_LIMIT = 50;
const DEFAULT_RELATIONS = relatedKinds.filter((kind) => kind !== 'sibling');
/** Levels of callers through which tests are looked for. */
const TEST_DEPTH = 3;
/** Levels of subtypes that are counted. */
const SUBTYPE_DEPTH = 5;
const MAX_UNRESOLVED = 10;
export const findRelated: Tool<typeof findRelatedInputSchema, typeof findRelatedOutputSchema> = {
  name: 'find_related',
  title: 'Find related symbols',
  description:
    'List what calls, uses, imports, extends, implements and tests a symbol, and what it calls, each with the line of code that shows it. ' +
    'Use it before changing or removing a symbol. It beats grep for a name: language servers tell real references from other things of ' +
    'the same name, strings and comments, and depth 2 or more follows callers of callers.',
  input: findRelatedInputSchema,
  output: findRelatedOutputSchema,
  async run({ engine, folders, signal }, { symbol, relations, depth, limit = DEFAULT_LIMIT }) {
    const kinds: readonly RelatedKind[] = relations?.length ? relations : DEFAULT_RELATIONS;
    const rest = { kinds, limit, ...(depth !== undefined && { depth }) };
    const place = await wholePlace(engine, folders, symbol.trim(), signal);
    const [first = { symbol }, ...others] = readSymbolArgument(engine, folders, place);
    let meant: typeof first = first;
    let answer = await engine.related({ ...meant, ...rest }, signal);
    for (const other of others) {
      if (answer.of.length) break;
      meant = other;
      answer = await engine.related({ ...meant, ...rest }, signal);
    }
    if (isWildGuess(answer.of, answer.problems))
      answer = { ...answer, of: [], items: [], omitted: [], problems: answer.problems.filter((problem) => !isCorrection(problem)) };
    // Of tests those count too that reach the symbol through its callers.
    const isForTests = kinds.length === 1 && kinds[0] === 'tested_by';
    const isIndirect = isForTests && depth === undefined && answer.of.length > 0 && answer.items.length === 0;
    if (isIndirect) answer = await engine.related({ ...meant, ...rest, depth: TEST_DEPTH }, signal);
    const related = relatedOf(answer);
    const name = answer.of[0] ? nameInCode(answer.of[0]) : lastSegment(symbol);
    const asksWho = kinds.some((kind) => dependsOn.has(kind));
    const asksUsers = kinds.includes('called_by') || kinds.includes('used_by');
    const isCut = answer.problems.some(({ code }) => code === 'budgetExceeded');
    const isEmpty = related.length === 0 || (asksWho && !related.some(({ relation }) => dependsOn.has(relation as RelatedKind)));
    const beside = asksWho ? await otherDependents(engine, answer, kinds, signal) : [];
    const isUnused = isEmpty && !beside.some(({ kind }) => kind === 'called_by' || kind === 'used_by');
    const isOfTests = !related.some(({ relation }) => dependsOn.has(relation as RelatedKind) && relation !== 'tested_by');
    const wanted = {
      symbol,
      name,
      limit,
      isEmpty: isUnused,
      isOfUsers: asksUsers && !isCut && !isEmpty,
      isOfTests: asksUsers && isOfTests,
    };
    // Lines with its name say nothing of what a symbol calls.
    const text: Lines = asksWho || !answer.of.length ? await linesFor(engine, answer, wanted, signal) : nothingFound;
    const state = answerState(engine, answer);
    const output: FindRelatedOutput = {
      ...state,
      notes: [
        ...state.notes,
        ...(isIndirect && answer.items.length ? ['no test uses it itself; these reach it through what calls it'] : []),
        ...uncalled(answer),
        ...(beside.length ? [`${NOT_LISTED}${beside.map(besideText).join(', ')}`] : []),
        ...(kinds.includes('extended_by') && (depth ?? 1) === 1 ? await subtypesBelow(engine, answer, signal) : []),
        ...text.notes,
        // Where each line with the name is listed and means the symbol, a server would add nothing.
        ...(text.isNone && !related.some(({ guess }) => guess) ? [] : unconfirmed(engine, languagesOf(answer))),
      ],
      of: answer.of.map(placeOf),
      related,
      similar: answer.of.length || text.about ? [] : await similarNames(engine, symbol, signal),
      unresolved: answer.unresolved
        .slice(0, MAX_UNRESOLVED)
        .map(({ isBase, line, ...one }) => ({ ...one, line: line + 1, ...(isBase && { base: true as const }) })),
      textMatches: text.textMatches,
    };
    return { output, text: relatedText(output, answer, text.about ?? `no symbol ${symbol}`, kinds, kinds === DEFAULT_RELATIONS) };
  },
};

const languagesOf = ({ of }: RelatedAnswer): string[] => of.map(({ language }) => language);

interface Lines extends TextFound {
  /** True where no line but those listed has the name. */
  readonly isNone?: boolean;
}

interface Asked {
  /** As typed. */
  readonly symbol: string;
  /** Of what the answer is about. */
  readonly name: string;
  readonly limit: number;
  /** No user is known, or nothing at all. */
  readonly isEmpty: boolean;
  /** Nothing but tests is known to use it. */
  readonly isOfTests: boolean;
  /** All known users are listed. */
  readonly isOfUsers: boolean;
}

/** Lines with the name as typed where the answer is about another one, else with the name: all of them, or those beside the known users. */
async function linesFor(engine: Engine, answer: RelatedAnswer, asked: Asked, signal: AbortSignal): Promise<Lines> {
  const typed = lastSegment(asked.symbol);
  if (typed !== asked.name && correctionsOf(answer).length) {
    const found = await findName(engine, [], typed, signal);
    if (found.textMatches.length) return found;
  }
  if (!answer.of.length && typed !== asked.symbol) {
    const attribute = await findAttribute(engine, asked.symbol, asked.limit, signal);
    if (attribute) return attribute;
    // A member that a type has from a library.
    const found = await findName(engine, [], asked.symbol, signal);
    if (found.textMatches.length) return found;
  }
  const byPath = asked.isOfTests || asked.isEmpty ? await linesWithPath(engine, answer, asked.limit, signal) : nothingFound;
  if (byPath.textMatches.length) return byPath;
  const isOfFields = answer.of.length > 0 && answer.of.every(({ symbolKind }) => symbolKind === 'field' || symbolKind === 'property');
  const beside = asked.isOfUsers || (asked.isEmpty && isOfFields) ? await linesBeside(engine, answer, signal) : nothingFound;
  return asked.isEmpty && !beside.textMatches.length ? linesOf(engine, answer, asked, signal) : beside;
}

/** The lines that contain a name, and those with a text by which it is registered; of a misspelt name those that contain it within a word, too. */
async function linesOf(engine: Engine, { of }: RelatedAnswer, { name, limit }: Asked, signal: AbortSignal): Promise<TextFound> {
  if (!of.length) return findLiterally(engine, name, {}, signal, 'whole');
  const found = await findName(engine, of, name, signal, limit);
  const isOwn = ({ path, line }: McpTextMatch) =>
    of.some((one) => one.path === path && one.symbolKind !== null && one.lines.start < line && line <= one.lines.end);
  const matches = found.textMatches.filter((match) => !isOwn(match));
  const listed = new Set(matches.map(({ path, line }) => `${path}:${line}`));
  const registered = await registeredLines(engine, of, ({ path, line }) => listed.has(`${path}:${line + 1}`), signal);
  const note = registeredNote(registered);
  return { ...found, textMatches: [...matches, ...registered.matches.map(matchOf)], notes: [...found.notes, ...(note ? [note] : [])] };
}

/** The lines that name the file of a module or a type by its path. */
async function linesWithPath(engine: Engine, { of: [first] }: RelatedAnswer, limit: number, signal: AbortSignal): Promise<TextFound> {
  const isFile = first?.symbolKind === null;
  return first && (isFile || isType(first.symbolKind)) ? findPath(engine, first.path, !isFile, limit, signal) : nothingFound;
}

/** The lines beside the users that are known. */
async function linesBeside(engine: Engine, answer: RelatedAnswer, signal: AbortSignal): Promise<Lines> {
  const further = await furtherLines(engine, answer, signal);
  const note = furtherNote(further);
  return { ...nothingFound, textMatches: further.matches.map(matchOf), notes: note ? [note] : [], isNone: further.isNone };
}

interface Beside {
  readonly kind: RelatedKind;
  readonly count: number;
}
const besideText = ({ kind, count }: Beside): string => `${counted(count, `${NOUNS[kind]}s`)} (relation ${kind})`;

/** How much depends on the symbols by relations that were not asked for. */
async function otherDependents(
  engine: Engine,
  { of }: RelatedAnswer,
  listed: readonly RelatedKind[],
  signal: AbortSignal,
): Promise<readonly Beside[]> {
  const kinds = [...dependsOn].filter((kind) => !listed.includes(kind));
  if (!kinds.length) return [];
  const items = await relatedOfEach(engine, of, { kinds }, signal);
  return kinds.map((kind) => ({ kind, count: countOf(items.filter((item) => item.kind === kind)) })).filter(({ count }) => count > 0);
}

/** How many types extend those that are listed. */
async function subtypesBelow(engine: Engine, answer: RelatedAnswer, signal: AbortSignal): Promise<string[]> {
  if (!answer.items.some(({ kind }) => kind === 'extended_by')) return [];
  const found = await relatedOfEach(engine, answer.of, { kinds: ['extended_by'], depth: SUBTYPE_DEPTH }, signal);
  const count = countOf(found.filter(({ depth }) => depth > 1));
  return count ? [`${count} more ${count === 1 ? 'extends' : 'extend'} these in turn (depth ${SUBTYPE_DEPTH})`] : [];
}

async function relatedOfEach(
  engine: Engine,
  of: RelatedAnswer['of'],
  question: Pick<RelatedQuestion, 'kinds' | 'depth'>,
  signal: AbortSignal,
): Promise<readonly RelatedItem[]> {
  const answers = await Promise.all(of.slice(0, MAX_COUNTED).map(({ key }) => engine.related({ key, ...question, limit: 500 }, signal)));
  return answers.flatMap(({ items }) => items);
}

const countOf = (items: readonly RelatedItem[]): number => new Set(items.map(({ symbol }) => symbol.key)).size;

/** Where a chain of callers ends. */
const uncalled = ({ uncalled: ends }: RelatedAnswer): string[] =>
  ends.length ? [`no caller is known of ${ends.map(({ qualifiedName }) => qualifiedName).join(', ')}`] : [];

function relatedOf({ of, items }: RelatedAnswer): McpRelated[] {
  const symbols = new Map([...of, ...items.map(({ symbol }) => symbol)].map((symbol) => [symbol.key, symbol]));
  const asked = new Set(of.map(({ key }) => key));
  const differ = of.length > 1 && !areVariants(of);
  return distinctOf(items).map(
    ({ symbol, kind, of: from, depth, proof, moreProof, furtherLines, through, provenance, isGuess, member }) => {
      const nearer = symbols.get(from);
      return {
        ...placeOf(symbol),
        relation: kind,
        of: nearer?.qualifiedName ?? through?.name ?? member ?? '',
        ...(nearer && differ && asked.has(from) && { ofPlace: `${nearer.path}:${nearer.nameLine + 1}` }),
        depth,
        ...(proof && { proof: { path: proof.path, line: proof.line + 1, text: proof.text } }),
        ...(moreProof.length && { moreProof: moreProof.map(({ line, text }) => ({ line: line + 1, text })) }),
        ...(furtherLines && { furtherLines }),
        ...(through && { through: through.name }),
        source: provenance.startsWith('syntax') ? 'syntax' : provenance,
        ...(isGuess && { guess: true as const }),
      };
    },
  );
}

/** Whether symbols are one: a module that many files open, or of which a build takes one file (`get_linux.go`). Overloads of one file are several. */
function areVariants(of: RelatedAnswer['of']): boolean {
  if (areOneModule(of)) return true;
  const symbols = new Set(of.map(({ path, qualifiedName }) => `${path.replace(/[^/]*$/, '')} ${qualifiedName}`));
  return symbols.size === 1 && new Set(of.map(({ path }) => path)).size === of.length;
}

/** Without what one line says twice: a property by its getter and its setter, a module that is a part of a name (`http.Response`). */
function distinctOf(items: readonly RelatedItem[]): RelatedItem[] {
  const lineOf = ({ proof }: RelatedItem): string => (proof ? `${proof.path}:${proof.line}` : '');
  const members = new Set(items.flatMap((item) => (item.symbol.symbolKind === null ? [] : lineOf(item))));
  const seen = new Set<string>();
  return items.filter((item) => {
    const { symbol, kind, of, proof } = item;
    if (kind === 'uses' && symbol.symbolKind === null && proof && members.has(lineOf(item))) return false;
    const same = `${kind} ${of} ${symbol.path} ${symbol.qualifiedName} ${lineOf(item) || symbol.key}`;
    return !seen.has(same) && seen.add(same);
  });
}
