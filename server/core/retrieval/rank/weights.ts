/**
 * Every number that decides what is found and in which order, by stage. Invariant: no other file of retrieval holds such a number
 * (`assemble/budget.ts` has those of tokens and layout, `evidence-model.ts` the fitted coefficients).
 * The weights were chosen on the development half of the benchmark by coordinate search and kept where four-fold cross-validation by
 * repository agreed; docs/ablation.md says what each part is worth on repositories that it was not chosen on.
 */
import type { Relation } from '../../model/answer.js';
import type { FileRole } from '../../model/file.js';
import type { SymbolKind } from '../../model/symbol.js';

/** BM25 over the fields of a chunk. */
export const bm25 = {
  /** All alike: higher weights of names and paths helped fewer repositories than they hurt. */
  fields: { path: 1, name: 1, signature: 1, body: 1 },
  /** For the users of a name: a path that contains it is no use. */
  usageFields: { path: 0, name: 1, signature: 1, body: 1 },
  /** Other forms of a word, as a share of the word itself. */
  expansion: 0.5,
  /** Words of one query; more only cost time. */
  maxWords: 64,
  /** Matches that are scored, rarest words first; each costs 0.6 µs. NDCG@10: 0.917 with 4,000, 0.918 with 2,000, 0.914 with 1,200. */
  maxMatches: 2_000,
};

/** Candidates that each source contributes. */
export const recall = {
  /** Of words, and of vectors. NDCG@10: 0.918 with 150, 0.918 with 100, 0.914 with 70. */
  candidates: 100,
  /** Times as many where a filter may reject most of them. */
  filteredDepth: 6,
  /** Chunks with a requested tag are candidates whatever the question says: more than an answer can list. */
  tagged: 2_000,
  namesPerIdentifier: 30,
  namesPerCompound: 8,
  /** Paths of a question that are looked up, and leading folders that are removed from an absolute one. */
  paths: 8,
  leadingFolders: 12,
  /** First results among which declarations become definitions, and namesakes that are compared. */
  declarations: 40,
};

/** Names with the parts of a half-remembered one: names that are compared, of all parts and of each, and the least likeness. */
export const namesAlike = {
  candidates: 1_000,
  candidatesOfPart: 60,
  least: 0.4,
  otherRole: 0.8,
  /** Those that a note names, and how alike they must be. */
  told: 4,
  leastTold: 0.5,
};

/** How the names in a question are looked up. */
export const nameLookup = {
  /** Definitions of one name that are compared. */
  definitions: 30,
  /** The same where one of them is a type whose subtypes are asked for. */
  namesakes: 500,
  /** Names of one question: a long text mentions more than it asks for. */
  names: 8,
  /** A word with a capital in so many chunks may be a name. */
  capitalInChunks: 20,
  /** A word that is not written as a name is one if so few symbols have it. */
  plainDefinitions: 3,
};

/** Which misspelt words of a question are corrected. */
export const correction = {
  /** A longer question is pasted text, full of words that the index does not have. */
  maxChars: 160,
  maxWords: 16,
  /** Shorter words have too many neighbours. */
  minChars: 4,
  /** Unknown words that are looked up. */
  unknownWords: 3,
  /** A plain word of a sentence needs this many letters and may differ by one, or by two from so many on. */
  minPlainChars: 6,
  minLongChars: 12,
};

/**
 * Texts of several lines, such as issues. Chosen on the bug fixes of the half to improve on (79 questions, scripts/answers/fixes.mjs):
 * docs/decisions/long-questions.md.
 */
export const report = {
  minChars: 200,
  minLines: 3,
  /** A name in the text need not be what is asked for: share of its score that it keeps. */
  name: 0.2,
  /** The answer is in functions: share for the types, modules and sections around them. */
  container: 0.8,
  /** Beside `roleFactor`, for roles that the title does not mention. */
  otherRole: 0.5,
  /** Each further chunk of a file that is already listed. */
  sameFile: 0.95,
  /** From so many passages on, chance matches are common, and only long ones count. */
  passages: 4,
};

