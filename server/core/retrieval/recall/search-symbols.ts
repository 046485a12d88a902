/**
 * Symbols by name as they are typed, and by meaning. Names come first; several plain words are a question; an empty query lists the most
 * important symbols.
 */
import { foldName } from '../../chunking/words.js';
import type { SymbolQuestion } from '../../engine/engine-api.js';
import type { SymbolAnswer, SymbolHit } from '../../model/answer.js';
import { type ChunkRecord, comparePlaces } from '../../model/chunk.js';
import { limits } from '../../model/limits.js';
import { isIncomplete, messageOfFailure, type Problem } from '../../model/problem.js';
import { isType, type SymbolKind } from '../../model/symbol.js';
import { toSymbol } from '../assemble/to-result.js';
import type { Found, RetrievalPorts } from '../pipeline.js';
import type { IndexReader } from '../ports.js';
import { correctionProblem } from '../query/correct-words.js';
import { compileFilters, fileFilter, unmatchedPaths } from '../query/filter.js';
import { inheritedMember } from '../query/qualified-names.js';
import { readQuestion } from '../query/read-question.js';
import { isWrittenAsName } from '../query/stated-names.js';
import { rank } from '../rank/rank.js';
import { gateLimits } from '../rank/weights.js';
import { corpusFacts } from '../search-wordings.js';
import { importantSymbols } from './important-symbols.js';
import { symbolsNamed } from './look-up.js';
import { namesAlike } from './names-alike.js';
import { search } from './search.js';
import { symbolSearch } from './weights.js';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 500;

/** Most symbols of an answer; a file may have more of its own. */
export const symbolLimit = ({ limit = DEFAULT_LIMIT, ofFile }: Pick<SymbolQuestion, 'limit' | 'ofFile'>): number =>
  Math.min(limit, ofFile === undefined ? MAX_LIMIT : limits.maxSymbolsPerFile);

type Put = (record: ChunkRecord, score: number, reason: SymbolHit['reason']) => void;

