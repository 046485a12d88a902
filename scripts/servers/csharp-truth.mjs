// References by Roslyn, the C# compiler of the .NET SDK, from a small program that is built in the cache folder.

import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { OccurrencesTruth } from './occurrences-truth.mjs';

const program = fileURLToPath(new URL('csharp-types', import.meta.url));

function dotnet(...args) {
  const { status, error, stderr, stdout } = spawnSync('dotnet', args, { encoding: 'utf8', maxBuffer: 1 << 30 });
  if (error && 'code' in error && error.code === 'ENOENT') throw new Error('the .NET SDK is not installed: dotnet is not on PATH');
  if (status !== 0) throw new Error(`dotnet ${args[0]}: ${error?.message ?? (stderr + stdout).slice(-2_000)}`);
  return stdout;
}

/** The projects must be restored. */
export function csharpTruth({ folder, cacheDir }) {
  const built = join(cacheDir, 'csharp-types');
  dotnet('build', '-v', 'q', '--nologo', program, '--artifacts-path', built);
  const projects = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.csproj'));
  const paths = projects.map((path) => join(folder, path));
  const lines = new Set(
    dotnet(join(built, 'bin/csharp-types/debug/csharp-types.dll'), folder, ...paths)
      .trimEnd()
      .split('\n'),
  );
  const truth = new OccurrencesTruth('types');
  for (const line of lines) {
    const [path, row, column, ...definition] = line.trimEnd().split('\t');
    const named = definition.join(':');
    truth.add({ path, line: Number(row), character: Number(column) }, [named], named === `${path}:${row}:${column}`);
  }
  return truth;
}