/** Texts of the question that the source contains word for word. Bits: 10 are a word that one chunk of a thousand contains. */
export const literalMatch = {
  /** A log has thousands of lines; what it reports is in a few. */
  passages: 60,
  passageChars: 600,
  /** Fewer words are what any text has in common; a quoted text is meant on purpose. */
  minWords: 3,
  minQuotedWords: 2,
  /** Pairs of neighbouring words that are looked up, in all and of one passage. */
  pairs: 60,
  pairsPerPassage: 8,
  /** A pair in as many chunks says little about which one is meant: words behind it are looked up with it, so many in all. */
  chunksPerPair: 40,
  phraseWords: 6,
  /** Of a phrase that is still common, the chunks of code among so many. */
  commonChunks: 1_000,
  /** And of tables of messages, which may be one of many translations. */
  tables: 3,
  /** Candidates whose text is compared, and characters of source in all. */
  compared: 40,
  comparedChars: 600_000,
  /** In a small workspace every word is in a large share of the chunks, which says nothing about how rare it is. */
  minChunks: 1_000,
  stopWordBits: 1,
  /** A match needs so many bits, unless it is nearly the whole passage. */
  minBits: 12,
  minCoverage: 0.75,
  wholeBits: 6,
  /** So many words of any kind do as well. */
  plainWords: 5,
  wholeCoverage: 0.9,
  quotedCoverage: 0.75,
  /** A run of this length is no coincidence, however small a part of the passage it is. */
  sureWords: 5,
  sureBits: 26,
  /** A match with a smaller share of the best one's bits is not meant. */
  nearBest: 0.8,
  /** A text in more places is a common phrase and points to none of them. */
  places: 6,
  /** With more words beside a name that nothing defines, its mentions are not what the question asks for. */
  wordsBesideNames: 4,
  /** A question is a text of the source where so much of it is. */
  questionShare: 0.8,
  /** Values, as parts between blanks, that may fill one placeholder. */
  filledValues: 8,
};

/** Which definition a frame of a stack trace means. */
export const frameMatch = {
  definitions: 60,
  /** A trace is understood from its innermost frames. */
  frames: 6,
  /** Each segment that the ends of both paths share weighs more than all the rest. */
  pathSegment: 8,
  container: 4,
  isFunction: 2,
  sameCase: 1,
  /** Lines may be of another version: distance in lines at which nearness is one half. */
  lineScale: 50,
};

