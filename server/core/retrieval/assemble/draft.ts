/**
 * An answer being assembled: the results that it has so far, and the tokens that they take. Results are added best first, each within a bound
 * on the whole answer; a child of a listed result is expanded inside it, and what the answer shows already is not added again.
 */
import { remembered } from '../../../util/remembered.js';
import { relatedHeading } from '../../model/answer-text.js';
import type { ChildChunk, ChunkRecord } from '../../model/chunk.js';
import { isFunction } from '../../model/symbol.js';
import type { Expansion } from '../graph/expand-graph.js';
import type { IndexReader, TokenCounter } from '../ports.js';
import type { Ranked } from '../rank/rank.js';
import { answerLinesOf, costOf, type Entry, isShownWhole, isWithin, placeOf, showsLine } from './answer-entry.js';
import type { AssembleOptions } from './assemble-options.js';
import { budget } from './budget.js';
import { chooseMembers, type Members, NO_MEMBERS } from './choose-members.js';
import { completed } from './complete-results.js';
import { frameTokens, placeTokens } from './document-tokens.js';
import { relationReason } from './reason.js';
import { RepeatedTexts } from './repeated-texts.js';
import { isNamed, isUse, type ResultForms } from './result-forms.js';
import { type Shown, showChunk } from './show-chunk.js';

type Item = Entry['item'];

const NO_BODIES: ReadonlySet<number> = new Set();
const PLACE: Shown = { text: '', segments: [], shortening: 'place', tokens: 0, printedTokens: 0 };
const NOTHING: Shown = { text: '', segments: [], shortening: 'whole', tokens: 0, printedTokens: 0 };

/** A result that is about to be added, and the room that there is for it. */
interface Adding {
  readonly record: ChunkRecord;
  readonly item: Item;
  readonly relation: Entry['relation'];
  /** Tokens of the whole answer. */
  readonly bound: number;
  /** Tokens of its heading and fence. */
  readonly frame: number;
  /** Tokens that are left for its code, and the most that it may have of them. */
  readonly room: number;
  readonly most: number;
  readonly children: readonly ChildChunk[];
  /** Children that no result shows. */
  readonly unseen: readonly ChildChunk[];
}

export class Draft {
  /** Primary results. */
  readonly entries: Entry[] = [];
  /** Those beside them; see `addRelated`. */
  related: readonly Entry[] = [];
  /** Tokens so far. */
  used = 0;
  /** True where the budget shortened or dropped something. */
  cut = false;
  readonly #reader: IndexReader;
  readonly #tokens: TokenCounter;
  readonly #forms: ResultForms;
  readonly #options: AssembleOptions;
  readonly #isBounded: boolean;
  readonly #repeated: RepeatedTexts;
  readonly #texts = new Map<number, string>();
  #next = 0;
  #headingTokens = 0;

  constructor(reader: IndexReader, tokens: TokenCounter, forms: ResultForms, options: AssembleOptions) {
    this.#reader = reader;
    this.#tokens = tokens;
    this.#forms = forms;
    this.#options = options;
    this.#isBounded = options.withText && Number.isFinite(options.budgetTokens);
    this.#repeated = new RepeatedTexts(tokens);
  }

