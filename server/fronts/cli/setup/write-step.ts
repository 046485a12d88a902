/**
 * Adds a recipe to the configuration of its client.
 * Invariant: what a file contains is never changed or removed, nothing is added twice, and a changed file has a backup beside it.
 */
import { execFileSync } from 'node:child_process';
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { messageOf } from '../../../util/bug.js';
import { addToJson } from './add-to-json.js';
import type { Step } from './setup-recipes.js';

const MARK = 'context-language-server setup';
const RUN_LIMIT_MS = 30_000;

export interface Outcome {
  readonly outcome: 'printed' | 'written' | 'already there' | `failed: ${string}`;
  /** Copy of the file before the change. */
  readonly backup?: string;
  /** What the user has to add, because it would change lines of the file. */
  readonly remark?: string;
}

export function writeStep(step: Step): Outcome {
  if (step.kind === 'print') return { outcome: 'printed' };
  try {
    const present = textOf(step.file);
    if (namesServer(present)) return { outcome: 'already there' };
    if (step.kind === 'run') {
      const [command, ...args] = step.command;
      execFileSync(command, args, { stdio: 'ignore', timeout: RUN_LIMIT_MS, shell: process.platform === 'win32' });
      return { outcome: 'written' };
    }
    const { text, remark } =
      step.kind === 'json' ? { text: withEntry(step, present ?? ''), remark: undefined } : withLines(step, present ?? '');
    mkdirSync(dirname(step.file), { recursive: true });
    const backup = present === null ? undefined : copyOf(step.file);
    writeFileSync(step.file, text);
    return { outcome: 'written', ...(backup && { backup }), ...(remark && { remark }) };
  } catch (error) {
    return { outcome: `failed: ${messageOf(error)}` };
  }
}

/** What `writeStep` would find: the server is configured already, or not. */
export function readStep(step: Step): Outcome {
  try {
    return { outcome: step.kind !== 'print' && namesServer(textOf(step.file)) ? 'already there' : 'printed' };
  } catch (error) {
    return { outcome: `failed: ${messageOf(error)}` };
  }
}

const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8') : null);

const namesServer = (text: string | null): boolean => /context[-_]language[-_]server/.test(text ?? '');

/** @throws Error if something else has that name */
function withEntry({ path, value }: Extract<Step, { kind: 'json' }>, present: string): string {
  const text = addToJson(present, path, value);
  if (text === null) throw new Error(`${path.join('.')} is something else`);
  return text;
}

/** The lines at the end. A table of Helix that the file has already is left to the user: a second one would replace it. */
function withLines({ lines, comment }: Extract<Step, { kind: 'lines' }>, present: string) {
  const parts = lines.join('\n').split(/\n\n(?=\[\[)/);
  const nameOf = (part: string): string | undefined => /^name = "(.+)"$/m.exec(part)?.[1];
  const isTaken = (part: string): boolean => {
    const name = part.startsWith('[[') ? nameOf(part) : undefined;
    return name !== undefined && new RegExp(`^\\s*name\\s*=\\s*["']${name}["']`, 'm').test(present);
  };
  const taken = parts.filter(isTaken);
  const added = parts.filter((part) => !isTaken(part)).join('\n\n');
  const gap = present && !present.endsWith('\n') ? '\n\n' : present ? '\n' : '';
  const entry = /\{ name = .*? \}/.exec(taken[0] ?? '')?.[0];
  const remark = taken.length ? `add ${entry} to language-servers of ${taken.map(nameOf).join(', ')}` : undefined;
  return { text: `${present}${gap}${comment} ${MARK}\n${added}\n`, remark };
}

/** Copies the file to the first free name beside it. */
function copyOf(file: string): string {
  for (let n = 1; ; n++) {
    const backup = `${file}.bak${n === 1 ? '' : n}`;
    try {
      copyFileSync(file, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