/** Parts of a candidate's score, which is their sum. */
export const weights = {
  /** Meaning finds the place more often than words do, as long as the question is a sentence. The best candidate of each has the full weight. */
  semantic: 1.95,
  lexical: 0.85,

  /** The question names what this chunk defines, letter for letter. The lead that it gives is a signal of the fitted confidence. */
  identifier: 2.8,
  /** A namespace that so many files open is no definition that a sentence asks for. */
  scatteredFrom: 3,
  /** A single word that names nothing, and that this chunk contains. */
  literal: 2.8,
  /** Chunks without that word keep this share, or a test that contains it would come after similar code. */
  noLiteral: 0.3,
  /** Two or three neighbouring words of the question, joined, are its name. */
  compound: 0.5,
  /** A definition of a named symbol comes before the best other candidate, by this factor. */
  namedLead: 1.1,
  /** Factor between two leaders, so that their order is kept. */
  leaderStep: 1.001,
  /** Each further definition of the same name takes this share of the certainty. */
  ambiguity: 0.2,

  /** Share of the score that a symbol gains whose name contains all words of the question, weighed by rarity. */
  nameWords: 0.5,
  /** Share of its score that a function gains: a question about behaviour is answered by what does it. */
  functionBonus: 0.5,

  /** Rare words of the question in the file's name. */
  stem: 0.42,
  /** Share of the file's name that the question spells. */
  stemCovered: 0.44,
  stemIsCompound: 0.39,
  stemIsWord: 0.2,

  /** Questions are about files that many others depend on. */
  importance: 0.3,
  /** Each folder down, to `maxDepth`: central code lies near the top. */
  depth: -0.1,
  maxDepth: 4,
  /** BM25 favours short chunks: a longer chunk of the same score says more. Times ln(1 + tokens / `lengthUnit`). */
  length: 0.2,
  lengthUnit: 100,
  maxLength: 2_000,

  /** The sum of a file's best chunks, as a share of the best file's; of a folder's best files likewise; and how many count. */
  fileSupport: 0.35,
  folderSupport: 0.35,
  supportMembers: 3,
  /** Each further chunk of a file that is already listed keeps this share of its score. */
  sameFile: 0.65,
  /** A change touches several places of one file. */
  sameFileInChange: 0.8,
  /** Code with this share of the score of its file's imports or comments takes their place. */
  promotedCode: 0.5,
  /** A function with this share of the score of the class around it comes before the class. */
  promotedFunction: 0.6,
  /** Likewise before a field, property, variable or constant of its file. */
  promotedBeforeValue: 0.65,
  /** A comment inside a function that is a candidate itself. */
  innerComment: 0.3,
  /** A change is made in functions: fields, types without functions and comments keep this share. */
  notFunctionInChange: 0.6,
  /** Style sheets, unless the question is about how something looks. */
  styleSheet: 0.5,
  /** Beside the factor of their role: tables of data, and translations of messages. */
  dataFile: 0.3,
  /** Sources in a language that is not known, often data of tests. */
  unknownLanguage: 0.5,
  /** A declaration only announces a definition elsewhere. */
  declaration: 0.9,
  /** A name of a module without its body. */
  moduleName: 0.5,
  /** What is no test, where tests are asked for. */
  besideTests: 0.3,
  /** Source where the question is how a program or its tests are run. */
  besideHowTo: 0.35,

  /** Near the position that the client gives; in the same file 1, else `anchorFolder` divided by folders between. */
  anchor: 0.2,
  anchorFolder: 0.6,
  /** Of two equally good places the one that is being worked on; where the question asks for recent code, it decides. */
  recency: 0.05,
  recencyAsked: 1,
  churnAsked: 1,
  /** Commits a year from which on a file counts as changed often. */
  churnCommits: 50,
  /** The question contains the file's path; times so much around the line it gives, and for the smallest chunk there. */
  path: 1.5,
  around: 1.5,
  innermost: 2.5,
};

/**
 * Of a list of symbols instead of files, beside code: shares of further chunks of a file, and of its outlines and comments after its code.
 * On 22 repositories (docs/decisions/brief-answers.md): of 177 descriptions the function is among eight results in 0.56 instead of 0.47.
 */
export const symbolSpread = {
  sameFile: 0.9,
  sameFileInChange: 0.95,
  outline: 0.7,
};

/** How much of a definition a chunk of each kind is: an extension or a namespace only reopens a name. */
const definitionShares: Partial<Record<SymbolKind, number>> = {
  class: 1.75,
  interface: 1.75,
  struct: 1.75,
  enum: 1.75,
  trait: 1.75,
  type: 1.75,
  function: 1.75,
  macro: 1.75,
  component: 1.75,
  module: 1.75,
  method: 1.3,
  constructor: 1,
  impl: 0.3,
  namespace: 0.2,
};
export const definitionShare = (kind: SymbolKind | null): number => (kind && definitionShares[kind]) ?? 0.6;

/** Roles that questions rarely ask for count less, unless the question mentions them. */
export const roleFactor: Record<FileRole, number> = {
  source: 1,
  documentation: 0.4,
  configuration: 0.55,
  example: 0.5,
  test: 0.4,
  // Too rare to be measured one by one.
  script: 0.5,
  declaration: 0.5,
  legacy: 0.5,
  migration: 0.5,
  vendored: 0.5,
  generated: 0.5,
};

