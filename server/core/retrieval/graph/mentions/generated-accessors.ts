/** Methods that nobody wrote: Lombok gives the fields of Java `getTotal()`, `isOpen()` and `setTotal(…)`, which are users of the field. */
import { remembered } from '../../../../util/remembered.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import type { IndexReader } from '../../ports.js';

/** Annotations of a class or a field by what they generate. */
const READING = ['Data', 'Value', 'Getter'];
const WRITING = ['Data', 'Setter'];

const ACCESSOR = /^(get|is|set)(\p{Lu}.*)$/u;

/** The name of the field that a method may have been generated for: `total` of `getTotal`; null for other names. */
export function accessedField(name: string): string | null {
  const rest = ACCESSOR.exec(name)?.[2];
  return rest === undefined ? null : rest.slice(0, 1).toLowerCase() + rest.slice(1);
}

/** Whether a field has a generated method of that name. */
export function accessorFinder(reader: Pick<IndexReader, 'chunks'>): (field: ChunkRecord, method: string) => boolean {
  const parents = new Map<number, readonly string[]>();
  const tagsAround = (id: number): readonly string[] =>
    remembered(parents, id, () => reader.chunks([id]).flatMap(({ meta }) => meta.tags ?? []));
  return ({ language, symbolKind, parentId, meta }, method) => {
    if (language !== 'java' || symbolKind !== 'field' || parentId === null) return false;
    const wanted = method.startsWith('set') ? WRITING : READING;
    return wanted.some((tag) => meta.tags?.includes(tag) || tagsAround(parentId).includes(tag));
  };
}

/** The names of the methods that are generated for a symbol: none for most. */
export function accessorNames(reader: Pick<IndexReader, 'chunks'>, record: ChunkRecord): string[] {
  if (record.language !== 'java' || record.symbolKind !== 'field') return [];
  const has = accessorFinder(reader);
  const name = record.name.slice(0, 1).toUpperCase() + record.name.slice(1);
  return [`get${name}`, `is${name}`, `set${name}`].filter((method) => has(record, method));
}
