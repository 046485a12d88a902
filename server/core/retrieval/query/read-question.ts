/**
 * Reads a question with the help of the index: misspelt names are corrected, and words that the phrasing marks as names are names where
 * the index has such symbols. A question for one symbol is read as its name alone, since the other words would find other code.
 */
import { foldName, wholeWord, wordsOf } from '../../chunking/words.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { familyOf } from '../../model/language.js';
import { messageOfFailure, type Problem } from '../../model/problem.js';
import { isFunction, type SymbolKind } from '../../model/symbol.js';
import { exportedComponents } from '../graph/mentions/registered-components.js';
import { classOfElement } from '../graph/mentions/template-owners.js';
import type { IndexReader } from '../ports.js';
import { definitionShare } from '../rank/weights.js';
import { entryPoints } from '../recall/entry-points.js';
import { fileNamed, filesNamed, moduleNamed } from '../recall/file-named.js';
import { linesOfText } from '../recall/lines-with.js';
import { isWithin, symbolsNamed } from '../recall/look-up.js';
import { nameLookup } from '../recall/weights.js';
import { type AnalysedQuery, analyseQuery } from './analyse-query.js';
import { correctWords } from './correct-words.js';
import { readableNames } from './hyphenated-names.js';
import { readQualified } from './qualified-names.js';
import { type AskedRelation, askedRelations, usedName } from './relation-phrases.js';
import { withoutRuntimeMessages } from './runtime-messages.js';
import { isWrittenAsName, MAX_PHRASE_CHARS, namesWithin, SENTENCE_START, type StatedName, spacedNames, wholeName } from './stated-names.js';
import { contentOf, translate } from './translation/translate.js';

/** A class of PHP with its namespace: `Illuminate\Cache\Lock`. */
const NAMESPACED = /(?<![\w\\:/.])\\?[A-Z]\w*(?:\\[A-Z]\w*)+/g;
const withDots = (text: string): string => text.replace(NAMESPACED, (name) => name.replace(/^\\/, '').replaceAll('\\', '.'));

export function readQuestion(reader: IndexReader, asked: string): AnalysedQuery {
  const said = withoutRuntimeMessages(asked);
  // Where the code has the message itself, it is found as it was pasted.
  return said === asked ? readWords(reader, asked) : { ...readWords(reader, said), written: withDots(asked) };
}

function readWords(reader: IndexReader, asked: string): AnalysedQuery {
  const question = withDots(asked);
  try {
    const named = withClasses(reader, question);
    if (named !== question) return { ...readNames(reader, named), written: question };
    const english = translate(question);
    const { text, corrections } = correctWords(reader, english === null ? question : withOwnWords(reader, question, english));
    const members = readQualified(reader, text);
    return {
      ...readNames(reader, withJoined(reader, members.text)),
      corrections: [...corrections, ...members.inherited],
      misqualified: members.missing,
      written: question,
      ...(english !== null && { isTranslated: true as const }),
    };
  } catch (error) {
    // An index that cannot be read: the search fails as well and reports it.
    messageOfFailure(error);
    return analyseQuery(question);
  }
}

/** With the words of the question itself that the index has: code may be documented in its language. A question for a name stays one. */
function withOwnWords(reader: IndexReader, question: string, english: string): string {
  const said = new Set(wordsOf(english).split(' '));
  const own = [...new Set(contentOf(question).flatMap((word) => wordsOf(word).split(' ')))].filter((word) => word && !said.has(word));
  const known = reader.documentFrequency(own);
  const kept = own.filter((word) => (known.get(word) ?? 0) > 0);
  return kept.length && wholeName(english) === null && usedName(english) === null ? `${english} ${kept.join(' ')}` : english;
}

