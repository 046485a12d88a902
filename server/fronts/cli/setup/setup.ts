/** `setup`: finds installed editors and agents and prints each one's configuration; with `--write` adds it. */
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { packageRoot } from '../../../util/package-root.js';
import type { Flags } from '../flags.js';
import { printJson, printText } from '../print.js';
import { recipes, type Step } from './setup-recipes.js';
import { type Outcome, readStep, writeStep } from './write-step.js';

/** Exit code: 1 if something could not be written. */
export function setup(flags: Flags): number {
  const known = recipes({
    home: homedir(),
    config: process.env.XDG_CONFIG_HOME || join(homedir(), '.config'),
    clients: join(packageRoot, 'clients'),
    platform: process.platform,
  });
  const found = known.filter(({ commands, folders = [] }) => commands.some(isOnPath) || folders.some(existsSync));
  const done = found.map(({ name, step }) => ({ name, step, ...(flags.write ? writeStep(step) : readStep(step)) }));
  const missing = done.filter(({ step, outcome }) => step.kind !== 'print' && outcome !== 'already there');
  if (flags.json)
    printJson(done.map(({ step, ...rest }) => ({ ...rest, file: step.kind === 'print' ? null : step.file, lines: linesOf(step) })));
  else {
    for (const one of done) printText(describe(one));
    const others = known.filter((one) => !found.includes(one)).map(({ name }) => name);
    if (others.length) printText(`Not found here: ${others.join(', ')}. docs/editors.md and docs/agents.md have their lines.`);
    if (missing.length && !flags.write)
      printText('setup --write adds the lines to the files that lack them; what they have stays, and a backup is made.');
    if (done.length) printText('Then open a project in one of them and ask: docs/editors.md and docs/agents.md say with which command.');
  }
  return done.some(({ outcome }) => outcome.startsWith('failed')) ? 1 : 0;
}

function describe({ name, step, outcome, backup, remark }: Outcome & { readonly name: string; readonly step: Step }): string {
  const where = step.kind === 'print' || step.kind === 'run' ? 'run' : step.file;
  const said = [outcome === 'printed' ? '' : outcome, backup && `the file before: ${backup}`, remark].filter(Boolean).join('; ');
  if (outcome === 'already there') return `${name}: ${where} (already there)\n`;
  const lines = linesOf(step).map((line) => (line ? `    ${line}` : ''));
  return `${name}: ${where}${said && ` (${said})`}\n\n${lines.join('\n')}\n`;
}

/** The configuration as the user would write it. */
function linesOf(step: Step): readonly string[] {
  if (step.kind === 'lines' || step.kind === 'print') return step.lines;
  if (step.kind === 'run') return [step.command.join(' ')];
  const whole = step.path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), step.value);
  return [JSON.stringify(whole)];
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
