/** A random script of what people do to a workspace: edits, saves, renames, deletes, branches, in an editor or beside it. Seeded. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { randomFrom } from '../engine/store-fixture.js';

export interface ScriptChoices {
  readonly git: boolean;
  /** `client`: the editor reports changes on disk. `own`: the engine watches. */
  readonly watcher: 'client' | 'own';
  readonly steps: number;
}

/** Deleting leaves as many, so that steps still meet. */
const fewestFiles = 6;

const insertions = [
  'export function addedHere(queue) { return queue.first(); }\n',
  'def added_here(queue):\n    return queue.first()\n',
  '// The order of the queue is kept, even where it is full.\n',
  'class Added { run() { return addedHere(this); } }\n',
  '/* not closed\n',
  "const text = 'unfinished;\n",
  '}\n',
  'const größe = "naïve 🦀 ключ";\n',
  '\r\nconst windows = 1;\r\n',
  '## Another heading\n\nWhat the queue does.\n',
];

export class EditScript {
  readonly #folder: string;
  readonly #gitFolder: string;
  readonly #choices: ScriptChoices;
  readonly #random: () => number;
  readonly #files: string[];
  readonly open = new Map<string, string>();
  readonly forgotten = new Set<string>();
  readonly steps: string[] = [];
  #reported: { kind: 'created' | 'changed' | 'deleted'; path: string }[] = [];

  /**
   * @param folder of the workspace
   * @param root relative to it: where the script does its work
   * @param files paths in the workspace of the files that exist
   */
  constructor(folder: string, root: string, files: readonly string[], seed: number, choices: ScriptChoices) {
    this.#folder = folder;
    this.#gitFolder = join(folder, root);
    this.#files = [...files];
    this.#choices = choices;
    this.#random = randomFrom(seed);
    if (choices.git) {
      this.#git('init', '-q', '-b', 'main');
      this.#git('add', '-A');
      this.#git('commit', '-q', '-m', 'first');
      this.#git('branch', 'other');
    }
  }

