/** The version of TypeScript whose type checker can be asked: the interface is not stable, so server and client have to match. */
import { readFileSync } from 'node:fs';
import { bundledFile } from '../../discovery/executables.js';

let ownVersion: string | undefined;

export function hasChecker(serverVersion: string): boolean {
  if (ownVersion === undefined) {
    const file = bundledFile('typescript/package.json');
    ownVersion = file === null ? '' : String(JSON.parse(readFileSync(file, 'utf8')).version);
  }
  return ownVersion !== '' && serverVersion === ownVersion;
}
