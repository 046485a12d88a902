/** Search by words and by names, and the figures over the whole index that weigh them. */
import type { IndexReader } from '../../../core/retrieval/ports.js';
import type { NameSearch } from '../minisearch/name-search.js';
import { rarePhrase, searchPhrase, searchWords } from '../sqlite/lexical.js';
import { findNamed, findNamedIn } from '../sqlite/read-names.js';
import { readProminent } from '../sqlite/read-prominent.js';
import { findSimilarNames } from '../sqlite/similar-names.js';
import type { StoreAccess } from '../store-access.js';
import type { IndexCaches } from './index-caches.js';

type WordReader = Pick<IndexReader, 'lexical' | 'phrase' | 'phraseIfRare' | 'documentFrequency' | 'chunkCount' | 'counts'>;
type NameReader = Pick<IndexReader, 'named' | 'namedIn' | 'searchNames' | 'similarNames' | 'prominent' | 'fileImportance'>;

export function wordReader(access: StoreAccess, { statistics, recordsInOrder }: IndexCaches): WordReader {
  const frequency = (word: string): number => statistics.frequency(word);
  return {
    lexical: (query, limit) => access.read('lexical search', (store) => searchWords(store, query, limit, frequency, recordsInOrder)),
    phrase: (words, limit, gap) => access.read('search for a phrase', (store) => searchPhrase(store, words, limit, recordsInOrder, gap)),
    phraseIfRare: (words, limit, gap) =>
      access.read('search for a phrase', (store) => rarePhrase(store, words, limit, recordsInOrder, gap)),
    documentFrequency: (words) => access.read('word frequencies', () => new Map(words.map((word) => [word, frequency(word)]))),
    chunkCount: () => access.read('count of chunks', () => statistics.chunks()),
    counts: () => access.read('counts', () => statistics.counts()),
  };
}

export const nameReader = (access: StoreAccess, caches: IndexCaches, search: NameSearch): NameReader => ({
  named: (names, limitPerName) =>
    access.read('search by name', (store) => findNamed(store, names, limitPerName, caches.names, caches.recordsInOrder)),
  namedIn: (fileId, names) => access.read('names of a file', (store) => findNamedIn(store, fileId, names)),
  searchNames: (text, limit) => access.read('search for a name', () => search.searchNames(text, limit)),
  similarNames: (word, limit) => access.read('similar names', (store) => findSimilarNames(store, word, limit)),
  prominent: (limit) => access.read('prominent symbols', (store) => readProminent(store, limit)),
  fileImportance: (file) => caches.importanceOf(file),
});
