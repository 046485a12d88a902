/** `--settings FILE`: the settings of protocol.md as JSON. A file that the user names is the user's own word: nothing in it is held back. */
import { readFileSync } from 'node:fs';
import type { EngineSettings } from '../../core/engine/engine-api.js';
import { messageOf } from '../../util/bug.js';
import { checkSettings, engineSettings } from '../lsp/settings.js';
import { UsageError } from '../read-options.js';

export interface FileSettings {
  readonly settings: EngineSettings;
  readonly cacheDir: string | undefined;
}

/** @throws UsageError for a file that cannot be read, and for a setting that is wrong: a person can correct it at once. */
export function readSettingsFile(file: string): FileSettings {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--settings ${file}: ${messageOf(error)}`);
  }
  const { settings, faults } = checkSettings(json);
  if (faults.length > 0) throw new UsageError(`--settings ${file}: ${faults.map((fault) => `\n  ${fault}`).join('')}`);
  return { settings: engineSettings(settings), cacheDir: settings.cacheDir };
}
