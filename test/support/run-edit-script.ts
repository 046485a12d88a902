/** Runs edit scripts on one index that is kept in step, and compares it after each with an index that is made from nothing. */
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

/** A root of the workspace: some files of a folder, which are copied. */
export interface ScriptRoot {
  readonly name: string;
  readonly from: string;
  readonly files: readonly string[];
}

interface Place {
  readonly folder: string;
  readonly roots: readonly string[];
  readonly choices: ScriptChoices;
}

const open = async ({ folder, roots }: Place, cacheDir: string, watch: boolean): Promise<Engine> =>
  openEngine(
    {
      roots: roots.map((name) => ({ name, folder: join(folder, name) })),
      cacheDir,
      settings: { workers: 1, vectorSearch: 'exact', edgeIndexing: 'off' },
      watch,
    },
    silent,
  );

/**
 * Runs scripts, one in each root, whose steps take turns, until the caller takes no more. All change one kept index, so that what one
 * leaves behind meets the next, and a new index serves to judge several.
 * @param base an empty folder
 */
export async function* runEditScripts(
  base: string,
  copied: readonly ScriptRoot[],
  seed: number,
  questions: number,
  choices: ScriptChoices,
): AsyncGenerator<ScriptOutcome> {
  const place: Place = { folder: join(base, 'workspace'), roots: copied.map(({ name }) => name), choices };
  for (const { name, from, files } of copied) for (const path of files) copy(join(from, path), join(place.folder, name, path));
  const isOne = copied.length === 1;
  const scripts = copied.map(({ name, files }, i) => {
    const [folder, root] = isOne ? [join(place.folder, name), ''] : [place.folder, name];
    const paths = files.map((path) => join(root, path));
    return new EditScript(folder, root, paths, seed * copied.length + i, choices);
  });
  const pathOnDisk = (path: string) => (isOne ? join(place.folder, place.roots[0] as string, path) : join(place.folder, path));
  const kept = await open(place, join(base, 'kept'), choices.watcher === 'own');
  try {
    await kept.settled();
    for (let done = 0; ; done++) {
      for (let step = 0; step < choices.steps; step++) for (const script of scripts) await script.step(kept);
      await caughtUp(kept, place, done);
      // The kept index has forgotten these files; a fresh one has never seen them. A switch of branches can bring them back.
      for (const script of scripts) for (const path of script.forgotten) rmSync(pathOnDisk(path), { force: true });
      const steps = scripts.flatMap((script) => script.steps);
      yield { ...(await compare(kept, base, place, scripts, questions, done)), steps };
    }
  } finally {
    await kept.close();
    for (const part of ['workspace', 'kept']) rmSync(join(base, part), { recursive: true, force: true, maxRetries: 5 });
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to);
}

/** @param done comparisons before this one, so that each asks other questions. */
async function compare(kept: Engine, base: string, place: Place, scripts: readonly EditScript[], questions: number, done: number) {
  const cache = join(base, 'fresh');
  const fresh = await open(place, cache, false);
  try {
    for (const { open: documents, forgotten } of scripts)
      for (const [path, text] of documents) if (!forgotten.has(path)) fresh.openDocument(path, text);
    await fresh.settled();
    const asked = questionsAbout(fresh, questions, done);
    const rows = differentRows(rowsOf(kept), rowsOf(fresh));
    const [a, b] = [await answersOf(kept, asked), await answersOf(fresh, asked)];
    const answers = a.flatMap((line, i) => (line === b[i] ? [] : [`kept  ${line}\nfresh ${b[i]}`]));
    return { rows, answers, questions: asked.length };
  } finally {
    await fresh.close();
    rmSync(cache, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** With an own watcher: until files that are written last have been seen. */
async function caughtUp(engine: Engine, { folder, roots, choices }: Place, done: number): Promise<void> {
  if (choices.watcher === 'own')
    for (const root of roots) {
      const last = join(folder, root, `written-last-${done}.md`);
      writeFileSync(last, '# Last\n');
      await waitUntil('the watcher', async () => (await engine.explainPath(last)).excluded === null);
    }
  await engine.settled();
}