  /** The text of the file of a chunk. */
  readonly textOf = ({ fileId }: ChunkRecord): string => remembered(this.#texts, fileId, () => this.#reader.fileText(fileId) ?? '');

  /** Whether primary results were left out that the limit allows. */
  get lacksResults(): boolean {
    return this.#next < this.#forms.wanted.length && this.entries.length < this.#options.limit;
  }

  /** Whether a primary result shows a line of a file, 0-based. */
  readonly shows = (path: string, line: number): boolean => this.entries.some((entry) => showsLine(entry, path, line));

  /** Adds primary results from where the last call ended, until the answer has `bound` tokens. */
  addPrimary(bound: number): void {
    const { wanted } = this.#forms;
    const { brief, withText, limit, budgetTokens } = this.#options;
    for (; this.#next < wanted.length && this.entries.length < limit; this.#next++) {
      const item = wanted[this.#next] as Ranked;
      const { record } = item.candidate;
      if (this.#saysNoMore(record)) continue;
      if (brief && !item.focus && !item.candidate.place && this.#blocksOf(record) >= budget.blocksOfFile) continue;
      if (!item.focus && (this.#mergeIntoParent(record) || (withText && this.entries.some((entry) => isWithin(record, entry))))) continue;
      if (withText && this.used >= bound) break;
      // What belongs to the first result of a short answer comes after it.
      if (!this.#add(record, item, null, brief && this.entries.length === 0 ? budgetTokens : bound)) break;
    }
  }

  /** Adds what is related to the primary results, until the answer has `bound` tokens. */
  addRelated(related: Expansion['related'], bound: number): void {
    const { withText } = this.#options;
    const before = this.entries.length;
    for (const { record, score, relation, of, focus } of related) {
      if (withText && this.used >= bound) break;
      const parts = [{ name: relation, value: score }];
      const item = { candidate: { record, lexical: 0, semantic: 0, name: null }, score, parts, ...(focus && { focus }) };
      this.#add(record, item, { relation, of }, bound);
    }
    this.related = this.entries.splice(before);
    if (withText && this.related.length) this.#headingTokens = this.#tokens.count(relatedHeading) + budget.seamTokens;
    this.used += this.#headingTokens;
  }

  /** Shows the code of the first functions of which a short answer has the place alone, until the answer has `bound` tokens. */
  openPlaces(bound: number): void {
    let opened = 0;
    for (const [i, entry] of this.entries.entries()) {
      if (opened >= budget.openedPlaces || this.used >= bound) return;
      const { record, item, relation, shown } = entry;
      if (shown.shortening !== 'place' || !this.#forms.mayOpen(item)) continue;
      const frame = frameTokens(record, answerLinesOf(item), undefined, this.#tokens);
      const children = this.#reader.children(record.id);
      const room = bound - this.used + entry.frame - frame;
      const code = this.#show(
        { record, item, relation, bound, frame, room, most: room, children, unseen: children },
        NO_BODIES,
        budget.briefTokens,
      );
      if (!code || code.shortening === 'signature' || code.shortening === 'line') continue;
      this.used += frame + code.printedTokens - costOf(entry);
      this.entries[i] = { ...entry, frame, shown: code };
      opened++;
    }
  }

  /** Takes out what a primary result shows by now. */
  dropRepeatedRelated(): void {
    const kept = this.related.filter(({ record }) => !this.entries.some((entry) => isWithin(record, entry)));
    for (const entry of this.related) if (!kept.includes(entry)) this.used -= costOf(entry);
    if (!kept.length) this.used -= this.#headingTokens;
    this.related = kept;
  }

  /** Completes those of the first `count` primary results that are meant, with at most `room` more tokens. */
  complete(count: number, room: number, isMeant: (record: ChunkRecord) => boolean = () => true): void {
    const { brief, resultTokens, relevance } = this.#options;
    const isClosed = ({ item }: Entry): boolean => (brief && (item.focus ?? item.outlines) !== undefined) || this.#forms.isExcerpt(item);
    const closed = new Set(this.entries.filter(isClosed).map(({ record }) => record.id));
    const results = completed(this.entries.slice(0, count), {
      room,
      mostOf: () => resultTokens,
      reader: this.#reader,
      tokens: this.#tokens,
      textOf: this.textOf,
      relevance,
      placeAlone: this.#forms.isQuoted,
      isMeant: (record) => !closed.has(record.id) && isMeant(record),
    });
    this.used += results.spent;
    this.entries.splice(0, count, ...results.entries);
  }

  /** Adds a result within `bound` tokens of the whole answer; false where it does not fit at all. */
  #add(record: ChunkRecord, item: Item, relation: Entry['relation'], bound: number): boolean {
    const { withText, brief } = this.#options;
    if (!relation && this.#forms.isPlace(item, this.entries.length)) return this.#addPlace(record, item, bound);
    if (!withText) return this.#push({ record, item, relation, expanded: NO_BODIES, frame: 0, shown: NOTHING });
    const frame = frameTokens(record, answerLinesOf(item), relation ? relationReason[relation.relation] : undefined, this.#tokens);
    const children = this.#reader.children(record.id);
    const adding: Adding = {
      ...{ record, item, relation, bound, frame, children },
      room: bound - this.used - frame - (relation ? 0 : this.#keptForPlaces()),
      most: this.#forms.mostTokens(record, item, this.entries.length),
      unseen: children.filter(({ id }) => !this.entries.some((entry) => entry.record.id === id && isShownWhole(entry))),
    };
    return brief && !relation && this.#isSeen(adding) ? this.#addUnseen(adding) : this.#addCode(adding);
  }

  #push(entry: Entry): true {
    this.used += entry.frame + entry.shown.printedTokens;
    this.entries.push(entry);
    return true;
  }

  #addPlace(record: ChunkRecord, item: Item, bound: number): boolean {
    // The list of its lines names it.
    const frame = this.#options.isList && item.focus ? 0 : placeTokens(record, this.#tokens);
    return this.used + frame <= bound && this.#push({ record, item, relation: null, expanded: NO_BODIES, frame, shown: PLACE });
  }

  /** Adds the code of a result, or of the one member of it that is asked about. */
  #addCode(adding: Adding): boolean {
    const { record, item, relation, bound, frame, most } = adding;
    const { brief, isNameAlone } = this.#options;
    const members = this.#membersWanted(adding) ? this.#membersOf(adding) : NO_MEMBERS;
    const withMembers = members.chosen.size ? this.#show(adding, members.chosen, most) : null;
    const isMember = withMembers?.shortening === 'collapsed' || withMembers?.shortening === 'whole';
    const fullest = isMember ? withMembers : (this.#wholeFirst(adding) ?? this.#show(adding, NO_BODIES, most));
    // The outline of a class says little if the member that is asked about does not fit: the member answers alone.
    const long = brief && !isNameAlone && fullest?.shortening === 'collapsed' ? members.tooLong : null;
    const [member] = long === null ? [] : this.#reader.chunks([long]);
    if (member && !this.#has(member)) return this.#add(member, item, relation, bound);
    const isPlaceEnough = brief && !relation;
    if (!fullest) return isPlaceEnough && this.#addPlace(record, item, bound);
    const isAll = fullest.shortening === 'whole' || fullest.shortening === 'documentation';
    if (isPlaceEnough && !isAll && this.#forms.isWholeOnly(item, this.entries.length)) return this.#addPlace(record, item, bound);
    const shown = this.#repeated.shownOnce(record, fullest);
    // Of a short answer it may be the share of the result that is too small, not the budget.
    if ((shown.shortening === 'signature' || shown.shortening === 'line') && adding.room <= most) this.cut = true;
    return this.#push({ record, item, relation, expanded: isMember ? members.chosen : NO_BODIES, frame, shown });
  }

  /** Whether the answer has members of a class already that nobody asked for by its name. */
  #isSeen({ record, item, children, unseen }: Adding): boolean {
    return !placeOf(item) && !isNamed(item) && unseen.length < children.length && !isFunction(record.symbolKind);
  }

  /** What the answer shows already need not be read twice: another member of the same class says more. */
  #addUnseen(adding: Adding): boolean {
    const { record, item, bound } = adding;
    const { tooLong, chosen } = this.#membersOf(adding);
    const [other] = this.#reader.chunks([tooLong ?? [...chosen][0] ?? []].flat());
    return other && !this.#has(other) ? this.#add(other, item, null, bound) : this.#addPlace(record, item, bound);
  }

  #has({ id }: ChunkRecord): boolean {
    return this.entries.some((entry) => entry.record.id === id);
  }

  #show({ record, item, children, room }: Adding, expanded: ReadonlySet<number>, most: number): Shown | null {
    const { relevance, brief } = this.#options;
    return showChunk(this.textOf(record), record, children, this.#tokens, room, most, {
      expanded,
      relevance,
      place: placeOf(item),
      placeAlone: this.#forms.isQuoted || isUse(item),
      focus: item.focus?.lines ?? null,
      focusAlone: this.#forms.linesAlone,
      ...(brief && item.outlines && { outlines: item.outlines }),
      documentation: this.#isBounded ? 'first' : 'whole',
    });
  }

  /** The first function of a short answer where it is hardly longer than it may be: an extract would leave out little but the point. */
  #wholeFirst(adding: Adding): Shown | null {
    if (!this.#forms.isWholeFirst(adding.record, this.entries.length) || !Number.isFinite(adding.most)) return null;
    const shown = this.#show(adding, NO_BODIES, adding.most * budget.wholeSlack);
    return shown?.shortening === 'whole' || shown?.shortening === 'documentation' ? shown : null;
  }

  #membersWanted({ item }: Adding): boolean {
    return this.#isBounded && !placeOf(item) && !item.focus && !item.outlines && this.entries.length < budget.memberResults;
  }

  #membersOf({ record, unseen, room, most }: Adding): Members {
    const forBodies = Math.min(room, most) * budget.memberRoom;
    return chooseMembers(this.textOf(record), record, unseen, this.#options.fit, forBodies, (text) => this.#tokens.estimate(text));
  }

  /** A short answer names its results, but what answers comes first. */
  #keptForPlaces(): number {
    const { brief, budgetTokens } = this.#options;
    if (!brief || !this.#isBounded) return 0;
    const left = Math.max(0, this.#forms.listed - this.entries.length - 1);
    return Math.min(left * budget.placeTokens, budgetTokens * budget.placesShare);
  }

  /** Shows a result inside the symbol around it, where that is listed. */
  #mergeIntoParent(record: ChunkRecord): boolean {
    const at = this.entries.findIndex((entry) => entry.record.id === record.parentId && entry.record.kind === 'symbol');
    const parent = this.entries[at];
    const { withText, budgetTokens } = this.#options;
    if (!parent || !withText || parent.shown.shortening === 'place') return false;
    const expanded = new Set([...parent.expanded, record.id]);
    const room = budgetTokens - this.used + parent.shown.printedTokens;
    const children = this.#reader.children(parent.record.id);
    const shown = showChunk(this.textOf(record), parent.record, children, this.#tokens, room, this.#forms.most, {
      expanded,
      place: placeOf(parent.item),
    });
    if (!shown || (shown.shortening !== 'collapsed' && shown.shortening !== 'whole')) return false;
    this.used += shown.printedTokens - parent.shown.printedTokens;
    this.entries[at] = { ...parent, expanded, shown };
    return true;
  }

  /** Of a file with results its outline, in answers to short questions of a class with several functions too; a result again, or its declarations elsewhere. */
  #saysNoMore(record: ChunkRecord): boolean {
    const functions = this.entries.filter(({ record: one }) => one.parentId === record.id && isFunction(one.symbolKind)).length;
    return (
      (!this.#options.isReport && !isFunction(record.symbolKind) && functions >= budget.functionsForClass) ||
      this.entries.some(({ record: other }) => {
        if (record.kind === 'module') return other.fileId === record.fileId;
        if (record.id === other.id) return true;
        return record.kind === 'symbol' && !record.bodySpan && other.bodySpan !== null && other.qualifiedName === record.qualifiedName;
      })
    );
  }

  /** How many results are parts of the same page or the like, without a name; 0 for a symbol. */
  #blocksOf({ fileId, symbolKind }: ChunkRecord): number {
    return symbolKind === null ? this.entries.filter(({ record }) => record.fileId === fileId && record.symbolKind === null).length : 0;
  }
}
