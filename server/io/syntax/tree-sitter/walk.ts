/**
 * The state of one pass over the interesting nodes of a file: which declarations are open, which comments and
 * attributes precede the next one, what was found. Independent of the language. Never recurses, so depth is no limit.
 */
import type { Node } from '@vscode/tree-sitter-wasm';
import { limits } from '../../../core/model/limits.js';
import type { OutlineSymbol, ReferenceKind, SymbolKind, TextSpan } from '../../../core/model/symbol.js';
import { remembered } from '../../../util/remembered.js';
import type { LineIndex } from '../../../util/text.js';
import { commentText, isLicence } from './comment-text.js';
import type { Declaration, Grammar } from './grammar.js';
import { fold, parameterList, skipAttributes } from './signature-text.js';
import { type Block, breaksBetween, type Mention, type Open, onlyBlanksBefore, type Receiver } from './walk-parts.js';

const blockComment = /.\*|<#|=begin|\{-|--\[=*\[/y;
const functionKinds: ReadonlySet<SymbolKind> = new Set<SymbolKind>(['function', 'method', 'constructor', 'component', 'test', 'macro']);

/** Kotlin, Scala, Swift: a name between backticks, which a keyword needs, is used without them. */
function withoutBackticks(declaration: Declaration): Declaration {
  const { name, nameSpan } = declaration;
  if (name.length < 3 || !name.startsWith('`') || !name.endsWith('`')) return declaration;
  return Object.assign(declaration, { name: name.slice(1, -1), nameSpan: { start: nameSpan.start + 1, end: nameSpan.end - 1 } });
}

/** `while (true) { … }` behind a brace that is missing looks like a method, and `return false;` like a field. */
const isStatement = (name: string, { keywords }: Grammar): boolean =>
  /^(?:if|for|foreach|while|switch|else|return)$/.test(name) ? keywords.has(name) : /^(?:true|false|null)$/.test(name);

