/** One line on a terminal that counts files while the index is brought up to date (O1); nothing where stderr is no terminal. */
import type { Engine } from '../../core/engine-face.js';

const QUIET_MS = 300;
const EVERY_MS = 100;

export function progressLine(engine: Engine, out: NodeJS.WriteStream): void {
  const started = performance.now();
  let last = 0;
  let shown = false;
  let counted = 'indexed';
  engine.onProgress(({ done, total, phase }) => {
    const now = performance.now();
    if (phase === 'ready') {
      if (shown) out.write(out.isTTY ? '\r\x1b[K' : `${counted} in ${((now - started) / 1000).toFixed(1)} s\n`);
      shown = false;
      return;
    }
    counted = phase === 'embedding' ? 'embedded' : 'indexed';
    if (now - started < QUIET_MS || now - last < (out.isTTY ? EVERY_MS : 5_000)) return;
    last = now;
    shown = true;
    const text = !total
      ? 'listing files'
      : phase === 'embedding'
        ? `embedding ${done} of ${total} texts`
        : `indexing ${done} of ${total} files`;
    out.write(out.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
  });
}
