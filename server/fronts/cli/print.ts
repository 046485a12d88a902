/** Standard output of the subcommands. */
export const printText = (text: string): void => {
  process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
};
export const printJson = (value: unknown): void => printText(JSON.stringify(value, null, 1));
