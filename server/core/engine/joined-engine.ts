/**
 * A local engine that asks a team's index for as long as its own is incomplete, and joins both answers. An outage, or a database that does
 * not answer in time, costs the team's part, and the answer says so; a complete local index asks nobody.
 */
import type { Answer, Question, SymbolAnswer } from '../model/answer.js';
import type { WorkspacePath } from '../model/file.js';
import { ContextError, type Problem } from '../model/problem.js';
import type { RelatedAnswer, RelatedQuestion } from '../model/related.js';
import type { ShowAnswer, ShowQuestion } from '../model/show.js';
import { resultLimit } from '../retrieval/question-bounds.js';
import { symbolLimit } from '../retrieval/recall/search-symbols.js';
import { answerFiles, type Parts, relatedFiles, shownFiles, symbolFiles } from './answer-files.js';
import type { Engine, SymbolQuestion } from './engine-api.js';
import { joinAnswers, joinSymbols } from './join-answers.js';

/** What of an engine a team's index is asked for. */
export type TeamMethod = 'retrieve' | 'symbols' | 'related' | 'show';

export interface TeamSide {
  /** Within a bounded time. Throws ContextError('index') for an outage, and ContextError('query') as the engine does. */
  ask<M extends TeamMethod>(method: M, question: Parameters<Engine[M]>[0]): Promise<Awaited<ReturnType<Engine[M]>>>;
  /** Content hashes of files as they were published; without those that were not. */
  hashes(paths: readonly WorkspacePath[]): Promise<ReadonlyMap<WorkspacePath, string>>;
  close(): Promise<void>;
}

export interface JoinedOptions {
  readonly team: TeamSide;
  /** Content hash of a file as it is here, unsaved edits included; null where there is none. */
  readonly localHash: (path: WorkspacePath) => string | null;
}

interface Stated {
  readonly problems: readonly Problem[];
  readonly isIncomplete: boolean;
}

/** What an answer lacks while the index is being made, or compared with the disk. */
const unfinished: ReadonlySet<string> = new Set(['indexing', 'verifying'] satisfies Problem['code'][]);
const isUnfinished = ({ problems }: Stated): boolean => problems.some(({ code }) => unfinished.has(code));
const stated = <A extends Stated>(answer: A, message: string): A => ({
  ...answer,
  problems: [...answer.problems, { code: 'team', message, incomplete: false }],
});

class Joined {
  readonly #local: Engine;
  readonly #options: JoinedOptions;

  constructor(local: Engine, options: JoinedOptions) {
    this.#local = local;
    this.#options = options;
  }

  async retrieve(question: Question, signal?: AbortSignal): Promise<Answer> {
    const local = await this.#local.retrieve(question, signal);
    const limit = resultLimit(question);
    return this.#joined('retrieve', question, local, answerFiles, (team, isPublished) => joinAnswers(local, team, { isPublished, limit }));
  }
  async symbols(question: SymbolQuestion, signal?: AbortSignal): Promise<SymbolAnswer> {
    const local = await this.#local.symbols(question, signal);
    const limit = symbolLimit(question);
    return this.#joined('symbols', question, local, symbolFiles, (team, isPublished) => joinSymbols(local, team, { isPublished, limit }));
  }
  related(question: RelatedQuestion, signal?: AbortSignal): Promise<RelatedAnswer> {
    const ask = () => this.#local.related(question, signal);
    return this.#eitherOf('related', question, ask, ({ of }) => of.length === 0, relatedFiles);
  }
  show(question: ShowQuestion, signal?: AbortSignal): Promise<ShowAnswer> {
    const ask = () => this.#local.show(question, signal);
    return this.#eitherOf('show', question, ask, ({ results }) => results.length === 0, shownFiles);
  }

  async #joined<M extends 'retrieve' | 'symbols', A extends Stated>(
    method: M,
    question: Parameters<Engine[M]>[0],
    local: A,
    { filesOf, without }: Parts<A>,
    join: (team: A, isPublished: (path: WorkspacePath) => boolean) => A,
  ): Promise<A> {
    if (!isUnfinished(local)) return local;
    try {
      const team = (await this.#options.team.ask(method, question)) as unknown as A;
      const isPublished = await this.#comparison([...filesOf(team), ...filesOf(local)]);
      const differing = new Set([...filesOf(team)].filter((path) => !isPublished(path)));
      return stated(
        join({ ...team, ...without(team, differing) }, isPublished),
        "joined with the team's index, for files that are here as they were published",
      );
    } catch (error) {
      return this.#alone(local, error);
    }
  }

  /** Of one symbol: what the local index knows, else what the team's knows, of files that are here as they were published. */
  async #eitherOf<M extends 'related' | 'show', A extends Stated>(
    method: M,
    question: Parameters<Engine[M]>[0],
    ask: () => Promise<A>,
    isEmpty: (answer: A) => boolean,
    { filesOf, without }: Parts<A>,
  ): Promise<A> {
    const local = await ask().catch((error: unknown) => {
      if (!(error instanceof ContextError) || error.code !== 'query') throw error;
      return error;
    });
    const isOwn = local instanceof ContextError ? !isUnfinished(this.#stateOf()) : !(isEmpty(local) && isUnfinished(local));
    if (isOwn) {
      if (local instanceof ContextError) throw local;
      return local;
    }
    try {
      const team = (await this.#options.team.ask(method, question)) as unknown as A;
      const isPublished = await this.#comparison([...filesOf(team)]);
      const differing = new Set([...filesOf(team)].filter((path) => !isPublished(path)));
      return stated({ ...team, ...without(team, differing) }, "answered from the team's index");
    } catch (error) {
      if (local instanceof ContextError) throw local;
      return this.#alone(local, error);
    }
  }

  #stateOf(): Stated {
    const { problems } = this.#local.status();
    return { problems, isIncomplete: false };
  }

  async #comparison(paths: readonly WorkspacePath[]): Promise<(path: WorkspacePath) => boolean> {
    const { team, localHash } = this.#options;
    const published = await team.hashes([...new Set(paths)]);
    const equal = new Set([...published].filter(([path, hash]) => localHash(path) === hash).map(([path]) => path));
    return (path) => equal.has(path);
  }

  #alone<A extends Stated>(local: A, error: unknown): A {
    if (!(error instanceof ContextError)) throw error;
    return stated(local, `the local index answers alone: ${error.message}`);
  }

  async close(): Promise<void> {
    await Promise.all([this.#local.close(), this.#options.team.close()]);
  }
}

export function joinedEngine(local: Engine, options: JoinedOptions): Engine {
  const joined = new Joined(local, options);
  return new Proxy(local, {
    get(target, name) {
      const owner: object = name in joined ? joined : target;
      const value: unknown = Reflect.get(owner, name, owner);
      return typeof value === 'function' ? value.bind(owner) : value;
    },
  });
}
