/** `find_related`: who calls, uses, extends and tests a symbol, and what it calls. */
import { type RelatedAnswer, type RelatedKind, relatedKinds } from '../../../core/model/related.js';
import {
  type FindRelatedOutput,
  findRelatedInputSchema,
  findRelatedOutputSchema,
  type McpRelated,
} from '../../../protocol/mcp-find-related.js';
import { answerState, stateText } from '../answer-state.js';
import { listText, matchTexts, placeLine, placeOf } from '../shapes.js';
import { readSymbolArgument } from '../symbol-argument.js';
import { findLiterally, nothingFound, similarNames } from '../text-fallback.js';
import type { Tool } from '../tool.js';

const DEFAULT_LIMIT = 50;
const DEFAULT_RELATIONS = relatedKinds.filter((kind) => kind !== 'sibling');

/** Dependents of the symbol first: agents ask for them before a change. */
const ORDER: readonly RelatedKind[] = [
  'called_by',
  'used_by',
  'tested_by',
  'extended_by',
  'imported_by',
  'calls',
  'uses',
  'extends',
  'imports',
  'sibling',
];

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
    const [first = { symbol }, ...others] = readSymbolArgument(engine, folders, symbol);
    let answer = await engine.related({ ...first, ...rest }, signal);
    for (const other of others) if (!answer.of.length) answer = await engine.related({ ...other, ...rest }, signal);
    const related = relatedOf(answer);
    const name = answer.of[0]?.name ?? symbol;
    const text = related.length ? nothingFound : await findLiterally(engine, name, {}, signal, 'whole');
    const state = answerState(engine, answer);
    const output: FindRelatedOutput = {
      ...state,
      notes: [...state.notes, ...text.notes],
      of: answer.of.map(placeOf),
      related,
      similar: answer.of.length ? [] : await similarNames(engine, symbol, signal),
      textMatches: text.textMatches,
    };
    return { output, text: textOf(output, symbol) };
  },
};

function relatedOf({ of, items }: RelatedAnswer): McpRelated[] {
  const names = new Map([...of, ...items.map(({ symbol }) => symbol)].map(({ key, qualifiedName }) => [key, qualifiedName]));
  return items.map(({ symbol, kind, of: from, depth, proof, provenance }) => ({
    ...placeOf(symbol),
    relation: kind,
    of: names.get(from) ?? '',
    depth,
    ...(proof && { proof: { path: proof.path, line: proof.line + 1, text: proof.text } }),
    source: provenance.startsWith('syntax') ? 'syntax' : provenance,
  }));
}

function textOf(output: FindRelatedOutput, symbol: string): string {
  const { of, related, similar, textMatches } = output;
  const out = of.length ? of.map((place) => `${placeLine(place)} #${place.key}`) : [`no symbol ${symbol}`];
  for (const kind of ORDER) {
    const own = related.filter(({ relation }) => relation === kind);
    if (own.length) out.push('', `${kind.replaceAll('_', ' ')} (${own.length}):`, ...own.map(itemText));
  }
  if (of.length && !related.length) out.push('', 'nothing is known to be related');
  const byName = related.filter(({ source }) => source === 'syntax').length;
  const notes = byName ? [`~: ${byName} of ${related.length} go by name alone and may mean something else of that name`] : [];
  return [
    ...out,
    '',
    ...listText('similar names:', similar.map(placeLine)),
    ...listText('matching lines:', matchTexts(textMatches)),
    ...notes,
    stateText(output),
  ].join('\n');
}

/** `~` marks edges based on names only. */
function itemText({ path, startLine, name, of, depth, proof, source }: McpRelated): string {
  const via = depth > 1 ? `  via ${of}, step ${depth}` : '';
  const place = proof ? `${proof.path}:${proof.line}` : `${path}:${startLine}`;
  const shown = proof ? `: ${proof.text.slice(0, 160)}` : '';
  return `${source === 'syntax' ? '~' : ' '} ${name}  ${place}${shown}${via}`;
}
