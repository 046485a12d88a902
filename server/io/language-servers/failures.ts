/** Why a question to a language server has no answer. Callers branch on `reason`, never on the text. */
import { ContextError, languageServerError } from '../../core/model/problem.js';

export type FailureReason =
  /** The server ended while the question was open, or could not be started. */
  | 'ended'
  | 'deadline'
  | 'tooLarge'
  /** The file ended the server twice and is not handed to it again until its text changes. */
  | 'quarantined'
  | 'unsupported'
  /** The server answered with an error of its own. */
  | 'response'
  /** Waiting for the next start after deaths, or given up for now. */
  | 'resting'
  | 'missing'
  | 'full';

export const failure = (reason: FailureReason, message: string, data: Record<string, unknown> = {}): ContextError =>
  languageServerError(message, { ...data, reason });

export const reasonOf = (error: unknown): FailureReason | null =>
  error instanceof ContextError && error.code === 'languageServer' ? (error.data['reason'] as FailureReason) : null;

/** Code of the server's own error, or null. */
export const responseCode = (error: unknown): number | null =>
  reasonOf(error) === 'response' ? ((error as ContextError).data['code'] as number) : null;

export const aborted = (what: string): DOMException => new DOMException(`${what} was cancelled`, 'AbortError');
