// References by a language server, asked one by one: the mentions of a symbol, and the definition at a place.

import { join } from 'node:path';
import { identifiers } from '../../dist/server/core/code-graph/identifiers.js';
import { locationsOf } from '../../dist/server/io/language-servers/facts/ask-file-facts.js';
import { WorkspaceServers } from '../../dist/server/io/language-servers/workspace-servers.js';
import { pathToUri, uriToPath } from '../../dist/server/util/uri.js';

/** Files that stay open: to open one anew costs clangd more than all questions about it. */
const maxOpen = 40;
/** Of a chunk whose identifiers are all asked about. */
const maxAskedLength = 8_000;

export class ServerTruth {
  name = 'server';
  #folder;
  #chunks;
  #servers;
  /** What closes a file, by path; the one that was used last is the last. */
  #open = new Map();

  /** `cacheFolder`: where edge indexing's servers had theirs, so that what they have indexed is not indexed again. */
  constructor({ folder, cacheFolder, trusted, settings = {}, chunks }) {
    this.#folder = folder;
    this.#chunks = chunks;
    this.#servers = new WorkspaceServers({ roots: [{ name: '', folder }], trusted, cacheFolder, settings, log: () => {} });
  }

  joinsFamilies = true;
  covers = () => true;

  /** Places that mention what is named here, its declarations among them; null where there is no answer. */
  mentions(place) {
    // Without declarations TypeScript leaves out imports too, for they declare a name of the file.
    return this.#ask('textDocument/references', place, { context: { includeDeclaration: true } });
  }

  /** Places that declare and define what is named here. */
  async declarations(place) {
    const found = [];
    // What rust-analyzer calls the declaration of a method is another one: that of the trait.
    const isRust = this.#chunks.languageOf(place.path) === 'rust';
    for (const method of ['textDocument/definition', ...(isRust ? [] : ['textDocument/declaration'])])
      found.push(...((await this.#ask(method, place)) ?? []));
    return found;
  }

  /** Whether what stands at a place is one of these; null where the server names nothing. */
  async leadsTo(keys, place) {
    const places = await this.#ask('textDocument/definition', place);
    if (!places?.length) return null;
    return places.some((one) => keys.has(this.#chunks.around(one)?.key));
  }

  /** Whether any identifier means one of these: on a line of a chunk, or else in all of it, each asked about once. */
  async isMentioned(keys, { path, span_start, span_end, language }, place) {
    const text = this.#chunks.textOf(path);
    const seen = new Set();
    const found = identifiers(text, language).map((one) => ({ ...one, path }));
    for (const one of found) if (one.line === place?.line && (await this.leadsTo(keys, one))) return true;
    if (span_end - span_start > maxAskedLength) return false;
    for (const one of found) {
      if (one.start < span_start || one.start >= span_end) continue;
      const mention = `${text.slice(one.start - 2, one.start).replace(/[^.>:]/g, '')} ${one.name}`;
      if (seen.has(mention)) continue;
      seen.add(mention);
      if (await this.leadsTo(keys, one)) return true;
    }
    return false;
  }

  async serverFor(language) {
    return (await this.#servers.serverFor(language)).server;
  }

  close() {
    return this.#servers.close();
  }

  #workspacePath(uri) {
    const path = uriToPath(uri);
    return path?.startsWith(`${this.#folder}/`) ? path.slice(this.#folder.length + 1) : null;
  }

  /** Opens a file where its server may need that. */
  async #hold(path) {
    const language = this.#chunks.languageOf(path);
    const { server, adapter } = await this.#servers.serverFor(language);
    if (!adapter.needsOpenFiles && !adapter.mayExcludeFiles) return;
    const close = this.#open.get(path) ?? server.hold(pathToUri(join(this.#folder, path)), language, this.#chunks.textOf(path));
    this.#open.delete(path);
    this.#open.set(path, close);
    if (this.#open.size <= maxOpen) return;
    const [oldest, closeOldest] = this.#open.entries().next().value;
    this.#open.delete(oldest);
    closeOldest();
  }

  /** Asks about a place in a file; null where the server has no answer. */
  async #ask(method, { path, line, character }, more = {}) {
    const { server } = await this.#servers.serverFor(this.#chunks.languageOf(path));
    const uri = pathToUri(join(this.#folder, path));
    await this.#hold(path);
    const params = { textDocument: { uri }, position: { line, character }, ...more };
    try {
      const places = locationsOf(await server.request(method, params, { priority: 'background', uri, deadlineMs: 20_000 }));
      return places.map((place) => ({ ...place, path: this.#workspacePath(place.uri) }));
    } catch {
      return null;
    }
  }
}
