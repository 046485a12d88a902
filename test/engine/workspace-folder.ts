/** Real folders and git repositories for the workspace tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { FileSource } from '../../server/core/indexing/ports.js';
import { describeRootExcluded, type RootExcluded } from '../../server/core/model/excluded-files.js';
import type { FileEntry } from '../../server/core/model/file.js';
import { type FileSourceOptions, openFileSource } from '../../server/io/workspace/file-source.js';
import { ForgottenFile } from '../../server/io/workspace/forgotten-file.js';
import { silent } from '../../server/util/log.js';

export function tempFolder(t: TestContext): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'workspace-')));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `-- path --` sections; a path that ends with a slash is an empty folder. */
export function write(folder: string, sections: string): void {
  const parts = sections.split(/^\s*-- (.+) --[ \t]*\n?/m);
  for (let i = 1; i < parts.length; i += 2) {
    const path = join(folder, parts[i] as string);
    if (parts[i]?.endsWith('/')) mkdirSync(path, { recursive: true });
    else {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, (parts[i + 1] as string).replace(/^[ \t]+/gm, ''));
    }
  }
}

const environment = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' };

export function git(folder: string, ...args: string[]): string {
  const identity = [
    '-c',
    'user.name=Test',
    '-c',
    'user.email=test@example.org',
    '-c',
    'init.defaultBranch=main',
    '-c',
    'protocol.file.allow=always',
  ];
  return execFileSync('git', [...identity, ...args], {
    cwd: folder,
    env: environment,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

export function gitFiles(folder: string): string[] {
  const listed = git(folder, 'ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate');
  return listed.split('\0').filter(Boolean).sort();
}

export function source(folder: string, options: Partial<FileSourceOptions> = {}): FileSource {
  return openFileSource([{ name: 'root', folder }], {
    maxFileBytes: 100_000,
    forgotten: new ForgottenFile(join(folder, '..', 'no-cache')),
    log: silent,
    ...options,
  });
}

export interface Listing {
  readonly paths: string[];
  readonly entries: FileEntry[];
  readonly problems: string[];
  /** Of roots without an indexed file. */
  readonly empty: string[];
}

export async function list(files: FileSource): Promise<Listing> {
  const entries: FileEntry[] = [];
  const problems: string[] = [];
  const empty: string[] = [];
  const context = {
    signal: new AbortController().signal,
    onProblem: (path: string, reason: string) => problems.push(`${path}: ${reason}`),
    onEmpty: (root: RootExcluded) => empty.push(describeRootExcluded(root)),
  };
  for await (const batch of files.list(context)) entries.push(...batch);
  return { entries, paths: entries.map((entry) => entry.path).sort(), problems, empty };
}
