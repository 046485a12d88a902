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

export interface RunningEngines {
  list(): Promise<readonly EngineDescription[]>;
  /** Ends the engine of that process once its answers are out; its clients start another when they next need one. */
  stop(pid: number): Promise<void>;
}
