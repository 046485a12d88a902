/**
 * Finds mentions of names in the text itself: one scan over its characters, with comments and strings masked by
 * what the tree said. Asking the tree for every identifier would cost as much as parsing; this costs a tenth.
 * Says what a name looks like (a call, a type), not what it means.
 */
import { labelsOfCall } from '../../../core/model/argument-labels.js';
import { limits } from '../../../core/model/limits.js';
import type { OutlineReference, OutlineSymbol, ReferenceKind, SymbolKind, TextSpan } from '../../../core/model/symbol.js';
import { isInheritance, isOfValue, isSetIn, OWN_SCOPE, SOME_VALUE } from '../../../core/model/symbol.js';
import { escapePattern } from '../../../util/escape-pattern.js';
import { countArguments } from './count-arguments.js';
import { DeclaredTypes } from './declared-types.js';
import type { FreeNames } from './grammar.js';
import { charClass, markedNameEnd, nameEnd, numberEnd, primedNameEnd } from './name-ends.js';
import { called, isLabel, isMemberName, isTypeByCase } from './name-forms.js';
import { isQualified, Qualifiers } from './qualifiers.js';
import type { Walk } from './walk.js';
import type { Mention } from './walk-parts.js';

const bit: Record<ReferenceKind, number> = { call: 1, type: 2, import: 4, inherits: 8, implements: 16, use: 32 };
const better = bit.call | bit.type | bit.inherits | bit.implements;

/**
 * What was found so far. Each symbol names a thing once as each kind, with each qualifier or module and each number or labels of arguments, and no
 * better-known thing as a mere use.
 */
class References {
  readonly found: OutlineReference[] = [];
  readonly #walk: Walk;
  /** Per symbol (index + 1): names seen and as what. */
  readonly #seen: (Map<string, number> | undefined)[] = [];
  readonly #counts: Uint16Array;
  #line = 0;

  constructor(walk: Walk) {
    this.#walk = walk;
    this.#counts = new Uint16Array(walk.symbols.length + 1);
  }

  /** @param labels of the arguments of a call, where they tell functions apart */
  add(name: string, kind: ReferenceKind, from: number, at: number, qualifier?: string, module?: string, count?: number, labels = ''): void {
    const names = (this.#seen[from + 1] ??= new Map());
    const path = qualifier ?? module;
    const named = path === undefined ? name : `${path} ${name}`;
    // Calls with other arguments may mean other functions of the name.
    const form = labels || (count === undefined ? '' : `(${count}`);
    const key = named + form;
    const known = names.get(key) ?? 0;
    if (known & bit[kind] || (kind === 'use' && known & better) || (kind === 'type' && known & (bit.inherits | bit.implements))) return;
    if ((this.#counts[from + 1] as number) >= limits.maxReferencesPerSymbol) return;
    names.set(key, known | bit[kind]);
    if (form) names.set(named, (names.get(named) ?? 0) | bit.use);
    this.#counts[from + 1] = (this.#counts[from + 1] as number) + 1;
    const line = this.#lineOf(at);
    if (count !== undefined) {
      this.found.push({ name, kind, from, line, ...(qualifier !== undefined && { qualifier }), arguments: count });
      return;
    }
    this.found.push(
      module !== undefined
        ? { name, kind, from, line, module }
        : qualifier !== undefined
          ? { name, kind, from, line, qualifier }
          : { name, kind, from, line },
    );
  }

  /** Mostly in order: the line is looked for from the last one on. */
  #lineOf(at: number): number {
    const { lines } = this.#walk;
    const { starts } = lines;
    let line = this.#line;
    if (at < (starts[line] as number)) line = lines.lineAt(at);
    else while (line + 1 < starts.length && (starts[line + 1] as number) <= at) line++;
    this.#line = line;
    return line;
  }
}

export function findReferences(walk: Walk): OutlineReference[] {
  const references = new References(walk);
  const { grammar } = walk;
  const containers = containerNames(walk);
  const qualifiers = new Qualifiers(walk.text, grammar.importsBind === false ? [] : walk.mentions, containers, grammar, walk.renamed);
  const types = new DeclaredTypes(walk);
  for (const mention of walk.mentions) {
    const { name, kind, from, module, receiver, labels, count } = mention;
    const at = baseAt(walk, mention);
    const type = receiver ? types.ofValue(receiver, from) : null;
    const ofValue = receiver && `${SOME_VALUE}${type === null ? '' : qualifiers.ofType(type)}`;
    if (labels !== undefined) references.add(name, kind, from, at, ofValue ?? module, undefined, undefined, labels);
    else if (kind === 'import') references.add(name, kind, from, at, undefined, module);
    else if (module !== undefined) references.add(name, kind, from, at, module);
    else if (!isQualified(name) && walk.text.startsWith(name, at))
      references.add(name, kind, from, at, qualifiers.of(at, at + name.length));
    else {
      const meant = qualifiers.ofName(name);
      references.add(meant.name, kind, from, at, meant.qualifier, undefined, count);
    }
  }
  if (walk.grammar.scan !== false) scan(walk, new Words(walk, references, qualifiers, types, containers));
  return references.found;
}

/** Characters of the head of a type. */
const MAX_HEAD = 4_000;

/** Where a type names one that it extends: its rule says where the type itself is named, several lines above perhaps. */
function baseAt({ symbols, text }: Walk, { name, kind, from, at }: Mention): number {
  const type = symbols[from];
  if (!isInheritance(kind) || type?.nameSpan.start !== at) return at;
  const head = text.slice(type.nameSpan.end, Math.min(type.bodySpan?.start ?? type.span.end, type.nameSpan.end + MAX_HEAD));
  const found = head.search(new RegExp(`(?<![\\w$])${escapePattern(name)}(?![\\w$])`));
  return found < 0 ? at : type.nameSpan.end + found;
}

/** Names of symbols that hold others, and of the tables that functions of Lua are put into. */
function containerNames({ symbols, selfNames, grammar }: Walk): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { parent } of symbols) if (parent >= 0) names.add((symbols[parent] as OutlineSymbol).name);
  if (grammar.colonMembers) for (const name of selfNames.values()) names.add(name);
  return names;
}

