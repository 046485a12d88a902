/** Facts about C and C++ files: from clangd's index on disk where it is newer than the file, else by asking clangd. */
import type { FileFacts } from '../../../../core/code-graph/facts.js';
import type { FileToResolve } from '../../../../core/code-graph/ports.js';
import { ensureCompileCommands } from '../../compile-commands/compile-commands.js';
import type { RunningServer } from '../../running-server.js';
import { unlessAborted } from '../../waiting.js';
import type { FactRequest, FactSource, WorkspacePathOf } from '../fact-source.js';
import { provenanceOf } from '../provenance.js';
import { lastShardWriteMs, readShardFacts, type ShardFacts } from './read-shard-facts.js';
import { addUnindexedNames, askWithOverrides, overrideMarks } from './unindexed-names.js';

/** How often to look for new shards. clangd writes them only while it indexes. */
const recheckMs = 10_000;

export class ClangdFacts implements FactSource {
  readonly #running: RunningServer;
  readonly #pathOf: WorkspacePathOf;
  #shards: { checkedAt: number; readonly writtenMs: number; readonly facts: Promise<ShardFacts> } | null = null;

  constructor(running: RunningServer, pathOf: WorkspacePathOf) {
    this.#running = running;
    this.#pathOf = pathOf;
  }

  async facts({ file, mentions, ask, signal }: FactRequest): Promise<FileFacts> {
    const { server } = this.#running;
    // clangd starts to index when a file is opened.
    const release = server.state === 'ready' ? () => {} : server.hold(file.uri, file.language, file.text);
    try {
      const { gate } = await server.ready(signal);
      // While clangd indexes, its shards lack what other files define.
      await unlessAborted(gate.rested(), signal);
      const stored = file.unsaved ? null : await this.#stored(file);
      return stored ? await addUnindexedNames(file, stored, ask) : await askWithOverrides(mentions(), overrideMarks(file), ask);
    } finally {
      release();
    }
  }

  rest(): void {
    this.#shards = null;
  }

  async #stored(file: FileToResolve): Promise<FileFacts | null> {
    let shards = this.#shards;
    if (!shards || Date.now() - shards.checkedAt > recheckMs) {
      const { folder } = ensureCompileCommands(this.#running.context);
      const writtenMs = lastShardWriteMs(folder);
      if (shards?.writtenMs === writtenMs) shards.checkedAt = Date.now();
      else {
        const facts = readShardFacts(folder, provenanceOf(this.#running), this.#pathOf);
        this.#shards = shards = { checkedAt: Date.now(), writtenMs, facts };
      }
    }
    const { factsOf, writtenMs } = await shards.facts;
    return (writtenMs.get(file.path) ?? 0) >= file.mtimeMs ? factsOf(file) : null;
  }
}
