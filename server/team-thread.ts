/** The thread that asks a team's database beside a local engine: waiting for the database then keeps nobody else waiting. */
import { parentPort, workerData } from 'node:worker_threads';
import type { TeamMethod } from './core/engine/joined-engine.js';
import { ContextError, type ErrorCode } from './core/model/problem.js';
import type { TeamSettings } from './core/model/team.js';
import { openTeamEngine } from './team.js';
import { messageOf } from './util/bug.js';

export interface TeamThreadData {
  readonly team: TeamSettings;
  readonly budgetTokens?: number;
  /** Other than the defaults of `openTeamEngine`; for tests. */
  readonly connection?: Parameters<typeof openTeamEngine>[2];
}

/** `hashes`: of paths. */
export interface TeamRequest {
  readonly id: number;
  readonly method: TeamMethod | 'hashes';
  readonly question: unknown;
}
export type TeamReply =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly code: ErrorCode | null; readonly message: string };

const { team, budgetTokens, connection } = workerData as TeamThreadData;
const { engine, hashesOf } = openTeamEngine(
  team,
  { roots: [], settings: { ...(budgetTokens !== undefined && { budgetTokens }) } },
  connection,
);

parentPort?.on('message', async ({ id, method, question }: TeamRequest) => {
  let reply: TeamReply;
  try {
    const value = method === 'hashes' ? await hashesOf(question as readonly string[]) : await engine[method](question as never);
    reply = { id, value };
  } catch (error) {
    reply = { id, code: error instanceof ContextError ? error.code : null, message: messageOf(error) };
  }
  parentPort?.postMessage(reply);
});
