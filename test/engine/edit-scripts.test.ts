/** After random edits, saves, renames, deletes and branches every table and every answer, in order, equals those of a new index. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ScriptChoices } from '../support/edit-script.js';
import { runEditScripts } from '../support/run-edit-script.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const files = ['server/util', 'server/core/model', 'docs'].flatMap((folder) =>
  readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|md)$/.test(entry.name))
    .map(({ name }) => `${folder}/${name}`),
);

const choices: readonly ScriptChoices[] = [
  { git: false, watcher: 'client', steps: 15 },
  { git: true, watcher: 'own', steps: 15 },
];

for (const [i, choice] of choices.entries())
  test(`a kept index equals a new one, ${JSON.stringify(choice)}`, async (t) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'edit-scripts-')));
    t.after(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
    let scripts = 0;
    const roots = [0, 1].map((part) => ({ name: `part${part}`, from: repository, files: files.slice(12 * part, 12 * part + 12) }));
    for await (const { rows, answers, steps } of runEditScripts(base, roots.slice(0, 1 + i), 101 + i, 10, choice)) {
      assert.deepEqual({ rows, answers }, { rows: [], answers: [] }, steps.join('; '));
      if (++scripts === 3) break;
    }
  });
