/**
 * When a file last changed, and how often, as parts of its score: a tie-breaker between equals, and more where a
 * question asks for it. Pure.
 */
import type { ScorePart } from '../../model/answer.js';
import type { FileHistory } from '../history-port.js';
import type { AnalysedQuery } from '../query/analyse-query.js';
import { mentions } from '../query/question-words.js';
import { weights } from './weights.js';

export type FileAge = Pick<FileHistory, 'recencyOf' | 'churn'>;

export function ageParts(query: AnalysedQuery, path: string, age: FileAge): ScorePart[] {
  const often = mentions(query.text, 'churn')
    ? weights.churnAsked * Math.min(1, Math.log1p(age.churn(path)) / Math.log1p(weights.churnCommits))
    : 0;
  return [
    { name: 'recency', value: age.recencyOf(path) * (mentions(query.text, 'recent') ? weights.recencyAsked : weights.recency) },
    { name: 'changes often', value: often },
  ];
}
