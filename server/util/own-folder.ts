/**
 * Temporary folders that are named after their process. A killed process leaves its folder; the next one that makes such a folder removes it.
 */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from './is-alive.js';

/** A process in a container has an id of its own numbering: a folder in recent use is kept. */
const keptMs = 3_600_000;

/** A new folder `context-PURPOSE-PID-…`. The caller removes it. */
export function makeOwnFolder(purpose: 'read' | 'server'): string {
  removeLeftFolders(new RegExp(`^context-${purpose}-(\\d{1,10})-`));
  return mkdtempSync(join(tmpdir(), `context-${purpose}-${process.pid}-`));
}

/** Best effort: folders of other users stay. */
function removeLeftFolders(form: RegExp): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(form.exec(name)?.[1] ?? 0);
    if (pid === 0 || isAlive(pid)) continue;
    const folder = join(tmpdir(), name);
    try {
      const { uid, mtimeMs } = lstatSync(folder);
      if (uid === (process.getuid?.() ?? uid) && Date.now() - mtimeMs > keptMs) rmSync(folder, { recursive: true, force: true });
    } catch {
      // Another process was faster, or may not be touched.
    }
  }
}
