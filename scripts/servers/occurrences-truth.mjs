// A truth made of all occurrences in the workspace, each with the symbols that it names: what an indexer writes down once.

const at = ({ path, line, character }) => `${path}:${line}:${character}`;

export class OccurrencesTruth {
  #named = new Map();
  #mentioned = new Map();
  #paths = new Set();

  constructor(name) {
    this.name = name;
  }

  /** `symbols`: what stands there, by names that mean one thing in all of the workspace. */
  add(place, symbols, isDefinition) {
    this.#paths.add(place.path);
    for (const symbol of symbols) {
      const there = this.#mentioned.get(symbol);
      const one = { ...place, isDefinition };
      if (there) there.push(one);
      else this.#mentioned.set(symbol, [one]);
    }
    if (isDefinition) this.#named.set(at(place), [...(this.#named.get(at(place)) ?? []), ...symbols]);
  }

  covers(path) {
    return this.#paths.has(path);
  }

  mentions(place) {
    const symbols = this.#named.get(at(place));
    return symbols ? symbols.flatMap((symbol) => this.#mentioned.get(symbol)) : null;
  }

  declarations(place) {
    return this.mentions(place)?.filter(({ isDefinition }) => isDefinition) ?? [];
  }

  close() {}
}
