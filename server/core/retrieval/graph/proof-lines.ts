/** The lines of code that prove a relation. Pure. */

import { escapePattern } from '../../../util/escape-pattern.js';
import { labelsOfMessage, labelsOfNamed, takesLabels } from '../../model/argument-labels.js';
import type { ChunkRecord } from '../../model/chunk.js';
import type { LineSpan } from '../../model/file.js';
import { descriptorOf, familyOf } from '../../model/language.js';
import type { RelatedItem } from '../../model/related.js';
import { type EdgeKind, isDistinctive, isFunction, isOfValue, isType, outerName, type SymbolKind, valueType } from '../../model/symbol.js';
import type { EdgeRecord } from '../ports.js';
import { takesCount } from './mentions/fit-arguments.js';
import { isValueOfType } from './mentions/named-values.js';
import { isMember } from './mentions/possible-targets.js';

type Target = Pick<ChunkRecord, 'path' | 'lines' | 'symbolKind' | 'qualifiedName' | 'language' | 'meta' | 'name' | 'signature'>;

/** How many of them are listed depends on how many items there are (limit-related.ts). */
const MAX_MORE = 60;
const MAX_CHARS = 500;
const MAX_IMPORT_LINES = 60;
/** Tables of values. */
const VALUES: ReadonlySet<SymbolKind | null> = new Set(['constant', 'variable', 'field', 'property']);

/**
 * The line of an edge, and where a function or a table calls or uses the same name again the same way: mentions are stored once a function.
 * @param lines of the file, @param source the symbol that the edge is from, @param target the one that it leads to, whose own lines count
 * as none where it lies in `source`
 * @param owners types that have a member of the name
 * @param known lines that are known to mention it, by the types of values
 */
export function proofLines(
  lines: readonly string[],
  edge: EdgeRecord,
  source: ChunkRecord,
  target: Target,
  inner: () => readonly LineSpan[] = () => [],
  ofNamesakes: () => readonly number[] = () => [],
  owners: () => readonly string[] = () => [],
  known: () => readonly number[] = () => [],
): Pick<RelatedItem, 'proof' | 'moreProof' | 'furtherLines'> {
  const { path, kind, name } = edge;
  const textOf = (at: number): string => (lines[at] ?? '').trim().slice(0, MAX_CHARS);
  const type = isOfUnknown(edge) ? outerName(target) : '';
  const line = lineOfNamedValue(lines, edge, source, type);
  const shown =
    kind === 'import' ? lineOfName(lines, line, name) : kind === 'call' ? lineOfCall(lines, line, name, source.lines.end) : line;
  const proof = { path, line: shown, text: textOf(shown) };
  const again = linesAgain(lines, { path, line, kind, name }, source, target, inner, ofNamesakes);
  const like = type && again.length ? again.filter(fitsValue(lines, edge, type, owners())) : again;
  const others = known().filter((at) => at !== line && at !== shown && !like.includes(at));
  const further = others.length ? [...like, ...others].sort((a, b) => a - b) : like;
  const moreProof = further.slice(0, MAX_MORE).map((at) => ({ line: at, text: textOf(at) }));
  return { proof, moreProof, furtherLines: further.length - moreProof.length };
}

/** A relation with the lines of another step of it. */
export function withProof(
  item: RelatedItem,
  { proof, moreProof, furtherLines }: Pick<RelatedItem, 'proof' | 'moreProof' | 'furtherLines'>,
): RelatedItem {
  if (item.proof === null || proof?.path !== item.proof.path) return item;
  const all = [item.proof, ...item.moreProof, proof, ...moreProof];
  const lines = [...new Map(all.map(({ line, text }) => [line, { line, text }])).values()].sort((a, b) => a.line - b.line);
  const [first = item.proof, ...others] = lines;
  const cut = Math.max(0, others.length - MAX_MORE);
  const further = item.furtherLines + furtherLines + cut;
  return { ...item, proof: { ...item.proof, ...first }, moreProof: others.slice(0, MAX_MORE), furtherLines: further };
}

