/** The text of `find_related`: what the answer is about, its items by relation, and the lines beside them. */
import { clipped } from '../../core/model/answer-text.js';
import { counted } from '../../core/model/progress.js';
import { BY_METHOD_NAMES, dependsOn, type RelatedAnswer, type RelatedKind } from '../../core/model/related.js';
import type { FindRelatedOutput, McpRelated, McpUnresolved } from '../../protocol/mcp-find-related.js';
import { noteText, stateText } from './answer-state.js';
import { listText, matchTexts, placeLine } from './shapes.js';
import { isCorrection } from './text-fallback.js';

/** Characters of a line. */
const MAX_PROOF = 160;

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

/** In "no … is known". */
export const NOUNS: Readonly<Record<RelatedKind, string>> = {
  called_by: 'caller',
  used_by: 'user',
  tested_by: 'test',
  extended_by: 'subtype',
  imported_by: 'importing file',
  calls: 'callee',
  uses: 'used symbol',
  extends: 'base',
  imports: 'imported symbol',
  sibling: 'sibling',
};

/** The place that more than half of them are, of more than three; else null. */
function mostOf(places: readonly (string | null)[]): string | null {
  const counts = new Map<string | null, number>();
  for (const place of places) counts.set(place, (counts.get(place) ?? 0) + 1);
  const [most = null, count = 0] = [...counts].sort((a, b) => b[1] - a[1])[0] ?? [];
  return places.length > 3 && count > places.length / 2 ? most : null;
}

/** `Engine` of a module `Oban.Engine`. */
export const lastSegment = (name: string): string => name.split(/[.\\]/).filter(Boolean).at(-1) ?? name;

/** Which symbol the answer is about, where the name was another: said first. */
export const correctionsOf = ({ of, problems }: RelatedAnswer): string[] =>
  of.length ? problems.filter(isCorrection).map(({ message }) => message) : [];

/**
 * @param absent what is said where there is no such symbol
 * @param isDefault whether the caller named no relations
 */
export function relatedText(
  output: FindRelatedOutput,
  answer: RelatedAnswer,
  absent: string,
  kinds: readonly RelatedKind[],
  isDefault: boolean,
): string {
  const { of, related, similar, unresolved, textMatches } = output;
  const told = correctionsOf(answer);
  const out = [...told.map(noteText), ...(of.length ? listedPlaces(of) : [absent])];
  const isForImporters = !isDefault && kinds.includes('imported_by');
  const names = new Set(of.map(({ name }) => name));
  const usingFiles = new Set(isForImporters ? [] : related.filter(isUse).map(fileOf));
  for (const kind of ORDER) {
    const all = related.filter(({ relation }) => relation === kind);
    if (!all.length) continue;
    // An import says no more than the use below it.
    const own = kind === 'imported_by' ? all.filter((item) => !usingFiles.has(fileOf(item))) : all;
    const using = all.length - own.length;
    if (!own.length) {
      out.push('', `imported by (${counted(using, 'files')} that ${using === 1 ? 'uses' : 'use'} it)`);
      continue;
    }
    const listed = oneOfGuesses(own);
    const places = [...new Set(own.flatMap(({ ofPlace }) => ofPlace ?? []))];
    const more = answer.omitted.find((one) => one.kind === kind)?.count ?? 0;
    // Of several symbols of the name most may be of one.
    const main = mostOf(own.map(({ ofPlace }) => ofPlace ?? null));
    const whose = places.length === 1 ? ` of ${places[0]}` : main === null ? '' : ` of ${main}, unless another is named`;
    out.push(
      '',
      `${kind.replaceAll('_', ' ')}${whose} (${listed.length + using}${more ? ` of ${listed.length + using + more}` : ''}${using ? `, ${using} of which use it` : ''}):`,
      ...listed.map((item, i, all) => itemText(item, names, places.length > 1 && (item.ofPlace ?? null) !== main, all[i - 1])),
    );
  }
  const placed = ({ name, line, definitions }: McpUnresolved): string =>
    `${name}:${line}${definitions > 1 ? ` (${definitions} definitions)` : ''}`;
  const bases = unresolved.filter(({ base }) => base).map(placed);
  const dependents = kinds.filter((kind) => dependsOn.has(kind));
  const isEmpty = of.length > 0 && related.length === 0 && !bases.length;
  const isUnused = of.length > 0 && dependents.length > 0 && !related.some(({ relation }) => dependsOn.has(relation as RelatedKind));
  const asked = isUnused ? dependents : kinds;
  const missing = asked.length === 1 ? NOUNS[asked[0] as RelatedKind] : isUnused ? 'user' : 'related symbol';
  const isOpen = answer.problems.some(({ code }) => code === 'sameName');
  const isBeside = output.notes.some((note) => note.startsWith(NOT_LISTED));
  const unknown = isOpen
    ? `no ${missing} is certain: see the note`
    : isBeside
      ? `no ${missing} by this relation: see the note`
      : `no ${missing} is known from the structure`;
  if (isEmpty || isUnused) out.push('', unknown);
  const notes = guessNotes(answer);
  const unmatched = unresolved.filter(({ base }) => !base).map(placed);
  return [
    ...out,
    ...(bases.length ? ['', `extends what is no type of the workspace: ${bases.join(', ')}`] : []),
    ...(unmatched.length ? ['', `unresolved: ${unmatched.join(', ')}`] : []),
    '',
    ...listText('similar names:', similar.map(placeLine)),
    ...listText(linesTitle(output), matchTexts(textMatches)),
    ...notes,
    stateText(output, told),
  ].join('\n');
}

