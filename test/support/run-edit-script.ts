/** Runs one edit script on an index that is kept in step, then compares it with an index that is made from nothing. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openEngine } from '../../server/compose.js';
import type { Engine } from '../../server/core/engine/engine-api.js';
import { silent } from '../../server/util/log.js';
import { answersOf, differentRows, questionsAbout, rowsOf } from './compare-indexes.js';
import { EditScript, type ScriptChoices } from './edit-script.js';
import { waitUntil } from './wait-until.js';

export interface ScriptOutcome {
  /** Tables that differ, a line each. */
  readonly rows: readonly string[];
  /** Answers that differ, a line each, both forms. */
  readonly answers: readonly string[];
  readonly questions: number;
  readonly steps: readonly string[];
}

const open = async (folder: string, cacheDir: string, watch: boolean): Promise<Engine> =>
  openEngine(
    { roots: [{ name: 'workspace', folder }], cacheDir, settings: { workers: 1, vectorSearch: 'exact', edgeIndexing: 'off' }, watch },
    silent,
  );

/**
 * @param from a folder that is copied, as far as `files` name it
 * @param base an empty folder
 */
export async function runEditScript(
  base: string,
  from: string,
  files: readonly string[],
  seed: number,
  questions: number,
  choices: ScriptChoices,
): Promise<ScriptOutcome> {
  const folder = join(base, 'workspace');
  for (const path of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    cpSync(join(from, path), join(folder, path));
  }
  const script = new EditScript(folder, files, seed, choices);
  const kept = await open(folder, join(base, 'kept'), choices.watcher === 'own');
  let fresh: Engine | null = null;
  try {
    await kept.settled();
    await script.run(kept);
    await caughtUp(kept, folder, choices);
    // The kept index has forgotten these files; a fresh one has never seen them.
    for (const path of script.forgotten) rmSync(join(folder, path), { force: true });
    fresh = await open(folder, join(base, 'fresh'), false);
    for (const [path, text] of script.open) if (!script.forgotten.has(path)) fresh.openDocument(path, text);
    await fresh.settled();
    const asked = questionsAbout(fresh, questions);
    const rows = differentRows(rowsOf(kept), rowsOf(fresh));
    const [a, b] = [await answersOf(kept, asked), await answersOf(fresh, asked)];
    const answers = a.flatMap((line, i) => (line === b[i] ? [] : [`kept  ${line}\nfresh ${b[i]}`]));
    return { rows, answers, questions: asked.length, steps: script.steps };
  } finally {
    await kept.close();
    await fresh?.close();
    for (const part of ['workspace', 'kept', 'fresh']) rmSync(join(base, part), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** With an own watcher: until a file that is written last has been seen. */
async function caughtUp(engine: Engine, folder: string, { watcher }: ScriptChoices): Promise<void> {
  if (watcher === 'own') {
    const last = join(folder, 'written-last.md');
    writeFileSync(last, '# Last\n');
    await waitUntil('the watcher', async () => (await engine.explainPath(last)).excluded === null);
  }
  await engine.settled();
}
