/**
 * Last stage: assembles primary and related results within a token budget (the shares are in budget.ts); the primary results may use what
 * the others leave. A child of a listed result is expanded inside it. Tokens left at the end complete results, best first.
 * Invariant: the answer as a document, headings, line numbers and needed signatures included, never exceeds the budget.
 */

import { remembered } from '../../../util/remembered.js';
import type { CallerLine, GraphEdge, NeededSignature, RelatedResult, Result } from '../../model/answer.js';
import { relatedHeading } from '../../model/answer-text.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { Expansion } from '../graph/expand-graph.js';
import type { IndexReader, TokenCounter } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import { answerLinesOf, costOf, type Entry, isCutShort, isShownWhole, isWithin, placeOf, showsLine } from './answer-entry.js';
import { budget } from './budget.js';
import { callerLines, subjectsAt } from './caller-lines.js';
import { chooseMembers, type Fit, NO_MEMBERS } from './choose-members.js';
import { completed } from './complete-results.js';
import { defaultLines } from './default-lines.js';
import { fitCallers, fitNeeded, frameTokens, placeTokens } from './document-tokens.js';
import type { Relevance } from './extract-statements.js';
import { fewMentions, type Mentions } from './mention-lines.js';
import { mentionedBy, neededSignatures } from './needed-signatures.js';
import { relationReason } from './reason.js';
import { RepeatedTexts } from './repeated-texts.js';
import { boundOfFocused, resultBound, type Shown, showChunk } from './show-chunk.js';
import { toResult } from './to-result.js';

export interface AssembleOptions {
  readonly limit: number;
  /** Tokens at most; Infinity for no budget. */
  readonly budgetTokens: number;
  /** Most tokens of one result, however many are left; Infinity for no such bound. */
  readonly resultTokens: number;
  readonly withText: boolean;
  /** See `Question.brief`. */
  readonly brief: boolean;
  readonly explain: boolean;
  /** The question is a text of several lines, see `AnalysedQuery.isReport`. */
  readonly isReport: boolean;
  /** Whether other wordings of the question were searched as well. */
  readonly hasOtherWordings: boolean;
  /** Whether the first results are as likely wrong as right: then more of them are shown. */
  readonly isUnsure: boolean;
  /** The question asks for named symbols and nothing else. */
  readonly isNameAlone: boolean;
  /** The question is a text or a stack trace, or asks where a text stands. */
  readonly isPlaceAlone: boolean;
  /** Nothing answers the question: a brief answer names the closest results, without code and lists. */
  readonly isNothing: boolean;
  /** Whether the question is about defaults. */
  readonly isForDefaults: boolean;
  /** Of a brief answer: lines with names of the question. */
  readonly mentions: readonly Mentions[];
  /** Of a brief answer to a question for users: the lines of those beyond the limit. */
  readonly furtherUses: readonly CallerLine[] | null;
  /** Those are the lines of all users: results name them without code. */
  readonly isList: boolean;
  /** How well a line fits the question, where statements of long functions are wanted. */
  readonly relevance: Relevance | null;
  /** To choose among members. */
  readonly fit: Fit;
}

export interface Assembled {
  readonly results: readonly Result[];
  readonly related: readonly RelatedResult[];
  readonly needed: readonly NeededSignature[];
  readonly callers: readonly CallerLine[];
  readonly graph: readonly GraphEdge[];
  /** Of the answer as a document. */
  readonly tokens: number;
  /** True where the budget shortened or dropped something. */
  readonly cut: boolean;
}

const isNamed = ({ candidate: { name } }: Entry['item']): boolean => name === 'identifier' || name === 'identifierFolded';
const isUse = ({ candidate: { place } }: Entry['item']): boolean => place?.by === 'use';
const NO_BODIES: ReadonlySet<number> = new Set();
const PLACE: Shown = { text: '', segments: [], shortening: 'place', tokens: 0, printedTokens: 0 };
const NOTHING: Shown = { text: '', segments: [], shortening: 'whole', tokens: 0, printedTokens: 0 };

