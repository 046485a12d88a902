/**
 * Components that other files know by another name than that of their file. A generated declaration registers them for all templates
 * (`ShopCartRow: typeof import('./shop/CartRow.vue')['default']`), or the index of a folder exports them (`export { default as ShopRow } from
 * './Row.vue'`). A tag with that name means the component.
 */
import { addTo } from '../../../../util/grouped.js';
import { joinedPath } from '../../../../util/joined-path.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import type { IndexReader } from '../../ports.js';
import { keptByVersion } from './kept-by-version.js';

type Files = Pick<IndexReader, 'generation' | 'filesVersion' | 'files' | 'file' | 'fileTexts' | 'chunksOfFile'>;

const DECLARATION = 'components.d.ts';

const isDeclaration = (path: string): boolean => path === DECLARATION || path.endsWith(`/${DECLARATION}`);
const DECLARED = /:\s{0,9}typeof import\((["'])([^"']{1,300}\.vue)\1\)\[["']default["']\]/;

const INDEXES = ['index.ts', 'index.js', 'index.mts', 'index.mjs'];
/** Groups: the name, the file. */
const EXPORTED =
  /\bexport\s{0,9}\{\s{0,9}default\s{1,9}as\s{1,9}(\w{1,100})\b[^{}]{0,300}\}\s{0,9}from\s{0,9}["']([^"'\n]{1,300}\.(?:vue|svelte))["']/g;

const pathOf = ({ path, signature }: Pick<ChunkRecord, 'path' | 'signature'>): string | null => {
  const written = isDeclaration(path) ? DECLARED.exec(signature)?.[2] : undefined;
  return written === undefined ? null : joinedPath(path, written);
};

interface Names {
  /** By the path of the file of a component. */
  readonly byPath: ReadonlyMap<string, readonly string[]>;
  /** Paths by the name that an index exports. */
  readonly exported: ReadonlyMap<string, readonly string[]>;
}
const namesOf = keptByVersion([DECLARATION, ...INDEXES], (reader: Files): Names => {
  const names = new Map<string, string[]>();
  const exported = new Map<string, string[]>();
  for (const { id } of reader.files().filter(({ path }) => isDeclaration(path)))
    for (const record of reader.chunksOfFile(id)) {
      const path = pathOf(record);
      if (path !== null) addTo(names, path, record.name);
    }
  const indexes = reader.files().filter(({ path }) => INDEXES.includes(path.slice(path.lastIndexOf('/') + 1)));
  const ids = indexes.map(({ id }) => id);
  for (const texts of [reader.fileTexts(ids, '.vue'), reader.fileTexts(ids, '.svelte')])
    for (const { id, path: from } of indexes)
      for (const [, name = '', file = ''] of texts.get(id)?.matchAll(EXPORTED) ?? []) {
        const path = joinedPath(from, file);
        if (names.get(path)?.includes(name)) continue;
        addTo(names, path, name);
        addTo(exported, name, path);
      }
  return { byPath: names, exported };
});

/** The names under which a component is registered: none for anything else. */
export const registeredNames = (reader: Files, { symbolKind, path }: ChunkRecord): readonly string[] =>
  symbolKind === 'component' && /\.(?:vue|svelte)$/.test(path) ? (namesOf(reader).byPath.get(path) ?? []) : [];

/** The components that an index exports under a name. */
export const exportedComponents = (reader: Files, name: string): readonly ChunkRecord[] =>
  componentsAt(reader, namesOf(reader).exported.get(name) ?? []);

/** The components that declarations register; null where one of them declares something else. */
export function registeredComponents(reader: Files, declared: readonly ChunkRecord[]): readonly ChunkRecord[] | null {
  const paths = declared.map(pathOf);
  if (!paths.length || paths.includes(null)) return null;
  return componentsAt(reader, paths as string[]);
}

const componentsAt = (reader: Files, paths: readonly string[]): readonly ChunkRecord[] =>
  paths.flatMap((path) => {
    const file = reader.file(path);
    return file ? reader.chunksOfFile(file.id).filter(({ symbolKind }) => symbolKind === 'component') : [];
  });
