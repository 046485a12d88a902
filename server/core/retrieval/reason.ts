/** A short phrase on why a result is where it is. */
import type { Relation } from '../model/answer.js';
import type { Ranked } from './rank.js';

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

export function reasonOf({ candidate, parts }: Pick<Ranked, 'candidate' | 'parts'>): string {
  const { name, record } = candidate;
  if (name === 'identifier' || name === 'identifierFolded') return `defines ${record.name}`;
  if (name === 'compound') return `named after the question: ${record.name}`;
  if (name === 'fuzzy') return `name is close to the question: ${record.name}`;
  const top = [...parts].sort((a, b) => b.value - a.value)[0]?.name;
  if (top === 'semantic') return candidate.lexical > 0.5 ? 'means and says what was asked' : 'means what was asked';
  if (top === 'written') return 'says what was asked, which names nothing';
  if (top === 'lexical') return 'uses the words of the question';
  if (top === 'file name' || top === 'file named in question') return 'in a file named after the question';
  return top ?? 'related';
}