/** What is too far below the best is left out. */
export const gateLimits = {
  /** Share of the best score below which a result no longer answers the question. */
  floor: 0.12,
  /** Cosine below which vectors alone are no evidence: unrelated text reaches about 0.2 with the embedded model. */
  cosine: 0.15,
};

/** How a reranker's scores are blended with ours. */
export const rerank = {
  rerankerShare: 0.65,
  rankingShare: 0.35,
  /** Results that the reranker reads. */
  top: 30,
  /** An answer does not wait longer. */
  deadlineMs: 8_000,
  /** A reranker that failed is not asked again for so long: no question should wait for a dead one each time. */
  pauseMs: 20_000,
  /** Enough of a long function to judge it. */
  maxChars: 4_000,
};

/** Scales of the signals from which the confidence is computed, and thresholds on it. */
export const evidence = {
  /** Results whose words are compared with the question, and characters of each. */
  results: 5,
  maxChars: 8_000,
  /** A cosine that related texts reach with the embedded model. */
  usualCosine: 0.6,
  /** A lead of the first result that leaves no doubt, as a share of its score. */
  clearLead: 0.4,
  /** Share of right first results where a text or frame of the question was found: 0.86 of messages, all of traces (judge half). */
  placeConfidence: 0.9,
  /** Probability of "nothing matches" from which on the answer says so: 98 % of absent and 2 % of present subjects on eight repositories. */
  nothingFrom: 0.6,
  /** Of a question with a name that no text contains, nothing matches below this confidence. */
  unknownBelow: 0.3,
  /** Results that are listed in that case. */
  weakResults: 2,
  /** Below this confidence the answer says that the match is weak, and below the second one which words of the question the index hardly has. */
  weakBelow: 0.25,
  surelyFrom: 0.6,
  /** Below this confidence more results are shown with their code. */
  unsureBelow: 0.5,
  /** In an index of fewer chunks nothing is said of it. */
  manyChunks: 500,
  /** Chunks with a word that is rare, and its letters. */
  rareChunks: 2,
  rareLetters: 5,
  /** Chunks of a word of which it is looked up whether any is code of the workspace's own. */
  scarceChunks: 200,
};

/** Related results: depth, breadth and the share of a result's score that what is related to it keeps. */
export const graph = {
  /** Primary results that are followed. */
  seeds: 6,
  /** Mentions that are read for one step inward. */
  users: 40,
  siblings: 3,
  /** Dependencies and tests are the most useful context. */
  share: {
    interface_of: 0.8,
    calls: 0.8,
    uses: 0.65,
    imports: 0.5,
    test_for: 0.7,
    implementation_of: 0.6,
    called_by: 0.6,
    imported_by: 0.4,
    sibling: 0.35,
    hub: 0.72,
  } satisfies Record<Relation, number>,
  /** Edges drawn for each related result. */
  edgesPerRelated: 3,
};

/** Symbols that several results mention. */
export const hubs = {
  /** Results whose mentions count, and the fewest that make a hub. */
  results: 15,
  minMentions: 2,
  hubs: 12,
};

/** Answers about the users of a symbol. */
export const usage = {
  /** Edges that are read. */
  edges: 1_000,
  /** Definitions of the name that are listed beside its users. */
  definitions: 3,
  /** Chunks whose text is searched for the name. */
  searched: 150,
  /** So many times as many are compared where the name is in more of them than that: code comes first. */
  searchedBeyond: 5,
  /** The same for a name with marks, whose word may be common. */
  searchedForMarked: 600,
  /** The clearest use first; imports only announce one and come after tests. */
  order: { call: 0, use: 0, inherits: 1, type: 2, mention: 3, import: 24 },
  /** Added for code that is not source, for comments, and for another family of languages. */
  roleOrder: { source: 0, test: 20, documentation: 30, other: 10 },
  commentOrder: 5,
  guessOrder: 8,
  /** Taken from those of a value that is named like the type in question; so many of them are read for it. */
  likelyGuess: 4,
  namedValues: 1_000,
  /** Taken from tests that are named after what they test. */
  namedAfter: 4,
  /** Names of a question: so many, each with so many lines, of a name in at most so many chunks, or so many where something defines it. */
  mentionedNames: 3,
  mentionLines: 4,
  /** Of one that the question quotes. */
  quotedLines: 12,
  mentionChunks: 150,
  definedChunks: 40,
  otherFamilyOrder: 25,
  /** Scores fall by this share from the first user to the last, and by `decay` from each definition or further user to the next. */
  slope: 0.5,
  decay: 0.9,
  /** What a function calls, beside the function. */
  calleeShare: 0.4,
  /** A file of so many lines is shown, of a longer one the lines of its names; of a very long one so many. */
  wholeLines: 80,
  outlineNames: 60,
};

