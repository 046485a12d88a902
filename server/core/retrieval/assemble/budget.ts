/**
 * Every number that decides how much of what is found is shown: tokens, lines and counts. Invariant: no other file of assembly holds such
 * a number. Estimates of tokens may be 15 % too low: bounds on estimates leave that much room.
 */
export const budget = {
  /** Of a question that names no budget: about what a reader takes in at once, and what is kept free for a model's own answer. */
  defaultTokens: 8_000,
  reservedTokens: 2_000,
  /** Results and related results where the question names no number. */
  results: 20,
  related: 10,

  /** Shares of the budget; the primary results may use what the others leave. */
  primaryShare: 0.6,
  relatedShare: 0.3,
  graphShare: 0.1,
  /** A class of which so many functions are listed is not listed itself. */
  functionsForClass: 2,
  /** Of a brief answer: parts of one page, which have no names. */
  blocksOfFile: 3,
  /** Results of which functions are completed before related ones are added, within the related share. */
  completedFirst: 3,
  /** Of a brief answer: results with text at most, and the share of the best score that they need. */
  brief: { results: 6, share: 0.5 },
  /** The same where a question has other wordings: what several of them find stands out. */
  briefOfWordings: { results: 5, share: 0.7 },
  /** Where the best result is as likely wrong as right. */
  briefUnsure: { results: 8, share: 0.5 },
  /** How much longer than it may be the first function is shown whole. */
  wholeSlack: 1.3,
  /** First results of which parts are shown where the whole does not fit. */
  briefShortened: 2,
  /** Tokens of a result after the first, of the second one if the question names it, of one of which single lines answer, and of a place; and what all places may keep free. */
  briefTokens: 350,
  /** The same from the fourth on: code that is hardly longer than its place. */
  briefLaterTokens: 120,
  briefLater: 3,
  briefNamedTokens: 700,
  briefFocusTokens: 160,
  /** Of more users of a symbol only the lines are shown. */
  usersWithCode: 3,
  placeTokens: 25,
  /** Results that have nothing to do with the first ones, where those are certain. */
  aside: 4,
  /** Of a result that is no function: the lines that the question points to, with those around them. */
  excerptTokens: 400,
  /** Of what uses a constant: the lines around the first use. */
  useTokens: 220,
  placesShare: 0.2,
  /** Places of functions whose code is shown after all where nothing is certain: so many, until this share of the budget is used, with this share of the best score. */
  openedPlaces: 3,
  openedShare: 0.45,
  openedLeast: 0.35,

  /** One edge as a line of text. */
  edgeTokens: 25,
  /** Joining two pieces may add line breaks, and words that are split differently at the seam. */
  seamTokens: 3,

  /** The same for a report, which is answered by whole functions; one may take this share. */
  reportPrimaryShare: 1,
  reportRelatedShare: 0.1,
  reportResultShare: 0.5,
  /**
   * While results are chosen, one takes at most this many tokens, or this share of the budget where that is more; what is left over
   * completes them. Recall within 500 tokens rose from 0.56 to 0.90 when 1,200 became 500, with the same ranking.
   */
  resultTokens: 500,
  resultShare: 0.12,
  /** Of a candidate that hardly answers the question. */
  weakResultTokens: 60,
  /** Where single lines of many results answer the question: at least so much of each, and this share for all (headings take the rest). */
  focusedTokens: 60,
  focusedShare: 0.5,

  /** Only an estimate near a bound is counted exactly. */
  countBelow: 1.3,
  countAlways: 40,
  /** Characters of a line: of an outline, of a signature in one line, of a single line that answers the question. */
  outlineChars: 160,
  lineChars: 120,
  focusChars: 300,
  /** Of an outline: a note on what is left out, and the share of the room that estimates may fill. */
  noteTokens: 15,
  outlineFill: 0.85,

  /** Of the lines around a place: a line number with its end, a mark of what is left out (two at most). */
  lineNumberTokens: 4,
  aroundMarkTokens: 12,
  aroundFill: 0.85,

  /** Members of a class or module with bodies in its outline: at most so many, with this share of the best one's relevance, in this share of the room. */
  members: 3,
  /** Reading more characters of one class or file would make an answer slow. */
  memberChars: 60_000,
  memberShare: 0.7,
  memberRoom: 0.6,
  /** Weight of similarity beside that of words; results that members are chosen for. */
  memberSimilarity: 1.5,
  memberResults: 5,

  /** Of statements extracted from a long function: lines beside a relevant one count this share of its weight. */
  neighbourWeight: 0.3,
  /** Likewise: each line that is shown leaves a word of the question this share of its weight. */
  shownWord: 0.5,
  statementLines: 12,
  /** A comment of so many lines is shown whole, with the statement behind it and the block that this opens, if it has so many. */
  announcingLines: 8,
  announcedLines: 8,
  /** Lines behind the statements that fit the question best which are shown where tokens are left: of so many results, so many statements. */
  followedResults: 2,
  followedStatements: 2,
  followingLines: 30,
  /** Lines between shown ones which are shown in these results where tokens are left. */
  followedGap: 12,
  /** Lines of a declaration above its body that are shown before statements of the body. */
  headLines: 12,
  /** Lines that depend on a condition, in an extract that has the condition. */
  branchLines: 8,
  extractMarkTokens: 10,
  extractFill: 0.8,
  /** Fewer lines between two statements are shown rather than marked as left out. */
  filledGap: 6,
  /** So few, which cost hardly more than their mark, also where `extractFill` is reached, up to this share of the room. */
  smallGap: 3,
  smallGapFill: 1,
  /** Statements that do not fit are skipped so often before the rest is not tried. */
  skippedStatements: 40,
  /** A shorter line is shown rather than marked as left out. */
  markedLineChars: 120,

  /** Lines of the first paragraph of documentation; lines that must be omitted after it; lines of it that may not be found in the source. */
  documentationLines: 3,
  /** A type of at most so many lines, of which so many are code, keeps its documentation. */
  documentedLines: 45,
  documentedCode: 8,
  /** First lines of a long attribute that are shown. */
  attributeLines: 3,
  omittedDocumentation: 4,
  documentationSkips: 6,
  /** A later line of the documentation is shown if it fits the question so many times better than all code. */
  documentationLead: 1.5,

  /** A shorter text is repeated: it is no longer than the note that it was shown before. */
  repeatedTokens: 30,

  /** Needed signatures, results whose mentions are read for them, and how much more than a type a call and a definition of the same file count. */
  needed: 12,
  neededFrom: 8,
  neededCall: 1.5,
  neededSameFile: 1.5,
  /** How much more a name with words of the question counts, and the share of a field, whose name tells most of it. */
  neededAsked: 2,
  neededField: 0.5,
  /** A name in more chunks than these is left out, unless the question has a word of it: the larger of a number and a share of all. */
  commonChunks: 100,
  commonShare: 0.01,

  /** A listed line with what the question quotes, and the share of the budget that is kept for such lines. */
  quotedLineTokens: 40,
  quotedShare: 0.3,
  /**
   * Of a brief answer: results whose callers are listed, callers of each, and of one whose name is the question; and the shares of the
   * budget that are kept for callers and signatures, and that callers have at most.
   */
  callersFrom: 4,
  callersOfEach: 3,
  /** So few more are listed as well: to say that there are is as long. */
  callersBeyond: 3,
  callersOfNamed: 8,
  /** Fields whose values a question about defaults gets, and lines of each. */
  defaultsFrom: 2,
  defaultsOfEach: 3,
  listsShare: 0.14,
  callersShare: 0.12,
  /** A constant of so many lines is a message itself, a longer one a table of messages. */
  shortConstantLines: 5,

  /** Last commits of symbols: a question must not become slow for them, and few read the age of the thirtieth result. */
  commitDeadlineMs: 500,
  commitPlaces: 20,
} as const;
