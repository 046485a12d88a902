/**
 * Every number of the ranking, with its reason. Chosen on the development half of the benchmark by coordinate search,
 * and kept where four-fold cross-validation by repository agreed (docs/quality.md).
 * Scores are sums: the best candidate by words and the best by meaning each start from 1.
 */
import type { FileRole } from '../../model/file.js';
import type { SymbolKind } from '../../model/symbol.js';

export const weights = {
  /** Meaning finds the place more often than words do, as long as the question is one. */
  semantic: 1.95,
  lexical: 1,
  /** BM25's best is often far ahead of what is as good: a root brings the field together. Exponent of the share. */
  lexicalPower: 0.7,

  /** The question names what this chunk defines, letter for letter. */
  identifier: 2.8,
  /** The same but for case and separators. */
  identifierFolded: 0.28,
  /** The question is one word that names nothing, and stands here. */
  written: 2.8,
  /** And what does not hold it keeps this share, or a test that holds it would stand behind what only sounds alike. */
  notWritten: 0.3,
  /** Within a longer question a name is a hint, not the question. */
  identifierInSentence: 0.6,
  /** Capitals alone (URL, HTTP, JSON) are words of the trade in a sentence, hardly ever the name of something. */
  acronymInSentence: 0.3,
  /** `Foo` of `Foo.bar`. */
  container: 0.3,
  /** Close to a name that nothing defines. */
  fuzzy: 0.4,
  /** Two or three neighbouring words of the question, written together, are its name. */
  compound: 0.5,
  /** A definition of what the question names stands before the best of what it does not name, by this factor. */
  namedLead: 1.1,
  /** Each further definition of the same name takes this share of the certainty. */
  ambiguity: 0.2,

  /** Rare words of the question in the file's name. */
  stem: 0.42,
  /** Share of the file's name that the question spells. */
  stemCovered: 0.44,
  stemIsCompound: 0.39,
  stemIsWord: 0.2,
  /** `index.ts`, `mod.rs` and `__init__.py` bear the name of their folder, as all that lies beside them does. */
  entryFile: 0.5,

  /** Files that many others lean on are what questions are about. */
  importance: 0.3,
  /** Each folder down, to four: what is central lies near the top. */
  depth: -0.1,
  /** BM25 favours scraps: a longer chunk of the same score says more. Times ln(1 + tokens / 100). */
  length: 0.2,
  /** What is done is rarely done by a function of two lines, which hands on to another. */
  lengthInTask: 0.3,

  /** The sum of a file's three best chunks, as a share of the best file's; of a folder's three best files likewise. */
  fileSupport: 0.35,
  folderSupport: 0.35,
  /** Each further chunk of a file already listed keeps this share of its score. */
  sameFile: 0.35,
  /** Code with this share of the score of its file's imports or remarks takes their place. */
  speaksForFile: 0.5,
  /** A task touches several places of one file. */
  sameFileInTask: 0.8,
  /** What is done is done by functions: a field, a type without functions or a comment is not where to do it. */
  idleInTask: 0.6,
  /** A declaration only announces what is defined elsewhere. */
  declaration: 0.9,
  /** Types alone: they say what something looks like, not how it is done. */
  typesOnly: 0.8,
  /** An old version of an API, kept in a folder such as `v1` beside the file that took its place. */
  olderVersion: 0.7,
  /** Code for another operating system than the user's. */
  otherPlatform: 0.85,
  anchor: 0.2,
  /** Of two places that are as good as each other the one that is worked on; where a question asks for what is new, it decides. */
  recency: 0.05,
  recencyAsked: 1,
  churnAsked: 1,
  /** The question holds the path of the file; times so much where it holds a line within the chunk, or within no smaller one. */
  path: 1.5,
  around: 1.5,
  innermost: 2.5,
} as const;

/** How much of a definition a chunk of each kind is: an extension or a namespace only reopens a name. */
export function definitionShare(kind: SymbolKind | null): number {
  switch (kind) {
    case 'class':
    case 'interface':
    case 'struct':
    case 'enum':
    case 'trait':
    case 'type':
    case 'function':
    case 'macro':
    case 'component':
    case 'module':
      return 1.75;
    case 'method':
      return 1.3;
    case 'constructor':
      return 1;
    case 'impl':
      return 0.3;
    case 'namespace':
      return 0.2;
    default:
      return 0.6;
  }
}

/** What a question rarely asks for counts less, unless it asks for just that. */
export const roleFactor: Readonly<Record<FileRole, number>> = {
  source: 1,
  script: 0.8,
  declaration: 0.7,
  documentation: 0.4,
  configuration: 0.55,
  example: 0.5,
  test: 0.4,
  legacy: 0.5,
  vendored: 0.4,
  generated: 0.3,
};
/** A question that speaks of documentation may mean the code that makes it: then both have a chance. */
export const mentionedFactor: Partial<Record<FileRole, number>> = { documentation: 0.8, configuration: 0.8 };
/** Questions that ask for just that. */
export const roleWords: Partial<Record<FileRole, RegExp>> = {
  test: /\b(?:tests?|testing|specs?|assert\w*|mock\w*|fixtures?)\b/i,
  documentation: /\b(?:docs?|documentation|readme|guide|tutorial|changelog|markdown)\b/i,
  configuration: /\b(?:config\w*|settings?|ya?ml|json|toml|workflow|ci|package|dependenc\w+)\b/i,
  example: /\b(?:examples?|demo|samples?)\b/i,
  generated: /\bgenerated\b/i,
  vendored: /\b(?:vendor\w*|third.party)\b/i,
  legacy: /\b(?:legacy|deprecated|compat\w*)\b/i,
  script: /\b(?:scripts?|build\w*|releas\w*|install\w*|bench\w*|tool(?:s|ing)?)\b/i,
};
