/**
 * Text of a workspace for a terminal. File names, code and commit subjects come from anybody: escape sequences in them could
 * write to the clipboard, change the title or hide what follows, and marks of direction could reorder it.
 */

/** Colours as `highlight.ts` sets them stay; so do tabs and line ends. */
const shown = /\x1b\[(?:0|1|2|3[2-6]|90)m|\r\n|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** Control characters and marks of direction as visible text, `<1B>`. */
export const plainText = (text: string): string => text.replace(shown, (found) => (found.length > 1 ? found : `<${hexOf(found)}>`));

const unescaped = /[\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** JSON of the same value, in which such characters are escaped. */
export const plainJson = (json: string): string => json.replace(unescaped, (found) => `\\u${hexOf(found).padStart(4, '0')}`);

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');
