/**
 * Selects the mentions in a C# file that the server is asked about. Local variables and parameters follow from the text. One answer holds
 * for all mentions of a type in a file, and members of a type that the workspace does not define are not asked about.
 */
import { ChunkMap, hasLocals, type PlacedChunk } from './chunk-map.js';
import type { Fact, Meaning, Occurrence } from './facts.js';

export interface CsharpQuestions {
  readonly first: readonly Occurrence[];
  /** What is left to ask when the first questions are answered. */
  rest(answered: readonly Fact[]): readonly Occurrence[];
  /** All facts, from the answers to both. */
  complete(answered: readonly Fact[]): Fact[];
}

interface Mention {
  readonly occurrence: Occurrence;
  readonly isLocal: boolean;
  /** Mentions of one key have one meaning; null: only this mention. */
  readonly key: string | null;
  /** True: other mentions of the key may be another overload, so they share the answer only if the workspace does not define it. */
  readonly isCall: boolean;
  /** Key of the type before the dot; null for none. */
  readonly owner: string | null;
}

export function csharpQuestions(
  text: string,
  mentions: readonly Occurrence[],
  all: readonly Occurrence[],
  chunks: readonly PlacedChunk[],
): CsharpQuestions {
  const declared = new Set(chunks.flatMap(({ name, nameSpan }) => (nameSpan ? [name] : [])));
  const isLocal = localsOf(text, all, new ChunkMap(chunks));
  const found = mentions.map((occurrence) => mentionOf(text, occurrence, isLocal(occurrence), declared));
  const firstOf = new Map<string, Mention>();
  for (const one of found) if (one.key !== null && !one.isLocal && !firstOf.has(one.key)) firstOf.set(one.key, one);
  const isFirst = (one: Mention) =>
    !one.isLocal && (one.key === null ? one.owner === null || !firstOf.has(one.owner) : firstOf.get(one.key) === one);

  const meaningsFrom = (answered: readonly Fact[]) => {
    const answers = new Map(answered.map(({ occurrence, meaning }) => [occurrence, meaning]));
    const ofKey = (key: string | null) => answers.get(firstOf.get(key ?? '')?.occurrence as Occurrence);
    return (one: Mention): Meaning | undefined => {
      if (one.isLocal) return { kind: 'outside' };
      const own = answers.get(one.occurrence);
      if (own) return own;
      const alike = ofKey(one.key);
      if (alike && (alike.kind !== 'here' || !one.isCall)) return alike;
      const owner = ofKey(one.owner);
      return owner && owner.kind !== 'here' ? owner : undefined;
    };
  };
  return {
    first: found.filter(isFirst).map(({ occurrence }) => occurrence),
    rest: (answered) => {
      const meaningOf = meaningsFrom(answered);
      return found.filter((one) => meaningOf(one) === undefined).map(({ occurrence }) => occurrence);
    },
    complete: (answered) => {
      const meaningOf = meaningsFrom(answered);
      return found.map((one) => ({ occurrence: one.occurrence, meaning: meaningOf(one) ?? { kind: 'unknown' } }));
    },
  };
}

const typeName = /^\p{Lu}/u;
const ownerBefore = /(?<![\p{L}\w])([\p{L}_]\w*)\s*\.\s*$/u;
const memberBefore = /(?:\.|->|::)\s*$/;
const attribute = /\[\s*(?:[\w.]+\s*(?:\([^()]*\))?\s*,\s*)*$/;

function mentionOf(text: string, occurrence: Occurrence, isLocal: boolean, declared: ReadonlySet<string>): Mention {
  const { name, start } = occurrence;
  const before = text.slice(Math.max(0, start - 120), start);
  const one: Mention = { occurrence, isLocal, key: null, isCall: false, owner: null };
  const [, owner] = ownerBefore.exec(before) ?? [];
  if (owner !== undefined) {
    const isAlone = !memberBefore.test(before.slice(0, before.lastIndexOf(owner)));
    return isAlone && typeName.test(owner) && !declared.has(owner) ? { ...one, owner: keyOf(owner, '', '') } : one;
  }
  if (memberBefore.test(before) || !typeName.test(name) || declared.has(name)) return one;
  const after = text.slice(start + name.length, start + name.length + 400);
  const role = /\bnew\s+$/.test(before) ? 'new ' : attribute.test(before) ? '[' : '';
  // An argument's or a property's name belongs to what is called or created.
  if (/^\s*:(?!:)/.test(after) || (/[{,]\s*$/.test(before) && /^\s*(?:=(?![=>])|,|\})/.test(after))) return one;
  return { ...one, key: keyOf(name, role, after), isCall: role !== '' || /^\s*(?:<[^;(){}]*>\s*)?\(/.test(after) };
}

/** Types of one name differ by the number of their parameters. */
const keyOf = (name: string, role: string, after: string): string =>
  `${role}${name}${after.startsWith('<') ? `<${parameters(after)}` : ''}`;

function parameters(list: string): number {
  let depth = 0;
  let count = 1;
  for (const char of list) {
    if (char === '<') depth++;
    else if (char === '>' && --depth === 0) return count;
    else if (char === ',' && depth === 1) count++;
  }
  return 0;
}

/** `int name`, `Type<T> name`, `Type[] name`, `Type? name`, on one line. */
const declarationBefore = /(?:\b([\p{L}_]\w*)|[\w>\]?][>?]|\])[ \t]+$/u;
const declarationAfter = /^\s*(?:=(?![=>])|[;,)]|in\b|when\b|&&|\|\|)/;
/** Words before a name that is used. */
const notTypes = new Set(
  'return await in is new throw else case when and or not out ref yield goto by on equals select where orderby async as do stackalloc'.split(
    ' ',
  ),
);
const parameterLists = /\(([\w\s,]*)\)\s*=>/g;

/** Whether a name without a dot before it is a variable or a parameter of the function around it. */
function localsOf<T extends PlacedChunk>(text: string, all: readonly Occurrence[], chunks: ChunkMap<T>): (one: Occurrence) => boolean {
  const locals = new Map<T, Set<string>>();
  const functionAt = (offset: number) => {
    const chunk = chunks.around(offset);
    return chunk && (hasLocals(chunk) || chunk.symbolKind === 'property') ? chunk : null;
  };
  const add = (chunk: T | null, name: string) => {
    if (!chunk) return;
    const names = locals.get(chunk) ?? new Set();
    names.add(name);
    locals.set(chunk, names);
  };
  for (const { name, start } of all) {
    if (typeName.test(name)) continue;
    const after = text.slice(start + name.length, start + name.length + 40);
    const found = declarationBefore.exec(text.slice(Math.max(0, start - 60), start));
    const isDeclared = found !== null && !notTypes.has(found[1] ?? '') && declarationAfter.test(after);
    if (isDeclared || /^\s*=>/.test(after)) add(functionAt(start), name);
  }
  for (const { 1: list = '', index } of text.matchAll(parameterLists))
    for (const [name] of list.matchAll(/\w+/g)) add(functionAt(index), name);
  return ({ name, start }) => {
    const chunk = functionAt(start);
    if (!chunk || !locals.get(chunk)?.has(name)) return false;
    const before = text.slice(Math.max(0, start - 40), start);
    const after = text.slice(start + name.length, start + name.length + 40);
    const isMember = memberBefore.test(before) || /^\s*:(?!:)/.test(after) || (/[{,]\s*$/.test(before) && /^\s*=(?![=>])/.test(after));
    return !isMember;
  };
}
