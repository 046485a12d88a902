/** What is known of the parameters of a function as they are stored: as written, and cut. Pure. */

/** Stored parameters are cut to this length: what follows in them is not known. */
export const STORED_CHARS = 120;
/** Of more parameters only so many are stored. */
export const STORED_PARAMETERS = 50;

/** `name: type = value`, an `=` outside of brackets that belongs to no arrow or comparison. */
export function hasDefault(parameter: string): boolean {
  let depth = 0;
  for (let i = 0; i < parameter.length; i++) {
    const c = parameter[i] as string;
    if (c === '(' || c === '[' || c === '{') depth++;
    else if (c === ')' || c === ']' || c === '}') depth--;
    else if (c === '=' && depth === 0 && !/[=>]/.test(parameter[i + 1] ?? '') && !/[=!<>]/.test(parameter[i - 1] ?? '')) return true;
  }
  return false;
}
