// What can be taken away from retrieval, one at a time: each entry changes the question as analysed, what the index says, the
// weights, or what ranking knows of the corpus.
import { inflections } from '../../dist/server/core/retrieval/query/expand-words.js';
import { roleFactor, weights } from '../../dist/server/core/retrieval/rank/weights.js';

const none = () => [];
const formsOf = (query) => new Set(query.words.flatMap(inflections));
const allRoles = Object.fromEntries(Object.keys(roleFactor).map((role) => [role, 1]));

/** `group`, `name`, `why` it stays where it changes nothing, and any of `query`, `reader`, `weights`, `roles`, `facts`, `gate`. */
export const parts = [
  { group: 'candidates', name: 'vectors', reader: { similar: async () => [], cosines: () => new Map() } },
  { group: 'candidates', name: 'words (BM25)', reader: { lexical: none } },
  { group: 'candidates', name: 'names', reader: { named: none, typed: none } },
  {
    group: 'candidates',
    name: 'cosines of what words and names found',
    reader: { cosines: () => new Map() },
  },
  { group: 'question', name: 'all expansions', query: (query) => ({ ...query, expansions: [] }) },
  {
    group: 'question',
    name: 'other forms of a word',
    query: (query) => ({ ...query, expansions: query.expansions.filter((word) => !formsOf(query).has(word)) }),
  },
  {
    group: 'question',
    name: 'what code calls it',
    why: 'users ask for config where code says settings; the benchmark rarely does',
    query: (query) => ({ ...query, expansions: query.expansions.filter((word) => formsOf(query).has(word)) }),
  },
  { group: 'question', name: 'compounds', query: (query) => ({ ...query, compounds: [] }) },
  {
    group: 'question',
    name: 'containers',
    why: 'the benchmark asks for no qualified name',
    query: (query) => ({ ...query, containers: [] }),
  },
  { group: 'score', name: 'root of BM25', weights: { lexicalPower: 1 } },
  { group: 'score', name: 'name of a definition', weights: { identifier: 0, identifierFolded: 0 } },
  {
    group: 'score',
    name: 'folded name of a definition',
    why: 'the benchmark spells names as the code does',
    weights: { identifierFolded: 0 },
  },
  {
    group: 'score',
    name: 'one word that names nothing, where it is written',
    why: 'the benchmark asks for no such word',
    weights: { written: 0 },
  },
  { group: 'score', name: 'a name in a sentence is a hint', weights: { identifierInSentence: 1 } },
  { group: 'score', name: 'capitals in a sentence are no name', weights: { acronymInSentence: 1 } },
  { group: 'score', name: 'names close to the question', why: 'the benchmark makes no typing errors', weights: { fuzzy: 0 } },
  { group: 'score', name: 'ambiguous names count less', weights: { ambiguity: 0 } },
  { group: 'score', name: "words in the file's name", weights: { stem: 0, stemCovered: 0 } },
  { group: 'score', name: 'file named in the question', weights: { stemIsCompound: 0, stemIsWord: 0 } },
  { group: 'score', name: 'entry files bear the name of their folder', weights: { entryFile: 0 } },
  { group: 'score', name: 'importance of the file', weights: { importance: 0 } },
  { group: 'score', name: 'depth of the file', weights: { depth: 0 } },
  { group: 'score', name: 'length of the chunk', weights: { length: 0 } },
  { group: 'score', name: 'file support', weights: { fileSupport: 0 } },
  { group: 'score', name: 'folder support', weights: { folderSupport: 0 } },
  { group: 'score', name: 'diversity of files', weights: { sameFile: 1 } },
  { group: 'change requests', name: 'all that tasks have of their own', query: (query) => ({ ...query, isChangeRequest: false }) },
  { group: 'tasks', name: 'what does nothing stands back', weights: { idleInTask: 1 } },
  { group: 'tasks', name: 'length of a function', weights: { lengthInTask: weights.length } },
  { group: 'tasks', name: 'several places of a file', weights: { sameFileInTask: weights.sameFile } },
  { group: 'demotions', name: 'roles (tests, documentation …)', roles: allRoles },
  { group: 'demotions', name: 'scripts', why: 'questions of own-quality.md show it', roles: { script: 1 } },
  { group: 'demotions', name: 'declarations', why: 'of two places of the same name the definition is meant', weights: { declaration: 1 } },
  { group: 'demotions', name: 'types alone', weights: { typesOnly: 1 } },
  { group: 'demotions', name: 'older versions', weights: { olderVersion: 1 } },
  { group: 'demotions', name: 'other platforms', facts: { platform: 'other' } },
  {
    group: 'after ranking',
    name: 'relevance gate',
    why: 'it keeps out what has nothing to do with a question; every question of the benchmark has an answer',
    gate: false,
  },
];
