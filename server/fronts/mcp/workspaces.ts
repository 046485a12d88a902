/** The open workspaces of an MCP server: one engine per set of folders, opened at first use; the least recently used are closed. */
import { realpathSync, statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Engine, OpenEngine } from '../../core/engine/engine-api.js';
import { queryError } from '../../core/model/problem.js';
import { pathToUri } from '../../util/uri.js';
import { rootsOf } from '../lsp/roots.js';
import { whyNoProject } from '../project-folder.js';

/** An agent works in one or two; each costs some hundred MB. */
const MAX_OPEN = 3;

interface Opened {
  readonly engine: Promise<Engine>;
  /** Calls in progress. */
  users: number;
}

export class Workspaces {
  readonly #openEngine: (roots: Parameters<OpenEngine>[0]['roots']) => Promise<Engine>;
  /** By folders; the most recently used last. */
  readonly #opened = new Map<string, Opened>();
  #closed = false;

  constructor(openEngine: (roots: Parameters<OpenEngine>[0]['roots']) => Promise<Engine>) {
    this.#openEngine = openEngine;
  }

  /** Runs `work` with the engine of these folders, which stays open meanwhile. */
  async use<T>(folders: readonly string[], work: (engine: Engine) => Promise<T>): Promise<T> {
    if (this.#closed) throw queryError('the server is ending');
    const roots = rootsOf(folders.map((folder) => ({ uri: pathToUri(folder) })));
    const id = JSON.stringify(roots.map(({ folder }) => folder).sort());
    const opened = this.#opened.get(id) ?? { engine: this.#openEngine(roots), users: 0 };
    this.#opened.delete(id);
    this.#opened.set(id, opened);
    opened.users++;
    try {
      return await work(await opened.engine.catch((error: unknown) => this.#failed(id, error)));
    } finally {
      opened.users--;
      await this.#closeUnused();
    }
  }

  /** Engines that are open, the most recently used first. */
  async engines(): Promise<readonly Engine[]> {
    const found = await Promise.allSettled([...this.#opened.values()].map(({ engine }) => engine));
    return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])).reverse();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const engines = await this.engines();
    this.#opened.clear();
    await Promise.allSettled(engines.map((engine) => engine.close()));
  }

  /** Removes a failed engine, so that the next call tries again. */
  #failed(id: string, error: unknown): never {
    this.#opened.delete(id);
    throw error;
  }

  async #closeUnused(): Promise<void> {
    for (const [id, { engine, users }] of this.#opened) {
      if (this.#opened.size <= MAX_OPEN) return;
      if (users > 0) continue;
      this.#opened.delete(id);
      await (await engine).close();
    }
  }
}

/** A folder as a client names it, without symbolic links. @throws ContextError('query') where it cannot be a workspace */
export function workspaceFolder(folder: string): string {
  if (!isAbsolute(folder)) throw queryError(`workspace: expected an absolute folder, got ${JSON.stringify(folder)}`);
  const path = existingFolder(folder);
  const refusal = whyNoProject(path);
  if (refusal !== null) throw queryError(`workspace: ${refusal}`);
  return path;
}

/** @throws ContextError('query') where there is no such folder */
export function existingFolder(folder: string): string {
  try {
    if (statSync(folder).isDirectory()) return realpathSync(folder);
  } catch {
    throw queryError(`workspace: no such folder: ${folder}`);
  }
  throw queryError(`workspace: not a folder: ${folder}`);
}
