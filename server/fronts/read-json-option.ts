/** Reads the JSON file that an option of the command line names; `-` is standard input. */
import { readFileSync } from 'node:fs';
import { configurationError } from '../core/model/problem.js';
import { messageOf } from '../util/bug.js';

const STANDARD_INPUT = '-';

/** @param option as the user wrote it, for errors @throws ContextError('configuration') for a file that cannot be read or is no JSON */
export function readJsonOption(option: string, file: string): unknown {
  let text: string;
  try {
    text = file === STANDARD_INPUT ? readStandardInput() : readFileSync(file, 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw configurationError(`${option} ${file}: ${isMissing ? 'no such file' : messageOf(error)}`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    throw configurationError(`${option} ${file}: not JSON: ${messageOf(error)}`);
  }
}

/** All of standard input, as text. Blocks until it ends. */
export const readStandardInput = (): string => readFileSync(0, 'utf8');
