/**
 * Components of Vue that a generated declaration registers for all templates, often under a longer name:
 * `ShopCartRow: typeof import('./shop/CartRow.vue')['default']`. A tag with that name means the component.
 */
import { addTo } from '../../../../util/grouped.js';
import { joinedPath } from '../../../../util/joined-path.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import type { IndexReader } from '../../ports.js';
import { keptByVersion } from './kept-by-version.js';

type Files = Pick<IndexReader, 'generation' | 'filesVersion' | 'files' | 'file' | 'chunksOfFile'>;

const DECLARATION = 'components.d.ts';

const isDeclaration = (path: string): boolean => path === DECLARATION || path.endsWith(`/${DECLARATION}`);
const DECLARED = /:\s{0,9}typeof import\((["'])([^"']{1,300}\.vue)\1\)\[["']default["']\]/;

const pathOf = ({ path, signature }: Pick<ChunkRecord, 'path' | 'signature'>): string | null => {
  const written = isDeclaration(path) ? DECLARED.exec(signature)?.[2] : undefined;
  return written === undefined ? null : joinedPath(path, written);
};

/** By the path of the file of a component. */
const namesByPath = keptByVersion([DECLARATION], (reader: Files): ReadonlyMap<string, readonly string[]> => {
  const names = new Map<string, string[]>();
  for (const { id } of reader.files().filter(({ path }) => isDeclaration(path)))
    for (const record of reader.chunksOfFile(id)) {
      const path = pathOf(record);
      if (path !== null) addTo(names, path, record.name);
    }
  return names;
});

/** The names under which a component is registered: none for anything else. */
export const registeredNames = (reader: Files, { symbolKind, path }: ChunkRecord): readonly string[] =>
  symbolKind === 'component' && path.endsWith('.vue') ? (namesByPath(reader).get(path) ?? []) : [];

/** The components that declarations register; null where one of them declares something else. */
export function registeredComponents(reader: Files, declared: readonly ChunkRecord[]): readonly ChunkRecord[] | null {
  const paths = declared.map(pathOf);
  if (!paths.length || paths.includes(null)) return null;
  return paths.flatMap((path) => {
    const file = reader.file(path as string);
    return file ? reader.chunksOfFile(file.id).filter(({ symbolKind }) => symbolKind === 'component') : [];
  });
}
