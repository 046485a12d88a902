/** The engines that run on this machine for this user, each in a process that its clients share. */
export interface EngineDescription {
  readonly pid: number;
  readonly version: string;
  /** Absolute folders of the workspace. */
  readonly folders: readonly string[];
  readonly clients: number;
  readonly state: string;
  readonly files: number;
  readonly memoryBytes: number;
}

/** An index that was deleted because nobody had opened its workspace for long. */
export interface RemovedIndex {
  /** Absolute folders of the workspace. */
  readonly folders: readonly string[];
  /** ISO 8601. */
  readonly openedAt: string;
  readonly removedAt: string;
  readonly sizeBytes: number;
}

export interface RunningEngines {
  list(): Promise<readonly EngineDescription[]>;
  /** Ends the engine of that process once its answers are out; its clients start another when they next need one. */
  stop(pid: number): Promise<void>;
  /** What `retentionDays` has deleted, the last first. `cacheDir`: the user's cache folder where absent. */
  removed(cacheDir: string | undefined): Promise<readonly RemovedIndex[]>;
}
