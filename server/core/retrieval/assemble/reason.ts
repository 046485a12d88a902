/** What people read about a score: the reason of a result, and the names of the parts of its score. Pure. */
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
  sibling: 'next to a result',
  hub: 'shared by several results',
};

/** By score part. Parts that do not depend on the question (the length of the code, the depth of the folder) give no reason. */
const partReason: Readonly<Record<string, string>> = {
  literal: 'contains the text of the question',
  lexical: 'contains words of the question',
  'words in name': 'name with words of the question',
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
  'other wordings': 'found by another wording',
  'called by the first result': 'called by the first result',
};

/** Parts about the place and not the code in it: a reason only where there is no other. */
const SURROUNDINGS = new Set(['file support', 'folder support', 'importance', 'near the anchor', 'recency', 'changes often']);

/** Share of the best BM25 from which on a semantic match counts as a keyword match too. */
const KEYWORDS = 0.5;

export function reasonOf({ candidate, parts }: Pick<Ranked, 'candidate' | 'parts'>): string {
  const { name, record, place } = candidate;
  if (place?.by === 'frame') return 'frame of the stack trace';
  if (place?.by === 'text') return 'contains the quoted text';
  if (place?.by === 'use') return 'uses the symbol in the question';
  if (name === 'identifier' || name === 'identifierFolded') return `defines ${record.name}`;
  if (name === 'compound') return `name made of words of the question: ${record.name}`;
  const reasons = parts
    .filter((part) => part.value > 0 && (part.name === 'semantic' || partReason[part.name] !== undefined))
    .sort((a, b) => b.value - a.value);
  const top = (reasons.find((part) => !SURROUNDINGS.has(part.name)) ?? reasons[0])?.name;
  if (top === 'semantic') return candidate.lexical > KEYWORDS ? 'semantic and keyword match' : 'semantic match';
  return (top && partReason[top]) ?? 'weak match';
}

/** Names of score parts as people read them; those of ranking are short. */
const labels: Readonly<Record<string, string>> = {
  semantic: 'semantic similarity',
  'called by the symbol': 'called by the function in the question',
  'calls on the way': 'on the way from one symbol of the question to the other',
  'in the file': 'in the file of the question',
  'uses the symbol': 'uses the symbol in the question',
  lexical: 'keywords (BM25)',
  literal: 'contains the text',
  'name:identifier': 'exact name',
  'name:compound': "name made of the question's words",
  'words in name': 'words in the name',
  length: 'length of the code',
  'path in question': 'path named in the question',
  'literal not found': 'does not contain the text',
  'same file': 'another result of this file ranks higher',
  'file name': 'words in the file name',
  'file named in question': 'file named in the question',
  importance: 'files that depend on it',
  depth: 'folder depth',
  'near the anchor': 'close to the given position',
  'role:test': 'test code',
  'role:documentation': 'documentation',
  'role:example': 'example code',
  'role:configuration': 'configuration',
  'role:generated': 'generated code',
  'role:vendored': 'third-party code',
  'role:declaration': 'type declarations',
  'role:legacy': 'legacy code',
  'role:migration': 'database migration',
  'frame of the trace': 'frame of the stack trace',
  'literal match': 'contains the quoted text',
  declaration: 'declaration without a body',
  'not a function': 'not a function',
  'file support': 'other matches in this file',
  'folder support': 'other matches in this folder',
  'code before comments': 'moved before comments of its file',
  'comment inside': 'a comment inside matches',
  'inside a result': 'inside another result',
  'comments after code': 'moved after code of its file',
};

export const partLabel = (name: string): string => labels[name] ?? name.replace(/^role:/, '');
