/** The numbers of answers about relations and of related results: how much is read, how much is listed, and what it counts. See `rank/weights.ts`. */
import type { Relation } from '../../model/answer.js';

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
  /** Of one that nothing defines: the key of a setting, an event, a field of a form. What reads it is what is asked for. */
  keyLines: 8,
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
