/**
 * Files that are kept open at a checker so that it has their projects: of each project the one opened last. Files in no
 * project share one without a name. A module is opened there with others that come next, for each opening is a new program;
 * a script is the only one, for scripts that know nothing of each other would have their names in common.
 */
import { pathToUri, uriToPath } from '../../../../util/uri.js';
import type { AskedFileFacts } from '../ask-file-facts.js';
import { isModule, ProjectlessFolders } from './projectless-files.js';

/** Of more the oldest are given up. */
const maxGroups = 64;

/** What the checker calls the project of files that are in none. */
const none = '/dev/null/inferred';
const looseScripts = `${none} false`;

interface Opened {
  readonly uri: string;
}

export class OpenedFiles {
  /** By the project's configuration file; modules and scripts apart. */
  readonly #groups = new Map<string, readonly Opened[]>();
  readonly #loose = new ProjectlessFolders();
  #closing: Opened[] = [];

  /** What to tell the checker to have this file. */
  opening({ uri, text, waiting }: Pick<AskedFileFacts, 'uri' | 'text' | 'waiting'>): { openFiles: Opened[]; closeFiles: Opened[] } {
    const path = uriToPath(uri) ?? '';
    this.#close(looseScripts, []);
    const others = waiting && isModule(path, text) && this.#loose.has(path) ? this.#loose.modulesAmong(waiting()) : [];
    const openFiles = [...new Set([uri, ...others.map((other) => pathToUri(other))])].map((one) => ({ uri: one }));
    const opened = new Set(openFiles.map((one) => one.uri));
    const closeFiles = this.#closing.filter((one) => !opened.has(one.uri));
    this.#closing = [];
    return { openFiles, closeFiles };
  }

  /** It turned out to belong to this project. */
  opened({ uri, text }: Pick<AskedFileFacts, 'uri' | 'text'>, group: readonly Opened[], configFileName: string): void {
    const path = uriToPath(uri) ?? '';
    if (configFileName === none) this.#loose.add(path);
    const key = `${configFileName} ${isModule(path, text)}`;
    this.#close(key, group);
    this.#groups.set(key, group);
    if (this.#groups.size > maxGroups) this.#close(this.#groups.keys().next().value as string, []);
  }

  #close(key: string, kept: readonly Opened[]): void {
    const stays = new Set(kept.map(({ uri }) => uri));
    this.#closing.push(...(this.#groups.get(key) ?? []).filter(({ uri }) => !stays.has(uri)));
    this.#groups.delete(key);
  }
}
