/** One line on a terminal that counts files while the index is brought up to date (O1); nothing where stderr is no terminal. */
import type { Engine } from '../../core/engine-face.js';

const QUIET_MS = 300;
const EVERY_MS = 100;

export function progressLine(engine: Engine, out: NodeJS.WriteStream): void {
  const started = performance.now();
  let last = 0;
  let shown = false;
  const off = engine.onProgress(({ done, total, phase }) => {
    const now = performance.now();
    if (phase === 'ready') {
      if (shown) out.write(out.isTTY ? '\r\x1b[K' : `indexed in ${((now - started) / 1000).toFixed(1)} s\n`);
      shown = false;
      off();
      return;
    }
    if (now - started < QUIET_MS || now - last < (out.isTTY ? EVERY_MS : 5_000)) return;
    last = now;
    shown = true;
    const text = total ? `indexing ${done} of ${total} files` : 'listing files';
    out.write(out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  });
}
