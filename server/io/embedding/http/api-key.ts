/**
 * Keys of providers: from an environment variable or from what a command prints (a password manager).
 * Must never reach a log, an error or a status; `hide` is applied to every text that leaves this folder.
 */
import { execFile } from 'node:child_process';
import { configurationError } from '../../../core/model/problem.js';
import { redactSecrets } from '../../../core/security/redact.js';

export interface KeySettings {
  /** Name of an environment variable. */
  readonly apiKeyEnv?: string;
  /** Program and arguments, run without a shell; the first line that it prints is the key. */
  readonly apiKeyCommand?: readonly string[];
}

const commandDeadlineMs = 15_000;
const maxKeyChars = 8_192;

export class ApiKey {
  readonly #settings: KeySettings;
  readonly #env: Readonly<Record<string, string | undefined>>;
  #key: Promise<string | null> | null = null;
  /** Every key ever held: a late error may quote an old one. */
  readonly #seen = new Set<string>();

  constructor(settings: KeySettings, env: Readonly<Record<string, string | undefined>>) {
    this.#settings = settings;
    this.#env = env;
  }

  get isFromCommand(): boolean {
    return (this.#settings.apiKeyCommand?.length ?? 0) > 0;
  }

  /** What to do where there is none. */
  get hint(): string {
    if (this.isFromCommand) return 'the key comes from the configured command';
    return this.#settings.apiKeyEnv ? `the key is read from the environment variable ${this.#settings.apiKeyEnv}` : 'no key is configured';
  }

  /** Null where none is set. Throws ContextError('configuration') where the command fails or prints no key. */
  get(): Promise<string | null> {
    this.#key ??= this.#read().catch((error: unknown) => {
      this.#key = null;
      throw error;
    });
    return this.#key;
  }

  /** The provider refused it: a command is asked again, for short-lived keys; the environment cannot have changed. */
  renew(): void {
    if (this.isFromCommand) this.#key = null;
  }

  /** The text without the key and without anything else that looks like a secret. */
  hide(text: string): string {
    let hidden = text;
    for (const key of this.#seen) hidden = hidden.replaceAll(key, '***');
    return redactSecrets(hidden);
  }

  async #read(): Promise<string | null> {
    const { apiKeyCommand, apiKeyEnv } = this.#settings;
    const raw = this.isFromCommand ? await printed(apiKeyCommand as readonly string[]) : apiKeyEnv ? this.#env[apiKeyEnv] : undefined;
    const key = raw?.trim();
    if (!key) {
      if (this.isFromCommand) throw configurationError('the command for the key printed nothing');
      return null;
    }
    this.#seen.add(key);
    // Node's own error for a bad header quotes its value.
    if (!/^[\x21-\x7e]+$/.test(key) || key.length > maxKeyChars) {
      throw configurationError(`expected a key of printable characters in one word (${this.hint}), got something else`);
    }
    return key;
  }
}

function printed(command: readonly string[]): Promise<string> {
  const [program, ...args] = command as [string, ...string[]];
  return new Promise((resolve, reject) => {
    execFile(program, args, { timeout: commandDeadlineMs, maxBuffer: 65_536, windowsHide: true }, (error, stdout) => {
      // Neither the arguments nor what it printed: both may hold secrets.
      if (error) {
        const { code, signal } = error as { code?: unknown; signal?: unknown };
        reject(configurationError(`the command for the key (${program}) failed: ${String(code ?? signal ?? 'unknown reason')}`));
      } else resolve(stdout.split('\n', 1)[0] as string);
    });
  });
}
