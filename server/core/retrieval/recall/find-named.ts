/** What a user means by a name: the symbols of that name, a file, or the symbols of the nearest name, which the answer then says. */
import { foldName } from '../../chunking/words.js';
import { takesLabels } from '../../model/argument-labels.js';
import type { ChunkRecord } from '../../model/chunk.js';
import { descriptorOf, languageOf } from '../../model/language.js';
import type { Problem } from '../../model/problem.js';
import { areOneModule } from '../../model/symbol.js';
import { packageIn } from '../graph/mentions/package-types.js';
import type { IndexReader } from '../ports.js';
import { correctionProblem, isOtherThing } from '../query/correct-words.js';
import { inheritedMember, type Misqualified } from '../query/qualified-names.js';
import { fileNamed, filesCalled, filesNamed, moduleNamed, moduleOfOcaml } from './file-named.js';
import { MAX_NAMESAKES, QUALIFIERS, symbolsNamed } from './look-up.js';
import { correction as limits } from './weights.js';

export interface Named {
  /** Empty if nothing has the name or one like it. */
  readonly records: readonly ChunkRecord[];
  /** That another name is answered for, or that nothing has the name. */
  readonly problem: Problem | null;
}

/** Namesakes that a message lists. */
const MAX_LISTED = 4;
const MAX_SIMILAR = 5;
/** Names that begin like a typed one and are looked at. */
const MAX_BEGUN = 30;
/** Files that open one module again. */
const MAX_PARTS = 200;
/** `cart:total/1`: how many arguments a function takes (Erlang, Elixir). */
const ARITY = /(?<=\w)\/\d{1,2}$/;

/**
 * @param written a name, a qualified name, or the path or name of a file or module
 * @param isPart whether the index may lack files
 */
export function findNamed(reader: IndexReader, written: string, isPart: boolean): Named {
  const text = written.replace(ARITY, '');
  const meant = (name: string, records: readonly ChunkRecord[], others: readonly string[] = []): Named => ({
    records: records.slice(0, MAX_NAMESAKES),
    problem: correctionProblem({ typed: text, meant: name, others }, isPart),
  });
  const there = [...symbolsInFile(reader, text), ...ofSelector(reader, text)];
  if (there.length) return { records: there.slice(0, MAX_NAMESAKES), problem: null };
  const files = fileNamed(reader, text);
  const symbols = withoutAlterations([...moduleOfOcaml(reader, text), ...symbolsNamed(reader, { symbol: text })]);
  const last = lastSegment(text);
  if (!files.length && symbols.length && symbols.every(({ name }) => isOther(name, last))) return meant(nameOf(symbols), symbols);
  // `redis`, or `@/lib/redis`, is the file redis.ts rather than the constant `REDIS`.
  const isFolded = !files.length && symbols.length > 0 && symbols.every(({ name }) => name !== last);
  const called = !isFolded ? [] : text === last ? filesCalled(reader, text) : moduleNamed(reader, text);
  if (called.length) return { records: called, problem: null };
  const records = files.length || symbols.length ? [...files, ...symbols] : moduleNamed(reader, text);
  if (records.length > MAX_NAMESAKES && areOneModule(records)) return { records: records.slice(0, MAX_PARTS), problem: null };
  if (records.length > MAX_NAMESAKES) return { records: records.slice(0, MAX_NAMESAKES), problem: manyNamed(text, records.length) };
  if (records.length) return { records, problem: null };
  // The end of its name is the name of nothing.
  if (isPath(text)) return { records: [], problem: { code: 'noMatch', message: `the index has no file ${text}`, incomplete: false } };
  const qualifier = text.slice(0, text.lastIndexOf(last));
  const above = qualifier ? inheritedMember(reader, text) : null;
  if (above)
    return { records: [above], problem: correctionProblem({ typed: text, meant: above.qualifiedName, isInherited: true }, isPart) };
  const begun = qualifier ? membersBegun(reader, qualifier, last) : [];
  if (begun.length) {
    // Of a member that is declared in its type and defined elsewhere both.
    const both = begun.flatMap(({ qualifiedName }) => symbolsNamed(reader, { symbol: qualifiedName }));
    return meant(nameOf(begun), [...new Map([...begun, ...both].map((record) => [record.id, record])).values()]);
  }
  const namesakes = qualifier ? symbolsNamed(reader, { symbol: last }) : [];
  // A schema of SQL holds no symbols: the declaration has its name.
  const inSchema = namesakes.filter(
    ({ language, signature }) => language === 'sql' && signature.toLowerCase().includes(text.toLowerCase()),
  );
  // `App\\Mail\\Sender`: a namespace is no part of a name in the index.
  const wanted = ownerOf(qualifier)
    .replace(/\\+|::/g, '.')
    .replace(/^\./, '');
  const inNamespace = namesakes.filter(({ name, fileId }) => name === last && dotted(packageIn(reader.fileText(fileId) ?? '')) === wanted);
  if (inNamespace.length) return { records: inNamespace.slice(0, MAX_NAMESAKES), problem: null };
  if (inSchema.length) return { records: inSchema.slice(0, MAX_NAMESAKES), problem: null };
  const names = [...new Set(namesakes.map(({ qualifiedName }) => qualifiedName))];
  if (names.length > 1) return missing(text, namesakesText(names, last));
  if (names.length && namesakes.some(({ name }) => name === last)) return meant(names[0] as string, namesakes);
  if (names.length) return missing(text, namesakesText(names, (namesakes[0] as ChunkRecord).name));
  const similar = foldName(last).length < limits.minChars ? [] : reader.similarNames(last, MAX_SIMILAR);
  // A heading of several words is no name.
  const alike = similar.filter(({ name }) => !isOtherThing(last, name) && !/\s/.test(name));
  const near = alike.find(({ name }) => isBegun(name, last)) ?? onlyBegun(reader, last) ?? alike[0];
  if (!near) return missing(text);
  const qualified = symbolsNamed(reader, { symbol: `${qualifier}${near.name}` });
  const others = [...new Set(alike.map(({ name }) => name).filter((name) => name !== near.name && isBegun(name, last)))].slice(
    0,
    MAX_LISTED,
  );
  if (qualified.length) return meant(qualifier ? nameOf(qualified) : near.name, qualified, others);
  // What a known type does not have is not something else.
  if (qualifier && symbolsNamed(reader, { symbol: ownerOf(qualifier) }).length) return missing(text);
  const nearest = symbolsNamed(reader, { symbol: near.name });
  // A key of a file of data has a name, and is no symbol.
  return nearest.length ? meant(near.name, nearest, others) : missing(text);
}

