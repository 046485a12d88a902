// Every optional part of the ranking, and how it is left out: `change` sets numbers and patterns of the ranking's tables, `query` changes
// the question as it was read, `lookup` what reading it asks the index, `reader` what the search asks, `candidates` each candidate,
// `facts` what ranking knows of the corpus. `recall: true`: the change affects the search as well. `matters`: whether the part can change
// anything for a question and its candidates; absent where it always can. `why`: the reason to keep a part that no question of these
// measurements can show.
import { topicWords } from '../../dist/server/core/retrieval/query/question-words.js';
import { roleFactor, weights } from '../../dist/server/core/retrieval/rank/weights.js';
import { literalMatch } from '../../dist/server/core/retrieval/recall/weights.js';

const none = () => [];
const NEVER = /(?!)/;
const set = (values) => [[weights, values]];
const some = (test) => (_, candidates) => candidates.some(test);
const withoutRoles = (name, roles, more = {}) => ({
  group: 'demotions',
  name: `role: ${name}`,
  change: [[roleFactor, Object.fromEntries(roles.map((role) => [role, 1]))]],
  matters: some(
    ({ record }) => roles.includes(record.role) || (name === 'test' && (record.symbolKind === 'test' || record.language === 'rust')),
  ),
  ...more,
});
const hasPlace = (by) => some(({ place }) => place?.by === by);
const isChange = ({ isChangeRequest }) => isChangeRequest;
const ROLES = ['test', 'documentation', 'configuration', 'example', 'generated', 'vendored', 'legacy', 'migration', 'script'];

export const parts = [
  { group: 'candidates', name: 'vectors', reader: { similar: async () => [], cosines: () => new Map() } },
  { group: 'candidates', name: 'words (BM25)', reader: { lexical: none } },
  { group: 'candidates', name: 'names', reader: { named: none, searchNames: none } },
  { group: 'candidates', name: 'cosines of candidates found by words and names', reader: { cosines: () => new Map() } },
  {
    group: 'candidates',
    name: 'literal matches',
    candidates: ({ place, ...candidate }) => (place?.by === 'text' ? candidate : { ...candidate, ...(place && { place }) }),
    matters: hasPlace('text'),
  },
  {
    group: 'candidates',
    name: 'frames of stack traces',
    candidates: ({ place, ...candidate }) => (place?.by === 'frame' ? candidate : { ...candidate, ...(place && { place }) }),
    matters: hasPlace('frame'),
  },
  {
    group: 'candidates',
    name: 'placeholders in literals',
    change: [[literalMatch, { filledWords: 0 }]],
    recall: true,
    matters: hasPlace('text'),
    why: 'only pasted messages have them, and those are a small part of these questions',
  },

  {
    group: 'question',
    name: 'other forms of a word',
    query: (query) => ({ ...query, expansions: [] }),
    matters: ({ expansions }) => expansions.length > 0,
  },
  {
    group: 'question',
    name: 'compounds',
    query: (query) => ({ ...query, compounds: [] }),
    matters: ({ compounds }) => compounds.length > 0,
  },
  {
    group: 'question',
    name: 'corrections of misspelt names',
    lookup: { similarNames: none },
    matters: ({ corrections }) => corrections.length > 0,
  },

  {
    group: 'score',
    name: 'name of a definition',
    change: set({ identifier: 0 }),
    matters: some(({ name }) => name === 'identifier'),
    why: 'the confidence is fitted to the lead that it gives; both go when the confidence is fitted anew',
  },
  {
    group: 'score',
    name: 'literal: one word that names nothing',
    change: set({ literal: 0, noLiteral: 1 }),
    matters: ({ isName }) => isName,
    why: 'none of these questions is a word such as a key or an error code that names no symbol',
  },
  { group: 'score', name: 'ambiguous names count less', change: set({ ambiguity: 0 }), matters: some(({ name }) => name !== null) },
  { group: 'score', name: 'named symbols lead', change: set({ namedLead: 0 }), matters: ({ stated }) => stated.length > 0 },
  { group: 'score', name: "words in the file's name", change: set({ stem: 0, stemCovered: 0 }) },
  { group: 'score', name: "words in the file's name: share of the question", change: set({ stem: 0 }) },
  { group: 'score', name: "words in the file's name: share of the name", change: set({ stemCovered: 0 }) },
  { group: 'score', name: 'file named in the question', change: set({ stemIsCompound: 0, stemIsWord: 0 }) },
  { group: 'score', name: 'file named in the question: as a compound', change: set({ stemIsCompound: 0 }) },
  { group: 'score', name: 'file named in the question: as a word', change: set({ stemIsWord: 0 }) },
  { group: 'score', name: 'importance of the file', change: set({ importance: 0 }) },
  { group: 'score', name: 'depth of the file', change: set({ depth: 0 }) },
  { group: 'score', name: 'length of the chunk', change: set({ length: 0 }) },
  {
    group: 'score',
    name: 'path and line in the question',
    change: set({ path: 0 }),
    matters: ({ paths }) => paths.length > 0,
    why: 'none of these questions is a compiler error or names a file',
  },
  { group: 'score', name: 'file support', change: set({ fileSupport: 0 }) },
  { group: 'score', name: 'folder support', change: set({ folderSupport: 0 }) },
  {
    group: 'score',
    name: 'code before comments and imports',
    change: set({ promotedCode: 1_000 }),
    why: 'the benchmark asks for files, and in histories the outline of a whole file overlaps every function; people want the code itself',
  },
  { group: 'score', name: 'diversity of files', change: set({ sameFile: 1 }) },

  { group: 'change requests', name: 'all rules for them', query: (query) => ({ ...query, isChangeRequest: false }), matters: isChange },
  { group: 'change requests', name: 'code that is not a function', change: set({ notFunctionInChange: 1 }), matters: isChange },
  { group: 'change requests', name: 'several places of a file', change: set({ sameFileInChange: weights.sameFile }), matters: isChange },

  { group: 'demotions', name: 'roles, all', change: [[roleFactor, Object.fromEntries(Object.keys(roleFactor).map((role) => [role, 1]))]] },
  ...['test', 'documentation', 'configuration', 'example'].map((role) => withoutRoles(role, [role])),
  withoutRoles('all others', ['script', 'declaration', 'legacy', 'migration', 'vendored', 'generated'], {
    why: 'such files are rare in these repositories; they share one factor',
  }),
  {
    group: 'demotions',
    name: 'declarations without a body',
    change: set({ declaration: 1 }),
    matters: some(({ record }) => /^(?:c|cpp)$/.test(record.language)),
    why: 'questions for one symbol in C and C++, where the definition is meant, are rare here',
  },

  {
    group: 'words of a question',
    name: 'mentions a role',
    change: [[topicWords, Object.fromEntries(ROLES.map((role) => [role, NEVER]))]],
    matters: ({ text }) => ROLES.some((role) => topicWords[role].test(text)),
  },
  {
    group: 'words of a question',
    name: 'mentions comments',
    change: [[topicWords, { comments: NEVER }]],
    matters: ({ text }) => topicWords.comments.test(text),
    why: 'few of these questions ask for comments; who does gets them',
  },
  {
    group: 'after ranking',
    name: 'relevance gate',
    why: 'it leaves out what has nothing to do with a question; all of these questions have an answer',
    gate: false,
  },
];