const directive = /^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|else|endif)\b/m;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class Walk {
  readonly text: string;
  /** The text as it was parsed: the same length, parts of it blanked. */
  readonly parsed: string;
  readonly lines: LineIndex;
  readonly grammar: Grammar;
  /** Whether the tree has errors: then what it takes for a declaration may be a statement. */
  readonly hasErrors: boolean;
  readonly symbols: OutlineSymbol[] = [];
  /** By symbol, what it calls the value that it belongs to; see `Declaration.selfName`. */
  readonly selfNames = new Map<number, string>();
  /** Lua: local names of functions that are declared elsewhere, with their paths; null for a name of several. */
  readonly renamed = new Map<string, string | null>();
  readonly blocks: Block[] = [];
  readonly mentions: Mention[] = [];
  /** Spans of comments and string contents, in order. */
  readonly masked: TextSpan[] = [];
  /** Templates in strings, and the symbols that they belong to. */
  readonly templates: { readonly span: TextSpan; readonly from: number }[] = [];
  readonly typeOffsets: number[] = [];
  /** Spans in which names are those of types, in order. */
  readonly typeSpans: TextSpan[] = [];
  readonly #open: Open[] = [];
  readonly #prefixes: TextSpan[] = [];
  /** The last symbol directly in each symbol, and in the file (-1). */
  readonly #lastChild = new Map<number, number>();
  /** Of types whose members functions set. */
  readonly #memberNames = new Map<number, Set<string>>();

  constructor(text: string, parsed: string, lines: LineIndex, grammar: Grammar, hasErrors = false) {
    this.text = text;
    this.parsed = parsed;
    this.lines = lines;
    this.grammar = grammar;
    this.hasErrors = hasErrors;
  }

  /** Leaves everything that ends at or before an offset. */
  leave(offset: number): void {
    while (this.#open.length && (this.#open[this.#open.length - 1] as Open).end <= offset) this.#open.pop();
  }
  /** The innermost open thing that is no wrapper. */
  get top(): Open | null {
    for (let i = this.#open.length - 1; i >= 0; i--) if ((this.#open[i] as Open).what !== 'wrapper') return this.#open[i] as Open;
    return null;
  }
  /** The innermost wrapper, if nothing else has been opened inside it. */
  get wrapper(): Open | null {
    const last = this.#open[this.#open.length - 1];
    return last?.what === 'wrapper' ? last : null;
  }
  /** The innermost open symbol. */
  get owner(): Open | null {
    for (let i = this.#open.length - 1; i >= 0; i--) if ((this.#open[i] as Open).what === 'symbol') return this.#open[i] as Open;
    return null;
  }
  /** True inside a function (and not inside a class inside it): what is declared here is local. */
  get isLocal(): boolean {
    for (let i = this.#open.length - 1; i >= 0; i--) {
      const open = this.#open[i] as Open;
      if (open.isFunction) return true;
      if (open.what === 'symbol' && open.kind !== 'constant' && open.kind !== 'variable') return false;
    }
    return false;
  }
  /** The open symbol around the innermost one, or null. */
  ownerIndex(): number {
    return this.#open.length ? (this.#open[this.#open.length - 1] as Open).symbol : -1;
  }

  enter(what: 'scope' | 'wrapper' | 'block', node: Node, note = ''): void {
    const end = Math.min(node.endIndex, this.#open[this.#open.length - 1]?.end ?? Number.POSITIVE_INFINITY);
    this.#push({
      start: node.startIndex,
      end,
      what,
      symbol: this.ownerIndex(),
      kind: null,
      isFunction: what === 'scope',
      declared: 0,
      note,
    });
  }
  #push(open: Open): void {
    if (this.#open.length < limits.maxTreeDepth) this.#open.push(open);
  }

  comment(start: number, end: number): void {
    // Some grammars count the line break as part of a line comment.
    while (end > start && (this.text.charCodeAt(end - 1) === 10 || this.text.charCodeAt(end - 1) === 13)) end--;
    this.masked.push({ start, end });
    const last = this.blocks[this.blocks.length - 1];
    blockComment.lastIndex = start;
    const line = !blockComment.test(this.text);
    const ownLine = onlyBlanksBefore(this.text, start);
    if (last?.line && line && last.ownLine && ownLine && breaksBetween(this.text, last.end, start) === 1 && !last.documents) last.end = end;
    else this.blocks.push({ start, end, ownLine, line, documents: false });
  }
  /** No mentions are looked for inside a node. */
  mask(node: Node): void {
    this.masked.push({ start: node.startIndex, end: node.endIndex });
  }
  prefix(node: Node): void {
    if (this.grammar.attributes === 'hash') this.mask(node);
    this.#prefixes.push({ start: node.startIndex, end: node.endIndex });
  }

  /** The text of a declaration up to its body, without conditions that cut it and the branches that they leave out. */
  #headOf(start: number, end: number): string {
    const text = this.text.slice(start, end);
    return directive.test(text) ? this.parsed.slice(start, end) : text;
  }

  /** Adds a symbol; its index, or -1 where a limit forbids it. */
  add(given: Declaration): number {
    const declaration = withoutBackticks(given);
    this.leave(declaration.start);
    if (this.hasErrors && isStatement(declaration.name, this.grammar)) return -1;
    if (!declaration.name || this.symbols.length >= limits.maxSymbolsPerFile || this.#open.length >= limits.maxTreeDepth) return -1;
    let { start, end } = declaration;
    const around = this.#open[this.#open.length - 1];
    // In broken code a rule can state a span that crosses its surroundings; spans must nest.
    if (around && end > around.end) end = around.end;
    // Grammars with layout count line breaks behind a declaration as parts of it.
    while (end > declaration.nameSpan.end && this.text.charCodeAt(end - 1) <= 32) end--;
    if (declaration.nameSpan.end > end) return -1;
    let depth = this.#open.length - 1;
    for (; depth >= 0; depth--) {
      const open = this.#open[depth] as Open;
      if (open.what !== 'wrapper' || open.declared++ > 0 || !/^[\s;,]*$/.test(this.text.slice(end, open.end))) break;
      start = open.start;
      end = open.end;
    }
    for (; depth >= 0 && (this.#open[depth] as Open).what === 'wrapper'; depth--) (this.#open[depth] as Open).declared++;
    if (this.parsed !== this.text) start = this.#unblanked(start);
    const bare = start;
    const tags: string[] = [];
    let doc = '';
    ({ start, doc } = this.#claim(start, this.#floor(), tags));
    this.#endBefore(start);
    const from = skipAttributes(this.text, bare, declaration.nameSpan.start, this.grammar.attributes, tags);
    this.grammar.complete?.(declaration, this.text.slice(from, declaration.nameSpan.start), this);
    const body =
      declaration.body && declaration.body.end >= declaration.body.start && declaration.body.start <= end
        ? { start: declaration.body.start, end: Math.min(declaration.body.end, end) }
        : undefined;
    const signatureEnd = declaration.signatureEnd ?? body?.start ?? end;
    const parent = this.ownerIndex();
    const symbol: Mutable<OutlineSymbol> = {
      name: declaration.name.length > 200 ? declaration.name.slice(0, 200) : declaration.name,
      kind: declaration.kind,
      parent,
      span: { start, end },
      lines: { start: this.lines.lineAt(start), end: this.lines.lineAt(Math.max(start, end - 1)) + 1 },
      nameSpan: declaration.nameSpan,
      signature: fold(declaration.signature ?? this.#headOf(from, Math.max(from, signatureEnd))).replace(/(?<!\s)\s*[[({:;,]$/, ''),
      doc: declaration.doc || doc,
    };
    if (body) symbol.bodySpan = body;
    if (declaration.visibility) symbol.visibility = declaration.visibility;
    if (declaration.exported !== undefined) symbol.exported = declaration.exported;
    if (declaration.async) symbol.async = true;
    if (declaration.parameters !== undefined) symbol.parameters = parameterList(declaration.parameters);
    if (declaration.returnType) symbol.returnType = fold(declaration.returnType);
    if (declaration.tags) tags.push(...declaration.tags);
    if (tags.length) symbol.tags = [...new Set(tags)];
    this.symbols.push(symbol);
    if (declaration.selfName) this.selfNames.set(this.symbols.length - 1, declaration.selfName);
    this.#lastChild.set(parent, this.symbols.length - 1);
    const isFunction = declaration.isFunction ?? functionKinds.has(declaration.kind);
    this.#push({
      start: declaration.start,
      end: Math.min(declaration.end, end),
      what: 'symbol',
      symbol: this.symbols.length - 1,
      kind: declaration.kind,
      isFunction,
      declared: 0,
      note: '',
    });
    return this.symbols.length - 1;
  }

  /** Adds a member of the type around that the open function sets, unless the type has one of that name. Of the statement its first line. */
  addMember(node: Node, nameNode: Node, more: Pick<Declaration, 'returnType' | 'visibility'> = {}): void {
    const nameSpan = { start: nameNode.startIndex, end: nameNode.endIndex };
    const name = this.text.slice(nameSpan.start, nameSpan.end);
    const start = node.startIndex;
    const lineEnd = this.text.indexOf('\n', start);
    const end = lineEnd < 0 ? node.endIndex : Math.min(node.endIndex, lineEnd);
    const open = this.#open.filter(({ what }) => what === 'symbol');
    const method = open.findLastIndex(({ isFunction, kind }, i) => isFunction && kind !== 'test' && open[i - 1]?.kind === 'class');
    const parent = open[method - 1]?.symbol;
    if (parent === undefined || nameSpan.end > end || this.symbols.length >= limits.maxSymbolsPerFile) return;
    const known = remembered(this.#memberNames, parent, () => this.#declaredMembers(parent));
    if (known.has(name)) return;
    known.add(name);
    const lines = { start: this.lines.lineAt(start), end: this.lines.lineAt(end - 1) + 1 };
    const signature = fold(this.text.slice(start, end));
    this.symbols.push({ name, kind: 'field', parent, span: { start, end }, lines, nameSpan, signature, doc: '', ...more });
  }

  /** Names of what a class declares, those of functions further down too. */
  #declaredMembers(type: number): Set<string> {
    const { bodySpan, span } = this.symbols[type] as OutlineSymbol;
    const body = this.text.slice(bodySpan?.start ?? span.start, span.end);
    const declared = this.grammar.memberNames ? [...body.matchAll(this.grammar.memberNames)].map(([, name]) => name as string) : [];
    return new Set([...declared, ...this.symbols.flatMap(({ parent, name }) => (parent === type ? name : []))]);
  }

  /**
   * Extends the neighbour above a node over the node, where both are one declaration (clauses of a function, an accessor). Its index;
   * -1 where there is no neighbour or `isSame` says that it is another declaration.
   */
  extend(node: Node, isSame: (symbol: OutlineSymbol) => boolean): number {
    this.leave(node.startIndex);
    const index = this.#lastChild.get(this.ownerIndex()) ?? -1;
    const symbol = this.symbols[index] as Mutable<OutlineSymbol> | undefined;
    const end = Math.min(node.endIndex, this.#open[this.#open.length - 1]?.end ?? Number.POSITIVE_INFINITY);
    if (!symbol || symbol.span.end > node.startIndex || !isSame(symbol)) return -1;
    const { span } = symbol;
    const bodyStart = symbol.bodySpan?.start ?? span.end + (/^\s*/.exec(this.text.slice(span.end, end))?.[0].length ?? 0);
    symbol.span = { start: span.start, end };
    symbol.lines = { start: symbol.lines.start, end: this.lines.lineAt(Math.max(span.start, end - 1)) + 1 };
    symbol.bodySpan = { start: Math.min(bodyStart, end), end };
    const { kind } = symbol;
    this.#push({
      start: node.startIndex,
      end,
      what: 'symbol',
      symbol: index,
      kind,
      isFunction: functionKinds.has(kind),
      declared: 0,
      note: '',
    });
    return index;
  }

  /** Gives a symbol the documentation that stands inside it. */
  document(index: number, doc: string): void {
    const symbol = this.symbols[index] as Mutable<OutlineSymbol> | undefined;
    if (symbol && doc) symbol.doc = doc;
  }

  tag(index: number, tags: readonly string[]): void {
    const symbol = this.symbols[index] as Mutable<OutlineSymbol> | undefined;
    if (symbol && tags.length) symbol.tags = [...new Set([...(symbol.tags ?? []), ...tags])];
  }

  mention(name: string, kind: ReferenceKind, at: number, from: number, module?: string, alias?: string): void {
    if (name && name.length <= 200) this.mentions.push({ name, kind, at, from, module, alias });
  }

  /** A call that a rule found. @param to what stands before the name: a qualifier, or a value whose declaration says what it is */
  call(name: string, at: number, to: string | Receiver, labels: string): void {
    if (name.length > 200) return;
    const of = typeof to === 'string' ? { module: to } : { receiver: to };
    this.mentions.push({ name, kind: 'call', at, from: this.ownerIndex(), labels, ...of });
  }

  /** A call of a type that is not named there. @param count of its arguments */
  construction(type: string, at: number, count: number): void {
    this.mentions.push({ name: type, kind: 'call', at, from: this.ownerIndex(), count });
  }

  /** A mark that was blanked at the head of a declaration's line (`LIB_EXPORT int f()`) belongs to the declaration. */
  #unblanked(start: number): number {
    const line = this.parsed.lastIndexOf('\n', start - 1) + 1;
    const indent = this.text.slice(line, start).search(/\S/);
    return indent >= 0 && !this.parsed.slice(line, start).trim() ? line + indent : start;
  }

  /** Ends the neighbour above before an offset: some grammars count the comment behind a declaration as a part of it. */
  #endBefore(start: number): void {
    const sibling = this.#lastChild.get(this.ownerIndex()) ?? this.symbols.length;
    for (let i = sibling; i < this.symbols.length; i++) {
      const symbol = this.symbols[i] as Mutable<OutlineSymbol>;
      if (symbol.span.end <= start || symbol.nameSpan.end > start) continue;
      let end = start;
      while (end > symbol.nameSpan.end && this.text.charCodeAt(end - 1) <= 32) end--;
      symbol.span = { start: symbol.span.start, end };
      symbol.lines = { start: symbol.lines.start, end: this.lines.lineAt(end - 1) + 1 };
      const { bodySpan } = symbol;
      if (bodySpan) symbol.bodySpan = { start: Math.min(bodySpan.start, end), end: Math.min(bodySpan.end, end) };
    }
  }

  /** Where the neighbour above ends: in broken code its span can hold the comment that stands between the two. */
  #floor(): number {
    const last = this.symbols.length - 1;
    return last >= 0 && last !== this.ownerIndex() ? (this.symbols[last] as OutlineSymbol).span.end : -1;
  }

  /** Extends a start upwards over the attributes and the comment directly above. */
  #claim(start: number, floor: number, tags: string[]): { start: number; doc: string } {
    let doc = '';
    let block = this.blocks.length - 1;
    for (let again = true; again; ) {
      again = false;
      const prefix = this.#prefixes[this.#prefixes.length - 1];
      if (prefix && prefix.end <= start && breaksBetween(this.parsed, prefix.end, start) >= 0) {
        skipAttributes(this.text, prefix.start, prefix.end, this.grammar.attributes, tags);
        doc ||= this.grammar.prefixDoc?.(this.text.slice(prefix.start, prefix.end)) ?? '';
        this.#prefixes.pop();
        start = prefix.start;
        again = true;
        continue;
      }
      while (block >= 0 && (this.blocks[block] as Block).start >= start) block--;
      const comment = this.blocks[block];
      if (!comment?.ownLine || comment.documents) continue;
      if (comment.start < floor && breaksBetween(this.text, comment.end, floor) < 0) continue;
      const breaks = breaksBetween(this.parsed, comment.end, start);
      if (breaks !== 0 && breaks !== 1) continue;
      const raw = this.text.slice(comment.start, comment.end);
      if (raw.startsWith('//!') || raw.startsWith('#!') || (block === 0 && isLicence(raw))) continue;
      comment.documents = true;
      doc = doc ? `${commentText(raw)}\n${doc}` : commentText(raw);
      start = comment.start;
      block--;
      again = true;
    }
    return { start, doc: doc.slice(0, limits.maxDocChars) };
  }
}