/** Whether the edge is a call of a member of values of unknown type, of which several may be called in one function. */
const isOfUnknown = ({ kind, qualifier }: EdgeRecord): boolean => kind === 'call' && isOfValue(qualifier) && valueType(qualifier) === null;

/** Of such a call the first line on which a value is named like the type: mentions on values of unknown type are stored as one. */
function lineOfNamedValue(lines: readonly string[], edge: EdgeRecord, { lines: own }: Pick<ChunkRecord, 'lines'>, type: string): number {
  const { line, name } = edge;
  const isNamed = (at: number): boolean =>
    lines[at]?.includes(name) === true && isValueOfType(withoutTexts(lines[at] as string), name, type);
  if (!type || isNamed(line)) return line;
  for (let at = own.start; at < own.end; at++) if (isNamed(at)) return at;
  return line;
}

/** False for a line whose value is named like another type that has such a member, and not like this one. */
function fitsValue(lines: readonly string[], { name }: EdgeRecord, type: string, others: readonly string[]): (at: number) => boolean {
  return (at) => {
    const text = lines[at] ?? '';
    return !others.some((other) => isValueOfType(text, name, other)) || isValueOfType(text, name, type);
  };
}

/** Of a function that is a parameter, whose line names it alone, the first line that calls it. */
function lineOfCall(lines: readonly string[], line: number, name: string, end: number): number {
  if (!new RegExp(`^\\s*${escapePattern(name)}\\s*,?\\s*$`, 'u').test(lines[line] ?? '')) return line;
  const call = new RegExp(`(?<![\\p{L}\\p{N}_$.])${escapePattern(name)}\\s*\\(`, 'u');
  for (let at = line + 1; at < end; at++) if (lines[at]?.includes(name) && call.test(lines[at] as string)) return at;
  return line;
}

/** Of an import over several lines the one with the name. */
export function lineOfName(lines: readonly string[], start: number, name: string): number {
  const word = new RegExp(`(?<![\\p{L}\\p{N}_$])${escapePattern(name)}(?![\\p{L}\\p{N}_$])`, 'u');
  let open = 0;
  for (let at = start; at < Math.min(lines.length, start + MAX_IMPORT_LINES); at++) {
    const line = lines[at] ?? '';
    if (word.test(line)) return at;
    open += (line.match(/[({[]/g)?.length ?? 0) - (line.match(/[)}\]]/g)?.length ?? 0);
    // An import ends where its brackets are closed; without brackets at a blank line or a semicolon.
    if (open < 0 || (at > start && open === 0 && /[;})\]]|^\s*$/.test(line))) break;
  }
  return start;
}

/**
 * The other lines on which the source of an edge mentions the name the same way: those behind it, of a member behind a value also those before
 * it, since `cart.total` and `this.cart.total` are stored apart.
 * @param inner lines of the symbols inside of a type or a file, which have edges of their own
 * @param ofNamesakes lines that mean another symbol of the name
 */
