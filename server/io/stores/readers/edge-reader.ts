/** Edges between chunks: those that language servers resolved, and mentions of names. */
import type { IndexReader } from '../../../core/retrieval/ports.js';
import { readEdgesFrom, readEdgesInto, readEdgesTo, readImports } from '../sqlite/edges.js';
import { readProvenances } from '../sqlite/read-facts.js';
import type { StoreAccess } from '../store-access.js';
import type { IndexCaches } from './index-caches.js';

type EdgeReader = Pick<IndexReader, 'edgesFrom' | 'edgesTo' | 'edgesInto' | 'imports' | 'provenances'>;

export const edgeReader = (
  access: StoreAccess,
  chunks: IndexReader['chunks'],
  { rows, recordsInOrder, mentions }: IndexCaches,
): EdgeReader => ({
  edgesFrom: (ids) => access.read('edges', (store) => readEdgesFrom(store, chunks(ids))),
  edgesTo: (names, limit, kinds) =>
    access.read('edges', (store) => readEdgesTo(store, names, { limit, kinds }, chunks, recordsInOrder, mentions)),
  edgesInto: (ids, limit) => access.read('edges', (store) => readEdgesInto(store, ids, limit, chunks)),
  imports: (fileId) => access.read('imports', (store) => rows.imports(fileId, () => readImports(store, fileId))),
  provenances: (paths) => access.read('provenances', (store) => readProvenances(store, paths)),
});
