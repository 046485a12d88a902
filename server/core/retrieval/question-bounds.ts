/** The bounds of a question and of its answer. Pure. */
import type { Question } from '../model/answer.js';
import { limits } from '../model/limits.js';
import { type Problem, queryError } from '../model/problem.js';
import { budget } from './assemble/budget.js';

/** Throws ContextError('query') for numbers out of range. */
export function checkNumbers(question: Question): void {
  for (const name of ['limit', 'related', 'budgetTokens', 'resultTokens', 'reservedTokens'] as const) {
    const value = question[name];
    const isBounded = name === 'limit' || name === 'related';
    if (value === undefined || (typeof value === 'number' && value >= 0 && (!isBounded || Number.isFinite(value)))) continue;
    throw queryError(`${name}: expected a number of at least 0, got ${String(value)}`, { name });
  }
}

/** Most results of an answer. */
export const resultLimit = ({ limit = budget.results }: Pick<Question, 'limit'>): number => Math.min(limit, limits.maxResults);

/** Most results, related results and tokens of an answer. */
export function boundsOf(question: Question): { readonly limit: number; readonly related: number; readonly budgetTokens: number } {
  const asked = question.budgetTokens ?? budget.defaultTokens;
  const reserved = question.reservedTokens ?? (question.budgetTokens === undefined ? budget.reservedTokens : 0);
  return {
    limit: resultLimit(question),
    related: question.related ?? budget.related,
    budgetTokens: Math.max(0, asked - reserved),
  };
}

/** A question of a length that can be answered. */
export function cutQuestion(text: string, add: (problem: Problem) => void): string {
  if (text.length <= limits.maxQueryChars) return text;
  add({ code: 'queryCut', message: `the query was cut to ${limits.maxQueryChars} characters`, incomplete: false });
  return text.slice(0, limits.maxQueryChars);
}