/** @param problems of the engine; those of this answer are added */
export async function searchSymbols(
  ports: RetrievalPorts,
  question: SymbolQuestion,
  problems: Problem[],
  signal?: AbortSignal,
): Promise<Found<SymbolAnswer>> {
  const { reader } = ports;
  const limit = symbolLimit(question);
  const accept = compileFilters(question.filters, undefined, ports.globs, (path) => reader.file(path)?.mtimeMs ?? 0);
  const hits = new Map<number, { record: ChunkRecord; score: number; reason: SymbolHit['reason'] }>();
  const put: Put = (record, score, reason) => {
    if (record.symbolKind === null || (hits.get(record.id)?.score ?? -1) >= score || (accept && !accept(record))) return;
    hits.set(record.id, { record, score, reason });
  };
  const text = question.query.trim().slice(0, limits.maxQueryChars);
  try {
    if (question.ofFile !== undefined) {
      const file = reader.file(question.ofFile);
      if (file) for (const record of reader.chunksOfFile(file.id)) put(record, 1, 'name');
    } else if (!text) {
      for (const { record, score } of importantSymbols(reader, limit, accept, fileFilter(question.filters, ports.globs)))
        put(record, score, 'important');
    } else {
      // A question for one symbol, such as `class Request`, is its name.
      const query = readQuestion(reader, text);
      const isCorrected = query.corrections.length > 0;
      const typed = query.isName && !isCorrected ? query.text : text;
      const words = typed.split(/\s+/).length;
      const { mode = 'auto' } = question;
      if (mode !== 'meaning' && words <= symbolSearch.nameWords) {
        putByName(ports, typed, limit, put, accept !== null);
        // What is typed may be the beginning of a name.
        if (isCorrected && [...hits.values()].every(({ reason }) => reason === 'fuzzy name')) {
          putByName(ports, query.text, limit, (record, score) => put(record, score, 'fuzzy name'), accept !== null);
          problems.push(...query.corrections.map((one) => correctionProblem(one, isIncomplete(problems))));
        }
      }
      // Of a name that nothing has, those with the same parts say more than what the words mean.
      const isHalfKnown = mode !== 'meaning' && words === 1 && hits.size === 0;
      for (const { record, likeness } of isHalfKnown ? namesAlike(reader, lastSegment(typed), accept).slice(0, limit) : [])
        put(record, symbolSearch.fuzzy + symbolSearch.typedScore * likeness, 'fuzzy name');
      if (mode !== 'meaning' && words === 1) {
        putMembers(reader, typed, put);
        putContents(reader, typed, put, question.filters?.kinds);
      }
      if (mode === 'meaning' || (mode !== 'name' && (words > 1 || hits.size < Math.min(limit, symbolSearch.enough)))) {
        const isSymbol = (record: ChunkRecord) => record.symbolKind !== null && (!accept || accept(record));
        const found = await search(reader, ports.embedder, query, isSymbol, signal);
        problems.push(...found.problems);
        const ranked = rank(query, found.candidates, corpusFacts(ports, query), null, 'symbols');
        const best = ranked[0]?.score || 1;
        for (const { candidate, score } of ranked.slice(0, limit)) {
          const isEvident = candidate.lexical > 0 || candidate.name !== null || candidate.semantic > gateLimits.cosine;
          if (isEvident && !hits.has(candidate.record.id)) put(candidate.record, (symbolSearch.meaning * score) / best, 'meaning');
        }
      }
    }
    const isByMeaning = hits.size > 0 && [...hits.values()].every(({ reason }) => reason === 'meaning');
    // Chinese and Japanese write a question without blanks.
    if (isByMeaning && question.mode !== 'meaning' && /^[\w$.:#/-]+$/.test(text))
      problems.push({ code: 'noMatch', message: 'no symbol has such a name; these are closest by meaning', incomplete: false });
    const paths = [...hits.values()].map(({ record }) => record.path);
    problems.push(...unmatchedPaths(question.filters, ports.globs, paths, () => reader.files()));
  } catch (error) {
    problems.push({ code: 'storage', message: messageOfFailure(error), incomplete: true });
  }
  // Of one file all are wanted, in their order.
  const isOfFile = text === '' && new Set([...hits.values()].map(({ record }) => record.fileId)).size === 1;
  const sorted = [...hits.values()].sort((a, b) => (isOfFile ? 0 : b.score - a.score) || comparePlaces(a.record, b.record));
  const isNamed = question.mode !== 'name' && isWrittenAsName(text) && !/\s/.test(text);
  const whole = /\s/.test(text) ? [] : asQualified(sorted, text);
  const list = (whole.length ? whole : isNamed ? withoutTail(sorted) : sorted).slice(0, limit);
  return { hits: list.map(({ record, score, reason }) => ({ ...toSymbol(reader, record), score: Math.round(score * 1e4) / 1e4, reason })) };
}

/** Behind what has the name that was typed others say nothing, and behind names like it what only means the same. */
function withoutTail<Hit extends { readonly score: number; readonly reason: SymbolHit['reason'] }>(hits: readonly Hit[]): readonly Hit[] {
  const [best] = hits;
  if (!best || best.reason === 'meaning') return hits;
  const isExact = best.reason === 'exact name';
  return hits.filter(
    ({ score, reason }) => reason !== 'meaning' && (reason !== 'fuzzy name' || (!isExact && score >= best.score * symbolSearch.fuzzyShare)),
  );
}

/** Of a name with a qualifier what has both, of a symbol around it rather than of its file: then nothing else is meant. */
function asQualified<Hit extends { readonly record: ChunkRecord; readonly reason: SymbolHit['reason'] }>(
  hits: readonly Hit[],
  text: string,
) {
  const container = foldName(text.slice(0, text.length - lastSegment(text).length));
  const exact = container === '' ? [] : hits.filter(({ record, reason }) => reason === 'exact name' && isWithin(record, container));
  const members = exact.filter(({ record: { qualifiedName, name } }) => foldName(qualifiedName.slice(0, -name.length)).endsWith(container));
  return members.length ? members : exact;
}

/** Whether a qualifier, folded, is a class, a module, a package or a path around a symbol. */
const isWithin = ({ path, qualifiedName }: ChunkRecord, container: string): boolean =>
  foldName(`${path.replace(/\.[^/]*$/, '')}/${qualifiedName}`).includes(container);

const lastSegment = (text: string): string =>
  text
    .split(/\.|::|->|#|\//)
    .filter(Boolean)
    .at(-1) ?? text;

/** The name before the last segment: `Cart` of `shop.Cart.total`; '' where there is none. */
function ownerOf(text: string): string {
  const before = text.slice(0, Math.max(0, text.length - lastSegment(text).length));
  return before ? lastSegment(before) : '';
}

/**
 * Exact names lead, then prefixes, then names with the word, then similar names.
 * @param isFiltered whether `put` may refuse most of them
 */
function putByName({ reader }: RetrievalPorts, text: string, limit: number, put: Put, isFiltered: boolean): void {
  const last = lastSegment(text);
  const container = foldName(text.slice(0, text.length - last.length));
  const scores = new Map<number, { score: number; reason: SymbolHit['reason'] }>();
  // `handle_` is the beginning of a name, and not `handle`.
  const isBeginning = /\w[_-]$/.test(last);
  for (const hit of reader.named([last.replace(/\s+/g, '')], limit * 2)) {
    if (isBeginning) scores.set(hit.chunkId, { score: symbolSearch.within, reason: 'name' });
    else scores.set(hit.chunkId, { score: hit.match === 'exact' ? symbolSearch.exact : symbolSearch.folded, reason: 'exact name' });
  }
  const hasMarks = /\w[_-]/.test(last);
  const most = isFiltered ? Math.max(symbolSearch.filtered, limit * 2) : limit * 2;
  const found = reader.searchNames(last, hasMarks ? Math.max(symbolSearch.compared, most) : most);
  for (const { chunkId, name } of hasMarks ? found : [])
    if (name.startsWith(last) && (scores.get(chunkId)?.score ?? 0) < symbolSearch.asTyped)
      scores.set(chunkId, { score: symbolSearch.asTyped, reason: 'name' });
  const first = found.slice(0, most);
  // Where nothing begins so, more names are compared.
  const typed =
    first[0]?.match === 'fuzzy' && first.length < symbolSearch.compared ? reader.searchNames(last, symbolSearch.compared) : first;
  const best = typed[0]?.score || 1;
  const folded = foldName(last);
  for (const hit of typed) {
    if (scores.has(hit.chunkId)) continue;
    const isFuzzy = hit.match === 'fuzzy';
    // Of a name that is half remembered the longest part says more than the rarest word.
    const share = isFuzzy ? (hit.score / best + longestPart(folded, foldName(hit.name)) / folded.length) / 2 : hit.score / best;
    const base = isFuzzy ? symbolSearch.fuzzy : hit.match === 'within' ? symbolSearch.within : symbolSearch.prefix;
    const score = base + symbolSearch.typedScore * share;
    scores.set(hit.chunkId, { score, reason: isFuzzy ? 'fuzzy name' : 'name' });
  }
  // A common name (`Cart.get`) has more symbols than were read.
  if (container !== '')
    for (const { id } of symbolsNamed(reader, { symbol: text }).slice(0, limit))
      scores.set(id, { score: symbolSearch.exact, reason: 'exact name' });
  // What a known type does not have is hardly that of another one.
  const isOfType = container !== '' && symbolsNamed(reader, { symbol: ownerOf(text) }).some(({ symbolKind }) => isType(symbolKind));
  const inherited = isOfType ? inheritedMember(reader, text) : null;
  for (const record of reader.chunks([...scores.keys()])) {
    const { score, reason } = scores.get(record.id) as { score: number; reason: SymbolHit['reason'] };
    const isInContainer = container !== '' && isWithin(record, container);
    const kind = isType(record.symbolKind) ? symbolSearch.typeLead : record.symbolKind === 'constructor' ? -symbolSearch.typeLead : 0;
    const share = record.role === 'source' ? 1 : symbolSearch.otherRole;
    if (isOfType && !isInContainer && record.id !== inherited?.id) put(record, Math.min(score, symbolSearch.fuzzy) * share, 'fuzzy name');
    else put(record, score * share + kind + (isInContainer ? symbolSearch.inContainer : 0), reason);
  }
}

/**
 * Of a type that has no such member those of its members that begin so, and those whose names share a run of letters: `Config.max_size` for
 * `Config.maximum_size`.
 */
function putMembers(reader: IndexReader, text: string, put: Put): void {
  const last = lastSegment(text);
  const outer = ownerOf(text);
  const folded = foldName(last);
  const members = (outer ? symbolsNamed(reader, { symbol: outer }) : []).flatMap(({ id }) =>
    reader.chunks(reader.children(id).map((one) => one.id)),
  );
  if (members.some(({ name }) => foldName(name) === folded)) return;
  for (const record of members) {
    const name = foldName(record.name);
    // `Cart.to` is typed on the way to `Cart.total`: what else is named `to` has nothing to do with it.
    if (folded && name.startsWith(folded)) {
      put(record, symbolSearch.exact + (symbolSearch.inContainer * folded.length) / name.length, 'name');
      continue;
    }
    const shared = longestPart(folded, name);
    if (shared < symbolSearch.sharedLetters) continue;
    put(record, symbolSearch.fuzzy + symbolSearch.inContainer + (symbolSearch.typedScore * shared) / folded.length, 'fuzzy name');
  }
}

/** Where other kinds are asked for than that of the type that was typed, its members: `Cart` with the kind `method`. */
function putContents(reader: IndexReader, text: string, put: Put, kinds: readonly SymbolKind[] | undefined): void {
  const types = symbolsNamed(reader, { symbol: text }).filter(({ name, symbolKind }) => name === lastSegment(text) && isType(symbolKind));
  if (!kinds?.length || types.some(({ symbolKind }) => symbolKind !== null && kinds.includes(symbolKind))) return;
  const members = reader.chunks(types.flatMap(({ id }) => reader.children(id).map((child) => child.id)));
  for (const record of members) put(record, symbolSearch.folded, 'name');
}

/** Length of the longest run of letters that two words share. */
function longestPart(a: string, b: string): number {
  let longest = 0;
  let above = new Uint16Array(b.length + 1);
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint16Array(b.length + 1);
    for (let j = 1; j <= b.length; j++) {
      if (a[i - 1] !== b[j - 1]) continue;
      row[j] = (above[j - 1] as number) + 1;
      longest = Math.max(longest, row[j] as number);
    }
    above = row;
  }
  return longest;
}
