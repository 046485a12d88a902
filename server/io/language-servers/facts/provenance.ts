/** Who states facts: a server, its version, and what it was told about how to read the workspace. Known before it is started. */
import { realpathSync, statSync } from 'node:fs';
import type { Provenance } from '../../../core/code-graph/facts.js';
import { hashOf } from '../../../util/hash.js';
import type { RunningServer } from '../root-servers.js';
import { hasOwnChecker } from './own-checker.js';

/** Raised where facts are drawn otherwise from the same answers: what is stored is asked about anew. */
const reading = 3;

export function provenanceOf({ adapter, found, context, setting }: RunningServer): Provenance {
  const { version, launch } = found;
  // The cache's place says nothing about how a server reads, and differs between two of us on one workspace.
  const told = JSON.stringify([
    reading,
    adapter.id,
    context.trusted,
    context.settings,
    setting?.args,
    adapter.initializationOptions?.(context) ?? null,
    adapter.stamp?.(context) ?? null,
    version === '' ? executableStamp(launch.command) : null,
    // It tells more than definitions do.
    ...(hasOwnChecker({ adapter, found }) ? ['checker'] : []),
  ]).replaceAll(context.cacheFolder, '');
  return { server: adapter.id, version, configuration: hashOf(told) };
}

/** A server that does not tell its version is another one when its file is. */
function executableStamp(command: string): string {
  try {
    const { size, mtimeMs } = statSync(realpathSync(command));
    return `${size} ${mtimeMs}`;
  } catch {
    return '';
  }
}
