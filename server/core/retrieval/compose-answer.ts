/** From what was found to what is shown: what is related to the results, and all of it within the token budget. */
import { foldName } from '../chunking/words.js';
import type { Question } from '../model/answer.js';
import { notesOf } from '../model/answer-text.js';
import type { ChunkRecord } from '../model/chunk.js';
import type { Problem } from '../model/problem.js';
import { isDistinctive } from '../model/symbol.js';
import type { RelationAnswer } from './assemble/answer-relation.js';
import { type Assembled, assemble } from './assemble/assemble.js';
import { budget } from './assemble/budget.js';
import { asksForDefaults } from './assemble/default-lines.js';
import { lineRelevance } from './assemble/extract-statements.js';
import { mentionsOf } from './assemble/mention-lines.js';
import { besideCertain } from './graph/beside-certain.js';
import { withDelegates } from './graph/delegates.js';
import { type Expansion, expandGraph, noExpansion } from './graph/expand-graph.js';
import { findHubs, type Hub } from './graph/find-hubs.js';
import type { IndexReader, TokenCounter } from './ports.js';
import { isNameAlone, isTextAlone, nameAsked } from './query/alone.js';
import type { AnalysedQuery } from './query/analyse-query.js';
import { isTraceAlone } from './query/stack-frames.js';
import { isWrittenAsName } from './query/stated-names.js';
import type { boundsOf } from './question-bounds.js';
import type { Ranked } from './rank/rank.js';
import { rarityOf } from './rank/rarity.js';
import { evidence as thresholds } from './rank/weights.js';
import type { Searched } from './search-wordings.js';

/** What is known of a question and its results before they are shown. */
export interface ToShow {
  readonly question: Question;
  readonly bounds: ReturnType<typeof boundsOf>;
  readonly query: AnalysedQuery;
  readonly searched: Searched;
  readonly accept: ((record: ChunkRecord) => boolean) | null;
  readonly relation: RelationAnswer | null;
  /** Results, best first; at least one. */
  readonly kept: readonly Ranked[];
  /** Nothing answers the question, or nothing so far: what is listed is hardly meant. */
  readonly isHardly: boolean;
  /** Whether the first result is what a half-remembered name means. */
  readonly isRemembered: boolean;
  readonly confidence: number;
  /** Of the answer: its notes take tokens too. */
  readonly problems: readonly Problem[];
}

export interface Composed {
  readonly hubs: readonly Hub[];
  readonly expansion: Expansion;
  readonly assembled: Assembled;
  /** Of the results and of the notes before them. */
  readonly tokens: number;
}

/** Whether an answer is brief: with code of its best results alone. */
export const isBriefAnswer = ({ brief = false, withText = true }: Question): boolean => brief && withText;

export function composeAnswer(reader: IndexReader, tokens: TokenCounter, to: ToShow): Composed {
  const { question, bounds, query, searched, accept, relation, kept, isHardly } = to;
  const { wordings, found, facts, asked } = searched;
  const { withText = true } = question;
  const isBrief = isBriefAnswer(question);
  const leading = kept.slice(0, bounds.limit);
  const isExpanded = bounds.related > 0 && !isHardly && !relation;
  const hubs = isExpanded ? findHubs(reader, leading) : [];
  const expansion = relation?.expansion ?? (isExpanded ? expandGraph(reader, leading, hubs, accept, bounds.related) : noExpansion);
  const notes = withText ? notesOf(to.problems) : '';
  const noteTokens = notes ? tokens.count(`${notes}\n\n`) : 0;
  const about = lineRelevance(asked, rarityOf(asked.words, facts));
  const isPlace = kept[0]?.candidate.place !== undefined;
  const isPlaceAlone = isTraceAlone(query.text) || kept[0]?.candidate.place?.isQuestion === true || (!query.isReport && isTextAlone(query));
  const isCode = isBrief && !relation && !isHardly;
  const results = isCode ? withDelegates(reader, withoutDoubtful(reader, to, isPlaceAlone && isPlace)) : kept;
  const assembled = assemble(reader, tokens, results, expansion, {
    ...bounds,
    budgetTokens: Math.max(0, bounds.budgetTokens - noteTokens),
    // Code that does not answer the question is noise.
    resultTokens: Math.min(
      question.resultTokens ?? Number.POSITIVE_INFINITY,
      isHardly ? budget.weakResultTokens : Number.POSITIVE_INFINITY,
    ),
    withText,
    brief: question.brief ?? false,
    explain: question.explain ?? false,
    isReport: query.isReport,
    hasOtherWordings: wordings.length > 1,
    isUnsure: to.confidence < thresholds.unsureBelow,
    isNameAlone: isNameAlone(query),
    isNameAsked: nameAsked(query) !== null,
    isPlaceAlone,
    isNothing: isHardly,
    isForDefaults: asksForDefaults(query.text),
    mentions:
      isCode && !(isPlaceAlone && isPlace)
        ? mentionsOf(
            reader,
            wordings.map((one) => one.query),
            accept,
          )
        : [],
    furtherUses: isBrief ? (relation?.further ?? null) : null,
    isList: relation?.isList ?? false,
    relevance: question.extract ? about : null,
    fit: { about, cosines: found.cosines },
  });
  return { hubs, expansion, assembled, tokens: assembled.tokens + (assembled.results.length ? noteTokens : 0) };
}

/** Of results among which some are certain those and what belongs beside them; else all. */
function withoutDoubtful(
  reader: IndexReader,
  { question, query, searched, kept, isRemembered }: ToShow,
  isPlaceAlone: boolean,
): readonly Ranked[] {
  const isAlone = isNameAlone(query);
  const own = searched.wordings[0]?.ranked[0]?.candidate.record;
  const isMeant = ({ candidate: { place, name } }: Ranked): boolean => place !== undefined || (isAlone && name === 'identifier');
  return besideCertain(reader, kept, {
    isCertain: (one) => isMeant(one) || isGuessed(question, one) || (isRemembered && one === kept[0]),
    isGuessed: (one) => !isMeant(one) && isGuessed(question, one),
    isOwn: ({ candidate }) => candidate.record.id === own?.id && own.role === 'source',
    isFirstOfWording: ({ candidate }) =>
      searched.wordings
        .slice(1)
        .some(({ ranked, confidence }) => confidence >= thresholds.weakBelow && ranked[0]?.candidate.record.id === candidate.record.id),
    isPlaceAlone,
    isTextFound: kept[0]?.candidate.place?.isQuestion === true,
  });
}

/** Whether another wording has the name of a result, in any case; that a test has it by chance means nothing. */
function isGuessed({ alternatives = [] }: Question, { candidate: { name, record } }: Ranked): boolean {
  if ((name !== 'identifier' && name !== 'identifierFolded') || record.role === 'test') return false;
  if (!isWrittenAsName(record.name) || !isDistinctive(record.name)) return false;
  const folded = foldName(record.name);
  return alternatives.some((text) => text.match(/[\w$]+/g)?.some((word) => foldName(word) === folded));
}
