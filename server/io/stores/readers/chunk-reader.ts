/** Chunks and files as retrieval reads them. */
import type { IndexReader } from '../../../core/retrieval/ports.js';
import { sourceWords } from '../../../core/retrieval/query/source-words.js';
import { readChildren, readChunks, readChunksOfFile, readIdsOfFile, readIdsOfKey, readTagged } from '../sqlite/read-chunks.js';
import { readFile, readFiles, readFileText, readFileTexts, readIndexedAt, readMasked } from '../sqlite/read-files.js';
import type { StoreAccess } from '../store-access.js';
import type { IndexCaches } from './index-caches.js';

type ChunkReader = Pick<IndexReader, 'chunks' | 'chunksByKey' | 'children' | 'chunksOfFile' | 'tagged'>;
type FileReader = Pick<IndexReader, 'file' | 'files' | 'filesVersion' | 'fileText' | 'chunkWords' | 'fileTexts' | 'indexedAt' | 'masked'>;

export function chunkReader(access: StoreAccess, { rows: cache, recordsInOrder }: IndexCaches): ChunkReader {
  const chunks: ChunkReader['chunks'] = (ids) =>
    access.read('chunks', (store) => cache.chunks(ids, (missing) => readChunks(store, missing)));
  return {
    chunks,
    chunksByKey: (key) => chunks(access.read('chunk', (store) => readIdsOfKey(store, key))),
    children: (id) => access.read('children', (store) => cache.children(id, () => readChildren(store, id))),
    chunksOfFile: (fileId) =>
      access.read(
        'chunks of a file',
        (store) => recordsInOrder()?.(readIdsOfFile(store, fileId)) ?? cache.chunksOfFile(fileId, () => readChunksOfFile(store, fileId)),
      ),
    tagged: (tags, limit) => access.read('tags', (store) => readTagged(store, tags, limit)),
  };
}

export function fileReader(access: StoreAccess, { rows: cache, statistics }: IndexCaches): FileReader {
  const fileText: FileReader['fileText'] = (id) => access.read('file text', (store) => cache.text(id, () => readFileText(store, id)));
  return {
    file: (path) => access.read('file', (store) => readFile(store, path)),
    files: () => access.read('files', (store) => cache.files(() => readFiles(store))),
    filesVersion: (names) => access.read('version of files', () => statistics.filesVersion(names)),
    fileText,
    chunkWords: ({ id, fileId, span }) =>
      cache.words(id, () => sourceWords((fileText(fileId) ?? '').slice(span.start, span.end), span.start)),
    fileTexts: (ids, containing) => access.read('file texts', (store) => readFileTexts(store, ids, containing)),
    indexedAt: (path) => access.read('indexed part', (store) => readIndexedAt(store, path)),
    masked: () => access.read('masked places', readMasked),
  };
}
