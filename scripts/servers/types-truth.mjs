// References by the type checker of Go's standard library, from a program that needs only the go command.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LineIndex } from '../../dist/server/util/text.js';
import { OccurrencesTruth } from './occurrences-truth.mjs';

const program = fileURLToPath(new URL('go-types.go', import.meta.url));

/** Places of offsets in bytes. */
class Files {
  #known = new Map();
  #folder;

  constructor(folder) {
    this.#folder = folder;
  }

  placeOf(path, offset) {
    let known = this.#known.get(path);
    if (!known) {
      const bytes = readFileSync(join(this.#folder, path));
      const text = bytes.toString();
      known = { bytes, index: new LineIndex(text), isPlain: text.length === bytes.length };
      this.#known.set(path, known);
    }
    const at = known.isPlain ? offset : known.bytes.subarray(0, offset).toString().length;
    const line = known.index.lineAt(at);
    return { path, line, character: at - known.index.offsetOf(line) };
  }
}

export function typesTruth({ folder, languages }) {
  if (languages.join() !== 'go') throw new Error('there are type checkers of Go and C# here, and of nothing else');
  const { status, error, stderr, stdout } = spawnSync('go', ['run', program, folder], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Error('the go command is not on PATH (Debian: apt-get install golang-go)');
  if (status !== 0) throw new Error(`go run: ${error?.message ?? stderr.slice(-2_000)}`);
  const truth = new OccurrencesTruth('types');
  const files = new Files(folder);
  for (const line of new Set(stdout.trimEnd().split('\n'))) {
    const [path, start, definition, named] = line.split('\t');
    truth.add(files.placeOf(path, Number(start)), [`${definition}:${named}`], path === definition && start === named);
  }
  return truth;
}
