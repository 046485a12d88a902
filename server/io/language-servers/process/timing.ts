/** All time limits for language servers, in milliseconds, with their reasons. Tests use shorter ones. */
export interface Timing {
  /** The answer to initialize: pyright searches for a Python interpreter, OmniSharp for MSBuild. */
  readonly startMs: number;
  /** A background request. The slowest correct answer measured took 7 s (pyright, references). */
  readonly backgroundMs: number;
  /** How often a server with open requests is checked. One that is idle and silent for two such intervals hangs. */
  readonly hangMs: number;
  /** How long a server may be busy and silent, or busy with a cancelled request. pyright is silent while it searches. */
  readonly busyMs: number;
  /** An idle server that answers pings and has not answered a request for so long has lost it. */
  readonly lostMs: number;
  /** Pause after the nth consecutive death. The last one repeats. */
  readonly restMs: readonly number[];
  /** Earlier deaths of a server that ran this long are not counted. */
  readonly healthyMs: number;
  /** A server without requests and open documents is stopped after this time, because it uses 0.1 to 1 GB. */
  readonly idleMs: number;
  /** Each of the three steps of stopping: shutdown, end of input, SIGTERM. */
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
