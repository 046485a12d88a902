/** Every time span of the conversation with a language server, in milliseconds, with its reason. Tests give shorter ones. */
export interface Timing {
  /** initialize: pyright looks for a Python interpreter, OmniSharp for MSBuild. */
  readonly startMs: number;
  /** A background question; the slowest sane answer measured was 7 s (pyright, references). */
  readonly backgroundMs: number;
  /** How often a server with open questions is looked at; one that is idle and silent for two such spans hangs. */
  readonly hangMs: number;
  /** How long a server may be busy and silent, or busy with a question that was given up: pyright says nothing while it searches. */
  readonly busyMs: number;
  /** After that an idle server that answers others is taken to have lost a question. */
  readonly lostMs: number;
  /** Rest after the nth death in a row; the last one repeats. */
  readonly restMs: readonly number[];
  /** A server that lived this long has its earlier deaths forgiven. */
  readonly healthyMs: number;
  /** Without questions and open documents a server is ended: it holds 0.1 to 1 GB. */
  readonly idleMs: number;
  /** Each of the three steps of stopping: shutdown, end of input, terminate. */
  readonly stopMs: number;
}

export const usualTiming: Timing = {
  startMs: 60_000,
  backgroundMs: 30_000,
  hangMs: 5_000,
  busyMs: 180_000,
  lostMs: 10_000,
  restMs: [1_000, 2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000],
  healthyMs: 60_000,
  idleMs: 600_000,
  stopMs: 1_000,
};
