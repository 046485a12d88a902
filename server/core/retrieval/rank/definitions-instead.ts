/**
 * Definitions in place of what only declares them: a prototype in a header matches the words of a question, and the function is in another file.
 */
import type { ChunkRecord } from '../../model/chunk.js';
import { isDefinitionOf } from '../graph/mentions/possible-targets.js';
import { chunksNamed } from '../graph/neighbours.js';
import type { IndexReader } from '../ports.js';
import { recall } from '../recall/weights.js';
import { isDeclaration } from './demotions.js';
import type { Ranked } from './rank.js';

/** A question with such a word may mean the prototype. */
const ASKS_FOR_DECLARATIONS = /\b(?:declar|prototype|header|forward)/i;

/** @param ranked best first; of the first ones a declaration becomes its definition, which has the better of both places */
export function definitionsInstead(
  reader: IndexReader,
  question: string,
  ranked: readonly Ranked[],
  accept: ((record: ChunkRecord) => boolean) | null,
): readonly Ranked[] {
  if (ASKS_FOR_DECLARATIONS.test(question)) return ranked;
  const declared = ranked.slice(0, recall.declarations).filter(({ candidate: { record, place } }) => isDeclaration(record) && !place);
  if (!declared.length) return ranked;
  const ids = [...chunksNamed(reader, [...new Set(declared.map(({ candidate }) => candidate.record.name))], recall.declarations).values()];
  const definitions = reader.chunks(ids.flat()).filter((record) => record.bodySpan !== null && (!accept || accept(record)));
  const own = new Map(ranked.map((one) => [one.candidate.record.id, one]));
  const emitted = new Set<number>();
  return ranked.flatMap((one): Ranked[] => {
    const definition = declared.includes(one) ? definitions.find((record) => isDefinitionOf(record, one.candidate.record)) : undefined;
    const record = definition ?? one.candidate.record;
    if (emitted.has(record.id)) return [];
    emitted.add(record.id);
    if (!definition) return [one];
    const candidate = own.get(record.id)?.candidate ?? { ...one.candidate, record };
    return [{ ...one, candidate }];
  });
}