  async step(engine: Engine): Promise<void> {
    const step = this.#pick(this.#possible());
    this.#reported = [];
    this.steps.push(await step(engine));
    if (this.#choices.watcher === 'client' && this.#reported.length > 0) engine.filesChanged(this.#reported);
    // A person pauses now and then, and what was typed is indexed; mostly the next step comes before.
    if (this.#random() < 0.2) await engine.settled();
  }

  #possible(): ((engine: Engine) => string | Promise<string>)[] {
    const often = [this.#openOne, this.#type, this.#type, this.#type, this.#write, this.#write, this.#save, this.#close];
    const seldom = [this.#rename, this.#delete, this.#create, this.#convert, this.#surrogate, this.#reindex, this.#forget, this.#typeTwice];
    if (this.#choices.git) seldom.push(this.#branch);
    return (this.#random() < 0.7 ? often : seldom).map((step) => step.bind(this));
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
  #file(): string {
    const there = this.#files.filter((path) => existsSync(join(this.#folder, path)));
    return this.#pick(there);
  }
  #opened(): string | undefined {
    return this.#pick([...this.open.keys()]);
  }
  #onDisk(path: string): string {
    const file = join(this.#folder, path);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  }
  #put(path: string, text: string): void {
    const file = join(this.#folder, path);
    this.#report(existsSync(file) ? 'changed' : 'created', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (!this.#files.includes(path)) this.#files.push(path);
  }
  #report(kind: 'created' | 'changed' | 'deleted', path: string): void {
    this.#reported.push({ kind, path });
  }
  #git(...args: string[]): void {
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], { cwd: this.#gitFolder });
  }

  /** A text with lines put in, taken out, doubled or moved. */
  #edited(text: string): string {
    const lines = text.split(/(?<=\n)/);
    const at = Math.floor(this.#random() * lines.length);
    const how = this.#random();
    if (how < 0.5) lines.splice(at, 0, this.#pick(insertions));
    else if (how < 0.75) lines.splice(at, 1 + Math.floor(this.#random() * 8));
    else if (how < 0.9) lines.splice(at, 0, ...lines.slice(at, at + 12));
    else lines.push(...lines.splice(at, 5));
    return lines.join('');
  }

  #openOne(engine: Engine): string {
    const path = this.#file();
    if (this.open.has(path)) return this.#type(engine);
    const text = this.#random() < 0.6 ? this.#onDisk(path) : this.#edited(this.#onDisk(path));
    this.open.set(path, text);
    engine.openDocument(path, text);
    return `open ${path}`;
  }
  #type(engine: Engine): string {
    const path = this.#opened();
    if (path === undefined) return this.#write();
    const text = this.#edited(this.open.get(path) as string);
    this.open.set(path, text);
    engine.changeDocument(path, text);
    return `type in ${path}`;
  }
  #typeTwice(engine: Engine): string {
    this.#type(engine);
    return this.#type(engine);
  }
  #surrogate(engine: Engine): string {
    const path = this.#opened();
    if (path === undefined) return this.#openOne(engine);
    const text = `${this.open.get(path)}\nconst half = "\ud83d";\n`;
    this.open.set(path, text);
    engine.changeDocument(path, text);
    return `half a character in ${path}`;
  }
  #save(): string {
    const path = this.#opened();
    if (path === undefined) return this.#write();
    this.#put(path, this.open.get(path) as string);
    return `save ${path}`;
  }
  #close(engine: Engine): string {
    const path = this.#opened();
    if (path === undefined) return this.#openOne(engine);
    this.open.delete(path);
    engine.closeDocument(path);
    return `close ${path}`;
  }
  #write(): string {
    const path = this.#file();
    this.#put(path, this.#edited(this.#onDisk(path)));
    return `write ${path}`;
  }
  #convert(): string {
    const path = this.#file();
    const text = this.#onDisk(path);
    this.#put(path, text.includes('\r\n') ? text.replaceAll('\r\n', '\n') : text.replaceAll('\n', '\r\n'));
    return `convert the line ends of ${path}`;
  }
  #create(): string {
    const from = this.#file();
    const path = join(dirname(from), `new-${Math.floor(this.#random() * 1000)}`, `copy-${from.slice(from.lastIndexOf('/') + 1)}`);
    this.#put(path, this.#edited(this.#onDisk(from)));
    return `create ${path}`;
  }
  #rename(): string {
    const from = this.#file();
    const to = `${from.slice(0, from.lastIndexOf('/') + 1)}renamed-${Math.floor(this.#random() * 1000)}-${from.slice(from.lastIndexOf('/') + 1)}`;
    renameSync(join(this.#folder, from), join(this.#folder, to));
    this.#files.push(to);
    this.#report('deleted', from);
    this.#report('created', to);
    return `rename ${from} to ${to}`;
  }
  #delete(): string {
    const path = this.#file();
    const gone = this.#random() < 0.8 || !path.includes('/') ? path : dirname(path);
    if (this.#files.filter((file) => !file.startsWith(`${gone}/`) && existsSync(join(this.#folder, file))).length < fewestFiles)
      return this.#write();
    rmSync(join(this.#folder, gone), { recursive: true });
    this.#report('deleted', gone);
    return `delete ${gone}`;
  }
  async #reindex(engine: Engine): Promise<string> {
    const path = this.#file();
    const how = this.#pick([{ force: true }, {}, { paths: [path], force: true }, { paths: [path] }]);
    await engine.reindex(how);
    return `reindex ${JSON.stringify(how)}`;
  }
  async #forget(engine: Engine): Promise<string> {
    const path = this.#file();
    await engine.forget([path]);
    if (this.#random() < 0.7) {
      await engine.unforget([path]);
      this.forgotten.delete(path);
      return `forget and unforget ${path}`;
    }
    this.forgotten.add(path);
    return `forget ${path}`;
  }
  #branch(): string {
    const before = new Map(this.#files.map((path) => [path, existsSync(join(this.#folder, path))]));
    this.#git('add', '-A');
    this.#git('commit', '-q', '-m', `change ${this.steps.length}`);
    const [now] = spawnSync('git', ['rev-parse', '--abbrev-ref', 'HEAD'], { cwd: this.#gitFolder, encoding: 'utf8' }).stdout.split('\n');
    this.#git('checkout', '-q', now === 'main' ? 'other' : 'main');
    for (const [path, was] of before) {
      const is = existsSync(join(this.#folder, path));
      if (is || was) this.#report(is ? (was ? 'changed' : 'created') : 'deleted', path);
    }
    return 'switch the branch';
  }
}
