/** Whether a server has a type checker that we can speak to. */
import { readFileSync } from 'node:fs';
import { bundledFile } from '../executables.js';
import type { RunningServer } from '../root-servers.js';

let ownVersion: string | undefined;

/** The conversation with a checker is no stable one: server and client have to be of one version. */
export function hasOwnChecker({ adapter, found }: Pick<RunningServer, 'adapter' | 'found'>): boolean {
  if (!adapter.hasChecker) return false;
  if (ownVersion === undefined) {
    const file = bundledFile('typescript/package.json');
    ownVersion = file === null ? '' : String(JSON.parse(readFileSync(file, 'utf8')).version);
  }
  return ownVersion !== '' && found.version === ownVersion;
}
