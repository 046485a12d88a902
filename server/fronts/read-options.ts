/** Reads a command line against a table of options, as `parseArgs` of Node has them. Errors name what is right. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { messageOf } from '../util/bug.js';
import { expectedOneOf, suggestion } from '../util/nearest.js';

type OptionTable = NonNullable<ParseArgsConfig['options']>;

/** The command line itself is wrong: exit code 2. */
export class UsageError extends Error {}

/**
 * @param offered names of the options to list in an error: by default all
 * @throws UsageError for an unknown option, with the nearest of all and those offered, and for a missing value
 */
export function readOptions<T extends OptionTable>(
  args: readonly string[],
  options: T,
  offered: readonly string[] = Object.keys(options),
): ReturnType<typeof parseArgs<{ options: T; allowPositionals: true }>> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [, option] = /^Unknown option '(-[^'= ]*)/.exec(messageOf(error)) ?? [];
    if (option === undefined) throw new UsageError(messageOf(error));
    const named = (names: readonly string[]): string[] => names.map((name) => `--${name}`);
    const meant = suggestion(option, named(Object.keys(options)));
    const asText = meant ? '' : `; a text that begins with a dash comes behind --: -- ${JSON.stringify(option)}`;
    throw new UsageError(`unknown option ${option}${meant}; options are ${named(offered).join(', ')}${asText}`);
  }
}

/** The value of an option that takes one of some words. @throws UsageError that lists them and names the nearest */
export function oneOf<const T extends string>(option: string, known: readonly T[], value: string): T {
  const found = known.find((word) => word === value);
  if (found === undefined) throw new UsageError(`--${option}: ${expectedOneOf(known, value)}`);
  return found;
}
