/** A short phrase on why a result is where it is. */
import type { Relation } from '../../model/answer.js';
import type { Ranked } from '../rank/rank.js';

export const relationReason: Readonly<Record<Relation, string>> = {
  calls: 'called by a result',
  called_by: 'calls a result',
  uses: 'used by a result',
  imports: 'imported by a result',
  imported_by: 'imports a result',
  interface_of: 'base of a result',
  implementation_of: 'implements or extends a result',
  test_for: 'tests a result',
  sibling: 'beside a result',
  hub: 'shared by several results',
};

/** By score part. Parts that say nothing about the question (the amount of code, the depth of the folder) are no reason. */
const partReason: Readonly<Record<string, string>> = {
  literal: 'contains the text of the question',
  lexical: 'contains words of the question',
  'path in question': 'named by a path in the question',
  'file name': 'in a file named after the question',
  'file named in question': 'in a file named after the question',
  'file support': 'in a file with other matches',
  'folder support': 'in a folder with other matches',
  importance: 'many files depend on this file',
  'near the anchor': 'close to the given position',
  recency: 'changed recently',
  'changes often': 'changes often',
  reranker: 'rated as relevant by the reranker',
};

/** What speaks for the place and not for the code in it: a reason only where there is no other. */
const SURROUNDINGS = new Set(['file support', 'folder support', 'importance', 'near the anchor', 'recency', 'changes often']);

export function reasonOf({ candidate, parts }: Pick<Ranked, 'candidate' | 'parts'>): string {
  const { name, record, place } = candidate;
  if (place?.by === 'frame') return 'frame of the stack trace';
  if (place?.by === 'text') return 'contains a text of the question word for word';
  if (name === 'identifier' || name === 'identifierFolded') return `defines ${record.name}`;
  if (name === 'compound') return `named after the question: ${record.name}`;
  if (name === 'fuzzy') return `similar name: ${record.name}`;
  const reasons = parts
    .filter((part) => part.value > 0 && (part.name === 'semantic' || partReason[part.name] !== undefined))
    .sort((a, b) => b.value - a.value);
  const top = (reasons.find((part) => !SURROUNDINGS.has(part.name)) ?? reasons[0])?.name;
  if (top === 'semantic')
    return candidate.lexical > 0.5 ? 'matches the question in meaning and words' : 'matches the meaning of the question';
  return (top && partReason[top]) ?? 'weak match';
}