/** Hands every name outside of comments and strings to `words`. Kept small: a long loop is compiled anew for each surprise in it. */
function scan({ text, masked, grammar }: Walk, words: Words): void {
  const n = text.length;
  let mask = 0;
  for (let i = 0; i < n; ) {
    const next = masked[mask];
    if (next && i >= next.start) {
      if (next.end > i) i = next.end;
      mask++;
      continue;
    }
    const c = text.charCodeAt(i);
    const is = c < 128 ? (charClass[c] as number) : 0;
    if (is === 3) {
      const end = grammar.bareCalls ? primedNameEnd(text, i) : grammar.markedNames ? markedNameEnd(text, i) : nameEnd(text, i);
      words.take(i, end);
      i = end;
      // A number's letters (0xFF, 1e3) are no name.
    } else i = is === 2 ? numberEnd(text, i) : i + 1;
  }
}

/** Characters of a path before a name. */
const MAX_PATH = 80;
/** `new shop.Cart(1)` calls a constructor. */
const MADE = /\bnew\s+(?:\w+(?:\.|::))*$/;

/** `: *const shop.Cart = try .` at the end of a text. Group: the type. */
const DECLARED_LITERAL = /:\s{0,9}[?*]{0,3}(?:const\s+)?((?:\w+\.)*\w+)\??\s{0,9}=\s{0,9}(?:try\s+|await\s+)*\.$/;
const RETURNED_LITERAL = /(?<![\w.])return\s+(?:try\s+|await\s+)*\.$/;
/** The last of `Error!*shop.Cart`, `Cart?`. */
const RETURNED_TYPE = /(?:^|[!?*\s])((?:\w+\.)*[A-Z]\w*)\??$/;

/** Decides for each name of the text, in order, whether it is a mention and of what kind. */
class Words {
  readonly #walk: Walk;
  readonly #references: References;
  readonly #qualifiers: Qualifiers;
  readonly #types: DeclaredTypes;
  readonly #containers: ReadonlySet<string>;
  readonly #aliases = new Map<string, string>();
  /** Lengths and first letters of imported names and file values: most names of the text are ruled out without cutting them out. */
  readonly #shapes = new Uint8Array(65_536);
  /** Variables, constants and functions at the top of the file, each defined once. */
  readonly #fileValues: ReadonlySet<string>;
  /** Methods of the file: `this.onClick` may be passed on. */
  readonly #methods: ReadonlySet<string>;
  /** Where the last imported name ends. */
  #importedEnd = -1;
  readonly #importLines = new Set<number>();
  readonly #declared = new Set<number>();
  /** Names of the file's symbols, where a call may have no parentheses. */
  readonly #declaredNames = new Set<string>();
  readonly #bound = new Map<number, ReadonlySet<string>>();
  readonly #open: number[] = [];
  #nextSymbol = 0;
  #type = 0;
  #typeSpan = 0;
  #masked = 0;

