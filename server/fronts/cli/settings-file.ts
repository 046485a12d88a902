/** `--settings FILE`: the settings of protocol.md as JSON. The user named the file, so all its settings are trusted. */
import type { EngineSettings } from '../../core/engine/engine-api.js';
import { checkSettings, engineSettings } from '../lsp/settings.js';
import { readJsonOption } from '../read-json-option.js';
import { UsageError } from '../read-options.js';

export interface FileSettings {
  readonly settings: EngineSettings;
  readonly cacheDir: string | undefined;
}

/** @throws ContextError('configuration') for an unreadable file, UsageError for a wrong setting */
export function readSettingsFile(file: string): FileSettings {
  const json = readJsonOption('--settings', file);
  const { settings, faults } = checkSettings(json);
  if (faults.length > 0) throw new UsageError(`--settings ${file}: ${faults.map((fault) => `\n  ${fault}`).join('')}`);
  return { settings: engineSettings(settings), cacheDir: settings.cacheDir };
}
