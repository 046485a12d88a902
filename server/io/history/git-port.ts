/** How this folder runs git: handed in by the composition, so that there is one place that knows how to run it safely. */
export interface Git {
  /** NUL-separated output as it comes, in batches. Rejects where git fails. */
  names(args: readonly string[], folder: string, signal?: AbortSignal): AsyncIterable<string[]>;
  /** Output of a short command. Rejects where git fails. */
  output(args: readonly string[], folder: string, signal?: AbortSignal): Promise<string>;
}
