/**
 * The audit log on disk: one file of JSON lines for each day (UTC), in the user's folder for program state, readable by its owner only.
 * Several processes append to it. A line is one write, so a process that is killed leaves all its earlier lines.
 */
import { chmodSync, closeSync, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, readSync, rmSync, writeSync } from 'node:fs';
import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import type { AuditEntry, AuditLog, AuditLogs } from '../../core/model/audit.js';
import { indexError } from '../../core/model/problem.js';
import { messageOf } from '../../util/bug.js';

const dayMs = 24 * 3_600_000;
const fileName = /^(\d{4}-\d\d-\d\d)\.jsonl$/;
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** By the platform's own convention; not the cache folder, which anybody may empty. */
function stateFolder(): string {
  const { XDG_STATE_HOME, LOCALAPPDATA } = process.env;
  if (platform() === 'win32') return join(LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'context-language-server', 'audit');
  if (platform() === 'darwin') return join(homedir(), 'Library', 'Logs', 'context-language-server', 'audit');
  return join(XDG_STATE_HOME?.startsWith('/') ? XDG_STATE_HOME : join(homedir(), '.local', 'state'), 'context-language-server', 'audit');
}

class DailyFiles implements AuditLog {
  readonly #folder: string;
  readonly #days: number;
  #day = '';
  #file: number | null = null;

  constructor(folder: string, days: number) {
    this.#folder = folder;
    this.#days = days;
  }

  write(entry: AuditEntry): void {
    try {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      const file = this.#fileOf(entry.at);
      for (let at = 0; at < line.length; ) at += writeSync(file, line, at);
    } catch (error) {
      throw indexError(`there is no answer, because the audit log cannot be written: ${messageOf(error)}`, { folder: this.#folder });
    }
  }

  #fileOf(at: string): number {
    const day = at.slice(0, 10);
    if (this.#file !== null && day === this.#day) return this.#file;
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (platform() !== 'win32') chmodSync(this.#folder, 0o700);
    this.#removeOld(Date.parse(at));
    this.#file = openWhole(join(this.#folder, `${day}.jsonl`));
    this.#day = day;
    return this.#file;
  }

  #removeOld(now: number): void {
    const oldest = dayOf(now - this.#days * dayMs);
    for (const name of readdirSync(this.#folder)) {
      const day = fileName.exec(name)?.[1];
      if (day !== undefined && day < oldest) rmSync(join(this.#folder, name), { force: true });
    }
  }
}

/** For appending. A line that a full disk has cut is ended, so that the next one begins a line. */
function openWhole(path: string): number {
  const file = openSync(path, 'a+', 0o600);
  if (platform() !== 'win32') chmodSync(path, 0o600);
  const { size } = fstatSync(file);
  const last = Buffer.alloc(1);
  if (size > 0 && readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== 10) writeSync(file, '\n');
  return file;
}

function readEntries(folder: string, since: number): AuditEntry[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  const entries = names
    .filter((name) => (fileName.exec(name)?.[1] ?? '') >= dayOf(since))
    .sort()
    .flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').flatMap(entryOf));
  return entries.filter(({ at }) => Date.parse(at) >= since).sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

/** A line that was cut is left out. */
function entryOf(line: string): AuditEntry[] {
  try {
    const entry = JSON.parse(line) as AuditEntry;
    return typeof entry?.at === 'string' && Array.isArray(entry.places) ? [entry] : [];
  } catch {
    return [];
  }
}

export function auditFiles(): AuditLogs {
  const folder = stateFolder();
  return { folder, open: (days) => new DailyFiles(folder, days), read: (since) => readEntries(folder, since) };
}
