/** Facts of files from whatever server serves their language, by the cheapest way that server has. */

import { distinctMentions } from '../../core/code-graph/distinct-mentions.js';
import { type FileFacts, type Occurrence, provenanceText } from '../../core/code-graph/facts.js';
import { identifiers } from '../../core/code-graph/identifiers.js';
import { interfaceNames } from '../../core/code-graph/interface-names.js';
import type { EdgeSource, StructureFile } from '../../core/code-graph/ports.js';
import { pythonQuestions } from '../../core/code-graph/python-questions.js';
import { ChunkMap } from '../../core/code-graph/resolve-target.js';
import { hasStructuralInterfaces } from '../../core/model/language.js';
import { pathToUri, uriToPath } from '../../util/uri.js';
import { ensureCompileCommands } from './compile-commands/compile-commands.js';
import { askFileFactsPatiently } from './facts/ask-file-facts.js';
import { ByChecker } from './facts/by-checker.js';
import { readShardFacts, type ShardFacts, shardsWrittenMs } from './facts/clangd/read-shard-facts.js';
import { overrideMarks, withOverrides, withUnindexed } from './facts/clangd/unindexed.js';
import { provenanceOf } from './facts/provenance.js';
import { askOutline } from './facts/server-outline.js';
import type { RunningServer } from './root-servers.js';
import { unlessAborted } from './waiting.js';
import type { WorkspaceServers } from './workspace-servers.js';

/** Whether there are new shards is looked at this often: they are written only while clangd indexes. */
const shardsAgainMs = 10_000;
/** Between the root's name and the language in the name of a queue; no folder's name has it. */
const bar = '\0';

/** `relative`: the workspace path of an absolute one, null where it is none of the index. */
export function edgeSource(servers: WorkspaceServers, relative: (absolutePath: string) => string | null): EdgeSource {
  const shards = new Map<RunningServer, { at: number; readonly writtenMs: number; readonly facts: Promise<ShardFacts> }>();
  const pathOf = (uri: string) => {
    const path = uriToPath(uri);
    return path === null ? null : relative(path);
  };

  const byChecker = new ByChecker(pathOf);

  async function fromShards(serving: RunningServer, file: StructureFile): Promise<FileFacts | null> {
    if (file.unsaved || !serving.adapter.hasShards) return null;
    let read = shards.get(serving);
    if (!read || Date.now() - read.at > shardsAgainMs) {
      const { folder } = ensureCompileCommands(serving.context);
      const writtenMs = shardsWrittenMs(folder);
      if (read?.writtenMs === writtenMs) read.at = Date.now();
      else shards.set(serving, (read = { at: Date.now(), writtenMs, facts: readShardFacts(folder, provenanceOf(serving), pathOf) }));
    }
    const { factsOf, writtenMs } = await read.facts;
    return (writtenMs.get(file.path) ?? 0) >= file.mtimeMs ? factsOf(file) : null;
  }

  const serverOfQueue = async (queue: string): Promise<RunningServer | null> => {
    const [root = '', language = ''] = queue.split(bar);
    return (await servers.byRoot.get(root)?.for(language)) ?? null;
  };

  return {
    async queue(absolutePath, language) {
      const root = servers.rootOf(absolutePath);
      const found = root === null ? null : await servers.byRoot.get(root)?.for(language);
      return found ? `${root}${bar}${language}` : null;
    },

    async provenance(queue) {
      const serving = await serverOfQueue(queue);
      return serving && provenanceText(provenanceOf(serving));
    },

    async facts(file, signal, turn) {
      const root = servers.rootOf(file.absolutePath);
      const serving = (root !== null && (await servers.byRoot.get(root)?.for(file.language))) || null;
      if (!serving) return null;
      const uri = pathToUri(file.absolutePath);
      // clangd begins to index when a file is opened.
      const release =
        serving.adapter.hasShards && serving.server.state !== 'ready' ? serving.server.hold(uri, file.language, file.text) : null;
      try {
        const { gate } = await serving.server.ready(signal);
        // What is read while clangd indexes lacks what other files define.
        if (serving.adapter.hasShards) await unlessAborted(gate.rested(), signal);
        const interfaces = hasStructuralInterfaces(file.language) ? interfaceNames(file) : [];
        const ask = (asked: readonly Occurrence[]) =>
          askFileFactsPatiently(serving, { ...file, uri, interfaces }, asked, pathOf, signal, turn);
        const stored = await fromShards(serving, file);
        if (stored) return await withUnindexed(file, stored, ask);
        const mentions = distinctMentions(file.text, identifiers(file.text, file.language), new ChunkMap(file.chunks));
        if (serving.adapter.hasShards) return await withOverrides(mentions, overrideMarks(file), ask);
        const checked = await byChecker.facts(serving, { ...file, uri }, mentions, signal, turn);
        if (checked) return checked;
        if (file.language !== 'python') return await ask(mentions);
        const { asked, complete } = pythonQuestions(file.text, mentions, file.names);
        const found = await ask(asked);
        return { ...found, facts: complete(found.facts) };
      } finally {
        release?.();
      }
    },

    async outline({ absolutePath, language, text }, signal) {
      const root = servers.rootOf(absolutePath);
      const serving = (root !== null && (await servers.byRoot.get(root)?.for(language))) || null;
      if (!serving?.adapter.healsOutlines) return null;
      return askOutline(serving, { uri: pathToUri(absolutePath), language, text }, signal);
    },

    rest() {
      shards.clear();
      byChecker.rest();
    },
  };
}
