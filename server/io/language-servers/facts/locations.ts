/** The three forms in which servers return locations, as one. */
export interface Location {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

interface Range {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}
interface AnyLocation {
  readonly uri?: string;
  readonly range?: Range;
  readonly targetUri?: string;
  readonly targetRange?: Range;
  readonly targetSelectionRange?: Range;
}

/** `answer`: Location, LocationLink, a list of either, or null. Entries without a position are left out. */
export function locationsOf(answer: unknown): Location[] {
  const list = Array.isArray(answer) ? answer : answer === null || answer === undefined ? [] : [answer];
  return (list as AnyLocation[]).flatMap((one) => {
    const uri = one?.targetUri ?? one?.uri;
    const range = one?.targetSelectionRange ?? one?.range ?? one?.targetRange;
    if (typeof uri !== 'string' || typeof range?.start?.line !== 'number') return [];
    const { start, end = start } = range;
    return [{ uri, line: start.line, character: start.character, endLine: end.line, endCharacter: end.character }];
  });
}
