/** Facts about files from the language server of each, in the way that its adapter names. */

import { ChunkMap } from '../../../core/code-graph/chunk-map.js';
import { type FileFacts, type Occurrence, provenanceText } from '../../../core/code-graph/facts.js';
import { identifiers } from '../../../core/code-graph/identifiers.js';
import { interfaceNames, mentionsToResolve } from '../../../core/code-graph/mentions-to-resolve.js';
import type { EdgeSource } from '../../../core/code-graph/ports.js';
import { hasStructuralInterfaces } from '../../../core/model/language.js';
import { pathToUri, uriToPath } from '../../../util/uri.js';
import type { RunningServer } from '../running-server.js';
import type { WorkspaceServers } from '../workspace-servers.js';
import { askFileFactsPatiently } from './ask-file-facts.js';
import type { FactSource } from './fact-source.js';
import { provenanceOf } from './provenance.js';
import { askOutline } from './server-outline.js';
import { UnsavedFiles } from './unsaved-files.js';

/** Between the root's name and the language in a queue's name. No folder's name contains it. */
const separator = '\0';

/** `relative`: the workspace path of an absolute path; null for a file that is not in the workspace. */
export function edgeSource(
  servers: Pick<WorkspaceServers, 'rootOf' | 'serverFor'>,
  relative: (absolutePath: string) => string | null,
): EdgeSource {
  const sources = new Map<RunningServer, FactSource>();
  const unsaved = new UnsavedFiles();
  const pathOf = (uri: string) => {
    const path = uriToPath(uri);
    return path === null ? null : relative(path);
  };
  const serverOf = async (absolutePath: string, language: string): Promise<RunningServer | null> => {
    const root = servers.rootOf(absolutePath);
    const running = root === null ? null : await servers.serverFor(language, root);
    return running?.adapter.statesEdges === false ? null : running;
  };
  const sourceOf = (running: RunningServer): FactSource | undefined => {
    const known = sources.get(running) ?? running.adapter.facts?.(running, pathOf);
    if (known) sources.set(running, known);
    return known;
  };

  return {
    async queue(absolutePath, language) {
      const running = await serverOf(absolutePath, language);
      return running && `${running.root}${separator}${language}`;
    },

    async provenance(queue) {
      const [root = '', language = ''] = queue.split(separator);
      const running = await servers.serverFor(language, root);
      return running && provenanceText(provenanceOf(running));
    },

    async facts(file, signal, turn = async () => {}): Promise<FileFacts | null> {
      const running = await serverOf(file.absolutePath, file.language);
      if (!running) return null;
      const uri = pathToUri(file.absolutePath);
      unsaved.hold(running, file.unsavedFiles?.() ?? []);
      const interfaces = hasStructuralInterfaces(file.language) ? interfaceNames(file) : [];
      const ask = (asked: readonly Occurrence[]) =>
        askFileFactsPatiently(running, { ...file, uri, interfaces }, asked, pathOf, signal, turn);
      const mentions = () => {
        const found = mentionsToResolve(file.text, identifiers(file.text, file.language), new ChunkMap(file.chunks));
        const declared = running.adapter.namesAreDeclared && file.declared?.(found.map(({ name }) => name));
        return declared ? found.filter(({ name }) => declared.has(name)) : found;
      };
      const facts = await sourceOf(running)?.facts({ file: { ...file, uri }, mentions, ask, signal, turn });
      if (facts) return facts;
      await running.server.ready(signal);
      return ask(mentions());
    },

    async outline({ absolutePath, language, text }, signal) {
      const running = await serverOf(absolutePath, language);
      return running?.adapter.hasReliableOutlines ? askOutline(running, { uri: pathToUri(absolutePath), language, text }, signal) : null;
    },

    rest() {
      for (const source of sources.values()) source.rest?.();
    },
  };
}
