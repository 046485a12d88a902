/** `export` and `import` move an index's vectors between machines as one file; `forget` and `unforget`. */
import { resolve } from 'node:path';
import type { Engine } from '../../core/engine/engine-api.js';
import { UsageError } from '../read-options.js';
import type { Invocation } from './flags.js';
import { describeBuilding } from './model-lines.js';
import { printError, printJson, printText } from './print.js';

const named = ({ name, dimensions }: { name: string; dimensions: number }): string => `${name} (${dimensions} dimensions)`;

export async function exportIndex({ words, flags, open }: Invocation): Promise<number> {
  const file = fileOf('export', words);
  const engine = await open();
  await engine.embedded();
  const { building } = engine.status();
  if (building)
    printError(`the configured model has no vectors yet, so the vectors of the serving model are exported: ${describeBuilding(building)}`);
  const report = await engine.exportIndex(file);
  const { vectors, files, bytes, model, commit } = report;
  if (flags.json) printJson(report);
  else
    printText(
      `${vectors} vectors of ${files} files, ${named(model)}, commit ${commit ?? 'unknown'}: ${(bytes / 1e6).toFixed(1)} MB in ${file}`,
    );
  return 0;
}

/** Imports the vectors, then indexes: texts in the export are not embedded again. */
export async function importIndex({ words, flags, open }: Invocation): Promise<number> {
  const file = fileOf('import', words);
  const engine = await open({ paused: true });
  const report = await engine.importIndex(file);
  await engine.reindex({});
  await engine.embedded();
  const { vectors: texts, building, providers } = engine.status();
  const reused = await engine.reused();
  const others = texts - reused;
  if (flags.json) printJson({ ...report, reused, others, building, providers });
  else {
    const { vectors, model, commit, createdAt, added } = report;
    printText(`${vectors} vectors of ${named(model)}, made at commit ${commit ?? 'unknown'} on ${createdAt}; ${added} were new here`);
    printText(`${reused} texts of this workspace use what is new, ${others} others do not`);
    if (building) printText(`${describeBuilding(building)}`);
  }
  return 0;
}

/** Forgets paths, or everything with --everything only, so that an empty list deletes nothing. */
export async function forget({ words, flags, folder, open }: Invocation): Promise<number> {
  if (flags.everything ? words.length > 0 : words.length === 0)
    throw new UsageError('forget: expected paths in the workspace, or --everything');
  const engine = await open({ paused: true });
  const before = engine.status().files;
  await engine.forget(flags.everything ? undefined : pathsOf(engine, folder, words));
  await engine.settled();
  const { files, chunks, indexFolder, forgotten } = engine.status();
  if (flags.json) printJson({ forgotten: before - files, files, chunks, indexFolder, paths: forgotten });
  else printText(`${before - files} files forgotten, ${files} left in ${indexFolder}${left(forgotten)}`);
  return 0;
}

/** Allows forgotten files to be indexed again, with the next `index` or question. */
export async function unforget({ words, flags, folder, open }: Invocation): Promise<number> {
  if (flags.everything ? words.length > 0 : words.length === 0)
    throw new UsageError('unforget: expected paths in the workspace, or --everything');
  const engine = await open({ paused: true });
  await engine.unforget(flags.everything ? undefined : pathsOf(engine, folder, words));
  await engine.settled();
  const { files, chunks, forgotten } = engine.status();
  if (flags.json) printJson({ files, chunks, paths: forgotten });
  else printText(`${files} files in the index${left(forgotten)}`);
  return 0;
}

const left = (forgotten: readonly string[]): string => (forgotten.length > 0 ? `; permanently excluded: ${forgotten.join(', ')}` : '');

/** Paths relative to the workspace, or absolute. */
const pathsOf = (engine: Engine, folder: string, words: readonly string[]): string[] =>
  words.map((word) => {
    const path = engine.relative(resolve(folder, word));
    if (path === null) throw new UsageError(`not a file or folder of the workspace: ${word}`);
    return path;
  });

function fileOf(command: string, words: readonly string[]): string {
  const [file, ...rest] = words;
  if (file === undefined || rest.length > 0) throw new UsageError(`${command}: expected one file: ${command} FILE [--workspace DIR]`);
  return resolve(file);
}
