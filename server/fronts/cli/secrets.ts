/** `secrets [PATH …]`: where secrets are masked in the index, and of which kind. Never the values. */
import { isAtOrBelow } from '../../core/model/file.js';
import { counted } from '../../core/model/progress.js';
import type { Invocation } from './flags.js';
import { printJson, printText } from './print.js';

/** Only at or below the paths, which are relative to the workspace. */
export async function secrets({ words, flags, open }: Invocation): Promise<number> {
  const engine = await open();
  const below = words.map((word) => word.replace(/^\.\//, ''));
  const isAsked = below.length === 0 || below.includes('.') ? () => true : isAtOrBelow(below);
  const places = (await engine.maskedSecrets()).filter(({ path }) => isAsked(path));
  if (flags.json) printJson(places.map(({ path, line, kind }) => ({ path, line: line + 1, kind })));
  else {
    for (const { path, line, kind } of places) printText(`${path}:${line + 1}  ${kind}`);
    printText(`${counted(places.length, 'places')} masked`);
  }
  return 0;
}
