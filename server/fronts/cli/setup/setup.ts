/**
 * `setup`: finds installed editors and agents and prints each one's configuration; with `--write` adds it to files that can be added to.
 * Invariant: existing lines of a file are never changed, and nothing is added twice.
 */
import { accessSync, appendFileSync, constants, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { messageOf } from '../../../util/bug.js';
import { packageRoot } from '../../../util/package-root.js';
import type { Flags } from '../flags.js';
import { printJson, printText } from '../print.js';
import { type Place, type Recipe, recipes } from './setup-recipes.js';

const MARK = 'context-language-server setup';

type Outcome = 'printed' | 'written' | 'already there' | 'not written: the file exists' | `failed: ${string}`;

/** Exit code: 1 if something could not be written. */
export function setup(flags: Flags): number {
  const place: Place = {
    home: homedir(),
    config: process.env.XDG_CONFIG_HOME || join(homedir(), '.config'),
    clients: join(packageRoot, 'clients'),
  };
  const found = recipes(place).filter(({ commands }) => commands.some(isOnPath));
  const done = found.map((recipe) => ({ recipe, outcome: flags.write ? write(recipe) : ('printed' as Outcome) }));
  if (flags.json) printJson(done.map(({ recipe: { name, file, lines }, outcome }) => ({ name, file, lines, outcome })));
  else if (done.length === 0) printText('No editor or agent of docs/editors.md is on PATH.');
  else
    for (const { recipe, outcome } of done)
      printText(`${recipe.name}: ${recipe.file ?? 'run'}${outcome === 'printed' ? '' : ` (${outcome})`}\n\n${indented(recipe)}\n`);
  return done.some(({ outcome }) => outcome.startsWith('failed')) ? 1 : 0;
}

const indented = ({ lines }: Recipe): string => lines.map((line) => `    ${line}`).join('\n');

function write({ file, lines, comment, adds }: Recipe): Outcome {
  if (file === null || adds === 'never') return 'printed';
  try {
    const present = existsSync(file) ? readFileSync(file, 'utf8') : null;
    if (present?.includes('context-language-server') || present?.includes('context_language_server')) return 'already there';
    if (present !== null && adds === 'newFile') return 'not written: the file exists';
    mkdirSync(dirname(file), { recursive: true });
    const gap = present && !present.endsWith('\n') ? '\n\n' : present ? '\n' : '';
    appendFileSync(file, `${gap}${comment} ${MARK}\n${lines.join('\n')}\n`);
    return 'written';
  } catch (error) {
    return `failed: ${messageOf(error)}`;
  }
}

function isOnPath(command: string): boolean {
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'] : [''];
  return (process.env.PATH ?? '').split(delimiter).some((folder) =>
    endings.some((ending) => {
      try {
        accessSync(join(folder, command + ending), constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }),
  );
}
