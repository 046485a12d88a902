/**
 * Every number that decides in which order results come; `recall/weights.ts` and `graph/weights.ts` have those of what is found and of relations.
 * Invariant: no other file of retrieval holds such a number (`assemble/budget.ts` has those of tokens and layout, `evidence-model.ts` the
 * fitted coefficients).
 * The weights were chosen on the development half of the benchmark by coordinate search and kept where four-fold cross-validation by
 * repository agreed; docs/ablation.md says what each part is worth on repositories that it was not chosen on.
 */
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
  /** Scripts of shells, where at most this share of what is found in sources is such. */
  shellScript: 0.5,
  shellShare: 0.3,
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
  /** Probability of "nothing matches" from which on the answer says so: that of 0.98 of absent things and 0.04 of vague questions (judge half). */
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
