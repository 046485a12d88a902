/**
 * Names with hyphens, as Lisps have them: `wrap-session`, `valid-key?`; functions of Erlang with their module, `cart:total/1`. The phrases of
 * questions know names of letters and underscores with dots between them, so that is how such names are read there.
 */
import type { IndexReader } from '../ports.js';
import { MAX_PHRASE_CHARS, type StatedName } from './stated-names.js';

export interface Readable {
  /** The question, its hyphenated names with underscores, and dots behind modules. */
  readonly text: string;
  /** A name that was read from it, as it is written. */
  asWritten(stated: StatedName): StatedName;
}

const HYPHENATED = /(?<![\w$@./:-])\*?[A-Za-z]\w*(?:-[\w*!<>=+]{1,60}){1,12}\??(?![\w/-])/g;
const REMOTE = /(?<![\w$@./:-])([a-z]\w{0,60}):([a-z]\w{0,60})(?:\/\d{1,2})?(?![\w:/-])/g;
/** Keys of configuration files and headings of documents have such names too, and are no symbols that code uses. */
const NO_CODE: ReadonlySet<string | null> = new Set(['key', 'section', null]);

/** A question for the patterns of phrases: names with hyphens that symbols of the workspace have, letter for letter, have underscores. */
export function readableNames(reader: IndexReader, question: string): Readable {
  const written = new Map<string, string>();
  const isShort = question.length <= MAX_PHRASE_CHARS;
  if (isShort)
    for (const [found] of question.matchAll(HYPHENATED)) {
      const name = [found, found.replace(/\?$/, '')].find((one) => isSymbol(reader, one));
      if (name !== undefined) written.set(name.replace(/\W+/g, '_'), name);
    }
  const dotted = !isShort
    ? question
    : question.replace(REMOTE, (found, module: string, name: string) =>
        isSymbol(reader, name) && isSymbol(reader, module) ? `${module}.${name}` : found,
      );
  const text = [...written].reduce((so, [readable, name]) => so.replaceAll(name, readable), dotted);
  return {
    text,
    asWritten: (stated) => {
      const name = written.get(stated.name);
      return name === undefined ? stated : { ...stated, name };
    },
  };
}

function isSymbol(reader: IndexReader, name: string): boolean {
  const hits = reader.named([name], 4).filter((hit) => hit.match === 'exact' && hit.name === name);
  return reader.chunks(hits.map(({ chunkId }) => chunkId)).some(({ symbolKind }) => !NO_CODE.has(symbolKind));
}
