/**
 * Files that are kept open in a checker so that it has their projects: of each project the file that was opened last. Files without a
 * project share an inferred one. Modules are opened there together with the next ones in the queue, because each opening builds a new
 * program. Scripts are opened alone, because independent scripts would share their global names.
 */
import { pathToUri, uriToPath } from '../../../../util/uri.js';
import type { FileToAsk } from '../ask-file-facts.js';
import { isModule, ProjectlessFolders } from './projectless-files.js';

/** Of more groups the oldest are closed. */
const maxGroups = 64;

/** The checker's name for the inferred project. */
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

  /** The files that the checker has to open and close to have this file. */
  opening({ uri, text, waiting }: Pick<FileToAsk, 'uri' | 'text' | 'waiting'>): { openFiles: Opened[]; closeFiles: Opened[] } {
    const path = uriToPath(uri) ?? '';
    this.#close(looseScripts, []);
    const others = waiting && isModule(path, text) && this.#loose.has(path) ? this.#loose.modulesAmong(waiting()) : [];
    const openFiles = [...new Set([uri, ...others.map((other) => pathToUri(other))])].map((one) => ({ uri: one }));
    const opened = new Set(openFiles.map((one) => one.uri));
    const closeFiles = this.#closing.filter((one) => !opened.has(one.uri));
    this.#closing = [];
    return { openFiles, closeFiles };
  }

  /** The file turned out to belong to this project. */
  opened({ uri, text }: Pick<FileToAsk, 'uri' | 'text'>, group: readonly Opened[], configFileName: string): void {
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