/** Other wordings of a question, beside the question itself. */
export const wordings = {
  weight: 1.2,
  power: 3,
  most: 5,
  /** A guessed name that so many symbols have at most means them. */
  definitions: 3,
  /** Results among which the first of the question itself is. */
  ownBefore: 3,
};

/**
 * First results that are certain: how many count, and mentions of them that are read; functions that are shown with a message, users that are
 * shown with a constant, and their share of the score.
 */
export const certainResults = {
  most: 3,
  /** Other places that are named beside a text that was found as a whole. */
  asides: 2,
  mentions: 300,
  /** What more call is a helper, whatever guessed its name. */
  helperUsers: 10,
  /** Lines of a function that does too little to be the whole answer. */
  slightLines: 6,
  slightTypeLines: 20,
  /** Results with the guessed name from which on it says little. */
  namesakes: 3,
  helpers: 2,
  usersShown: 3,
  share: 0.8,
};

/** What short functions call, behind them. */
export const delegates = {
  /** The first results that are looked at. */
  results: 4,
  /** Lines of a short function. */
  lines: 8,
  /** Functions behind each. */
  each: 2,
  share: 0.98,
  mentions: 300,
};

/** The chain of calls from one symbol to another. */
export const callPath = {
  /** Levels in all, and symbols that one side visits. */
  levels: 14,
  visited: 20_000,
};

/** The symbol search of editors. */
export const symbolSearch = {
  exact: 2,
  folded: 1.8,
  prefix: 1,
  within: 0.8,
  fuzzy: 0.5,
  /** Added by the search index's own score, as a share of the best. */
  typedScore: 0.4,
  /** Share of the best one's score that other similar names need. */
  fuzzyShare: 0.85,
  /** Names that are compared with a half remembered one, at least. */
  compared: 200,
  otherRole: 0.9,
  /** A type leads before members of its name, and its constructors follow. */
  typeLead: 0.05,
  inContainer: 0.5,
  /** Letters in a row that a member's name shares with one that its type has not. */
  sharedLetters: 4,
  /** Matches by meaning come after names. */
  meaning: 0.6,
  /** With fewer matches by name the meaning is searched too. */
  enough: 5,
  /** More words are a question, not a name. */
  nameWords: 3,
};

/** Words of the question, or similar ones, in a symbol: what each place of them counts beside the name's 1. */
export const similarWords = {
  /** Cosine from which on another word counts, up to 1 for the same word. */
  from: 0.45,
  signature: 0.7,
  path: 0.5,
  text: 0.4,
  /** Characters of the text that are read. */
  maxChars: 3_000,
  /** Candidates that are compared. */
  candidates: 40,
  /** What a symbol with all words gains, as a share of the best score. */
  worth: 1.2,
};

/** The most important symbols: what an empty symbol query lists. */
export const importantSymbol = {
  /** Candidates: enough for a picker (20 ms); more where a filter leaves too few, or none. */
  candidates: 1_000,
  moreCandidates: 4_000,
  mostCandidates: 20_000,
  /** Mentions beyond this add nothing. */
  manyMentions: 200,
  /** Share that tests, examples and generated code keep, and symbols that other files cannot use. */
  otherRole: 0.2,
  unreachable: 0.2,
  /** Shares of the file's importance and of the mentions. */
  file: 0.5,
  mentions: 0.5,
};
