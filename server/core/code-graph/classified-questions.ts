/**
 * Selects the mentions that a server is asked about, where its semantic tokens tell local names and types from other names. One answer
 * then holds for all mentions of a type in a file, and members of a library's type are not asked about.
 */
import type { Fact, Meaning, Occurrence } from './facts.js';

/** Types of semantic tokens, as one server uses them. */
export interface TokenClasses {
  /** Names of one function: parameters, type parameters. */
  readonly local: ReadonlySet<string>;
  /** Local variables, and names that the server cannot resolve. */
  readonly localOrUnresolved: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Not names that were resolved. */
  readonly keywords: ReadonlySet<string>;
}

interface Named {
  readonly occurrence: Occurrence;
  readonly token: string | undefined;
  /** Mentions of one key have one meaning; null: only this mention. */
  readonly key: string | null;
  /** True: only "outside" holds for all mentions of the key; other answers differ by arguments (constructors). */
  readonly onlyOutside: boolean;
  /** Key of the type before the dot; null for none. */
  readonly owner: string | null;
}

export interface ClassifiedQuestions {
  readonly first: readonly Occurrence[];
  /** What is left to ask when the first questions are answered. */
  rest(answered: readonly Fact[]): readonly Occurrence[];
  /** All facts, from the answers to both. */
  complete(answered: readonly Fact[]): Fact[];
}

const argumentName = /^\s*:(?!:)/;
const attribute = /\[\s*(?:[\w.]+\s*(?:\([^()]*\))?\s*,\s*)*$/;
const ownerBefore = /([\p{L}_]\w*)\s*\.\s*$/u;

/** `tokenAt`: the type of the token that starts at an offset. `declared`: names that the file declares itself. */
export function classifiedQuestions(
  text: string,
  mentions: readonly Occurrence[],
  tokenAt: (offset: number) => string | undefined,
  declared: ReadonlySet<string>,
  classes: TokenClasses,
): ClassifiedQuestions {
  const outside: Meaning = { kind: 'outside' };
  const all = mentions.map((occurrence) => named(text, occurrence, tokenAt, declared, classes));
  const isLocal = ({ occurrence: { start, name }, token }: Named) =>
    token !== undefined && classes.local.has(token) && !argumentName.test(text.slice(start + name.length, start + name.length + 4));
  const firstOf = new Map<string, Occurrence>();
  const owners = new Set<string>();
  for (const one of all) {
    if (one.key !== null && !isLocal(one) && !firstOf.has(one.key)) firstOf.set(one.key, one.occurrence);
  }
  for (const { owner } of all) if (owner !== null && firstOf.has(owner)) owners.add(owner);
  const isFirst = (one: Named) =>
    !isLocal(one) && (one.key === null ? !owners.has(one.owner ?? '') : firstOf.get(one.key) === one.occurrence);
  const meanings = (answered: readonly Fact[]) => {
    const known = new Map(answered.map(({ occurrence, meaning }) => [occurrence, meaning]));
    const own = (one: Named): Meaning | undefined => {
      const meaning = known.get(one.occurrence);
      const isResolved = one.token !== undefined && !classes.localOrUnresolved.has(one.token) && !classes.keywords.has(one.token);
      return meaning?.kind === 'unknown' && isResolved ? outside : meaning;
    };
    const byOccurrence = new Map(all.map((one) => [one.occurrence, one]));
    const ofKey = (key: string | null): Meaning | undefined => {
      const first = key === null ? undefined : byOccurrence.get(firstOf.get(key) as Occurrence);
      return first && own(first);
    };
    return (one: Named): Meaning | undefined => {
      if (isLocal(one)) return outside;
      const mine = own(one);
      if (mine) return mine;
      const alike = ofKey(one.key);
      if (alike && (alike.kind === 'outside' || !one.onlyOutside)) return localAs(alike, one, classes);
      return one.owner !== null && ofKey(one.owner)?.kind === 'outside' ? outside : undefined;
    };
  };
  return {
    first: all.filter(isFirst).map(({ occurrence }) => occurrence),
    rest: (answered) => {
      const meaningOf = meanings(answered);
      return all.filter((one) => meaningOf(one) === undefined).map(({ occurrence }) => occurrence);
    },
    complete: (answered) => {
      const meaningOf = meanings(answered);
      return all.map((one) => ({ occurrence: one.occurrence, meaning: meaningOf(one) ?? { kind: 'unknown' } }));
    },
  };
}

/** A local variable of the same name in another function is another one, and no edge leads to either. */
const localAs = (meaning: Meaning, { token }: Named, { localOrUnresolved }: TokenClasses): Meaning =>
  token !== undefined && localOrUnresolved.has(token) && meaning.kind === 'here' ? { kind: 'outside' } : meaning;

function named(
  text: string,
  occurrence: Occurrence,
  tokenAt: (offset: number) => string | undefined,
  declared: ReadonlySet<string>,
  { localOrUnresolved, types }: TokenClasses,
): Named {
  const { name, start } = occurrence;
  const before = text.slice(Math.max(0, start - 120), start);
  const token = tokenAt(start);
  const owner = ownerBefore.exec(before);
  const one = { occurrence, token, key: null, onlyOutside: false, owner: null };
  if (token === undefined) return one;
  if (owner) {
    const ownerName = owner[1] as string;
    const at = start - owner[0].length;
    const ofType = types.has(tokenAt(at) ?? '') && !declared.has(ownerName) && !/\.\s*$/.test(text.slice(Math.max(0, at - 40), at));
    return { ...one, owner: ofType ? typeKey(ownerName, text, start, '') : null };
  }
  if (/(?:\?\.|->|::)\s*$/.test(before)) return one;
  if (localOrUnresolved.has(token)) return { ...one, key: `variable ${name}` };
  if (!types.has(token) || declared.has(name)) return one;
  const role = /\bnew\s+$/.test(before) ? 'new' : attribute.test(before) ? '[' : '';
  return { ...one, key: typeKey(name, text, start + name.length, role), onlyOutside: role !== '' };
}

/** Types of one name differ by the number of their parameters. */
const typeKey = (name: string, text: string, end: number, role: string): string =>
  `type ${role}${name}${text[end] === '<' ? `<${arity(text, end)}` : ''}`;

function arity(text: string, open: number): number {
  let depth = 0;
  let count = 1;
  for (let i = open; i < Math.min(text.length, open + 400); i++) {
    if (text[i] === '<') depth++;
    else if (text[i] === '>' && --depth === 0) return count;
    else if (text[i] === ',' && depth === 1) count++;
  }
  return 0;
}
