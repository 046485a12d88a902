/**
 * Demotions: code that a question rarely asks for keeps a share of its score, and the part of the score says why. Files of another role
 * than source, unless the question mentions the role; declarations without a body; in a change request everything that is not a function;
 * in a report also what contains functions. Pure.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import type { FileRole } from '../../model/file.js';
import { isInlineTest } from '../../model/test-code.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { asksForTests, asksHowToRun, headOf, mentions, type Topic, titleOf } from '../query/question-words.js';
import { report, roleFactor, weights } from './weights.js';

export interface Demotion {
  readonly name: string;
  /** 0 to 1. */
  readonly factor: number;
}

/**
 * The demotions of a question, for each of its candidates.
 * @param candidates what is found for it: where little of that is code of shells, the product is written in something else
 */
export function demotionsFor(
  { text, wordingOf, isChangeRequest, isReport }: AnalysedQuery,
  candidates: readonly ChunkRecord[],
): (record: ChunkRecord) => Demotion[] {
  // One word in the body of a long text does not ask for tests or documentation.
  const said = isReport ? titleOf(text) : headOf(text);
  const head = wordingOf === undefined ? said : `${headOf(wordingOf)}\n${said}`;
  const isForTests = asksForTests(head);
  const isHowTo = asksHowToRun(head);
  const isForStyles = STYLE_WORDS.test(head);
  const sources = candidates.filter(({ role }) => role === 'source');
  const isForShells = isHowTo || mentions(head, 'script') || sources.filter(isOfShell).length > sources.length * weights.shellShare;
  const factors = new Map<FileRole, number>();
  const factorFor = (role: FileRole): number => {
    if (isForTests && role !== 'test') return weights.besideTests;
    if (isHowTo) return toRun.has(role) ? 1 : role === 'example' ? roleFactor.example : weights.besideHowTo * roleFactor[role];
    if (role === 'source' || (isTopic(role) && mentions(head, role))) return 1;
    return roleFactor[role] * (isReport ? report.otherRole : 1);
  };
  const factorOf = (role: FileRole): number => {
    let factor = factors.get(role);
    if (factor === undefined) factors.set(role, (factor = factorFor(role)));
    return factor;
  };
  return (record) => {
    const role = record.role === 'source' && isInlineTest(record) ? 'test' : record.role;
    return [
      { name: `role:${role}`, factor: factorOf(role) },
      { name: 'style sheet', factor: STYLES.has(record.language) && !isForStyles ? weights.styleSheet : 1 },
      { name: 'data file', factor: DATA.has(record.language) ? weights.dataFile : 1 },
      { name: 'unknown language', factor: role === 'source' && record.language === 'plaintext' ? weights.unknownLanguage : 1 },
      { name: 'shell script', factor: role === 'source' && !isForShells && isOfShell(record) ? weights.shellScript : 1 },
      { name: 'declaration', factor: isDeclaration(record) ? weights.declaration : 1 },
      { name: 'names a module', factor: isModuleName(record) ? weights.moduleName : 1 },
      { name: 'contains functions', factor: isReport && isContainer(record) ? report.container : 1 },
      { name: 'not a function', factor: isChangeRequest && isNotFunction(record) ? weights.notFunctionInChange : 1 },
    ].filter(({ factor }) => factor !== 1);
  };
}

/** What says how a program is run. */
const toRun: ReadonlySet<FileRole> = new Set(['documentation', 'configuration', 'script']);

/** Tables and translations contain the words of a question many times and explain none. */
const DATA: ReadonlySet<string> = new Set(['csv', 'po', 'qt-linguist']);

/** Of a product in another language they build, release or install it. */
const SHELLS: ReadonlySet<string> = new Set(['shellscript', 'fish', 'powershell', 'bat']);
const isOfShell = ({ language }: ChunkRecord): boolean => SHELLS.has(language);

/** They have the names of components, and no behaviour. */
const STYLES: ReadonlySet<string> = new Set(['css', 'scss', 'less', 'sass', 'stylus']);
const STYLE_WORDS =
  /\b(?:css|scss|sass|less|styl(?:e|es|ed|ing|esheets?|us)|colou?rs?|fonts?|margins?|padding|borders?|layouts?|themes?|widths?|heights?|pixels?|px|selectors?|responsive|media quer(?:y|ies)|shadows?|animations?|icons?|dark|align\w*|centered|hover)\b|[.#][a-z][\w-]*\s*\{/i;

/** Source and declarations are not asked for by a word. */
const isTopic = (role: FileRole): role is Extract<FileRole, Topic> => role !== 'source' && role !== 'declaration';

/** A C or C++ function without a body: the definition is what is asked for. */
export const isDeclaration = ({ language, bodySpan, symbolKind }: ChunkRecord): boolean =>
  (language === 'c' || language === 'cpp') && bodySpan === null && (symbolKind === 'function' || symbolKind === 'method');

/** Of a body, in UTF-16 units: a constructor with less hands its arguments on. */
const TRIVIAL_BODY = 80;

/** A constructor that sets fields, a method of an interface: what happens is elsewhere. */
export const isTrivial = ({ symbolKind, bodySpan }: ChunkRecord): boolean =>
  symbolKind === 'constructor'
    ? bodySpan === null || bodySpan.end - bodySpan.start <= TRIVIAL_BODY
    : symbolKind === 'method' && bodySpan === null;

/** `mod output;`, `namespace App;`: the code is elsewhere. */
const isModuleName = ({ kind, symbolKind, bodySpan }: ChunkRecord): boolean =>
  kind === 'symbol' && (symbolKind === 'module' || symbolKind === 'namespace') && bodySpan === null;

const VALUES_AND_TYPES: ReadonlySet<ChunkRecord['symbolKind']> = new Set([
  'field',
  'property',
  'enumMember',
  'constant',
  'variable',
  'key',
  'interface',
  'type',
  'enum',
]);
/** Languages in which the functions of a struct are outside of it. */
const FUNCTIONS_OUTSIDE = new Set(['go', 'rust', 'c']);

const CONTAINERS: ReadonlySet<ChunkRecord['symbolKind']> = new Set([
  'class',
  'struct',
  'interface',
  'trait',
  'impl',
  'namespace',
  'module',
]);
const isContainer = ({ kind, symbolKind }: ChunkRecord): boolean => kind === 'module' || kind === 'section' || CONTAINERS.has(symbolKind);

/** Not a function, and contains none. */
const isNotFunction = ({ kind, symbolKind, language }: ChunkRecord): boolean =>
  kind === 'comment' ||
  kind === 'block' ||
  VALUES_AND_TYPES.has(symbolKind) ||
  (symbolKind === 'struct' && FUNCTIONS_OUTSIDE.has(language));
