/** `workspace/executeCommand`: this server's requests for clients that send only standard ones. */

import { commandParamsSchema, commands } from '../../../protocol/commands.js';
import { retrieveMethod, semanticSymbolMethod } from '../../../protocol/methods.js';
import type { RetrieveParams } from '../../../protocol/retrieve.js';
import { retrieveParamsSchema } from '../../../protocol/retrieve.js';
import type { SemanticSymbolParams } from '../../../protocol/semantic-symbol.js';
import { semanticSymbolParamsSchema } from '../../../protocol/semantic-symbol.js';
import { expectedOneOf } from '../../../util/nearest.js';
import { renderMarkdown } from '../../render-markdown.js';
import { heading, renderSymbols } from '../../render-symbols.js';
import type { RequestHandler } from '../dispatch.js';
import { invalidParams, validate } from '../errors.js';
import { requestProgress } from '../progress.js';
import type { Session } from '../session.js';
import { answerQuestion } from './answer-question.js';
import { reindex, status } from './index-control.js';
import { answerSymbols } from './symbols.js';

const method = 'workspace/executeCommand';

/** Params are the command's argument. */
type Command = (argument: unknown, signal: AbortSignal) => unknown;

export const executeCommand = (session: Session): RequestHandler => {
  const known: Readonly<Record<string, Command>> = {
    [commands.retrieve]: (argument, signal) => retrieveCommand(session, argument, signal),
    [commands.semanticSymbol]: (argument, signal) => symbolCommand(session, argument, signal),
    [commands.status]: status(session),
    [commands.reindex]: reindex(session),
  };
  return async (raw, signal) => {
    const named = (raw as { command?: unknown } | null)?.command;
    if (typeof named === 'string' && !Object.hasOwn(known, named)) {
      const run = await session.passThrough?.command(raw, signal);
      if (run) return run.result;
    }
    const { command, arguments: [argument] = [], workDoneToken } = validate(method, commandParamsSchema, raw);
    if (!Object.hasOwn(known, command))
      throw invalidParams(method, [{ path: 'command', message: expectedOneOf(Object.keys(known), command) }]);
    const progress = requestProgress(session.connection, workDoneToken, command);
    try {
      const result = await known[command]?.(argument, signal);
      progress.end();
      return result;
    } catch (error) {
      progress.end('failed');
      throw error;
    }
  };
};

/** A plain string is the query of a person. */
const withQuery = (argument: unknown): unknown => (typeof argument === 'string' ? { query: argument } : argument);
const asReader = (argument: unknown): unknown => (typeof argument === 'string' ? { query: argument, profile: 'reader' } : argument);

async function retrieveCommand(session: Session, argument: unknown, signal: AbortSignal) {
  const params: RetrieveParams = validate(retrieveMethod, retrieveParamsSchema, asReader(argument));
  const { answer, result } = await answerQuestion(session, params, signal);
  show(session, [commands.retrieve, withoutTokens(params)], () => `${heading(params.query)}\n\n${renderMarkdown(answer)}`);
  return result;
}

async function symbolCommand(session: Session, argument: unknown, signal: AbortSignal) {
  const params: SemanticSymbolParams = validate(semanticSymbolMethod, semanticSymbolParamsSchema, withQuery(argument));
  const result = await answerSymbols(session, params, signal);
  const render = () => renderSymbols(params.query, result.symbols, result.problems);
  show(session, [commands.semanticSymbol, withoutTokens(params)], render);
  return result;
}

const withoutTokens = <P extends object>(params: P) => ({ ...params, workDoneToken: undefined, partialResultToken: undefined });

/** Does not wait: a client may show documents only after the response, or wait for its user. */
function show(session: Session, question: unknown, render: () => string): void {
  const engine = session.holder.engine;
  if (engine) void session.answers.show(session, engine, question, render());
}
