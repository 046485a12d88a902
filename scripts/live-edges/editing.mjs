// Random edits of a person: lines of calls put in, taken out or doubled, names exchanged, parameters added, functions renamed, edits
// taken back, and files saved. Some texts do not compile, as while typing.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const parameter = { python: 'extra=None', go: 'extra int', rust: 'extra: u32', c: 'int extra', cpp: 'int extra', csharp: 'int extra' };
const identifier = /[A-Za-z_]\w{2,}/g;

export class Editing {
  #engine;
  #folder;
  #index;
  #random;
  #files;
  #names;
  /** Texts of open documents, by path. */
  open = new Map();
  /** Kinds of the edits so far. */
  done = [];

  constructor({ engine, folder, index, random, maxLines, below }) {
    this.#engine = engine;
    this.#folder = folder;
    this.#index = index;
    this.#random = random;
    // A file without edges has none after an edit either: its dependencies are missing, or the server did not start.
    this.#files = index
      .files()
      .filter(({ path, lines }) => lines <= maxLines && lines >= 10 && path.startsWith(below) && index.isExact(path));
    if (this.#files.length === 0) throw new Error(`no file has edges: ${JSON.stringify(engine.status().structure)}`);
    this.#names = index.functionNames();
  }

  #textOf(path) {
    return this.open.get(path) ?? this.#onDisk(path);
  }

  #onDisk(path) {
    return readFileSync(join(this.#folder, path), 'utf8');
  }

  /** Does one edit; returns its kind, the file, and the hash of the text that the index had. */
  next() {
    for (;;) {
      const isKnown = this.open.size > 0 && this.#random.next() < 0.6;
      const path = isKnown ? this.#random.pick([...this.open.keys()]) : this.#random.pick(this.#files).path;
      const before = this.#textOf(path);
      const [kind, edit] = this.#random.pick(Object.entries(edits));
      const text = edit(before, {
        random: this.#random,
        names: this.#names,
        functions: this.#index.functionsOf(path),
        parameter: parameter[this.#languageOf(path)] ?? 'extra?: number',
        original: this.#onDisk(path),
      });
      if (text === null || text === before) continue;
      const hash = this.#index.hashOf(path);
      this.done.push(kind);
      this.#put(path, text);
      return { path, kind, hash };
    }
  }

  #languageOf(path) {
    const ending = path.slice(path.lastIndexOf('.') + 1);
    return (
      { py: 'python', go: 'go', rs: 'rust', c: 'c', cs: 'csharp' }[ending] ?? (/^(?:h|cc|cpp|hpp|cxx)$/.test(ending) ? 'cpp' : 'typescript')
    );
  }

  /** Three of four edits are not saved; a saved file is closed. */
  #put(path, text) {
    const isOpen = this.open.has(path);
    if (this.#random.next() < 0.75) {
      this.open.set(path, text);
      if (isOpen) this.#engine.changeDocument(path, text);
      else this.#engine.openDocument(path, text);
      return;
    }
    writeFileSync(join(this.#folder, path), text);
    this.open.delete(path);
    if (isOpen) this.#engine.closeDocument(path);
    this.#engine.filesChanged([{ kind: 'changed', path }]);
  }
}

/** Each returns the new text, or null if it does not apply. */
const edits = {
  'add a call': (text, { random, names, functions }) => {
    const inside = functions.filter(({ bodyStart }) => bodyStart !== null && text.indexOf('\n', bodyStart) > 0);
    if (inside.length === 0 || names.length === 0) return null;
    const start = text.indexOf('\n', random.pick(inside).bodyStart) + 1;
    const indent = /^[ \t]*/.exec(text.slice(start))[0];
    return `${text.slice(0, start)}${indent}${random.pick(names)}()\n${text.slice(start)}`;
  },
  'remove a line': (text, { random }) => {
    const lines = text.split('\n');
    lines.splice(random.below(lines.length), 1);
    return lines.join('\n');
  },
  'double a line': (text, { random }) => {
    const lines = text.split('\n');
    const at = random.below(lines.length);
    lines.splice(at, 0, lines[at]);
    return lines.join('\n');
  },
  'exchange a name': (text, { random }) => {
    const found = [...text.matchAll(identifier)];
    if (found.length < 2) return null;
    const { index, 0: name } = random.pick(found);
    return text.slice(0, index) + random.pick(found)[0] + text.slice(index + name.length);
  },
  'add a parameter': (text, { random, functions, parameter }) => {
    const written = functions.filter(({ nameEnd }) => text[nameEnd] === '(');
    if (written.length === 0) return null;
    const at = random.pick(written).nameEnd + 1;
    return `${text.slice(0, at)}${parameter}${/^\s*\)/.test(text.slice(at)) ? '' : ', '}${text.slice(at)}`;
  },
  'rename a function': (text, { random, functions }) => {
    const written = functions.filter(({ name, nameStart }) => text.startsWith(name, nameStart));
    if (written.length === 0) return null;
    const { nameStart, name } = random.pick(written);
    const end = nameStart + name.length;
    return `${text.slice(0, end)}Changed${text.slice(end)}`;
  },
  'take it back': (_text, { original }) => original,
};
