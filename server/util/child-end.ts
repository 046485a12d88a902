/**
 * The end of a child process: when it has exited and all that it wrote was read. 'exit' alone may come before its last
 * words and its last answers; 'close' alone never comes where a process that it left behind holds its output.
 */
import type { ChildProcess } from 'node:child_process';

/** From the exit on. What an ended process wrote is there already; reading it takes a moment. */
const lastWordsMs = 1_000;

/** `ended` is called once, never for a process that could not be started. */
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