export function linesAgain(
  lines: readonly string[],
  { path, line, kind, name }: Pick<EdgeRecord, 'path' | 'line' | 'kind' | 'name'>,
  { symbolKind, lines: own, qualifiedName }: Pick<ChunkRecord, 'symbolKind' | 'lines' | 'qualifiedName'>,
  target: Target,
  inner: () => readonly LineSpan[] = () => [],
  ofNamesakes: () => readonly number[] = () => [],
): number[] {
  const first = lines[line] ?? '';
  const written = writtenAs(name, path, target, lines, first);
  const isComponent = symbolKind === 'component';
  const isPlain = (isFunction(symbolKind) && !isComponent) || VALUES.has(symbolKind);
  const hasClasses =
    target.language === 'java' && isPlain && lines.slice(own.start + 1, own.end).some((text) => ANONYMOUS_CLASS.test(text));
  // The lists of a decorator: `declarations: [Cart], exports: [Cart]`.
  const isListed = kind === 'use' && isType(symbolKind) && /\.[cm]?tsx?$/.test(path);
  // Not read for others: it takes all symbols of a file.
  const inside = (!isPlain && (kind === 'call' || isComponent || isListed)) || hasClasses ? inner() : [];
  const isMarkup = symbolKind === null && MARKUP.test(path);
  const again = isMarkup
    ? inMarkup(name, isFunction(target.symbolKind) && target.symbolKind !== 'component')
    : repeated.has(kind) && (isPlain || isComponent || isListed || inside.length > 0)
      ? mentionLike(written, codeOf(first, written), kind === 'call', target, qualifiedName.split('.').includes(outerName(target)))
      : null;
  const isInner = (at: number): boolean => inside.some(({ start, end }) => at >= start && at < end);
  const found: number[] = [];
  const isOfTarget = (at: number): boolean => target.path === path && at >= target.lines.start && at < target.lines.end;
  const closingTag = `</${written}>`;
  const isBehindValue = isPlain && new RegExp(`[\\w)\\]](?:\\.|->)${escapePattern(written)}(?![\\w$])`).test(first);
  for (let at = isBehindValue ? own.start : line + 1; again && at < own.end; at++) {
    const text = at === line ? '' : (lines[at] ?? '');
    // Patterns with Unicode classes are slow, and most lines do not have the name.
    if (
      text.includes(written) &&
      !isOfTarget(at) &&
      !isInner(at) &&
      again(isMarkup ? text.replaceAll(closingTag, '') : withoutTexts(text.replaceAll(closingTag, ''))) &&
      takesArguments(target, kind, name, lines, at)
    )
      found.push(at);
  }
  if (!found.length) return found;
  const namesakes = ofNamesakes();
  // Before the first line the value may be another one of its name: `session` of each branch.
  const values = new Set(namesakes.map((at) => valueOn(lines[at] ?? '', written)));
  return found.filter(isNot(namesakes)).filter((at) => at > line || !values.has(valueOn(lines[at] ?? '', written)));
}

/** The name of the value of which a line mentions a member; '' where none is written. */
const valueOn = (text: string, member: string): string =>
  new RegExp(`([\\w$]+)(?:\\(\\))?(?:\\.|->|:)${escapePattern(member)}(?![\\w$])`).exec(text)?.[1] ?? '';

/** Templates beside their components. */
const MARKUP = /\.html?$/;

/** Before the name of a pipe of Angular, as the index has it. */
const PIPE = '|';

/** Whether a line of a template has an element, an attribute or a pipe of a name; of a function a call: `type="submit"` is none. */
function inMarkup(name: string, isCalled: boolean): (text: string) => boolean {
  if (name.startsWith(PIPE)) {
    const pipe = new RegExp(`\\|\\s{0,9}${escapePattern(name.slice(1))}(?![\\w-])`);
    return (text) => pipe.test(text);
  }
  const tag = new RegExp(`(?<![\\w/-])${escapePattern(name)}${isCalled ? '\\s{0,3}\\(' : '(?![\\w-])'}`);
  return (text) => tag.test(text);
}

const isNot =
  (lines: readonly number[]) =>
  (line: number): boolean =>
    !lines.includes(line);

/** What a line has in place of the name: `$name` of Svelte is the value of a store. */
function writtenAs(name: string, path: string, { symbolKind }: Target, lines: readonly string[], line: string): string {
  if (path.endsWith('.svelte') && line.includes(`$${name}`)) return `$${name}`;
  if (symbolKind === 'macro' && line.includes(`@${name}`)) return `@${name}`;
  if (name.startsWith(PIPE)) return name.slice(1);
  return line.includes(name) ? name : aliasOf(name, lines, line);
}

/** What a file calls an import, `total as cart_total`, on a line that does not have the name itself. */
function aliasOf(name: string, lines: readonly string[], line: string): string {
  const alias = new RegExp(`(?<![\\w$])${escapePattern(name)}\\s{1,9}as\\s{1,9}([\\w$]+)`);
  for (const text of lines) {
    const found = text.includes(' as ') ? alias.exec(text)?.[1] : undefined;
    if (found !== undefined && line.includes(found)) return found;
  }
  return name;
}

