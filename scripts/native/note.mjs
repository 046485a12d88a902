// Notes about failed attempts, so that a start does not repeat them: a note holds while its key is
// the same and for an hour at most, since a network may come back without any other sign.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { noteFolder } from './places.mjs';

const lifetimeMs = 3600_000;

const fileOf = (name) => join(noteFolder, `${name}.tried.json`);

export function triedInVain(name, key) {
  try {
    const note = JSON.parse(readFileSync(fileOf(name), 'utf8'));
    return note.key === key && Date.now() - note.at < lifetimeMs;
  } catch {
    return false;
  }
}

export function noteInVain(name, key) {
  try {
    mkdirSync(noteFolder, { recursive: true });
    writeFileSync(fileOf(name), JSON.stringify({ key, at: Date.now() }));
  } catch {
    // Not ours to write to: it is tried again next time.
  }
}

export const forgetNote = (name) => rmSync(fileOf(name), { force: true });
