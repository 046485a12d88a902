/** Standard output and standard error of the subcommands. What a terminal would obey is made visible. */
import { plainJson, plainText } from '../../util/plain-text.js';

const withEnd = (text: string): string => (text.endsWith('\n') ? text : `${text}\n`);

export const printText = (text: string): void => {
  process.stdout.write(withEnd(plainText(text)));
};
/** On one line, or with `indented` on many. */
export const printJson = (value: unknown, form: 'indented' | 'line' = 'indented'): void => {
  process.stdout.write(withEnd(plainJson(JSON.stringify(value, null, form === 'line' ? 0 : 1))));
};
export const printError = (text: string): void => {
  process.stderr.write(withEnd(plainText(text)));
};