/** Begins a note of relations that were not asked for. */
export const NOT_LISTED = 'not listed: ';

/** The symbols that an answer is about; of a module that many files open again the first ones. */
const listedPlaces = (of: FindRelatedOutput['of']): string[] => {
  const listed = of.length > MAX_PLACES ? of.slice(0, MAX_PLACES / 2) : of;
  return [
    ...listed.map((place) => `${placeLine(place)} #${place.key}`),
    ...(listed.length < of.length ? [`and ${of.length - listed.length} more of the name`] : []),
  ];
};
const MAX_PLACES = 20;

const linesTitle = ({ of, related }: FindRelatedOutput): string =>
  of.length === 0 ? 'matching lines:' : related.length ? 'other lines that contain the name:' : 'lines that contain the name:';

const isUse = ({ relation }: McpRelated): boolean => relation !== 'imported_by' && dependsOn.has(relation as RelatedKind);
const fileOf = ({ proof, path }: McpRelated): string => proof?.path ?? path;

/** What `~` means, and how sure it is. */
function guessNotes({ items }: RelatedAnswer): string[] {
  const guesses = items.filter(({ isGuess }) => isGuess);
  if (!guesses.length) return [];
  const only = guesses.filter(({ definitions }) => definitions === 1).length;
  const unique = 'no other symbol of the workspace has the name, one of a library may be meant';
  const certainty = only === guesses.length ? unique : `another symbol of that name${only ? ', or one of a library,' : ''} may be meant`;
  const byMethodNames = items.some(({ through, provenance }) => through?.isByMethodNames || provenance === BY_METHOD_NAMES);
  return [`~: by name alone; ${certainty}`, ...(byMethodNames ? ['that an interface is implemented is known by method names'] : [])];
}

/** Guesses that one line proves, as one: the line means one of them at most. */
function oneOfGuesses(items: readonly McpRelated[]): McpRelated[] {
  const byLine = new Map<string, McpRelated>();
  return items.flatMap((item): McpRelated[] => {
    const { guess, proof, name } = item;
    const isOutward = !dependsOn.has(item.relation as RelatedKind);
    if (!guess || !proof || !isOutward) return [item];
    const line = `${proof.path}:${proof.line} ${lastSegment(name)}`;
    const before = byLine.get(line);
    if (before) {
      if (!before.name.split(' or ').includes(name)) before.name += ` or ${name}`;
      return [];
    }
    const one = { ...item };
    byLine.set(line, one);
    return [one];
  });
}

/** `~` marks edges that may mean something else; in the file of the item above without its folders. */
function itemText(item: McpRelated, asked: ReadonlySet<string>, differ: boolean, above: McpRelated | undefined): string {
  const { path, startLine, name, of, ofPlace, depth, proof, moreProof, furtherLines, through, guess } = item;
  const step = depth > 1 ? `  ${of && `via ${of}, `}step ${depth}` : through ? `  through ${through}` : '';
  const whose = differ && ofPlace ? ofPlace : asked.has(of) ? '' : of;
  const via = step || (whose && `  (of ${whose})`);
  const [file, line] = proof ? [proof.path, proof.line] : [path, startLine];
  const place = `${above && file === fileOf(above) ? file.slice(file.lastIndexOf('/') + 1) : file}:${line}`;
  const shown = proof ? `: ${clipped(proof.text, MAX_PROOF)}` : '';
  const more = (moreProof ?? []).map(({ line, text }) => `\n      ${line}: ${clipped(text, MAX_PROOF)}`).join('');
  const rest = furtherLines ? `\n      and ${furtherLines} more lines` : '';
  return `${guess ? '~' : ' '} ${name}  ${place}${shown}${via}${more}${rest}`;
}
