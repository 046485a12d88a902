/** Work-done progress: started by the server while indexing, and for requests with a token. */
import type { MessageConnection, ProgressToken } from 'vscode-languageserver/node';
import type { Engine } from '../../core/engine/engine-api.js';
import { describeProgress, type Progress, percentageOf } from '../../core/model/progress.js';

/** Least time between two reports. */
const reportEveryMs = 200;
/** After the first run, work shorter than this (a saved file) shows no progress at all. */
const showAfterMs = 500;

export interface Reporter {
  report(message: string, percentage?: number): void;
  end(message?: string): void;
}

/** Of a request that nobody follows. */
export const noProgress: Reporter = { report() {}, end() {} };

/** Progress of one request; does nothing without a token. */
export function requestProgress(connection: MessageConnection, token: ProgressToken | undefined, title: string): Reporter {
  return token === undefined ? noProgress : begin(connection, token, title, undefined);
}

function begin(connection: MessageConnection, token: ProgressToken, title: string, percentage: number | undefined): Reporter {
  const send = (value: object) => void connection.sendNotification('$/progress', { token, value }).catch(() => {});
  send({ kind: 'begin', title, cancellable: false, ...(percentage !== undefined && { percentage }) });
  return {
    report: (message, percentage) => send({ kind: 'report', message, ...(percentage !== undefined && { percentage }) }),
    end: (message) => send({ kind: 'end', ...(message !== undefined && { message }) }),
  };
}

/** Sends results in portions on a partialResultToken, the best first; true if sent, so that the reply must repeat none. */
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

/** The displayed state of work that the server started itself. */
interface Step {
  readonly message: string;
  readonly percentage: number | undefined;
  /** What was done, once the work has ended; null before. */
  readonly summary: string | null;
}

/** Shows work that the client did not request, as progress that the server creates; optionally the first at once. */
function showWork(connection: MessageConnection, title: string, nextToken: () => string, isFirstAtOnce: boolean) {
  let run: { reporter: Promise<Reporter>; lastReportMs: number } | null = null;
  let waiting: NodeJS.Timeout | null = null;
  let latest: Step | null = null;
  let first = isFirstAtOnce;

  const create = async (): Promise<Reporter> => {
    const token = nextToken();
    try {
      await connection.sendRequest('window/workDoneProgress/create', { token });
      return begin(connection, token, title, 0);
    } catch {
      return noProgress;
    }
  };
  const start = () => {
    waiting = null;
    first = false;
    run = { reporter: create(), lastReportMs: 0 };
    if (latest) report(latest);
  };
  const report = ({ message, percentage }: Step) => {
    const now = performance.now();
    if (!run || now - run.lastReportMs < reportEveryMs) return;
    run.lastReportMs = now;
    void run.reporter.then((reporter) => reporter.report(message, percentage));
  };
  const end = (summary: string | null) => {
    if (waiting) clearTimeout(waiting);
    waiting = null;
    void run?.reporter.then((reporter) => reporter.end(summary ?? undefined));
    run = null;
  };
  const listen = (step: Step) => {
    latest = step;
    if (step.summary !== null) end(step.summary);
    else if (run) report(step);
    else if (first) start();
    else waiting ??= setTimeout(start, showAfterMs).unref();
  };
  return { listen, end: () => end(null) };
}

/** Shows an engine's indexing in the client. Returns a function that stops it. */
export function showIndexing(connection: MessageConnection, engine: Engine, nextToken: () => string): () => void {
  const shown = showWork(connection, 'Indexing', nextToken, true);
  const listen = (progress: Progress) => {
    const message = describeProgress(progress);
    shown.listen({ message, percentage: percentageOf(progress), summary: progress.phase === 'ready' ? message : null });
  };
  const { state, done, total } = engine.status();
  if (state === 'starting' || state === 'indexing') listen({ phase: 'indexing', unit: 'files', done, total, listed: 0 });
  const stop = engine.onProgress(listen);
  return () => {
    stop();
    shown.end();
  };
}

/** Shows the progress of edge indexing. Returns a function that stops it. */
export function showEdgeIndexing(connection: MessageConnection, engine: Engine, nextToken: () => string): () => void {
  const shown = showWork(connection, 'Asking language servers', nextToken, false);
  const stop = engine.onEdgeProgress(({ done, total, busy }) =>
    shown.listen({ message: `${done}/${total} files`, percentage: percentageOf({ done, total }), summary: busy ? null : `${done} files` }),
  );
  return () => {
    stop();
    shown.end();
  };
}
