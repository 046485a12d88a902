/**
 * Methods that nobody wrote: Lombok gives the fields of Java `getTotal()`, `isOpen()` and `setTotal(…)`, and Java reaches the properties of Kotlin by
 * such names; a property `isOpen` has the getter of its own name. They are users of the field.
 */
import { remembered } from '../../../../util/remembered.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import type { SymbolKind } from '../../../model/symbol.js';
import type { IndexReader } from '../../ports.js';

/** Annotations of a class or a field by what they generate. */
const READING = ['Data', 'Value', 'Getter'];
const WRITING = ['Data', 'Setter'];

const ACCESSOR = /^(get|is|set)(\p{Lu}.*)$/u;

/** The names of the fields that a method may have been generated for: `total` of `getTotal`, `open` and `isOpen` of `isOpen`; none for other names. */
export function accessedFields(name: string): string[] {
  const [, verb, rest] = ACCESSOR.exec(name) ?? [];
  if (rest === undefined) return [];
  return [rest.slice(0, 1).toLowerCase() + rest.slice(1), ...(verb === 'get' ? [] : [`is${rest}`])];
}

const IS_NAMED = /^is\p{Lu}/u;
const propertyKinds: ReadonlySet<SymbolKind | null> = new Set(['property', 'field', 'variable']);
const isKotlinProperty = ({ language, symbolKind }: ChunkRecord): boolean => language === 'kotlin' && propertyKinds.has(symbolKind);

/** Whether a field has a generated method of that name. */
export function accessorFinder(reader: Pick<IndexReader, 'chunks'>): (field: ChunkRecord, method: string) => boolean {
  const parents = new Map<number, readonly string[]>();
  const tagsAround = (id: number): readonly string[] =>
    remembered(parents, id, () => reader.chunks([id]).flatMap(({ meta }) => meta.tags ?? []));
  return (field, method) => {
    const { language, symbolKind, parentId, meta } = field;
    if (isKotlinProperty(field)) return kotlinAccessors(field.name).includes(method);
    if (language !== 'java' || symbolKind !== 'field' || parentId === null) return false;
    const wanted = method.startsWith('set') ? WRITING : READING;
    return wanted.some((tag) => meta.tags?.includes(tag) || tagsAround(parentId).includes(tag));
  };
}

/** The names of the methods that are generated for a symbol: none for most. */
export function accessorNames(reader: Pick<IndexReader, 'chunks'>, record: ChunkRecord): string[] {
  if (isKotlinProperty(record)) return kotlinAccessors(record.name).filter((name) => name !== record.name);
  if (record.language !== 'java' || record.symbolKind !== 'field') return [];
  const has = accessorFinder(reader);
  const name = record.name.slice(0, 1).toUpperCase() + record.name.slice(1);
  return [`get${name}`, `is${name}`, `set${name}`].filter((method) => has(record, method));
}

function kotlinAccessors(name: string): string[] {
  if (IS_NAMED.test(name)) return [name, `set${name.slice(2)}`];
  const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
  return [`get${capital}`, `set${capital}`];
}
