/** Reports the end of another process, such as the client named by `processId`. */
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

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
