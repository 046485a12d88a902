/** Why a request to a language server failed. Callers branch on `reason`, never on the message. */
import { ContextError, languageServerError } from '../../core/model/problem.js';

type FailureReason =
  /** The server ended while the request was open, or could not be started. */
  | 'ended'
  | 'deadline'
  | 'tooLarge'
  /** The server died twice on this file, which is not sent to it again until its text changes. */
  | 'quarantined'
  | 'unsupported'
  /** The server answered with an error. */
  | 'response'
  /** The server is waiting for its next start after a death, or still loading. */
  | 'resting'
  | 'missing'
  | 'full';

export const failure = (reason: FailureReason, message: string, data: Record<string, unknown> = {}): ContextError =>
  languageServerError(message, { ...data, reason });

export const reasonOf = (error: unknown): FailureReason | null =>
  error instanceof ContextError && error.code === 'languageServer' ? (error.data['reason'] as FailureReason) : null;

/** Code of the server's error, or null. */
export const responseCode = (error: unknown): number | null =>
  reasonOf(error) === 'response' ? ((error as ContextError).data['code'] as number) : null;

export const aborted = (what: string): DOMException => new DOMException(`${what} was cancelled`, 'AbortError');