/** Lines of a call whose arguments are read. */
const MAX_CALL_LINES = 30;

/** False for a call whose arguments are those of another overload. */
function takesArguments(target: Target, kind: EdgeKind, name: string, lines: readonly string[], at: number): boolean {
  const { language, symbolKind, meta } = target;
  if (kind !== 'call' || !isFunction(symbolKind)) return true;
  const text = lines.slice(at, at + MAX_CALL_LINES).join('\n');
  const descriptor = descriptorOf(language);
  const call = (descriptor?.hasMessages ? labelsOfMessage : labelsOfNamed)(text, name);
  if (!call) return true;
  if (descriptor?.hasArgumentLabels === true) return takesLabels(meta.parameters ?? [], call);
  return call.hasBlock || isUncountable(argumentsText(text, name)) || takesCount(target, call.labels.length);
}

/** What may hold commas that separate no arguments, or be several: type arguments, closures of Rust, comments, spread values. */
const isUncountable = (text: string): boolean => /[<|#]|\/\/|\.\.\.|[(,]\s{0,20}\*/.test(text);

/** From the parenthesis behind the first mention of a name to the one that closes it; parentheses in strings count. */
function argumentsText(text: string, name: string): string {
  const open = text.indexOf('(', text.indexOf(name) + name.length);
  let depth = 0;
  for (let at = Math.max(0, open); at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth <= 0) return text.slice(open, at);
  }
  return text.slice(Math.max(0, open));
}

