/** `export`, `import` and `forget`: an index as one file, made in one place and used in another; and its end. */
import { resolve } from 'node:path';
import { type Invocation, UsageError } from './flags.js';
import { describeBuilding } from './model-lines.js';
import { printJson, printText } from './print.js';

const named = ({ name, dimensions }: { name: string; dimensions: number }): string => `${name} (${dimensions} dimensions)`;

export async function exportIndex({ words, flags, open }: Invocation): Promise<number> {
  const file = fileOf('export', words);
  const engine = await open();
  await engine.embedded();
  const { building } = engine.status();
  if (building)
    process.stderr.write(`the model that is set has no vectors yet, so another one's are exported: ${describeBuilding(building)}\n`);
  const report = await engine.exportIndex(file);
  const { vectors, files, bytes, model, commit } = report;
  if (flags.json) printJson(report);
  else
    printText(
      `${vectors} vectors of ${files} files, ${named(model)}, commit ${commit ?? 'unknown'}: ${(bytes / 1e6).toFixed(1)} MB in ${file}`,
    );
  return 0;
}

/** Takes the vectors over before a file is looked at, then indexes: what the export has is not embedded again. */
export async function importIndex({ words, flags, open }: Invocation): Promise<number> {
  const file = fileOf('import', words);
  const engine = await open({ paused: true });
  const report = await engine.importIndex(file);
  await engine.reindex({});
  await engine.embedded();
  const { vectors: texts, building, providers } = engine.status();
  const reused = engine.reused();
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

/** Paths as they are in the workspace; all of it only by name, so that no empty list deletes an index. */
export async function forget({ words, flags, open }: Invocation): Promise<number> {
  if (flags.everything ? words.length > 0 : words.length === 0)
    throw new UsageError('forget: expected paths in the workspace, or --everything');
  const engine = await open({ paused: true });
  const before = engine.status().files;
  await engine.forget(flags.everything ? undefined : words.map((word) => word.replace(/^\.\//, '')));
  await engine.settled();
  const { files, chunks, indexFolder } = engine.status();
  if (flags.json) printJson({ forgotten: before - files, files, chunks, indexFolder });
  else printText(`${before - files} files forgotten, ${files} left in ${indexFolder}`);
  return 0;
}

function fileOf(command: string, words: readonly string[]): string {
  const [file, ...rest] = words;
  if (file === undefined || rest.length > 0) throw new UsageError(`${command}: expected one file: ${command} FILE [--workspace DIR]`);
  return resolve(file);
}
