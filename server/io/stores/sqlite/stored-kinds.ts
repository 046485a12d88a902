/** Kinds and roles as stored. One that does not exist means a damaged row. */
import { chunkKinds } from '../../../core/model/chunk.js';
import { fileRoles, textOrigins } from '../../../core/model/file.js';
import { referenceKinds, symbolKinds } from '../../../core/model/symbol.js';
import { Damage } from './damage.js';

/** Reads one of `values`. @throws Damage for any other value */
function oneOf<T extends string>(values: readonly T[]): (stored: unknown) => T {
  const known = new Set<unknown>(values);
  return (stored) => {
    if (!known.has(stored)) throw new Damage(`a stored kind or role is none of ${values.join(', ')}`);
    return stored as T;
  };
}

export const asFileRole = oneOf(fileRoles);
export const asTextOrigin = oneOf(textOrigins);
export const asChunkKind = oneOf(chunkKinds);
export const asReferenceKind = oneOf(referenceKinds);
export const asEdgeKind = oneOf([...referenceKinds, 'implementedBy']);

const known = oneOf(symbolKinds);
export const asSymbolKind = (stored: unknown): ReturnType<typeof known> | null => (stored === null ? null : known(stored));
