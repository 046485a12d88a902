/** The wiring of packs: which commits a workspace wants, what records depend on, and where they are fetched from and published to. */
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineSettings } from './core/engine/engine-api.js';
import { indexError } from './core/model/problem.js';
import type { PackBasis, PackSource, PublishPacks } from './core/packs/ports.js';
import type { Git } from './io/history/git-port.js';
import { schemaVersion } from './io/stores/sqlite/schema.js';
import { sourceName } from './util/source-name.js';
import { version } from './util/version.js';

export interface PackingOptions {
  /** Root folders. */
  readonly roots: readonly string[];
  readonly git: (folder: string) => Git | null;
  readonly settings: EngineSettings;
  readonly model: PackBasis['model'];
  readonly redaction: string;
  /** Where fetched records lie until they are in the index. */
  readonly folder: string;
}

/** Commits that are looked for at the source, the newest first: those of a branch are seldom published. */
const maxCommits = 64;

const basisOf = ({ model, redaction }: PackingOptions): PackBasis => ({
  schema: schemaVersion,
  redaction,
  model: { name: model.name, dimensions: model.dimensions },
});

/** Undefined where no source is set. */
export function packSource(options: PackingOptions): PackSource | undefined {
  const { roots, git, settings, folder } = options;
  if (!settings.packs) return undefined;
  const { source, tokenEnv } = settings.packs;
  const commitsOf = async (root: string, count: number, signal: AbortSignal): Promise<string[]> => {
    const args = ['rev-list', '--first-parent', `--max-count=${count}`, 'HEAD'];
    const lines = await git(root)
      ?.output(args, root, signal)
      .catch(() => '');
    return lines?.split('\n').filter((line) => /^[0-9a-f]{40,64}$/.test(line)) ?? [];
  };
  return {
    name: sourceName(source),
    async head(signal) {
      const heads = await Promise.all(roots.map((root) => commitsOf(root, 1, signal)));
      return heads.flat().join(' ') || null;
    },
    async fetch(known, signal) {
      const [{ fetchPacks }, { openStorage }] = await Promise.all([
        import('./io/packs/fetch-packs.js'),
        import('./io/packs/pack-storage.js'),
      ]);
      const wanted = await Promise.all(roots.map((root) => commitsOf(root, maxCommits, signal)));
      // What a process left that was killed.
      await rm(folder, { recursive: true, force: true }).catch(() => {});
      const own = join(folder, randomBytes(4).toString('hex'));
      return fetchPacks({ storage: openStorage({ source, tokenEnv }), wanted, basis: basisOf(options), folder: own }, known, signal);
    },
  };
}

/** Of the first root. */
export const packPublisher =
  (options: PackingOptions): PublishPacks =>
  async (folder, contents, signal) => {
    const [root = ''] = options.roots;
    const { repositoryState } = await import('./io/history/repository-identity.js');
    const { commit } = await repositoryState(options.git(root), root, signal);
    if (commit === null) throw indexError(`packs: ${root} is not at a commit: tracked files differ from it, or there is no repository`);
    const { publishPacks } = await import('./io/packs/publish-packs.js');
    const product = `context-language-server ${version}`;
    return publishPacks(contents, { folder, commit, basis: basisOf(options), product, createdAt: new Date(), signal });
  };
