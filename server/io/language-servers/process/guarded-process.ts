/**
 * A child process that cannot outlive us, and neither can its children. Each has its own process group, and a one-megabyte shell (the
 * reaper) knows all groups and has a pipe to us. When the pipe closes, however we died, the reaper waits one second, because the servers'
 * stdin has closed too, and then kills the groups.
 * Windows has no groups: servers are ended by `taskkill /T`. After our sudden death they end because they watch the process id that
 * initialize gives them.
 * Invariant: no group is signalled after its leader's exit was seen and its last members were killed.
 */
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process';
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { onceEnded } from '../../../util/child-end.js';
import { residentBytes } from './process-usage.js';

const isWindows = process.platform === 'win32';

const reaperScript = `
live=' '
while read -r op pid; do
  case "$op" in
    +) live="$live$pid " ;;
    -) case "$live" in *" $pid "*) live="\${live%% $pid *} \${live#* $pid }" ;; esac ;;
  esac
done
[ -z "\${live# }" ] && exit 0
sleep 1
for pid in $live; do kill -s TERM -- "-$pid"; done 2>/dev/null
sleep 0.3 2>/dev/null || sleep 1
for pid in $live; do kill -s KILL -- "-$pid"; done 2>/dev/null
`;

let reaper: ChildProcess | null = null;
const groups = new Set<number>();

function notifyReaper(op: '+' | '-', pid: number): void {
  if (isWindows) return;
  if (!reaper) {
    const started = spawn('/bin/sh', ['-c', reaperScript], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
    });
    const lost = () => {
      if (reaper === started) reaper = null;
    };
    started.on('exit', lost).on('error', lost);
    started.stdin?.on('error', lost);
    started.unref();
    (started.stdin as unknown as { unref?: () => void }).unref?.();
    reaper = started;
    process.once('exit', () => {
      for (const group of groups) killGroup(group, 'SIGKILL');
    });
    // A new reaper must know all groups.
    for (const group of groups) if (group !== pid) started.stdin?.write(`+ ${group}\n`);
  }
  reaper.stdin?.write(`${op} ${pid}\n`);
}

function killGroup(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (isWindows) spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore', timeout: 5_000, windowsHide: true });
    else process.kill(-pid, signal);
  } catch {
    // Gone already.
  }
}

/** Lowers the priority of a process and of all threads and processes that it starts. Best effort. */
function lowerPriority(pid: number): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    setPriority(pid, PRIORITY_BELOW_NORMAL);
    // Linux first shares time between sessions, and each server has its own session.
    if (process.platform === 'linux') writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY_BELOW_NORMAL));
  } catch {
    // Ended already, or a kernel without groups.
  }
}

export interface GuardedProcess {
  readonly pid: number;
  readonly child: ChildProcessWithoutNullStreams;
  /** Why it ended, as text. Resolves when the process and its group are gone and their output was read. */
  readonly exited: Promise<string>;
  /** True before `exited` resolves, which waits for the last output. */
  hasExited(): boolean;
  /** The last characters that it wrote to stderr. */
  stderrTail(): string;
  /** Resident memory of the process without its children; null if not available. */
  memoryBytes(): number | null;
  kill(): void;
  /** Closes its input, waits, sends SIGTERM, waits, kills. Resolves like `exited`. */
  stop(graceMs: number): Promise<string>;
}

interface ProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** True: it runs with low priority. */
  readonly inBackground?: boolean;
}

const maxStderrChars = 8_192;

/** Rejects if the program cannot be started. */
export function startGuarded({ command, args, cwd, env, inBackground = false }: ProcessOptions): Promise<GuardedProcess> {
  const child = spawn(command, [...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'pipe',
    detached: !isWindows,
    windowsHide: true,
    // Node refuses to start .cmd and .bat without a shell.
    shell: isWindows && /\.(?:cmd|bat)$/i.test(command),
  });
  const pid = child.pid;
  if (pid === undefined) {
    return new Promise((_, reject) => child.once('error', reject));
  }
  groups.add(pid);
  notifyReaper('+', pid);
  if (inBackground) lowerPriority(pid);
  let tail = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-maxStderrChars);
  });
  child.stderr.on('error', () => {});
  child.stdin.on('error', () => {});
  child.once('exit', () => {
    // Its children are of no use any more.
    if (!isWindows) killGroup(pid, 'SIGKILL');
    groups.delete(pid);
    notifyReaper('-', pid);
  });
  const exited = new Promise<string>((resolve) =>
    onceEnded(child, (code, signal) => resolve(signal ? `was ended by ${signal}` : `exited with code ${code}`)),
  );
  child.on('error', () => {});
  const kill = () => {
    if (groups.has(pid)) killGroup(pid, 'SIGKILL');
  };
  const stop = async (graceMs: number) => {
    child.stdin.end();
    const terminate = setTimeout(() => groups.has(pid) && killGroup(pid, 'SIGTERM'), graceMs);
    const end = setTimeout(kill, graceMs * 2);
    const how = await exited;
    clearTimeout(terminate);
    clearTimeout(end);
    return how;
  };
  const hasExited = () => !groups.has(pid);
  return Promise.resolve({ pid, child, exited, hasExited, stderrTail: () => tail, memoryBytes: () => residentBytes(pid), kill, stop });
}
