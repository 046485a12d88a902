/** Reports the end of another process, such as the client named by `processId`. */
import { isAlive } from '../../util/is-alive.js';

const checkMs = 1000;

/** Calls `onEnd` once the process is gone. Returns a function that stops watching; watching keeps no process alive. */
export function watchProcess(processId: number, onEnd: () => void): () => void {
  const timer = setInterval(() => {
    if (isAlive(processId)) return;
    clearInterval(timer);
    onEnd();
  }, checkMs).unref();
  return () => clearInterval(timer);
}
