/**
 * The methods of types by their names, from the document symbols of the files that declare the types. It replaces a search for
 * implementations of each method, which reads the whole workspace and its libraries.
 */
import type { Adapter } from '../adapter.js';

interface Position {
  readonly line: number;
  readonly character: number;
}
interface TypePlace extends Position {
  readonly uri: string;
}
interface NamedSymbol {
  readonly name: string;
  readonly selectionRange?: { readonly start: Position; readonly end: Position };
}

export class TypeMethods {
  readonly #adapter: Adapter;
  /** Document symbols of a file by its URI. */
  readonly #ask: (uri: string) => Promise<unknown>;
  readonly #symbols = new Map<string, Promise<readonly NamedSymbol[]>>();

  constructor(adapter: Adapter, ask: (uri: string) => Promise<unknown>) {
    this.#adapter = adapter;
    this.#ask = ask;
  }

  /** Where each of the types declares the method; null if one does not in its own file, for example because it embeds another type. */
  async of(types: readonly TypePlace[], method: string): Promise<readonly { readonly uri: string; readonly range: object }[] | null> {
    const { methodOf } = this.#adapter;
    if (!methodOf) return null;
    const found = [];
    for (const { uri, line, character } of types) {
      const symbols = await this.#symbolsOf(uri);
      const type = symbols.find(
        ({ selectionRange }) => selectionRange?.start.line === line && selectionRange.start.character === character,
      );
      const declared = symbols.find(({ name }) => {
        const one = methodOf(name);
        return one !== null && one.type === type?.name && one.method === method;
      });
      if (!declared?.selectionRange) return null;
      found.push({ uri, range: declared.selectionRange });
    }
    return found;
  }

  #symbolsOf(uri: string): Promise<readonly NamedSymbol[]> {
    const known =
      this.#symbols.get(uri) ??
      this.#ask(uri).then(
        (symbols) => (Array.isArray(symbols) ? (symbols as NamedSymbol[]) : []),
        () => [],
      );
    this.#symbols.set(uri, known);
    return known;
  }
}
