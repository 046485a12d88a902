/** The numbers that decide which candidates are found: names, texts, stack frames, and the symbols of editors. See `rank/weights.ts`. */

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
  /** Words of a placeholder in the source, where a printed text has a value: `%5d`, `${order.items.length}`. */
  placeholderWords: 6,
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
  /** The name of a file in a string says where to look only where so few places have it. */
  placesOfFileName: 2,
  /** With more words beside a name that nothing defines, its mentions are not what the question asks for. */
  wordsBesideNames: 4,
  /** Another wording of fewer words is a guess, whatever text has it. */
  messageWords: 4,
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

/** The symbol search of editors. */
export const symbolSearch = {
  exact: 2,
  folded: 1.8,
  /** Begins with what was typed, underscores and case included. */
  asTyped: 1.5,
  prefix: 1,
  within: 0.8,
  fuzzy: 0.5,
  /** Added by the search index's own score, as a share of the best. */
  typedScore: 0.4,
  /** Share of the best one's score that other similar names need. */
  fuzzyShare: 0.85,
  /** Names that are compared with a half remembered one, at least. */
  compared: 200,
  /** Names that are read where a filter refuses most of them. */
  filtered: 2_000,
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