/** A table of SQL that is created somewhere, without the migrations that alter it. */
function withoutAlterations(symbols: readonly ChunkRecord[]): readonly ChunkRecord[] {
  const isOfSql = ({ language, symbolKind }: ChunkRecord, kind: 'struct' | 'impl'): boolean => language === 'sql' && symbolKind === kind;
  return symbols.some((one) => isOfSql(one, 'struct')) ? symbols.filter((one) => !isOfSql(one, 'impl')) : symbols;
}

/** The shortest name that begins with whole words, `TextPartFinder` for `TextPart`, where few do. */
function onlyBegun(reader: IndexReader, typed: string): { readonly name: string } | undefined {
  const found = reader.searchNames(typed, MAX_BEGUN).filter(({ name }) => isBegun(name, typed));
  const names = [...new Set(found.map(({ name }) => name))].sort((a, b) => a.length - b.length);
  return names[0] !== undefined && names.length <= MAX_LISTED ? { name: names[0] } : undefined;
}

/** Members of the type or module in front of a name that begin with the name: `Cart.addItem` for `Cart.add`. */
function membersBegun(reader: IndexReader, qualifier: string, typed: string): readonly ChunkRecord[] {
  const owner = ownerOf(qualifier);
  const owners = owner && typed.length >= limits.minChars ? symbolsNamed(reader, { symbol: owner }) : [];
  const begun = owners.flatMap(({ id }) => reader.children(id).filter(({ name }) => name?.startsWith(typed)));
  const whole = begun.filter(({ name }) => isBegun(name as string, typed));
  return reader.chunks((whole.length ? whole : begun).slice(0, MAX_LISTED).map(({ id }) => id));
}

const dotted = (namespace: string): string => namespace.replaceAll('\\', '.');
const ownerOf = (qualifier: string): string => qualifier.replace(/\W+$/, '');