/** A line without what its strings say, but with the expressions in them; strings in templates of Vue and the like are code, as are those of C# with `$`. */
const withoutTexts = (line: string): string =>
  line.replace(
    /(?<![=\w$])(["'])(?:\\.|(?!\1|\\).){0,300}\1/g,
    (text, quote: string) => `${quote}${text.match(INTERPOLATED)?.join(' ') ?? ''}${quote}`,
  );
const INTERPOLATED = /[$#]\{[^{}]{0,200}\}|\\\((?:[^()]|\([^()]{0,100}\)){0,100}\)/g;

/** A line without its strings, unless the name is in them alone. */
const codeOf = (line: string, name: string): string => {
  const code = withoutTexts(line);
  return code.includes(name) ? code : line;
};

/** What a function may do several times. */
const repeated: ReadonlySet<EdgeKind> = new Set(['call', 'use', 'type']);

const hasKeys: ReadonlySet<string> = new Set(['javascript', 'python']);

/** In these a single colon stands between a module, or a table, and its function; elsewhere it may begin the end of a slice. */
const JOINED_BY_COLON: ReadonlySet<string> = new Set(['lua', 'erlang']);

/** `new Listener() {` at the end of a line, whose methods have calls of their own. */
const ANONYMOUS_CLASS = /\bnew\s+[\w.<>,? ]{1,100}\([^()\n]{0,200}\)\s{0,9}\{\s*$/;
/** What stands for the type above the own one, whose members are others. */
export const aboveOf = (language: string): string => (language === 'csharp' ? 'base' : language === 'php' ? 'parent' : 'super');
/** Names of the own type. */
const OWN = ['Self', 'self', 'this', 'cls', 'static', 'parent', 'super'];

const LISPS: ReadonlySet<string> = new Set(['clojure', 'emacs-lisp', 'lisp', 'scheme', 'racket']);
/** Characters of names of Lisps. */
const IN_NAME = '\\p{L}\\p{N}_$*!?<>=+/.-';

/** Whether a line of a Lisp has a name, behind the same namespace as another one. */
function listLike(name: string, line: string): ((text: string) => boolean) | null {
  const found = new RegExp(`(?<![${IN_NAME}])([\\w.*-]{1,80}/)?${escapePattern(name)}(?![${IN_NAME}])`, 'u').exec(line);
  if (!found) return null;
  const again = new RegExp(`(?<![${IN_NAME}])${escapePattern(`${found[1] ?? ''}${name}`)}(?![${IN_NAME}])`, 'u');
  return (text) => again.test(text.replace(/;.*$/, ''));
}

/**
 * Whether a line calls or otherwise uses a name outside of comments and imports, of a member if `line` has one; null where `line` shows none.
 * What stands before the name must be the same where it is a type or a module (`Cart.new`, `os.remove`), or the own type; of other values it
 * is no type, and before a common name (`close`) it is the same value or one that is named like the type.
 * @param isWithin whether the line is in the type of the member
 */
function mentionLike(name: string, line: string, isCall: boolean, target: Target, isWithin: boolean): ((text: string) => boolean) | null {
  if (LISPS.has(target.language)) return listLike(name, line);
  const marks = target.language === 'lua' ? '\\.|:' : '\\.|->|::';
  const mention = (word: string) => new RegExp(`(?:([\\p{L}\\p{N}_$]*)(${marks}))?(?<![\\p{L}\\p{N}_$])${word}`, 'u').exec(line);
  const member = (word: string) => new RegExp(`([\\p{L}\\p{N}_$]*)(${marks})${word}`, 'u').exec(line);
  const called = `${escapePattern(name)}\\s*[(!<]`;
  // Of Ruby `total!` and `total =` are other methods.
  const plain = `${escapePattern(name)}(?![\\p{L}\\p{N}_$${target.language === 'ruby' ? '!?]|\\s{0,9}=(?![=~>])' : ']'})`;
  // Shells and Ruby call without parentheses.
  const word = isCall && mention(called) ? called : plain;
  // `path = self.path` mentions the member behind the dot.
  const first = ((isMember(target) || target.symbolKind === 'constant') && member(word)) || mention(word);
  if (!first) return null;
  const [, owner = '', mark] = first;
  // The key of an object, or a keyword, may be that of another type.
  const isKey = new RegExp(`[{(,]\\s{0,20}${escapePattern(name)}\\s{0,9}(?::(?!:)|=(?!=))`).test(line);
  if (mark === undefined && VALUES.has(target.symbolKind) && isMember(target) && (isKey || hasKeys.has(familyOf(target.language))))
    return null;
  const own = outerName(target);
  // A function with a name of its own may be handed over as well: `.catch(toError)`; not what it returns, `let rate = rate()`.
  const isBound = new RegExp(`(?<![\\w$.])${escapePattern(name)}\\s*(?::[^=]{1,80})?:?=(?!=)`).test(line);
  const again = isCall && mark === undefined && !isBound && isDistinctive(name) ? plain : word;
  const behind = (owners: string): RegExp => {
    const joined = JOINED_BY_COLON.has(target.language) ? ':' : '::';
    const before =
      mark === undefined ? `(?<![\\p{L}\\p{N}_$]|->|${joined}|(?<!\\.)\\.)` : `(?<![\\p{L}\\p{N}_$])${owners}${mark.replace('.', '\\.')}`;
    return new RegExp(`^(?!\\s*(?:\\/\\/|\\/\\*|\\*(?:[\\s/]|$)|#|--(?!>)|;|<!--|import\\b)).*${before}${again}`, 'u');
  };
  // Behind the type itself, `Cart.size`, the own value is of another type, unless the line is in the type.
  const above = aboveOf(target.language);
  const ofOwn = owner === above ? OWN : OWN.filter((one) => one !== above);
  const owners = owner === own && !isWithin ? [own] : [owner, own, ...ofOwn];
  const same = behind(`(?:${owners.map(escapePattern).join('|')})`);
  // Properties of C# are written like types.
  const isProperty = target.language === 'csharp' && owner !== own;
  if (owner !== '' && ((/^\p{Lu}/u.test(owner) && !isProperty) || !isMember(target))) return (text) => same.test(text);
  const notAbove = owner === above ? '' : `(?!${above}(?:\\.|::))`;
  const like = behind(`${notAbove}${isProperty ? '' : `(?!(?!${escapePattern(own)}[.:-])\\p{Lu}\\p{Ll})`}[\\p{L}\\p{N}_$]*`);
  const isAny = mark === undefined || isDistinctive(name);
  return (text) => like.test(text) && (isAny || same.test(text) || isValueOfType(text, name, own));
}
