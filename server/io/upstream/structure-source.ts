/** Facts of files from whatever server serves their language, by the cheapest way that server has. */
import { implementsUnsaid } from '../../core/model/language.js';
import { distinctMentions } from '../../core/structure/distinct-mentions.js';
import { type FileFacts, type Occurrence, provenanceText } from '../../core/structure/facts.js';
import { identifiers } from '../../core/structure/identifiers.js';
import { interfaceNames } from '../../core/structure/interface-names.js';
import type { StructureFile, StructureSource } from '../../core/structure/ports.js';
import { pythonQuestions } from '../../core/structure/python-questions.js';
import { ChunkMap } from '../../core/structure/resolve-target.js';
import { pathToUri, uriToPath } from '../../util/uri.js';
import { ensureCompileCommands } from './compile-commands/compile-commands.js';
import { ByChecker } from './harvest/by-checker.js';
import { harvestShards, type ShardHarvest, shardsWrittenMs } from './harvest/clangd/harvest-shards.js';
import { overrideMarks, withOverrides, withUnindexed } from './harvest/clangd/unindexed.js';
import { harvestPatiently } from './harvest/harvest-file.js';
import { provenanceOf } from './harvest/provenance.js';
import { askOutline } from './harvest/server-outline.js';
import type { Serving } from './upstream.js';
import { unlessAborted } from './waiting.js';
import type { WorkspaceServers } from './workspace-servers.js';

/** Whether there are new shards is looked at this often: they are written only while clangd indexes. */
const shardsAgainMs = 10_000;
/** Between the root's name and the language in the name of a lane; no folder's name has it. */
const bar = '\0';

/** `relative`: the workspace path of an absolute one, null where it is none of the index. */
export function structureSource(servers: WorkspaceServers, relative: (absolutePath: string) => string | null): StructureSource {
  const shards = new Map<Serving, { at: number; readonly writtenMs: number; readonly harvest: Promise<ShardHarvest> }>();
  const pathOf = (uri: string) => {
    const path = uriToPath(uri);
    return path === null ? null : relative(path);
  };

  const byChecker = new ByChecker(pathOf);

  async function fromShards(serving: Serving, file: StructureFile): Promise<FileFacts | null> {
    if (file.unsaved || !serving.adapter.hasShards) return null;
    let read = shards.get(serving);
    if (!read || Date.now() - read.at > shardsAgainMs) {
      const { folder } = ensureCompileCommands(serving.context);
      const writtenMs = shardsWrittenMs(folder);
      if (read?.writtenMs === writtenMs) read.at = Date.now();
      else shards.set(serving, (read = { at: Date.now(), writtenMs, harvest: harvestShards(folder, provenanceOf(serving), pathOf) }));
    }
    const { factsOf, writtenMs } = await read.harvest;
    return (writtenMs.get(file.path) ?? 0) >= file.mtimeMs ? factsOf(file) : null;
  }

  const servingLane = async (lane: string): Promise<Serving | null> => {
    const [root = '', language = ''] = lane.split(bar);
    return (await servers.byRoot.get(root)?.for(language)) ?? null;
  };

  return {
    async lane(absolutePath, language) {
      const root = servers.rootOf(absolutePath);
      const found = root === null ? null : await servers.byRoot.get(root)?.for(language);
      return found ? `${root}${bar}${language}` : null;
    },

    async provenance(lane) {
      const serving = await servingLane(lane);
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
        const interfaces = implementsUnsaid(file.language) ? interfaceNames(file) : [];
        const ask = (asked: readonly Occurrence[]) => harvestPatiently(serving, { ...file, uri, interfaces }, asked, pathOf, signal, turn);
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
