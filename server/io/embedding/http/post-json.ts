/**
 * One request to a provider: JSON out, JSON in, with a deadline and a bound on the answer. No retries here.
 * Redirects are not followed (texts go where the user said, nowhere else), and Node's fetch knows no proxy variables.
 */
import { askedWaitMs } from '../../../core/embedding/back-off.js';
import { ContextError, providerError } from '../../../core/model/problem.js';
import { timeLimit } from '../../../util/time-limit.js';

export interface JsonRequest {
  readonly provider: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly deadlineMs: number;
  readonly maxAnswerBytes: number;
  readonly signal: AbortSignal;
  /** Takes keys and other secrets out of what the provider says. */
  readonly hide: (text: string) => string;
}

/** Why a request failed: an HTTP status, or one of these. */
type FailureStatus = number | 'unreachable' | 'timeout' | 'invalid' | 'tooLarge' | 'rateLimit' | 'closed';

export interface FailureData {
  readonly provider: string;
  readonly status: FailureStatus;
  readonly retryable: boolean;
  /** The provider asks to wait so long. */
  readonly retryAfterMs?: number;
}

export const failure = (data: FailureData, message: string): ContextError => providerError(`${data.provider}: ${message}`, { ...data });

/** The data of a failure; null for anything else (aborts, configuration, bugs). */
export const failureOf = (error: unknown): FailureData | null =>
  error instanceof ContextError && error.code === 'provider' ? (error.data as unknown as FailureData) : null;

/** Throws ContextError('provider'), or the signal's reason when aborted. */
export async function postJson(request: JsonRequest): Promise<unknown> {
  const { provider, signal, deadlineMs } = request;
  const limit = timeLimit(deadlineMs, [signal]);
  const place = `${request.url.origin}${request.url.pathname}`;
  try {
    const response = await fetch(request.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...request.headers },
      body: JSON.stringify(request.body),
      redirect: 'manual',
      signal: limit.signal,
    });
    const text = await readBounded(response, response.ok ? request.maxAnswerBytes : 65_536, request);
    if (!response.ok) throw refused(response, text, request, place);
    return parse(text, request, place);
  } catch (error) {
    if (error instanceof ContextError) throw error;
    signal.throwIfAborted();
    if (limit.isOver()) throw failure({ provider, status: 'timeout', retryable: true }, `no answer from ${place} within ${deadlineMs} ms`);
    throw failure(
      { provider, status: 'unreachable', retryable: true },
      `${place} cannot be reached: ${request.hide(connectionReason(error))}`,
    );
  } finally {
    limit.clear();
  }
}

async function readBounded(response: Response, maxBytes: number, request: JsonRequest): Promise<string> {
  if (!response.body) return '';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += part.byteLength;
    if (size > maxBytes) {
      if (!response.ok) break;
      throw failure({ provider: request.provider, status: 'tooLarge', retryable: false }, `the answer is larger than ${maxBytes} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

function parse(text: string, { provider }: JsonRequest, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const what = isHtml(text) ? `HTML instead of JSON; is the base URL right?` : `no valid JSON (${text.length} characters, cut short?)`;
    throw failure({ provider, status: 'invalid', retryable: !isHtml(text) }, `${place} answered with ${what}`);
  }
}

const isHtml = (text: string): boolean => /^\s*<(?:!doctype|html|head|body|\?xml)/i.test(text);

function refused(response: Response, text: string, request: JsonRequest, place: string): ContextError {
  const { status } = response;
  const { provider, hide } = request;
  if (status >= 300 && status < 400) {
    const to = response.headers.get('location');
    return failure({ provider, status, retryable: false }, `${place} redirects${to ? ` to ${hide(to)}` : ''}; texts are not sent on`);
  }
  const said = hide(saidBy(text));
  // Waiting does not fill an empty account.
  const exhausted = status === 429 && /insufficient_quota|billing|exceeded your current quota/i.test(text);
  const retryable = !exhausted && (status === 408 || status === 409 || status === 425 || status === 429 || status >= 500);
  const asked = retryable ? askedWaitMs((name) => response.headers.get(name), Date.now()) : null;
  const data = { provider, status, retryable, ...(asked !== null && { retryAfterMs: asked }) };
  return failure(data, `${place} answered ${status}${said ? `: ${said}` : ''}`);
}

/** The error message inside an error answer, on one line. */
function saidBy(text: string): string {
  if (isHtml(text)) return 'an HTML page';
  let said: unknown = text;
  try {
    const json = JSON.parse(text) as Record<string, unknown> | null;
    const error = json?.['error'] as Record<string, unknown> | string | undefined;
    said = (typeof error === 'object' ? error?.['message'] : error) ?? json?.['detail'] ?? json?.['message'] ?? text;
  } catch {
    // Not JSON: as it is.
  }
  return (typeof said === 'string' ? said : JSON.stringify(said)).replace(/\s+/g, ' ').trim().slice(0, 300);
}

/** fetch says "fetch failed"; the reason is in its cause. */
function connectionReason(error: unknown): string {
  const cause = (error as { cause?: { code?: unknown; message?: unknown } }).cause;
  return String(cause?.code ?? cause?.message ?? (error as Error).message ?? error);
}
