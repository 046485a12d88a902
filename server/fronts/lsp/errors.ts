/** Translates errors to LSP errors. Nothing else does. */
import { ResponseError } from 'vscode-jsonrpc/node';
import type { z } from 'zod';
import { ContextError } from '../../core/model/problem.js';
import type { ContextErrorData, ParamIssue } from '../../protocol/errors.js';
import { errorCodes } from '../../protocol/errors.js';
import { messageOf } from '../../util/bug.js';
import { suggestion } from '../../util/nearest.js';
import { withoutUndefined } from '../../util/without-undefined.js';
import { describeIssues } from '../describe-issues.js';

const make = (code: number, kind: ContextErrorData['kind'], message: string, more: Record<string, unknown> = {}) =>
  new ResponseError<ContextErrorData>(code, message, { ...more, kind, message });

export const cancelled = () => make(errorCodes.requestCancelled, 'cancelled', 'the request was cancelled');
export const methodNotFound = (method: string, known: Iterable<string>) => {
  const named = method.slice(0, 200);
  return make(errorCodes.methodNotFound, 'protocol', `unknown method ${named}${suggestion(named, known)}`, { method: named });
};
export const notInitialized = (method: string) =>
  make(errorCodes.serverNotInitialized, 'protocol', `${method} came before initialize`, { method });
export const invalidRequest = (message: string) => make(errorCodes.invalidRequest, 'protocol', message);
export const invalidParams = (method: string, issues: readonly ParamIssue[]) => {
  const said = issues.map((issue) => (issue.path ? `${issue.path}: ${issue.message}` : issue.message)).join('; ');
  return make(errorCodes.invalidParams, 'query', `invalid params of ${method}: ${said}`, { method, issues });
};

export function toResponseError(error: unknown, method: string): ResponseError<ContextErrorData> {
  if (error instanceof ResponseError) return error as ResponseError<ContextErrorData>;
  if (error instanceof ContextError) {
    const issues = error.data['issues'] as readonly ParamIssue[] | undefined;
    if (error.code === 'query' && issues) return invalidParams(method, issues);
    const code = error.code === 'query' ? errorCodes.invalidParams : errorCodes.requestFailed;
    return make(code, error.code, error.message, { ...error.data });
  }
  if (error instanceof Error && error.name === 'AbortError') return cancelled();
  return make(errorCodes.internalError, 'internal', `${method} failed: ${messageOf(error)}`, { method });
}

/** `params` validated by the schema. @throws ResponseError that names what is wrong and where */
export function validate<S extends z.ZodType>(method: string, schema: S, params: unknown): z.output<S> {
  const parsed = schema.safeParse(params);
  if (parsed.success) return withoutUndefined(parsed.data);
  throw invalidParams(method, describeIssues(parsed.error, schema, params));
}
