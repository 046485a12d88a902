/** One line on a terminal that counts files while the index is brought up to date (O1); nothing where stderr is no terminal. */
import type { Engine } from '../../core/engine-face.js';
import { describeProgress } from '../../core/model/progress.js';

const QUIET_MS = 300;
const EVERY_MS = 100;

export function progressLine(engine: Engine, out: NodeJS.WriteStream): void {
  if (!out.isTTY) return;
  const started = performance.now();
  let last = 0;
  let shown = false;
  engine.onProgress((progress) => {
    const now = performance.now();
    if (progress.phase === 'ready') {
      if (shown) out.write('\r\x1b[K');
      shown = false;
      return;
    }
    if (now - started < QUIET_MS || now - last < EVERY_MS) return;
    last = now;
    shown = true;
    out.write(`\r\x1b[K${progress.phase === 'indexing' ? 'indexing ' : ''}${describeProgress(progress)}`);
  });
}
