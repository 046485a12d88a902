/**
 * Profiles: named defaults for questions, one for each kind of asker. Pure. Fields of the question win over
 * its profile, and a profile over the built-in one of the same name, field by field.
 */
import type { Filters, Question } from './answer.js';

export interface Profile {
  /** Most results. */
  readonly limit?: number;
  /** Most results where the question is a name and nothing else: it has one answer, or as many as there are namesakes. */
  readonly nameLimit?: number;
  /** Infinity for no budget. */
  readonly budgetTokens?: number;
  readonly reservedTokens?: number;
  readonly filters?: Filters;
  /** See Question.minScore. */
  readonly minScore?: number;
  /** See Question.related. */
  readonly related?: number;
  /** See Question.resultTokens. */
  readonly resultTokens?: number;
  /** See Question.brief. */
  readonly brief?: boolean;
  /** See Question.extract. */
  readonly extract?: boolean;
}

/** Serves every question that names no profile. */
export const defaultProfile = 'default';

export const builtInProfiles = {
  /** Few, certain results, for a quick look or a model with a small context. */
  quick: { limit: 5, nameLimit: 3, budgetTokens: 2_000, reservedTokens: 0, minScore: 0.4, related: 2 },
  /** With the default limit and budget. */
  default: { nameLimit: 10 },
  /** For a person: the code of what answers, of very long functions what the question is about, and the other results as places. */
  reader: { limit: 10, nameLimit: 10, budgetTokens: 3_000, reservedTokens: 0, resultTokens: 1_600, related: 0, brief: true, extract: true },
  /** For an agent that reads before it changes something. */
  deep: { limit: 60, nameLimit: 30, budgetTokens: 32_000, reservedTokens: 2_000, related: 20 },
} as const satisfies Readonly<Record<string, Profile>>;

/** The names that `profileNamed` knows, sorted. */
export const profileNames = (own: Readonly<Record<string, unknown>>): string[] =>
  [...new Set([...Object.keys(builtInProfiles), ...Object.keys(own)])].sort();

/** A profile by name, with the changes that settings make to a built-in one; null where there is none. */
export function profileNamed<P extends Profile>(name: string, own: Readonly<Record<string, P>>): (Profile & Partial<P>) | null {
  const known = Object.hasOwn(builtInProfiles, name) ? builtInProfiles[name as keyof typeof builtInProfiles] : null;
  const changed = Object.hasOwn(own, name) ? own[name] : null;
  return known || changed ? ({ ...known, ...changed } as Profile & Partial<P>) : null;
}

/** A question with the fields of its profile where it has none. */
export function applyProfile(question: Question, profile: Profile): Question {
  const limit = question.limit ?? limitFor(question.query, profile);
  const budgetTokens = question.budgetTokens ?? profile.budgetTokens;
  // A reserve belongs to the budget it was chosen with.
  const reservedTokens = question.reservedTokens ?? (question.budgetTokens === undefined ? profile.reservedTokens : undefined);
  const minScore = question.minScore ?? profile.minScore;
  const related = question.related ?? profile.related;
  const resultTokens = question.resultTokens ?? profile.resultTokens;
  const brief = question.brief ?? profile.brief;
  const extract = question.extract ?? profile.extract;
  const filters = profile.filters || question.filters ? { ...profile.filters, ...question.filters } : undefined;
  return {
    ...question,
    ...(limit !== undefined && { limit }),
    ...(budgetTokens !== undefined && { budgetTokens }),
    ...(reservedTokens !== undefined && { reservedTokens }),
    ...(minScore !== undefined && { minScore }),
    ...(related !== undefined && { related }),
    ...(resultTokens !== undefined && { resultTokens }),
    ...(brief !== undefined && { brief }),
    ...(extract !== undefined && { extract }),
    ...(filters && { filters }),
  };
}

function limitFor(query: string, { limit, nameLimit }: Profile): number | undefined {
  if (nameLimit === undefined || !isName(query)) return limit;
  return Math.min(nameLimit, limit ?? nameLimit);
}

/** One word as code has them: `retryWithBackoff`, `Foo::bar`, `obj.method()`, `$store`. A plain word is more often a topic. */
const oneName = /^[\p{L}_$@#][\p{L}\p{N}_$]*(?:(?:\.|::|->|#)[\p{L}_$~][\p{L}\p{N}_$]*)*(?:\(\))?[?!]?$/u;
const markedAsCode = /[\p{Ll}\p{N}]\p{Lu}|[_$@#.:>(]/u;
const isName = (query: string): boolean => {
  const text = query.trim();
  return text.length <= 300 && oneName.test(text) && markedAsCode.test(text);
};
