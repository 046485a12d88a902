/**
 * Files that are kept open at a checker so that it has their projects: of each project the one opened last. Files in no
 * project share one without a name, so that each is alone in it: scripts that know nothing of each other stay apart.
 */

/** Of more the checker gives the oldest up. */
const maxProjects = 64;

export class OpenedFiles {
  /** By the project's configuration file. */
  readonly #byProject = new Map<string, string>();
  #closing: string[] = [];

  /** What to tell the checker to have one more. */
  opening(uri: string): { openFiles: { uri: string }[]; closeFiles: { uri: string }[] } {
    const closeFiles = this.#closing.filter((one) => one !== uri).map((one) => ({ uri: one }));
    this.#closing = [];
    return { openFiles: [{ uri }], closeFiles };
  }

  /** It turned out to belong to this project. */
  opened(uri: string, configFileName: string): void {
    if (this.#byProject.get(configFileName) === uri) return;
    this.#close(configFileName);
    this.#byProject.set(configFileName, uri);
    if (this.#byProject.size > maxProjects) this.#close(this.#byProject.keys().next().value as string);
  }

  #close(configFileName: string): void {
    const uri = this.#byProject.get(configFileName);
    if (uri !== undefined) this.#closing.push(uri);
    this.#byProject.delete(configFileName);
  }
}
