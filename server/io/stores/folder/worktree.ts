/** Working trees of one git repository: the index of one is a good start for another. Git's own files are read; git is not run. */
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

/**
 * The repository and the place in it that a folder is a checkout of, as one text: equal for the same folder of two working trees. Null
 * outside of a repository. A working tree that the repository does not name is none: anybody can write a `.git` file.
 */
export function checkoutOf(folder: string): string | null {
  for (let top = folder; ; top = dirname(top)) {
    const entry = statSync(join(top, '.git'), { throwIfNoEntry: false });
    const repository = entry && (entry.isDirectory() ? realpathSync(join(top, '.git')) : repositoryOf(join(top, '.git')));
    if (repository) return `${repository}\0${relative(top, folder)}`;
    if (entry || dirname(top) === top) return null;
  }
}

/** The folder that the repository of a linked working tree shares with the others. */
function repositoryOf(file: string): string | null {
  try {
    const [, written] = /^gitdir: (.+)$/m.exec(readFileSync(file, 'utf8')) ?? [];
    if (written === undefined) return null;
    const own = resolve(dirname(file), written.trim());
    const line = (name: string): string => resolve(own, readFileSync(join(own, name), 'utf8').trim());
    return realpathSync(line('gitdir')) === realpathSync(file) ? realpathSync(line('commondir')) : null;
  } catch {
    return null;
  }
}
