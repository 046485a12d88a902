/** `--settings FILE`: the settings of protocol.md as JSON. The user named the file, so all its settings are trusted. */
import { readFileSync } from 'node:fs';
import type { EngineSettings } from '../../core/engine/engine-api.js';
import { messageOf } from '../../util/bug.js';
import { checkSettings, engineSettings } from '../lsp/settings.js';
import { UsageError } from '../read-options.js';

export interface FileSettings {
  readonly settings: EngineSettings;
  readonly cacheDir: string | undefined;
}

/** @throws UsageError for an unreadable file or a wrong setting */
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