/** In small letters but the first, outside of names, paths and options. */
const HYPHENATED = /(?<![\w`"'./@-])[A-Za-z][a-z]*(?:-[a-z]{2,})+(?![\w`"'/@-]|\.\w)/g;
const MAX_JOINED = 4;
const joined = (word: string): string => word.replaceAll('-', '').toLowerCase();

/** With hyphenated words also written as one where that is the commoner way: `startup` behind `start-up`. */
function withJoined(reader: IndexReader, text: string): string {
  const words = text.includes('\n') ? [] : [...new Set(text.match(HYPHENATED) ?? [])].slice(0, MAX_JOINED);
  const known = words.length ? reader.documentFrequency(words.map(joined)) : new Map<string, number>();
  const isUsual = (word: string): boolean => {
    const count = known.get(joined(word)) ?? 0;
    return count > 0 && reader.phrase(word.toLowerCase().split('-'), count).length < count;
  };
  const usual = new Set(words.filter(isUsual));
  return text.replace(HYPHENATED, (word) => (usual.has(word) ? `${word} ${joined(word)}` : word));
}

/** With the class in place of a custom element, `tb-entity-list`: users of the class are those of the element. */
const withClasses = (reader: IndexReader, text: string): string =>
  text.includes('\n') ? text : text.replace(ELEMENT, (word) => classOfElement(reader, word)?.name ?? word);
const ELEMENT = /(?<![\w./@-])[a-z]\w*(?:-\w+)+(?![\w/@-]|\.\w)/g;

export const translationProblem = (english: string): Problem => ({
  code: 'translated',
  message: `the question was read as ${JSON.stringify(english)}`,
  incomplete: false,
});

function readNames(reader: IndexReader, text: string): AnalysedQuery {
  const written = analyseQuery(text, (name) => reader.named([name], 1).some(({ match }) => match === 'exact'));
  const query = { ...written, identifiers: [...new Set([...written.identifiers, ...optionNames(reader, text)])] };
  const { text: readable, asWritten } = readableNames(reader, query.text);
  const relation = askedRelations(readable)
    .map((asked) => ({ ...asked, of: asWritten(asked.of), ...(asked.to && { to: asWritten(asked.to) }) }))
    .find((asked) => (asked.kind === 'contents' || !query.isName) && hasSubject(reader, asked) && !isInWords(reader, query.text, asked));
  if (relation) return { ...query, relation: { ...relation, of: withMark(reader, query.text, relation.of) } };
  if (query.isName) return { ...query, stated: query.stated.map(asTyped) };
  const named = wholeName(readable);
  const whole = named && withMark(reader, query.text, asWritten(named));
  if (whole && isMeant(reader, whole)) {
    const written = whole.container === null ? whole.name : writtenName(query.text, whole.name);
    const asked = analyseQuery(written);
    // `setup-ruby` is no name to the analysis of words.
    return { ...asked, identifiers: [...new Set([whole.name, ...asked.identifiers])], isName: true, paths: query.paths, stated: [whole] };
  }
  const used = usedName(readable);
  const subject = (used ? asWritten(used) : whole)?.name ?? null;
  const known = new Set(query.stated.map(({ name }) => name));
  const spaced = spacedName(reader, query.text);
  const further = [...(spaced ? [spaced] : []), ...namesWithin(readable).map(asWritten), ...capitalisedNames(reader, query)]
    .filter(({ name, certainty }) => certainty === 'sure' || !known.has(name))
    .slice(0, nameLookup.names)
    .filter((stated) => isDefined(reader, stated));
  if (!further.length) return { ...query, subject };
  const surer = new Set(further.map(({ name }) => name));
  return {
    ...query,
    subject,
    identifiers: [...new Set([...query.identifiers, ...surer])],
    stated: [...query.stated.filter(({ name }) => !surer.has(name)), ...further],
  };
}

/** `empty?`, where the mark may as well be that of the question. */
function withMark(reader: IndexReader, text: string, stated: StatedName): StatedName {
  const marked = ['?', '!'].map((mark) => `${stated.name}${mark}`).find((name) => text.includes(name));
  if (marked === undefined) return stated;
  const isExact = (name: string): boolean => reader.named([name], 1).some((hit) => hit.match === 'exact' && hit.name === name);
  return !isExact(stated.name) && isExact(marked) ? { ...stated, name: marked } : stated;
}

const KEBAB_OPTION = /(?<![\w-])--([a-z][a-z\d]*(?:-[a-z\d]+){1,8})(?![\w-])/g;

/** Names that code has for the options of a question: `dryRun`, `dry_run` for `--dry-run`. */
function optionNames(reader: IndexReader, text: string): string[] {
  const options = text.length > MAX_PHRASE_CHARS ? [] : [...text.matchAll(KEBAB_OPTION)].map(([, option]) => option as string);
  const names = options.flatMap((option) => [
    option.replace(/-(\w)/g, (_, first: string) => first.toUpperCase()),
    option.replaceAll('-', '_'),
  ]);
  const frequency = reader.documentFrequency(names.map(wholeWord));
  return names.filter((name) => frequency.get(wholeWord(name)));
}

const CAPITALISED = /(?<![\w.$@/-])\p{Lu}\p{Ll}[\p{L}\p{N}]+(?![\w$/-]|(?:\.|::|->|#)\w)/gu;

function startsSentence(text: string, at: number): boolean {
  const before = text.slice(0, at);
  const words = before.trimEnd();
  return before.includes('\n', words.length) || SENTENCE_START.test(words);
}

/** Words with a capital inside a sentence that may be names: those in little code, of which few symbols have the name. */
function capitalisedNames(reader: IndexReader, { text, isReport }: AnalysedQuery): StatedName[] {
  if (isReport) return [];
  const words = [...text.matchAll(CAPITALISED)];
  const frequency = reader.documentFrequency(words.map(({ 0: word }) => word.toLowerCase()));
  return words
    .filter(({ 0: word, index }) => {
      const isRare = (frequency.get(word.toLowerCase()) ?? 0) <= nameLookup.capitalInChunks;
      return isRare && !startsSentence(text, index);
    })
    .map(({ 0: name }): StatedName => ({ name, container: null, kinds: [], certainty: 'likely' }))
    .filter((stated) => definitionsOf(reader, stated).length <= nameLookup.plainDefinitions);
}

/** The longest name that a question writes as several words. */
function spacedName(reader: IndexReader, text: string): StatedName | undefined {
  const all = spacedNames(text);
  if (!all.length) return undefined;
  const asked = all.map(({ name }) => name);
  const there = new Set(reader.named(asked, 1).map(({ name }) => foldName(name)));
  return all.find((stated) => there.has(foldName(stated.name)) && isFew(definitionsOf(reader, stated).filter(isSource)));
}

/** Whether the one name that a question asks for is one; a plain word is where its type has such a member, or few symbols have the name. */
function isMeant(reader: IndexReader, whole: StatedName): boolean {
  if (!isPlainWord(whole)) return isDefined(reader, whole);
  const { name, qualifier } = whole;
  if (qualifier) return symbolsNamed(reader, { symbol: [...qualifier, name].join('.') }).length > 0;
  return isFew(definitionsOf(reader, whole).filter(isSource));
}

/** `state` of `where does state live`: a word like any other, unless it names something of the code itself. */
const isPlainWord = ({ name, certainty }: StatedName): boolean => certainty === 'likely' && !isWrittenAsName(name);

/** Whether the index has what the relation is asked of. */
function hasSubject(reader: IndexReader, { kind, of, to }: AskedRelation): boolean {
  switch (kind) {
    case 'path':
      return isDefined(reader, of) && to !== undefined && isDefined(reader, to);
    case 'entry':
      return entryPoints(reader).length > 0;
    case 'contents':
      return filesNamed(reader, of.name).length > 0;
    case 'importers':
      return fileNamed(reader, of.name).length > 0 || moduleNamed(reader, of.name).length > 0;
    case 'tests':
      return isDefined(reader, of);
    case 'callees':
      return definitionsOf(reader, of).some(({ symbolKind }) => isFunction(symbolKind));
    case 'subtypes':
      return definitionsOf(reader, of, nameLookup.namesakes).some(mayHaveSubtypes);
    default:
      return isKnown(reader, of) || linesOfText(reader, of.name).length > 0;
  }
}

/** `how are procedures called`: a plain word that only values have is a word of the question. */
const isInWords = (reader: IndexReader, text: string, { kind, of }: AskedRelation): boolean =>
  kind === 'users' && /^\s*how\b/i.test(text) && !isWrittenAsName(of.name) && !isDefined(reader, { ...of, certainty: 'likely' });

/** What can have subtypes, and an enumeration, which somebody may take for a type that can. */
const EXTENSIBLE: ReadonlySet<SymbolKind | null> = new Set(['class', 'interface', 'trait', 'struct', 'type', 'enum', 'method', 'property']);
/** A member of a struct in C may be a pointer to functions. */
const mayHaveSubtypes = ({ symbolKind, language }: ChunkRecord): boolean =>
  EXTENSIBLE.has(symbolKind) || (symbolKind === 'field' && familyOf(language) === 'c');
const isSource = ({ role }: ChunkRecord): boolean => role === 'source';
const isFew = ({ length }: readonly ChunkRecord[]): boolean => length > 0 && length <= nameLookup.plainDefinitions;

/**
 * A question of one word: small letters may be a name in other letters or with other separators, `routerroute`, `router_route`; capitals with
 * separators may be a value, `IS_EMAIL`.
 */
const asTyped = (stated: StatedName): StatedName =>
  /^(?:[a-z\d_]{6,}|[A-Z\d]+(?:_[A-Z\d]+)+)$/.test(stated.name) ? { ...stated, certainty: 'sure' } : stated;

/** A name with its qualification, as in the question. */
function writtenName(text: string, name: string): string {
  const at = text.split(/[\s`'"]+/).find((word) => word.replace(/\(.*$/, '').endsWith(name) && word.length > name.length);
  return at?.replace(/\(.*$/, '') ?? name;
}

/** Whether the index defines the symbol: in any case where the phrasing is certain, else letter for letter. */
const isDefined = (reader: IndexReader, stated: StatedName): boolean => definitionsOf(reader, stated).length > 0;

function definitionsOf(reader: IndexReader, stated: StatedName, limit: number = nameLookup.definitions): ChunkRecord[] {
  const hits = reader.named([stated.name], limit).filter(({ match }) => match === 'exact' || stated.certainty === 'sure');
  const found = reader.chunks(hits.map(({ chunkId }) => chunkId)).filter((record) => mayBe(record, stated));
  return found.length ? found : [...exportedComponents(reader, stated.name)];
}

/** Whether the index has a symbol of the name, values included. */
const isKnown = (reader: IndexReader, { name, certainty }: StatedName): boolean =>
  reader
    .chunks(
      reader
        .named([name], nameLookup.definitions)
        .filter(({ match }) => match === 'exact' || certainty === 'sure')
        .map(({ chunkId }) => chunkId),
    )
    .some(({ kind }) => kind === 'symbol') || exportedComponents(reader, name).length > 0;

const CONSTANT = /^[A-Z][A-Z\d_]{3,}$/;

/** Whether a symbol can be the stated one: a definition rather than a value, and of a stated kind. */
export function mayBe(record: ChunkRecord, { name, container, kinds, certainty }: StatedName): boolean {
  if (record.kind !== 'symbol' || record.symbolKind === null) return false;
  // `mod name;` only declares a module in another file.
  if (record.symbolKind === 'module' && record.bodySpan === null) return false;
  const isFolded = foldName(record.name) === foldName(name);
  // A component may be known by another name than its own.
  if (!isFolded && record.symbolKind !== 'component') return false;
  if (isFolded && certainty !== 'sure' && record.name !== name) return false;
  if (kinds.length) return kinds.includes(record.symbolKind);
  if (definitionShare(record.symbolKind) >= 1) return true;
  // `Kind::Deletion` names a value by what it is in.
  if (container !== null && record.name === name && isWithin(record, container)) return true;
  // A value is meant where the phrasing is certain and the name is no plain word (the case may be that of JSON), or the name is in capitals.
  return certainty === 'sure' ? isWrittenAsName(name) : record.name === name && CONSTANT.test(name);
}
