/** The report of one evaluation as JSON (docs/evaluation.md): what --json prints, --html shows and --compare reads back. */
import * as z from 'zod';
import type { Calibration } from '../../../core/evaluation/calibration.js';
import type { Figures, Latency } from '../../../core/evaluation/summarise.js';
import type { ScorePart } from '../../../core/model/answer.js';

export const REPORT_FORMAT = 'context-language-server evaluation';
export const REPORT_VERSION = 1;

/** Lines are 1-based and inclusive. */
export interface ReportPlace {
  readonly path: string;
  readonly start_line?: number;
  readonly end_line?: number;
}

export interface ReportExpected extends ReportPlace {
  readonly rank: number | null;
  /** Why it is not among the first ten. */
  readonly missed?: {
    readonly why: string;
    /** How the place scores when its file is asked about alone. */
    readonly alone?: { readonly symbol: string; readonly score: number; readonly parts: readonly ScorePart[] };
  };
}

export interface ReportResult {
  readonly file: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly symbol: string;
  readonly kind: string;
  readonly score: number;
  readonly tokens: number;
  readonly reason: string;
  /** Indexes of the expected places that it covers. */
  readonly covers: readonly number[];
  readonly unwanted?: true;
  /** Only for the first ten. */
  readonly parts?: readonly ScorePart[];
}

export interface ReportQuestion {
  readonly query: string;
  readonly category: string;
  readonly ndcg10: number;
  readonly reciprocalRank: number;
  readonly recall10: number;
  readonly precision5: number;
  readonly firstRank: number | null;
  readonly confidence: number;
  readonly considered: number;
  /** Median latency; null if not measured. */
  readonly elapsedMs: number | null;
  readonly tokens: number;
  readonly wholeFileTokens: number;
  readonly expected: readonly ReportExpected[];
  readonly notExpected: readonly ReportPlace[];
  readonly results: readonly ReportResult[];
  readonly problems: readonly string[];
}

export interface Report {
  readonly format: typeof REPORT_FORMAT;
  readonly version: typeof REPORT_VERSION;
  /** ISO 8601. */
  readonly made: string;
  readonly server: string;
  readonly workspace: string;
  readonly queries: string;
  readonly index: {
    readonly files: number;
    readonly chunks: number;
    readonly symbols: number;
    readonly model: string;
    readonly vectorSearch: string;
  };
  readonly options: { readonly limit: number; readonly budgetTokens: number | null };
  readonly figures: Figures;
  readonly categories: Readonly<Record<string, Figures>>;
  readonly latency: Latency | null;
  readonly calibration: Calibration;
  readonly warnings: readonly string[];
  readonly questions: readonly ReportQuestion[];
}

const figure = z.number().nullable();
/** The part of an earlier report that a comparison needs; unknown fields are ignored. */
export const earlierReport = z.object({
  format: z.literal(REPORT_FORMAT),
  version: z.literal(REPORT_VERSION),
  made: z.string(),
  figures: z.object({
    ndcg10: figure,
    mrr: figure,
    recall10: figure,
    precision5Ample: figure,
    precision5: figure,
    falseNegativeRate: figure,
    falsePositiveRate: figure,
    unwantedRate: figure,
    tokensSaved: figure,
    recallWithin: z.record(z.string(), z.number()).nullable(),
  }),
  latency: z.object({ p50: z.number(), p95: z.number(), p99: z.number() }).nullable(),
  questions: z.array(
    z.object({
      query: z.string(),
      ndcg10: z.number(),
      recall10: z.number(),
      firstRank: z.number().nullable(),
      expected: z.array(z.object({ path: z.string(), rank: z.number().nullable() })),
      results: z.array(
        z.object({
          file: z.string(),
          start_line: z.number(),
          end_line: z.number(),
          symbol: z.string(),
          score: z.number(),
          covers: z.array(z.number()),
        }),
      ),
    }),
  ),
});
export type EarlierReport = z.infer<typeof earlierReport>;
