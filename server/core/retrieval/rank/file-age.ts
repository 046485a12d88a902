/**
 * When a file last changed, and how often, as parts of its score: a tie-breaker between equals, and more where a
 * question asks for it. Pure.
 */
import type { ScorePart } from '../../model/answer.js';
import type { FileHistory } from '../history-port.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { weights } from './weights.js';

export type FileAge = Pick<FileHistory, 'recencyOf' | 'churn'>;

const RECENT =
  /\b(?:recent(?:ly)?|latest|newest|just (?:changed|added|committed)|last (?:day|week|month|commit|change)s?|yesterday|today|lately)\b/i;
const OFTEN = /\b(?:churn|hot ?spots?|(?:often|frequently|most) (?:changed|edited|touched|modified)|changes? (?:often|frequently|most))\b/i;
/** Commits a year from which on a file changes as often as any. */
const MANY = 50;

export function ageParts(query: AnalysedQuery, path: string, age: FileAge): ScorePart[] {
  const often = OFTEN.test(query.text) ? weights.churnAsked * Math.min(1, Math.log1p(age.churn(path)) / Math.log1p(MANY)) : 0;
  return [
    { name: 'recency', value: age.recencyOf(path) * (RECENT.test(query.text) ? weights.recencyAsked : weights.recency) },
    { name: 'changes often', value: often },
  ];
}
