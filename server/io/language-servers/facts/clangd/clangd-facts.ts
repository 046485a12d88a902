/** Facts about C and C++ files: from clangd's index on disk where it is newer than the file, else by asking clangd. */
import type { Fact, FileFacts } from '../../../../core/code-graph/facts.js';
import type { FileToResolve } from '../../../../core/code-graph/ports.js';
import { pathToUri } from '../../../../util/uri.js';
import { ensureCompileCommands } from '../../compile-commands/compile-commands.js';
import type { RunningServer } from '../../running-server.js';
import { unlessAborted } from '../../waiting.js';
import type { FactRequest, FactSource, WorkspacePathOf } from '../fact-source.js';
import { provenanceOf } from '../provenance.js';
import { IndexAgain } from './index-again.js';
import { hasNewShard, lastShardWriteMs, readShardFacts, type ShardFacts } from './read-shard-facts.js';
import { addUnindexedNames, askWithOverrides, overrideMarks } from './unindexed-names.js';

/** How often to look for new shards. clangd writes them only while it indexes. */
const recheckMs = 10_000;

export class ClangdFacts implements FactSource {
  readonly #running: RunningServer;
  readonly #pathOf: WorkspacePathOf;
  readonly #again: IndexAgain;
  #shards: { checkedAt: number; readonly writtenMs: number; readonly facts: Promise<ShardFacts> } | null = null;

  constructor(running: RunningServer, pathOf: WorkspacePathOf) {
    this.#running = running;
    this.#pathOf = pathOf;
    this.#again = new IndexAgain(running);
  }

  async facts({ file, mentions, ask, signal }: FactRequest): Promise<FileFacts> {
    const { server } = this.#running;
    // clangd starts to index when a file is opened.
    const release = server.state === 'ready' ? () => {} : server.hold(file.uri, file.language, file.text);
    try {
      const { gate } = await server.ready(signal);
      // While clangd indexes, its shards lack what other files define.
      await unlessAborted(gate.rested(), signal);
      const stored = file.unsaved ? null : await this.#stored(file, signal);
      return stored ? await addUnindexedNames(file, stored, ask) : await askWithOverrides(mentions(), overrideMarks(file), ask);
    } finally {
      release();
    }
  }

  rest(): void {
    this.#shards = null;
  }

  /** Null: the index is older than the text. */
  async #stored(file: FileToResolve, signal?: AbortSignal): Promise<FileFacts | null> {
    const { folder } = ensureCompileCommands(this.#running.context);
    let shards = this.#shards;
    const isChecked = shards !== null && Date.now() - shards.checkedAt <= recheckMs;
    if (!shards || !isChecked || !(await shards.facts).isCurrent(file.path)) {
      if (!(await hasNewShard(folder, file))) {
        await this.#again.index(folder, file, signal);
        // Reading all shards takes seconds.
        if (!(await hasNewShard(folder, file))) return null;
      }
      const writtenMs = lastShardWriteMs(folder);
      if (shards?.writtenMs === writtenMs) shards.checkedAt = Date.now();
      else {
        const facts = readShardFacts(folder, provenanceOf(this.#running), this.#pathOf);
        this.#shards = shards = { checkedAt: Date.now(), writtenMs, facts };
      }
    }
    const { factsOf, isCurrent } = await shards.facts;
    const facts = isCurrent(file.path) ? factsOf(file) : null;
    if (!facts) return null;
    const unsaved = new Set(file.unsavedFiles?.().map(({ absolutePath }) => this.#pathOf(pathToUri(absolutePath))));
    const { facts: stated, implementations = [] } = facts;
    const changed = new Set(pathsIn([...stated, ...implementations]).filter((path) => unsaved.has(path) || !isCurrent(path)));
    return { ...facts, facts: byName(stated, changed), implementations: byName(implementations, changed) };
  }
}

/** Files that names lead to, each once. */
const pathsIn = (facts: readonly Fact[]): string[] => [
  ...new Set(facts.flatMap(({ meaning }) => (meaning.kind === 'here' ? meaning.targets.map(({ path }) => path) : []))),
];

/** In files that have changed since they were indexed symbols are found by their names. */
function byName(facts: readonly Fact[], changed: ReadonlySet<string>): readonly Fact[] {
  if (changed.size === 0) return facts;
  return facts.map(({ occurrence, meaning }) => {
    if (meaning.kind !== 'here') return { occurrence, meaning };
    const targets = meaning.targets.map((target) => (changed.has(target.path) ? { ...target, name: occurrence.name } : target));
    return { occurrence, meaning: { kind: 'here', targets } };
  });
}
