/**
 * Runs the git program: which files are listed and which are ignored.
 * Must never run anything that the repository names (hooks, fsmonitor, transports, filters) and never write to it:
 * an untrusted checkout may be open.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { findProgram } from '../../util/find-program.js';
import { endWhenStuck } from './stuck-process.js';

/** Absolute path of git; a `git` in the workspace is not run. */
export const findGit = (workspace: readonly string[]): string | null => findProgram('git', workspace);

/** Switches off what a repository's own configuration could make git run. */
const safeConfig = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'protocol.allow=never',
  'core.sshCommand=false',
  'core.pager=cat',
  'core.askPass=true',
  // Files with other names of authors, which are not asked for: /dev/zero would be read for ever.
  'mailmap.file=',
  'mailmap.blob=',
];
const safeArguments = safeConfig.flatMap((setting) => ['-c', setting]);
/** Of a command whose output is kept: a repository of a million files lists some 300 MB of state. A blob can be packed a thousandfold. */
const maxOutputBytes = 400_000_000;
/** Of one name or commit subject. */
const maxNameBytes = 16_000_000;

/** Git's variables that locate the user's configuration; the others would point at another repository. */
const keptVariables = new Set([
  'GIT_CONFIG_GLOBAL',
  'GIT_CONFIG_SYSTEM',
  'GIT_CONFIG_NOSYSTEM',
  'GIT_CEILING_DIRECTORIES',
  'GIT_EXEC_PATH',
]);

function safeEnvironment(): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env))
    if (!name.startsWith('GIT_') || keptVariables.has(name)) environment[name] = value;
  return {
    ...environment,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    // Missing objects of a partial clone are not fetched. Before 2.44 git does not know the first; the second is stronger than what a
    // repository allows with `protocol.ext.allow`, and names no protocol that exists.
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    LC_ALL: 'C',
  };
}

function start(git: string, args: readonly string[], folder: string, signal?: AbortSignal): ChildProcess {
  const child = spawn(git, [...safeArguments, ...args], {
    cwd: folder,
    env: safeEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
    signal,
  });
  endWhenStuck(child);
  return child;
}

export class GitFailure extends Error {
  readonly exitCode: number | null;
  constructor(exitCode: number | null, message: string) {
    super(message);
    this.name = 'GitFailure';
    this.exitCode = exitCode;
  }
}

/** Waits for the end; the exit code. Rejects with GitFailure for codes other than those expected. */
function ended(child: ChildProcess, what: string, expected: readonly number[]): Promise<number> {
  let complaint = '';
  child.stderr?.on('data', (data: Buffer) => {
    if (complaint.length < 500) complaint += data.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', (error) => reject(error.name === 'AbortError' ? error : new GitFailure(null, `git ${what}: ${error.message}`)));
    child.on('close', (code) => {
      if (code !== null && expected.includes(code)) return resolve(code);
      const how = code === null ? 'it did not go on and was ended' : `exit code ${code}`;
      reject(new GitFailure(code, `git ${what}: ${complaint.trim().split('\n')[0] || how}`));
    });
  });
}

/** NUL-separated names as they come, in batches of what one read brings. Throws GitFailure. */
export async function* gitNames(git: string, args: readonly string[], folder: string, signal?: AbortSignal): AsyncGenerator<string[]> {
  const child = start(git, args, folder, signal);
  child.stdin?.end();
  const end = ended(child, args[0] as string, [0]);
  end.catch(() => {});
  let rest: Buffer[] = [];
  let restBytes = 0;
  try {
    for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
      const last = chunk.lastIndexOf(0);
      if (last < 0) {
        rest.push(chunk);
        restBytes += chunk.length;
        if (restBytes > maxNameBytes) throw new GitFailure(null, `git ${args[0]}: a name of more than ${maxNameBytes} bytes`);
        continue;
      }
      restBytes = chunk.length - last - 1;
      const whole = rest.length > 0 ? Buffer.concat([...rest, chunk.subarray(0, last)]) : chunk.subarray(0, last);
      rest = last + 1 < chunk.length ? [chunk.subarray(last + 1)] : [];
      yield whole.toString('utf8').split('\0');
    }
    await end;
  } finally {
    // Reached early when the consumer stops.
    if (child.exitCode === null) child.kill();
  }
}