export function assemble(
  reader: IndexReader,
  tokens: TokenCounter,
  primary: readonly Ranked[],
  expansion: Expansion,
  options: AssembleOptions,
): Assembled {
  const { budgetTokens, resultTokens, withText, limit, relevance, fit, isReport, brief, isList } = options;
  const texts = new Map<number, string>();
  const textOf = ({ fileId }: ChunkRecord): string => remembered(texts, fileId, () => reader.fileText(fileId) ?? '');
  const most = Math.min(resultTokens, resultBound(budgetTokens, isReport ? budget.reportResultShare : budget.resultShare));
  const listed = Math.min(limit, primary.length);
  const focused = Math.min(most, boundOfFocused(budgetTokens, listed), brief ? budget.briefFocusTokens : Number.POSITIVE_INFINITY);
  const isBounded = withText && Number.isFinite(budgetTokens);
  const repeated = new RepeatedTexts(tokens);
  const entries: Entry[] = [];
  let used = 0;
  let cut = false;

  const mostOf = (index: number, item: Entry['item']): number => {
    if (!brief || index === 0) return resultTokens;
    // The second of two that are compared is asked for as much as the first.
    if (index === 1 && isNamed(item)) return Math.min(resultTokens, budget.briefNamedTokens);
    return Math.min(resultTokens, index < budget.briefLater ? budget.briefTokens : budget.briefLaterTokens);
  };
  // Beside other words, a name gives a lead that says nothing about the rest of the question.
  const unnamed = options.isNameAlone ? undefined : primary.find(({ candidate }) => !candidate.name && !candidate.place);
  const bestScore = (unnamed ?? primary[0])?.score ?? 0;
  // Whoever asks for a name wants what has it.
  const isFound = options.isNameAlone && primary[0] !== undefined && isNamed(primary[0]);
  // Likewise whoever pastes a text or a trace wants where it stands.
  const isQuoted = options.isPlaceAlone && primary[0]?.candidate.place !== undefined;
  let aside = 0;
  const wanted = brief ? primary.filter(({ isAside }) => !isAside || ++aside <= budget.aside) : primary;
  // Of many users of a symbol the lines say enough.
  const linesAlone = brief && !isList && primary.filter(({ focus }) => focus).length > budget.usersWithCode;
  const coded = options.isUnsure ? budget.briefUnsure : options.hasOtherWordings ? budget.briefOfWordings : budget.brief;
  const isPlace = (item: Entry['item']): boolean =>
    brief &&
    !(linesAlone && item.focus) &&
    (entries.length > 0 || isList || options.isNothing) &&
    (isList ||
      options.isNothing ||
      (options.furtherUses !== null && !item.focus) ||
      (isFound && !isNamed(item) && !item.focus && !item.candidate.place) ||
      item.isAside === true ||
      entries.length >= coded.results ||
      item.score < bestScore * coded.share ||
      item.parts.some(({ name }) => name === 'role:test'));
  /** Of a table of messages or a class, a short answer shows the lines that the question points to, and what is around them. */
  const isExcerpt = (item: Entry['item']): boolean =>
    brief && placeOf(item) !== null && (isUse(item) || !isFunction(item.candidate.record.symbolKind));
  /** Of the frames of a stack trace the first has failed; the others lead to it. */
  const isCaller = (item: Entry['item']): boolean => brief && entries.length > 0 && item.candidate.place?.by === 'frame';
  const addPlace = (record: ChunkRecord, item: Entry['item'], bound: number): boolean => {
    // The list of its lines names it.
    const frame = isList && item.focus ? 0 : placeTokens(record, tokens);
    if (used + frame > bound) return false;
    used += frame;
    entries.push({ record, item, relation: null, expanded: NO_BODIES, frame, shown: PLACE });
    return true;
  };

  /** Adds a result within `bound` tokens of the whole answer; false where it does not fit at all. */
  const add = (record: ChunkRecord, item: Entry['item'], relation: Entry['relation'], bound: number): boolean => {
    if (!relation && isPlace(item)) return addPlace(record, item, bound);
    const focus = item.focus?.lines ?? null;
    const frame = withText ? frameTokens(record, answerLinesOf(item), relation ? relationReason[relation.relation] : undefined, tokens) : 0;
    // A short answer names its results, but what answers comes first.
    const forPlaces =
      brief && isBounded && !relation
        ? Math.min(Math.max(0, listed - entries.length - 1) * budget.placeTokens, budgetTokens * budget.placesShare)
        : 0;
    const room = bound - used - frame - forPlaces;
    // Where few results have code, the first function is whole before there is a second.
    const isWholeFirst = brief && entries.length === 0 && isFunction(record.symbolKind);
    const mostHere = focus
      ? focused
      : isWholeFirst || item.outlines
        ? resultTokens
        : Math.min(
            most,
            isCaller(item)
              ? budget.briefFocusTokens
              : isUse(item)
                ? budget.useTokens
                : isExcerpt(item)
                  ? budget.excerptTokens
                  : mostOf(entries.length, item),
          );
    const children = withText ? reader.children(record.id) : [];
    const text = withText ? textOf(record) : '';
    const place = placeOf(item);
    const unseen = children.filter(({ id }) => !entries.some((entry) => entry.record.id === id && isShownWhole(entry)));
    const show = (expanded: ReadonlySet<number>, most: number): Shown | null =>
      showChunk(text, record, children, tokens, room, most, {
        expanded,
        relevance,
        place,
        placeAlone: isQuoted || isUse(item),
        focus,
        focusAlone: linesAlone,
        ...(brief && item.outlines && { outlines: item.outlines }),
        documentation: isBounded ? 'first' : 'whole',
      });
    const membersOf = (most: number) =>
      chooseMembers(text, record, unseen, fit, most * budget.memberRoom, (source) => tokens.estimate(source));
    const isOld = brief && !relation && !place && !isNamed(item) && unseen.length < children.length && !isFunction(record.symbolKind);
    if (isOld) {
      // What the answer shows already need not be read twice: another member of the same class says more.
      const { tooLong, chosen } = membersOf(Math.min(room, mostHere));
      const [other] = reader.chunks([tooLong ?? [...chosen][0] ?? []].flat());
      return other && !entries.some((entry) => entry.record.id === other.id)
        ? add(other, item, relation, bound)
        : addPlace(record, item, bound);
    }
    const members =
      isBounded && !place && !focus && !item.outlines && entries.length < budget.memberResults
        ? membersOf(Math.min(room, mostHere))
        : NO_MEMBERS;
    const withMembers = members.chosen.size ? show(members.chosen, mostHere) : null;
    const isMember = withMembers?.shortening === 'collapsed' || withMembers?.shortening === 'whole';
    // Of a function that is hardly longer than it may be, an extract would leave out little but the point.
    const whole = isWholeFirst && Number.isFinite(mostHere) ? show(NO_BODIES, mostHere * budget.wholeSlack) : null;
    const isAll = whole !== null && (whole.shortening === 'whole' || whole.shortening === 'documentation');
    const fullest = isMember ? withMembers : isAll ? whole : withText ? show(NO_BODIES, mostHere) : NOTHING;
    // The outline of a class says little if the member that is asked about does not fit: the member answers alone.
    const long = brief && !options.isNameAlone && fullest?.shortening === 'collapsed' && members.tooLong;
    const [member] = long ? reader.chunks([long]) : [];
    if (member && !entries.some((entry) => entry.record.id === member.id)) return add(member, item, relation, bound);
    if (!fullest) return brief && !relation && addPlace(record, item, bound);
    // Of what is less likely right, parts say little.
    const isLess = brief && !relation && entries.length >= budget.briefShortened && !item.focus && !place && !isNamed(item);
    if (isLess && fullest.shortening !== 'whole' && fullest.shortening !== 'documentation') return addPlace(record, item, bound);
    const shown = repeated.shownOnce(record, fullest);
    if (shown.shortening === 'signature' || shown.shortening === 'line') cut = true;
    used += frame + shown.printedTokens;
    entries.push({ record, item, relation, expanded: isMember ? members.chosen : NO_BODIES, frame, shown });
    return true;
  };
  const mergeIntoParent = (record: ChunkRecord): boolean => {
    const at = entries.findIndex((entry) => entry.record.id === record.parentId && entry.record.kind === 'symbol');
    const parent = entries[at];
    if (!parent || !withText || parent.shown.shortening === 'place') return false;
    const expanded = new Set([...parent.expanded, record.id]);
    const room = budgetTokens - used + parent.shown.printedTokens;
    const shown = showChunk(textOf(record), parent.record, reader.children(parent.record.id), tokens, room, most, {
      expanded,
      place: placeOf(parent.item),
    });
    if (!shown || (shown.shortening !== 'collapsed' && shown.shortening !== 'whole')) return false;
    used += shown.printedTokens - parent.shown.printedTokens;
    entries[at] = { ...parent, expanded, shown };
    return true;
  };

  const forLists = brief && isBounded ? budgetTokens * budget.listsShare : 0;
  const primaryBound =
    isBounded && expansion.related.length ? budgetTokens * (isReport ? budget.reportPrimaryShare : budget.primaryShare) : budgetTokens;
  let next = 0;
  const addPrimary = (bound: number) => {
    for (; next < wanted.length && entries.length < limit; next++) {
      const item = wanted[next] as Ranked;
      const { record } = item.candidate;
      if (saysNoMore(record, entries, !isReport)) continue;
      if (brief && !item.focus && !item.candidate.place && blocksOf(record, entries) >= budget.blocksOfFile) continue;
      if (!item.focus && (mergeIntoParent(record) || (withText && entries.some((entry) => isWithin(record, entry))))) continue;
      if (withText && used >= bound) break;
      // What belongs to the first result of a short answer comes after it.
      if (!add(record, item, null, brief && entries.length === 0 ? budgetTokens : bound)) break;
    }
  };
  addPrimary(primaryBound - forLists);
  /** Completes those of the first `count` results that are meant. */
  const complete = (count: number, room: number, isMeant: (record: ChunkRecord) => boolean = () => true): void => {
    const closed = new Set(
      entries.filter(({ item }) => (brief && (item.focus || item.outlines)) || isExcerpt(item)).map(({ record }) => record.id),
    );
    const isOpen = (record: ChunkRecord): boolean => !closed.has(record.id) && isMeant(record);
    const given = { room, mostOf: () => resultTokens, reader, tokens, textOf, relevance, placeAlone: isQuoted, isMeant: isOpen };
    const results = completed(entries.slice(0, count), given);
    used += results.spent;
    entries.splice(0, count, ...results.entries);
  };
  // The rest of the best functions says more than code that is related to them.
  const forFunctions = Math.min(budgetTokens * budget.relatedShare, budgetTokens - used);
  if (withText && isBounded && !brief) complete(budget.completedFirst, forFunctions, ({ symbolKind }) => isFunction(symbolKind));
  const answered = entries.length;
  const relatedBound = isBounded
    ? Math.min(budgetTokens * (1 - budget.graphShare), used + budgetTokens * (isReport ? budget.reportRelatedShare : budget.relatedShare))
    : budgetTokens;
  for (const { record, score, relation, of, focus } of expansion.related) {
    if (withText && used >= relatedBound) break;
    const parts = [{ name: relation, value: score }];
    const item = { candidate: { record, lexical: 0, semantic: 0, name: null }, score, parts, ...(focus && { focus }) };
    add(record, item, { relation, of }, relatedBound);
  }
  const related = entries.splice(answered);
  // The shares leave room for it.
  const headingTokens = withText && related.length ? tokens.count(relatedHeading) + budget.seamTokens : 0;
  used += headingTokens;
  // Further primary results use what the related ones left.
  addPrimary((isBounded ? budgetTokens * (1 - budget.graphShare) : budgetTokens) - forLists);
  if (next < wanted.length && entries.length < limit) cut = true;

  const withCode = entries.filter(({ shown }) => shown.shortening !== 'place');
  const ids = [...entries, ...related].filter(({ shown }) => shown.shortening !== 'place').map(({ record }) => record.id);
  const hasLists = withText && !(brief && options.isNothing);
  const mentioned = hasLists && !options.furtherUses ? mentionedBy(reader, ids, (name) => fit.about(name, 0)) : [];
  const showing = (shown: readonly Entry[]) => (path: string, line: number) => shown.some((entry) => showsLine(entry, path, line));
  // Lines around the ones that are meant mention what nobody asked for.
  const isMeant = (path: string, line: number): boolean =>
    !withCode.some((entry) => isExcerpt(entry.item) && showsLine(entry, path, line) && !answerLinesOf(entry.item).includes(line));
  const forGraph = (left: number): number =>
    isBounded ? Math.min(left, budgetTokens * budget.graphShare, expansion.edges.length * budget.edgeTokens) : 0;
  const unused = budgetTokens - used;
  const subjects = withCode.flatMap(({ item, record }) => (isExcerpt(item) ? subjectsAt(reader, record, answerLinesOf(item)) : []));
  const named = entries.filter(({ item }) => isNamed(item)).map(({ record }) => record);
  const found = isFound ? named : [];
  const withUsers = [
    ...subjects,
    ...withCode.flatMap(({ record, item }) => (isUse(item) || subjects.some(({ id }) => id === record.id) ? [] : record)),
  ];
  const hasUsers = brief && hasLists && !options.furtherUses;
  const defaults = hasUsers && options.isForDefaults ? defaultLines(reader, withUsers, showing(entries)) : [];
  const users = hasUsers
    ? callerLines(
        reader,
        withUsers,
        textOf,
        showing(entries),
        new Set([...subjects, ...found].map(({ id }) => id)),
        new Set(named.map(({ id }) => id)),
      )
    : [];
  const hasLine = (path: string, line: number): boolean =>
    showing(entries)(path, line) || [...defaults, ...users].some((user) => user.path === path && user.line === line);
  const mentions = (isDefined: boolean): CallerLine[] =>
    hasLists
      ? fewMentions(
          options.mentions.filter((one) => one.isDefined === isDefined),
          hasLine,
        )
      : [];
  // Where the first result takes effect is what a reader asks next; a key of a setting may stand in many files.
  const [firstUser] = users;
  const ofFirst = users.filter(({ of }) => of === firstUser?.of);
  const called = options.furtherUses ?? [...defaults, ...ofFirst, ...mentions(false), ...users.slice(ofFirst.length), ...mentions(true)];
  const forCallers = (left: number): number =>
    isList ? left : isFound || isQuoted || options.furtherUses ? left / 2 : Math.min(left, budgetTokens * budget.callersShare);
  const forNeeded = (left: number): number => (brief ? Math.min(left, forLists) : left);
  const callers = fitCallers(called, tokens, forCallers(unused));
  if (options.furtherUses && callers.list.length < options.furtherUses.length) cut = true;
  const reserved =
    callers.tokens +
    fitNeeded(neededSignatures(mentioned, showing([...entries, ...related]), isMeant), tokens, forNeeded(unused - callers.tokens)).tokens +
    forGraph(unused);
  if (withText) {
    const before = entries.length;
    complete(before, unused - reserved);
    if (entries.length < before) addPrimary(budgetTokens - reserved);
  }
  const isShortened = (entry: Entry) =>
    (isCutShort(entry) && !(linesAlone && entry.item.focus)) || (!relevance && entry.shown.shortening === 'documentation');
  if (isBounded && resultTokens === Number.POSITIVE_INFINITY && entries.some(isShortened)) cut = true;
  const beside = related.filter(({ record }) => !entries.some((entry) => isWithin(record, entry)));
  for (const entry of related) if (!beside.includes(entry)) used -= costOf(entry);
  if (!beside.length) used -= headingTokens;
  const all = [...entries, ...beside];
  const needed = fitNeeded(neededSignatures(mentioned, showing(all), isMeant), tokens, forNeeded(budgetTokens - used - callers.tokens));
  used += needed.tokens + callers.tokens;
  const keys = new Set(all.map(({ record }) => record.key));
  const edges = isBounded ? Math.floor(forGraph(budgetTokens - used) / budget.edgeTokens) : expansion.edges.length;
  const toAnswer = (entry: Entry): Result => toResult(entry, textOf(entry.record), options.explain);
  return {
    results: entries.map(toAnswer),
    related: beside.flatMap((entry) =>
      entry.relation ? [{ ...toAnswer(entry), relation: entry.relation.relation, of: standsIn(entry.relation.of, primary, entries) }] : [],
    ),
    needed: needed.list,
    callers: callers.list,
    graph: expansion.edges.filter(({ from, to }) => keys.has(from) && keys.has(to)).slice(0, edges),
    tokens: used,
    cut,
  };
}

