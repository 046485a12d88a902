/** Every bound of the engine, with the reason for the number. */
export const limits = {
  /** Larger files are almost always data or generated; reading them would cost more than they answer. */
  maxFileBytes: 1_500_000,
  /** No person reads such a line: its middle is not indexed, and of minified code and data, which have hardly any others, nothing is. */
  maxLineChars: 20_000,
  /** Deeper syntax trees are generated or hostile; the walk stops there. */
  maxTreeDepth: 500,
  /** More symbols in one file are a table, not code. */
  maxSymbolsPerFile: 20_000,
  maxSignatureChars: 400,
  maxDocChars: 2_000,
  /** A leaf longer than this is embedded in several parts. Tokens. */
  maxEmbeddingTokens: 500,
  /** A chunk of fewer tokens is merged into its parent unless it is a named symbol of some weight. Tokens. */
  minChunkTokens: 20,
  /** More are a table. The handlers of a file may all stand at its top: 200 had left out callers in files of 2,000 lines. */
  maxReferencesPerSymbol: 1_000,
  /** A query longer than this is cut (a pasted file is not a question). UTF-16 units. */
  maxQueryChars: 8_000,
  maxResults: 200,
  /** Requests waiting for the analysis workers; beyond it listing waits. */
  maxQueuedJobs: 256,
  /** How long an answer waits for files that changed on disk since they were indexed; analysing one takes some 10 ms. */
  maxCatchUpMs: 200,
  /** How long a watcher takes to report a change: it gathers changes for up to 120 ms, and a busy machine delivers them late. */
  maxReportMs: 220,
  /** And what it reports to be indexed, a new folder included. */
  maxReportedMs: 1_000,
  /** The steps of `QuestionFirst`, which answers a question of the first seconds: each from its beginning on, the first answer within 2 s. */
  maxListingWaitMs: 1_200,
  maxScanMs: 400,
  maxOtherScanMs: 100,
  maxScanShare: 0.2,
  maxQuestionFirstMs: 2_000,
  /** The few files that fit best are waited for longer on a slow machine: an answer without them would be about something else. */
  maxBestFilesMs: 4_000,
  bestFiles: 3,
  /** From when all files are listed: with the start of the engine and the answer itself some 2 s in a workspace of 2,000 files. */
  maxAfterListingMs: 1_050,
  /** A question that found nothing by then waits longer, on a slow machine or in a huge workspace: an empty answer is of no use. */
  maxEmptyAnswerMs: 6_000,
  /** Analysed in some 300 ms on two cores. */
  maxQuestionFirstFiles: 24,
  maxQuestionFirstBytes: 1_000_000,
  /** A text search for more than this is a pasted file. UTF-16 units. */
  maxTextSearchChars: 1_000,
  /** All texts of 80,000 files are read in less. */
  maxTextSearchMs: 3_000,
  /** Interactive work may not wait longer than this for a background step on the main thread. */
  maxStepMs: 8,
} as const;
