/** Temporary folders of processes that only read an index. A killed process leaves its folder; the next one removes it. */
import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const form = /^context-read-(\d{1,10})-/;
/** A process in a container has an id of its own numbering: a folder in recent use is kept. */
const keptMs = 3_600_000;

/** A new folder, named after this process. The caller removes it. */
export function makeReadFolder(): string {
  removeLeftFolders();
  return mkdtempSync(join(tmpdir(), `context-read-${process.pid}-`));
}

/** Best effort: folders of other users stay. */
function removeLeftFolders(): void {
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

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