/** Whether a name begins with whole words of it: `handle_protected` of `handle_protected_objects`, not of `handle_protectedness`. */
const isBegun = (name: string, typed: string): boolean =>
  name.startsWith(typed) && name.length > typed.length && !/^\p{Ll}/u.test(name.slice(typed.length));

/** `src/cart.ts:total`, `src/cart.ts#Cart.total`, `total in src/cart.ts`. */
const IN_FILE = /^([^\s:#]+\.\w{1,9})(?:::?|#)([\w$.]+)$|^([\w$.]+) (?:in|of|from|at) (?:the file )?(\S+\.\w{1,9})$/;

/** The symbols of a name in a file that the text names too. */
function symbolsInFile(reader: IndexReader, text: string): readonly ChunkRecord[] {
  const [, before, behind, first, last] = IN_FILE.exec(text) ?? [];
  const [path, name] = [before ?? last, behind ?? first];
  if (path === undefined || name === undefined) return [];
  const isOfName = ({ kind, qualifiedName }: ChunkRecord): boolean =>
    kind === 'symbol' && (qualifiedName === name || qualifiedName.endsWith(`.${name}`));
  return filesNamed(reader, path).flatMap(({ fileId }) => reader.chunksOfFile(fileId).filter(isOfName));
}

/** `store:forKey:`, `-[Cart store:forKey:]`, `Cart.store:forKey:`. */
const SELECTOR = /^(?:[-+]?\[(\w+)(?:\(\w*\))? |(\w+)\.)?(\w+)((?::\w*)*:)?\]?$/;

/** Methods of Objective-C with a selector, whose first part is their name. */
function ofSelector(reader: IndexReader, text: string): readonly ChunkRecord[] {
  const [, bracketed, dotted, name = '', parts] = /[:[]/.test(text) ? (SELECTOR.exec(text) ?? []) : [];
  const type = bracketed ?? dotted;
  if (!name || (parts === undefined && bracketed === undefined)) return [];
  const labels = parts ? ['_', ...parts.split(':').slice(1, -1)] : [];
  const call = { labels, hasBlock: false };
  return symbolsNamed(reader, { symbol: type === undefined ? name : `${type}.${name}` }).filter(
    (record) => descriptorOf(record.language)?.hasMessages && record.name === name && takesLabels(record.meta.parameters ?? [], call),
  );
}

const lastSegment = (text: string): string => text.split(QUALIFIERS).filter(Boolean).at(-1) ?? text;

const isPath = (text: string): boolean => /[/\\]/.test(text) && languageOf(text) !== 'plaintext';

const manyNamed = (text: string, count: number): Problem => ({
  code: 'sameName',
  message: `${count} symbols are named ${JSON.stringify(text)}; ${MAX_NAMESAKES} of them are answered for, those of source code first`,
  incomplete: false,
});

/** Whether two names differ in underscores or dashes alone, and so may be those of two symbols. */
const isOther = (name: string, typed: string): boolean => foldName(name) === foldName(typed) && separated(name) !== separated(typed);
const separated = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}_-]/gu, '');

const nameOf = (records: readonly ChunkRecord[]): string =>
  [...new Set(records.map(({ qualifiedName }) => qualifiedName))].slice(0, MAX_LISTED).join(', ');

const missing = (text: string, more = ''): Named => ({
  records: [],
  problem: { code: 'noMatch', message: `${absentText(text)}${more}`, incomplete: false },
});

const absentText = (text: string): string => `the index has no symbol ${JSON.stringify(text)}`;

/** Which symbols have the last segment of a name that nothing has. @param names their qualified names */
function namesakesText(names: readonly string[], last: string): string {
  if (!names.length) return '';
  const more = names.length > MAX_LISTED ? ` and ${names.length - MAX_LISTED} more` : '';
  const have = names.length === 1 ? 'has' : 'have';
  return `; ${names.slice(0, MAX_LISTED).join(', ')}${more} ${have} the name ${JSON.stringify(last)}`;
}

/** That a type has no such member, and what else has its name. */
export const misqualifiedProblem = ({ name, member, others }: Misqualified): Problem => ({
  code: 'unknownName',
  message: `${absentText(name)}${namesakesText(others, member)}`,
  incomplete: false,
});