  constructor(walk: Walk, references: References, qualifiers: Qualifiers, types: DeclaredTypes, containers: ReadonlySet<string>) {
    this.#walk = walk;
    this.#references = references;
    this.#qualifiers = qualifiers;
    this.#types = types;
    this.#containers = containers;
    for (const symbol of walk.symbols) this.#declared.add(symbol.nameSpan.start);
    if (walk.grammar.bareCalls) for (const { name } of walk.symbols) this.#declaredNames.add(name);
    for (const mention of walk.mentions) {
      if (mention.kind !== 'import') continue;
      const local = mention.alias ?? mention.name;
      this.#importLines.add(walk.lines.lineAt(mention.at));
      if (walk.grammar.importsBind === false || local === '_') continue;
      this.#aliases.set(local, mention.name);
      this.#shapes[shape(local.charCodeAt(0), local.length)] = 1;
    }
    this.#fileValues = fileValues(walk.symbols, walk.grammar.bareNames === 'unique');
    this.#methods = new Set(walk.symbols.flatMap(({ kind, name }) => (kind === 'method' && name.length > 2 ? name : [])));
    for (const name of [...this.#fileValues, ...this.#methods]) this.#shapes[shape(name.charCodeAt(0), name.length)] = 1;
  }

  take(first: number, end: number): void {
    const { text, grammar } = this.#walk;
    const start = grammar.marksStores && text.charCodeAt(first) === 36 && first + 1 < end ? first + 1 : first;
    if (grammar.hashedMembers && text.charCodeAt(start - 1) === 35) {
      const from = this.#declared.has(start - 1) || !called(text, end) ? -1 : this.#owner(start - 1);
      if (from >= 0) this.#references.add(text.slice(start - 1, end), 'call', from, start - 1, OWN_SCOPE);
      return;
    }
    const isNamedType = this.#isType(start, end);
    const c = text.charCodeAt(start);
    if (c === 95 && this.#walk.grammar.underscoredMembers && end - start > 2) {
      const from = this.#owner(start);
      if (from >= 0) this.#references.add(text.slice(start + 1, end), 'use', from, start, OWN_SCOPE);
      return;
    }
    const upper = c >= 65 && c <= 90;
    // A package before a type: `org.shop.Cart`.
    if (isNamedType && !upper && text.charCodeAt(end) === 46) return;
    const hasArguments = called(text, end) && this.#walk.grammar.isConstructed?.(text, start) !== true;
    const isAnnotation =
      upper && this.#walk.grammar.annotatesWithTypes === true && /@[\w.]*$/.test(text.slice(Math.max(0, start - MAX_PATH), start));
    const isOtherCall = !hasArguments && this.#walk.grammar.isCalled?.(text, start, end) === true;
    const isMade = isNamedType && (isOtherCall || (hasArguments && MADE.test(text.slice(Math.max(0, start - MAX_PATH), start))));
    const isType = (isNamedType && !isMade) || isAnnotation;
    const isCall = !isAnnotation && (hasArguments || isOtherCall);
    const isValue = !isCall && this.#walk.grammar.isHandedOver?.(text, start) === true;
    const maybeKnown = isValue || this.#shapes[shape(c, end - start)] === 1 || this.#isOfImported(start);
    const maybeFree = (this.#walk.grammar.freeNames !== undefined || this.#walk.grammar.callsAlone === true) && c >= 97 && c <= 122;
    if (!isType && !isCall && !(upper && end - start > 2) && !maybeKnown && !maybeFree && !this.#walk.grammar.bareCalls) return;
    if (end - start > 100 || (end - start < 2 && !maybeKnown) || this.#declared.has(start)) return;
    // A function that a macro declares is no symbol, and no call either.
    if (isCall && text.charCodeAt(start - 1) === 32 && /(?<!\w)fn $/.test(text.slice(Math.max(0, start - 4), start))) return;
    this.#mention(start, end, isType, isCall, upper || isValue, hasArguments, isNamedType);
  }

  /** Whether a name is joined to an imported one: `bulk_edit.merge`. */
  #isOfImported(start: number): boolean {
    const c = this.#walk.text.charCodeAt(start - 1);
    return (c === 46 && this.#importedEnd === start - 1) || (c === 58 && this.#importedEnd === start - 2);
  }

  #isType(start: number, end: number): boolean {
    const { typeOffsets, typeSpans } = this.#walk;
    while (this.#typeSpan < typeSpans.length && (typeSpans[this.#typeSpan] as TextSpan).end <= start) this.#typeSpan++;
    const span = typeSpans[this.#typeSpan];
    if (span && span.start <= start) return this.#walk.text.charCodeAt(start) <= 90 || called(this.#walk.text, end);
    while (this.#type < typeOffsets.length && (typeOffsets[this.#type] as number) < start) this.#type++;
    return typeOffsets[this.#type] === start;
  }

  #mention(
    start: number,
    end: number,
    isType: boolean,
    isCall: boolean,
    upper: boolean,
    hasArguments: boolean,
    isNamedType: boolean,
  ): void {
    const { text, grammar, lines } = this.#walk;
    const word = text.slice(start, end);
    if (grammar.setsByAssignment && text[start - 1] === '.' && /^\s{0,9}=(?![=~>])/.test(text.slice(end, end + 12))) {
      const setter = this.#owner(start);
      this.#references.add(`${word}=`, 'call', setter, start, this.#qualifierOf(start, end, setter, false));
    }
    const imported = this.#aliases.get(word) ?? this.#renamedCall(start, word, isCall);
    const isBareCall =
      !isType && !isCall && !upper && grammar.bareCalls === true && (imported !== undefined || this.#declaredNames.has(word));
    const isMember = this.#isOfImported(start);
    if (imported !== undefined) this.#importedEnd = end;
    const isOther = isType || isCall || upper || isBareCall || isMember || imported !== undefined || (grammar.bareCalls && end - start > 3);
    const isValue = !isOther && this.#fileValues.has(word) && !isLabel(text, start, end);
    const isMethod = !isOther && !isValue && this.#methods.has(word);
    // Of names of one word most are local variables and words of the language.
    const mayCallAlone = !isOther && !isValue && (isMethod || (grammar.callsAlone === true && /\w_\w|\w[?!]$/.test(word)));
    const isOwnCall = mayCallAlone && this.#isFree(grammar.ownCalls, start, end, word);
    const isFree = !isOther && !isValue && !isMethod && !isOwnCall && this.#isFree(grammar.freeNames, start, end, word);
    if (!isOther && !isValue && !isMethod && !isOwnCall && !isFree) return;
    if ((isCall || grammar.bareCalls) && grammar.keywords.has(word) && !isMemberName(text, start, word)) return;
    const from = this.#owner(start);
    if (from < 0 && this.#importLines.has(lines.lineAt(start))) return;
    if (!isType && !isCall && grammar.isKeyOfMember?.(text, start, end)) return;
    const qualifier = this.#qualifierOf(start, end, from, isNamedType);
    if (((isValue || isFree) && qualifier !== undefined) || (isMethod && !isOwnCall && qualifier !== OWN_SCOPE)) return;
    // `value.name` is not the imported `name`.
    const name = isOfValue(qualifier) || qualifier === OWN_SCOPE ? word : (imported ?? word);
    if (isType) this.#references.add(name, 'type', from, start, qualifier);
    else if (isCall) {
      const count = hasArguments ? this.#arguments(end, upper) : undefined;
      this.#references.add(name, 'call', from, start, qualifier, undefined, count, this.#labels(end));
    } else if (isBareCall || isOwnCall) this.#references.add(name, 'call', from, start, qualifier);
    else this.#references.add(name, isTypeByCase(grammar, upper, text, start, end) ? 'type' : 'use', from, start, qualifier);
  }

  /** Whether nothing around a name binds it, so that it may be what a form of free names means. */
  #isFree(names: FreeNames | undefined, start: number, end: number, word: string): boolean {
    const { text, symbols } = this.#walk;
    if (!names?.mayBe(text, start, end, word)) return false;
    const from = this.#owner(start);
    const symbol = symbols[from];
    if (!symbol) return true;
    const bound = this.#bound.get(from) ?? names.boundIn(text, symbol);
    this.#bound.set(from, bound);
    return !bound.has(word);
  }

  /** Lua: the name of the function that a call by a local name means. */
  #renamedCall(start: number, word: string, isCall: boolean): string | undefined {
    const path = isCall && !/[.:]/.test(this.#walk.text[start - 1] ?? '') ? this.#walk.renamed.get(word) : undefined;
    return path?.slice(path.lastIndexOf('.') + 1);
  }

  #qualifierOf(start: number, end: number, from: number, isType: boolean): string | undefined {
    const qualifier = this.#qualifiers.of(start, end, this.#walk.selfNames.get(from), isType);
    const implied = qualifier === SOME_VALUE && this.#walk.grammar.impliedTypes ? this.#impliedType(start, from) : null;
    if (implied !== null) return this.#qualifiers.ofType(implied);
    // `service := &service{}`: the variable, not its type.
    const isVariable = qualifier !== undefined && /^[a-z]/.test(qualifier) && this.#containers.has(qualifier);
    const type = qualifier === SOME_VALUE || isVariable ? this.#types.of(start, from) : null;
    return type === null ? qualifier : `${SOME_VALUE}${this.#qualifiers.ofType(type)}`;
  }

  /** The type that a dot alone stands for: the declared one of the value, or what the function returns. */
  #impliedType(start: number, from: number): string | null {
    const { text, symbols } = this.#walk;
    const before = text.slice(Math.max(0, start - MAX_PATH), start);
    const declared = DECLARED_LITERAL.exec(before)?.[1];
    if (declared !== undefined) return declared;
    const returned = RETURNED_LITERAL.test(before) ? symbols[from]?.returnType : undefined;
    return RETURNED_TYPE.exec(returned ?? '')?.[1] ?? null;
  }

  #labels(end: number): string | undefined {
    const { text, grammar } = this.#walk;
    return grammar.labelsArguments ? `(${labelsOfCall(text, end)?.labels.join(':') ?? ''})` : undefined;
  }

  /** Names come in order, and so do masked spans. */
  #arguments(end: number, upper: boolean): number | undefined {
    const { text, masked, grammar } = this.#walk;
    if (grammar.countsArguments !== true) return undefined;
    while (this.#masked < masked.length && (masked[this.#masked] as TextSpan).end <= end) this.#masked++;
    // Behind a type the block may be its body.
    const block = upper ? 'mayCount' : 'counts';
    return countArguments(text, end, masked, this.#masked, grammar.blocksAreArguments ? block : undefined);
  }

  /** The innermost symbol around an offset, or -1. Offsets come in order. */
  #owner(start: number): number {
    const { symbols } = this.#walk;
    for (let next = symbols[this.#nextSymbol]; next && next.span.start <= start; next = symbols[++this.#nextSymbol]) {
      const around = this.#innermost(next.span.start);
      if (next.parent === around || !isSetIn(next.kind, symbols[around]?.kind)) this.#open.push(this.#nextSymbol);
    }
    return this.#innermost(start);
  }

  /** The innermost of the open symbols at an offset, or -1; those that end before it are closed. */
  #innermost(at: number): number {
    const { symbols } = this.#walk;
    const open = this.#open;
    while (open.length && (symbols[open[open.length - 1] as number] as OutlineSymbol).span.end <= at) open.pop();
    return open[open.length - 1] ?? -1;
  }
}

const FILE_VALUES: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['variable', 'constant', 'function']);

/**
 * Names of variables, constants and functions at the top of a file that nothing else in it has; those with a capital are found as types are.
 * @param isUnique those of functions in types too, whatever members have their names
 */
function fileValues(symbols: readonly OutlineSymbol[], isUnique: boolean): ReadonlySet<string> {
  const counts = new Map<string, number>();
  const counted = isUnique ? symbols.filter(({ kind }) => kind !== 'field' && kind !== 'enumMember') : symbols;
  // A variable may be declared together with a type of its name.
  for (const { name, parent } of counted) if (symbols[parent]?.name !== name) counts.set(name, (counts.get(name) ?? 0) + 1);
  const values = counted.filter(({ kind, parent }) => (parent < 0 && FILE_VALUES.has(kind)) || (isUnique && kind === 'method'));
  return new Set(values.flatMap(({ name }) => (name.length > 2 && counts.get(name) === 1 ? name : [])));
}

const shape = (first: number, length: number): number => ((first & 1023) << 6) | (length & 63);
