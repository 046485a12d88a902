/**
 * The end of a child process: it has exited and all its output was read. 'exit' alone may come before its last
 * output; 'close' alone never comes if a process that it started still holds its output.
 */
import type { ChildProcess } from 'node:child_process';

/** Time after the exit to read the remaining output. */
const lastWordsMs = 1_000;

/** Calls `ended` once; never for a process that could not be started. */
export function onceEnded(child: ChildProcess, ended: (code: number | null, signal: NodeJS.Signals | null) => void): void {
  child.once('exit', (code, signal) => {
    const end = (): void => {
      clearTimeout(timer);
      child.off('close', end);
      ended(code, signal);
    };
    const timer = setTimeout(() => {
      child.stdout?.destroy();
      child.stderr?.destroy();
      end();
    }, lastWordsMs);
    child.once('close', end);
  });
}
