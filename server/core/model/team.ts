/** A team's index in a database: where it is, what is published to it, and what came of that. */

/** A connection, and what is asked of it. */
export interface TeamSettings {
  /** A `postgres://` or `postgresql://` URL. */
  readonly postgres: string;
  /** Environment variable with the password, where the URL has none. */
  readonly passwordEnv?: string;
  /** The repository of the workspace; every one that the role may read where absent. */
  readonly repository?: string;
  /** Of `repository`; its main branch where absent. */
  readonly branch?: string;
}

interface TeamPublishTarget {
  readonly team: TeamSettings & { readonly repository: string; readonly branch: string };
  /** Root folder of the workspace. */
  readonly folder: string;
  /** Where its index is. */
  readonly indexFolder: string;
}

interface TeamPublishReport {
  /** The database, without user and password. */
  readonly database: string;
  readonly repository: string;
  readonly branch: string;
  readonly commit: string | null;
  readonly files: number;
  /** Contents that the repository did not have yet. */
  readonly written: number;
  /** Contents that no branch has any more. */
  readonly removed: number;
}

/** Copies the index of a workspace to a branch. Throws ContextError('index') where that cannot be done; the branch is then as before. */
export type PublishTeam = (target: TeamPublishTarget) => Promise<TeamPublishReport>;
