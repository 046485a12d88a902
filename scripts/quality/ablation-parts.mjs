// Every optional part of the ranking, and how it is left out: `change` sets numbers and patterns of the ranking's tables, `query` changes
// the question as it was read, `lookup` what reading it asks the index, `reader` what the search asks, `candidates` each candidate,
// `facts` what ranking knows of the corpus. `recall: true`: the change affects the search as well. `matters`: whether the part can change
// anything for a question and its candidates; absent where it always can. `why`: the reason to keep a part that no question of these
// measurements can show.
import { inflections } from '../../dist/server/core/retrieval/query/expand-words.js';
import { topicWords } from '../../dist/server/core/retrieval/query/question-words.js';
import {
  bm25,
  literalMatch,
  mentionedFactor,
  nameLookup,
  recall,
  roleFactor,
  weights,
} from '../../dist/server/core/retrieval/rank/weights.js';

const none = () => [];
const NEVER = /(?!)/;
const formsOf = (query) => new Set(query.words.flatMap(inflections));
const set = (values) => [[weights, values]];
const some = (test) => (_, candidates) => candidates.some(test);
const withoutRole = (role) => ({
  group: 'demotions',
  name: `role: ${role}`,
  change: [[roleFactor, { [role]: 1 }]],
  matters: some(({ record }) => record.role === role || (role === 'test' && (record.symbolKind === 'test' || record.language === 'rust'))),
});
const hasPlace = (by) => some(({ place }) => place?.by === by);
const inSentence = ({ isName, identifiers }) => !isName && identifiers.length > 0;
const isChange = ({ isChangeRequest }) => isChangeRequest;
const withoutWords = (topic, name, more = {}) => ({
  group: 'words of a question',
  name,
  change: [[topicWords, { [topic]: NEVER }]],
  ...more,
});

