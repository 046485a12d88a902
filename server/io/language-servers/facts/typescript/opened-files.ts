/**
 * Files that are kept open in a checker so that it has their projects: of each project the file that was opened last. Files without a
 * project share an inferred one. Modules are opened there together with the next ones in the queue, because each opening builds a new
 * program. Scripts are opened alone, because independent scripts would share their global names.
 */

import { existsSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { limits } from '../../../../core/model/limits.js';
import { readPlainText } from '../../../../util/open-plain-file.js';
import { pathToUri, uriToPath } from '../../../../util/uri.js';
import type { FileToAsk } from '../ask-file-facts.js';

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

const configurations = ['tsconfig.json', 'jsconfig.json'];
const declares = /^[ \t]*(?:import|export)\b/m;
const requires = /\brequire\s*\(|\bmodule\.exports\b|^[ \t]*exports\./m;

/** True: its names are not global. */
const isModule = (path: string, text: string): boolean => declares.test(text) || (/\.[cm]?jsx?$/.test(path) && requires.test(text));

/** Finds files without a project, as far as possible without a checker. */
class ProjectlessFolders {
  /** Folder and extension of files that turned out to have no project. */
  readonly #known = new Set<string>();

  add(path: string): void {
    this.#known.add(`${dirname(path)} ${extname(path)}`);
  }

  /** True: there is no project file above it, or a similar file turned out to have no project. */
  has(path: string, configured = new Map<string, boolean>()): boolean {
    const ending = extname(path);
    for (let folder = dirname(path), below = path; folder !== below; below = folder, folder = dirname(folder)) {
      if (this.#known.has(`${folder} ${ending}`)) return true;
      let isProject = configured.get(folder);
      if (isProject === undefined) {
        isProject = configurations.some((name) => existsSync(join(folder, name)));
        configured.set(folder, isProject);
      }
      if (isProject) return false;
    }
    return true;
  }

  modulesAmong(paths: readonly string[]): string[] {
    const configured = new Map<string, boolean>();
    return paths.filter((path) => this.has(path, configured) && isModule(path, textOf(path)));
  }
}

const textOf = (path: string): string => readPlainText(path, limits.maxFileBytes) ?? '';
