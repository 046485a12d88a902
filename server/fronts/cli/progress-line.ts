/**
 * Counts files on standard error while the index is brought up to date: one line that is overwritten on a terminal, a line every few
 * seconds elsewhere.
 */
import type { Engine } from '../../core/engine/engine-api.js';
import { describeProgress } from '../../core/model/progress.js';

interface Style {
  readonly quietMs: number;
  readonly everyMs: number;
  readonly line: (text: string) => string;
  /** Erases the last line. */
  readonly end: string;
}

const terminal: Style = { quietMs: 300, everyMs: 100, line: (text) => `\r\x1b[K${text}`, end: '\r\x1b[K' };
/** In a log, work shorter than three seconds prints nothing. */
const log: Style = { quietMs: 3000, everyMs: 3000, line: (text) => `${text}\n`, end: '' };

/** `now`: milliseconds. */
export function progressLine(
  engine: Pick<Engine, 'onProgress'>,
  out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>,
  now: () => number = () => performance.now(),
): void {
  const { quietMs, everyMs, line, end } = out.isTTY ? terminal : log;
  const started = now();
  let last = Number.NEGATIVE_INFINITY;
  let isShown = false;
  engine.onProgress((progress) => {
    if (progress.phase === 'ready') {
      if (isShown && end) out.write(end);
      isShown = false;
      return;
    }
    if (now() - started < quietMs || now() - last < everyMs) return;
    last = now();
    isShown = true;
    out.write(line(`${progress.phase === 'indexing' ? 'indexing ' : ''}${describeProgress(progress)}`));
  });
}