const functionsOf = ({ id }: ChunkRecord, entries: readonly Entry[]): number =>
  entries.filter(({ record }) => record.parentId === id && isFunction(record.symbolKind)).length;

/** How many results are parts of the same page or the like, without a name; 0 for a symbol. */
const blocksOf = ({ fileId, symbolKind }: ChunkRecord, entries: readonly Entry[]): number =>
  symbolKind === null ? entries.filter(({ record }) => record.fileId === fileId && record.symbolKind === null).length : 0;

/** Of a file with results its outline, in answers to short questions of a class with several functions too; a result again, or its declarations elsewhere. */
const saysNoMore = (record: ChunkRecord, entries: readonly Entry[], isShort: boolean): boolean =>
  (isShort && !isFunction(record.symbolKind) && functionsOf(record, entries) >= budget.functionsForClass) ||
  entries.some(({ record: other }) => {
    if (record.kind === 'module') return other.fileId === record.fileId;
    if (record.id === other.id) return true;
    return record.kind === 'symbol' && !record.bodySpan && other.bodySpan !== null && other.qualifiedName === record.qualifiedName;
  });

/** The result that a related one belongs to; where that is shown inside another result, the other. */
function standsIn(of: string, primary: readonly Ranked[], entries: readonly Entry[]): string {
  const record = primary.find(({ candidate }) => candidate.record.key === of)?.candidate.record;
  const around = record && entries.find((entry) => entry.expanded.has(record.id) || isWithin(record, entry));
  return around && !entries.some((entry) => entry.record.key === of) ? around.record.key : of;
}
