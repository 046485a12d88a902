/** The provenance of facts: a server, its version, and all that decides how it reads the workspace. Known before the server is started. */
import { realpathSync, statSync } from 'node:fs';
import type { Provenance } from '../../../core/code-graph/facts.js';
import { hashOf } from '../../../util/hash.js';
import type { RunningServer } from '../running-server.js';

/** Raised when the same answers lead to other facts: stored facts are then renewed. */
const factsVersion = 3;

export function provenanceOf({ adapter, found, context, setting }: RunningServer): Provenance {
  const { version, launch } = found;
  const variant = adapter.factsVariant?.(version) ?? null;
  // Neither place changes how a server reads: the cache's differs between processes, the workspace's between the clones of a team.
  const configuration = JSON.stringify([
    factsVersion,
    adapter.id,
    context.trusted,
    context.settings,
    setting?.args,
    adapter.initializationOptions?.(context) ?? null,
    adapter.configurationStamp?.(context) ?? null,
    version === '' ? executableStamp(launch.command) : null,
    ...(variant === null ? [] : [variant]),
  ])
    .replaceAll(context.cacheFolder, '')
    .replaceAll(context.folder, '');
  return { server: adapter.id, version, configuration: hashOf(configuration) };
}

/** Stands in for the version of a server that does not state one. */
function executableStamp(command: string): string {
  try {
    const { size, mtimeMs } = statSync(realpathSync(command));
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}
