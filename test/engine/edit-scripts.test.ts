/** After random edits, saves, renames, deletes and branches every table and every answer, in order, equals those of a new index. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { ScriptChoices } from '../support/edit-script.js';
import { runEditScript } from '../support/run-edit-script.js';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const files = ['server/util', 'server/core/model', 'docs'].flatMap((folder) =>
  readdirSync(join(repository, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|md)$/.test(entry.name))
    .map(({ name }) => `${folder}/${name}`),
);

const choices: readonly ScriptChoices[] = [
  { git: false, watcher: 'client', steps: 25 },
  { git: true, watcher: 'own', steps: 25 },
];

for (const [i, choice] of choices.entries())
  test(`a kept index equals a new one, ${JSON.stringify(choice)}`, async (t) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'edit-scripts-')));
    t.after(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));
    const { rows, answers, steps } = await runEditScript(base, repository, files.slice(0, 40), 101 + i, 25, choice);
    assert.deepEqual({ rows, answers }, { rows: [], answers: [] }, steps.join('; '));
  });