/** Output of a command. Throws GitFailure, also for more than `maxBytes`. */
export async function gitOutput(
  git: string,
  args: readonly string[],
  folder: string,
  options: { input?: string; expected?: readonly number[]; signal?: AbortSignal; maxBytes?: number } = {},
): Promise<string> {
  const { maxBytes = maxOutputBytes } = options;
  const child = start(git, args, folder, options.signal);
  const end = ended(child, args[0] as string, options.expected ?? [0]);
  const chunks: Buffer[] = [];
  let bytes = 0;
  child.stdout?.on('data', (data: Buffer) => {
    bytes += data.length;
    if (bytes <= maxBytes) chunks.push(data);
    else child.kill('SIGKILL');
  });
  // git may end before it has read everything.
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input ?? '');
  await end;
  if (bytes > maxBytes) throw new GitFailure(null, `git ${args[0]}: more than ${maxBytes} bytes`);
  return Buffer.concat(chunks).toString('utf8');
}

export interface WorkTree {
  /** Where HEAD and index lie; own to each linked work tree. */
  readonly gitFolder: string;
  /** Shared by all linked work trees: info/exclude lies there. */
  readonly commonFolder: string;
  /** Path of the folder below the top of the work tree, with a slash at its end; '' for the top. */
  readonly prefix: string;
}

/** The work tree that a folder belongs to; null outside of one, or where git refuses to read it (another owner's checkout). */
export async function workTreeOf(git: string, folder: string, onDecline: (reason: string) => void): Promise<WorkTree | null> {
  try {
    const output = await gitOutput(
      git,
      ['rev-parse', '--is-inside-work-tree', '--absolute-git-dir', '--git-common-dir', '--show-prefix'],
      folder,
    );
    const [inside, gitFolder, commonFolder, prefix = ''] = output.split('\n');
    if (inside !== 'true' || !gitFolder || !commonFolder) return null;
    // A workspace that the outer repository ignores would have an empty listing, but the user has opened it.
    if (prefix && (await ignoredByGit(git, folder, ['.'])).size > 0) return null;
    return { gitFolder, commonFolder: resolve(folder, commonFolder), prefix };
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    if (!error.message.includes('not a git repository')) onDecline(error.message);
    return null;
  }
}

/** Errors for paths that git does not check; it then checks none of the other paths. */
const unjudged = /beyond a symbolic link|is in submodule|outside repository/;

/** The line of an ignore file that decides about a path, as git names it. */
export interface GitRule {
  /** Relative to the top of the work tree, absolute for the user's own; null where git does not check the path. */
  readonly source: string | null;
  readonly line: number;
  readonly pattern: string;
}

/**
 * Those of the paths (relative to the folder) that git ignores, with the rule; a tracked file never is. One process for all;
 * where git rejects one path, the halves are asked again, and that path counts as ignored. Throws GitFailure where git fails otherwise.
 */
export async function ignoredByGit(git: string, folder: string, paths: readonly string[]): Promise<Map<string, GitRule>> {
  const ignored = new Map<string, GitRule>();
  if (paths.length === 0) return ignored;
  try {
    // A leading colon would be read as pathspec magic.
    const input = paths.map((path) => `${path.startsWith(':') ? './' : ''}${path}\0`).join('');
    const output = await gitOutput(git, ['check-ignore', '-v', '-z', '--stdin'], folder, { input, expected: [0, 1] });
    const fields = output.split('\0');
    for (let i = 0; i + 3 < fields.length; i += 4) {
      const [source = '', line, pattern = '', path = ''] = fields.slice(i, i + 4);
      // The deciding rule may be one that re-includes the path.
      if (!pattern.startsWith('!')) ignored.set(path.startsWith('./:') ? path.slice(2) : path, { source, line: Number(line), pattern });
    }
    return ignored;
  } catch (error) {
    if (!(error instanceof GitFailure) || !unjudged.test(error.message)) throw error;
    if (paths.length === 1) return new Map([[paths[0] as string, { source: null, line: 0, pattern: '' }]]);
    const middle = paths.length >> 1;
    const halves = await Promise.all([ignoredByGit(git, folder, paths.slice(0, middle)), ignoredByGit(git, folder, paths.slice(middle))]);
    return new Map(halves.flatMap((half) => [...half]));
  }
}