export const parts = [
  { group: 'candidates', name: 'vectors', reader: { similar: async () => [], cosines: () => new Map() } },
  { group: 'candidates', name: 'words (BM25)', reader: { lexical: none } },
  { group: 'candidates', name: 'names', reader: { named: none, searchNames: none } },
  { group: 'candidates', name: 'cosines of candidates found by words and names', reader: { cosines: () => new Map() } },
  {
    group: 'candidates',
    name: 'field weights of BM25',
    change: [[bm25, { fields: { path: 1, name: 1, signature: 1, body: 1 } }]],
    recall: true,
  },
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
  },
  { group: 'candidates', name: 'a gap in literals', change: [[literalMatch, { gapBits: 1_000 }]], recall: true, matters: hasPlace('text') },

  {
    group: 'question',
    name: 'expansions, all',
    query: (query) => ({ ...query, expansions: [] }),
    matters: ({ expansions }) => expansions.length > 0,
  },
  {
    group: 'question',
    name: 'expansions: inflections',
    query: (query) => ({ ...query, expansions: query.expansions.filter((word) => !formsOf(query).has(word)) }),
    matters: ({ expansions }) => expansions.length > 0,
  },
  {
    group: 'question',
    name: 'expansions: synonyms',
    query: (query) => ({ ...query, expansions: query.expansions.filter((word) => formsOf(query).has(word)) }),
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
    name: 'containers',
    query: (query) => ({ ...query, containers: [] }),
    matters: ({ containers }) => containers.length > 0,
  },
  {
    group: 'question',
    name: 'corrections of misspelt names',
    lookup: { similarNames: none },
    matters: ({ corrections }) => corrections.length > 0,
  },
  {
    group: 'question',
    name: 'similar names',
    change: [[recall, { similarNames: 0 }]],
    recall: true,
    matters: some(({ name }) => name === 'fuzzy'),
  },

  { group: 'score', name: 'root of BM25', change: set({ lexicalPower: 1 }) },
  {
    group: 'score',
    name: 'name of a definition',
    change: set({ identifier: 0, identifierFolded: 0 }),
    matters: some(({ name }) => name === 'identifier' || name === 'identifierFolded'),
  },
  {
    group: 'score',
    name: 'folded name of a definition',
    change: set({ identifierFolded: 0 }),
    matters: some(({ name }) => name === 'identifierFolded'),
  },
  { group: 'score', name: 'literal: one word that names nothing', change: set({ literal: 0 }), matters: ({ isName }) => isName },
  { group: 'score', name: 'literal not found', change: set({ noLiteral: 1 }), matters: ({ isName }) => isName },
  { group: 'score', name: 'a name in a sentence is a hint', change: set({ identifierInSentence: 1 }), matters: inSentence },
  { group: 'score', name: 'capitals in a sentence are no name', change: set({ acronymInSentence: 1 }), matters: inSentence },
  {
    group: 'score',
    name: 'container of a qualified name',
    change: set({ container: 0 }),
    matters: some(({ name }) => name === 'container'),
  },
  { group: 'score', name: 'similar name', change: set({ fuzzy: 0 }), matters: some(({ name }) => name === 'fuzzy') },
  { group: 'score', name: 'ambiguous names count less', change: set({ ambiguity: 0 }), matters: some(({ name }) => name !== null) },
  { group: 'score', name: 'named symbols lead', change: set({ namedLead: 0 }), matters: ({ stated }) => stated.length > 0 },
  {
    group: 'score',
    name: 'a name with many definitions does not lead',
    change: [[nameLookup, { clearDefinitions: 1_000 }]],
    matters: ({ stated }) => stated.length > 0,
  },
  { group: 'score', name: "words in the file's name", change: set({ stem: 0, stemCovered: 0 }) },
  { group: 'score', name: "words in the file's name: share of the question", change: set({ stem: 0 }) },
  { group: 'score', name: "words in the file's name: share of the name", change: set({ stemCovered: 0 }) },
  { group: 'score', name: 'file named in the question', change: set({ stemIsCompound: 0, stemIsWord: 0 }) },
  { group: 'score', name: 'file named in the question: as a compound', change: set({ stemIsCompound: 0 }) },
  { group: 'score', name: 'file named in the question: as a word', change: set({ stemIsWord: 0 }) },
  {
    group: 'score',
    name: 'entry files count less',
    change: set({ entryFile: 1 }),
    matters: some(({ record }) => /(?:^|\/)(?:index|mod|init|__init__)\.[^/]*$/.test(record.path)),
  },
  {
    group: 'score',
    name: 'entry files are named after their folder',
    change: set({ entryFile: 0 }),
    matters: some(({ record }) => /(?:^|\/)(?:index|mod|init|__init__)\.[^/]*$/.test(record.path)),
  },
  { group: 'score', name: 'importance of the file', change: set({ importance: 0 }) },
  { group: 'score', name: 'depth of the file', change: set({ depth: 0 }) },
  { group: 'score', name: 'length of the chunk', change: set({ length: 0 }) },
  { group: 'score', name: 'path in the question', change: set({ path: 0 }), matters: ({ paths }) => paths.length > 0 },
  { group: 'score', name: 'line in the question', change: set({ around: 1, innermost: 1 }), matters: ({ paths }) => paths.length > 0 },
  { group: 'score', name: 'file support', change: set({ fileSupport: 0 }) },
  { group: 'score', name: 'folder support', change: set({ folderSupport: 0 }) },
  { group: 'score', name: 'code before comments and imports', change: set({ promotedCode: 1_000 }) },
  { group: 'score', name: 'diversity of files', change: set({ sameFile: 1 }) },

  { group: 'change requests', name: 'all rules for them', query: (query) => ({ ...query, isChangeRequest: false }), matters: isChange },
  { group: 'change requests', name: 'code that is not a function', change: set({ notFunctionInChange: 1 }), matters: isChange },
  { group: 'change requests', name: 'length of a function', change: set({ lengthInChange: weights.length }), matters: isChange },
  { group: 'change requests', name: 'several places of a file', change: set({ sameFileInChange: weights.sameFile }), matters: isChange },

  { group: 'demotions', name: 'roles, all', change: [[roleFactor, Object.fromEntries(Object.keys(roleFactor).map((role) => [role, 1]))]] },
  ...Object.keys(roleFactor)
    .filter((role) => role !== 'source')
    .map(withoutRole),
  {
    group: 'demotions',
    name: 'declarations without a body',
    change: set({ declaration: 1 }),
    matters: some(({ record }) => /^(?:c|cpp)$/.test(record.language)),
  },
  {
    group: 'demotions',
    name: 'types only',
    change: set({ typesOnly: 1 }),
    matters: some(({ record }) => /^typescript/.test(record.language)),
  },
  {
    group: 'demotions',
    name: 'older versions',
    change: set({ olderVersion: 1 }),
    matters: some(({ record }) => /(?:^|\/)v\d+\//i.test(record.path)),
  },
  {
    group: 'demotions',
    name: 'other platforms',
    facts: { platform: 'other' },
    matters: some(({ record }) => /darwin|macos|osx|win|linux/i.test(record.path)),
  },

  ...['test', 'documentation', 'configuration', 'example', 'generated', 'vendored', 'legacy', 'script'].map((topic) =>
    withoutWords(topic, `asks for: ${topic}`),
  ),
  {
    group: 'words of a question',
    name: 'mentioned documentation keeps a demotion',
    change: [[mentionedFactor, { documentation: 1 }]],
    matters: ({ text }) => topicWords.documentation.test(text),
  },
  {
    group: 'words of a question',
    name: 'mentioned configuration keeps a demotion',
    change: [[mentionedFactor, { configuration: 1 }]],
    matters: ({ text }) => topicWords.configuration.test(text),
  },
  withoutWords('types', 'asks for: types'),
  withoutWords('values', 'asks for: values (change requests)'),
  withoutWords('comments', 'asks for: comments'),
  withoutWords('platform', 'asks for: a platform'),
  withoutWords('version', 'asks for: a version'),

  {
    group: 'after ranking',
    name: 'relevance gate',
    why: 'it leaves out what has nothing to do with a question; all of these questions have an answer',
    gate: false,
  },
];
