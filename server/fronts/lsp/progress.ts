/** Work-done progress, of the server's own accord while indexing, and for requests that carry a token (S9, O1). */
import type { MessageConnection, ProgressToken } from 'vscode-languageserver/node';
import type { Engine, Progress } from '../../core/engine-face.js';

/** Reports closer together than this would be read by nobody. */
const reportEveryMs = 200;
/** After the first run, work shorter than this (a saved file) shows no progress at all. */
const showAfterMs = 500;

export interface Reporter {
  report(message: string, percentage?: number): void;
  end(message?: string): void;
}

const quiet: Reporter = { report() {}, end() {} };

/** Progress of one request; nothing where the client gave no token. */
export function requestProgress(connection: MessageConnection, token: ProgressToken | undefined, title: string): Reporter {
  return token === undefined ? quiet : begin(connection, token, title, undefined);
}

function begin(connection: MessageConnection, token: ProgressToken, title: string, percentage: number | undefined): Reporter {
  const send = (value: object) => void connection.sendNotification('$/progress', { token, value }).catch(() => {});
  send({ kind: 'begin', title, cancellable: false, ...(percentage !== undefined && { percentage }) });
  return {
    report: (message, percentage) => send({ kind: 'report', message, ...(percentage !== undefined && { percentage }) }),
    end: (message) => send({ kind: 'end', ...(message !== undefined && { message }) }),
  };
}

/** Results in portions on a partialResultToken, the best first; true where they were sent and the reply must repeat none. */
export function sendPartially<T>(
  connection: MessageConnection,
  token: ProgressToken | undefined,
  items: readonly T[],
  wrap: (part: T[]) => unknown,
): boolean {
  if (token === undefined) return false;
  const portion = 10;
  for (let i = 0; i < items.length; i += portion)
    void connection.sendNotification('$/progress', { token, value: wrap(items.slice(i, i + portion)) }).catch(() => {});
  return true;
}

/** Shows an engine's indexing in the client. Returns what stops it. */
export function showIndexing(connection: MessageConnection, engine: Engine, nextToken: () => string): () => void {
  let run: { reporter: Promise<Reporter>; lastReportMs: number } | null = null;
  let waiting: NodeJS.Timeout | null = null;
  let latest: Progress | null = null;
  let first = true;

  const create = async (): Promise<Reporter> => {
    const token = nextToken();
    try {
      await connection.sendRequest('window/workDoneProgress/create', { token });
      return begin(connection, token, 'Indexing', 0);
    } catch {
      return quiet;
    }
  };
  const start = () => {
    waiting = null;
    first = false;
    run = { reporter: create(), lastReportMs: 0 };
    if (latest) report(latest);
  };
  const report = (progress: Progress) => {
    const now = performance.now();
    if (!run || now - run.lastReportMs < reportEveryMs) return;
    run.lastReportMs = now;
    const { done, total, phase } = progress;
    const percentage = total > 0 ? Math.min(100, Math.floor((100 * done) / total)) : undefined;
    const unit = phase === 'embedding' ? 'texts embedded' : 'files';
    void run.reporter.then((reporter) => reporter.report(phase === 'listing' ? `listing files` : `${done}/${total} ${unit}`, percentage));
  };
  const end = (progress: Progress | null) => {
    if (waiting) clearTimeout(waiting);
    waiting = null;
    void run?.reporter.then((reporter) => reporter.end(progress ? `${progress.total} files` : undefined));
    run = null;
  };

  const listen = (progress: Progress) => {
    latest = progress;
    if (progress.phase === 'ready') end(progress);
    else if (run) report(progress);
    else if (first) start();
    else waiting ??= setTimeout(start, showAfterMs).unref();
  };

  const status = engine.status();
  if (status.state === 'starting' || status.state === 'indexing') listen({ done: status.done, total: status.total, phase: 'indexing' });
  const stop = engine.onProgress(listen);
  return () => {
    stop();
    end(null);
  };
}
