// Members that stand in for one another, as the edges of the index have it: by classes that inherit and members of one name,
// and by members of which a server says itself what they override.

import { memberKinds } from './chunks.mjs';

/**
 * What servers count as references to a member besides its own: those of what it overrides (`bases`), of what overrides it
 * too (`heirs`), of that alone (`below`), of all that overrides the same (`all`). pyright has each member by itself.
 */
const counted = {
  c: 'bases',
  cpp: 'bases',
  csharp: 'all',
  go: 'heirs',
  javascript: 'all',
  javascriptreact: 'all',
  php: 'all',
  rust: 'below',
  typescript: 'all',
  typescriptreact: 'all',
};

const listed = (map, key) => map.get(key) ?? [];
const add = (map, key, value) => map.set(key, [...listed(map, key), value]);

/** How many parameters a signature has; null for none. */
const parameters = ({ signature }) => {
  const list = /\(([^()]*)\)[^()]*$/.exec(signature ?? '')?.[1];
  return list === undefined ? null : list.trim() === '' ? 0 : list.replace(/<[^<>]*>/g, '').split(',').length;
};
const mayOverride = (child, count) => count === undefined || parameters(child) === count;

export class Families {
  #bases = new Map();
  #heirs = new Map();
  #parents = new Map();
  /** By key, of C# members, which are overloaded: the number of parameters. */
  #signatures = new Map();
  #children = new Map();

  constructor(chunks) {
    for (const [from, to] of chunks.inheritance) {
      add(this.#bases, from, to);
      add(this.#heirs, to, from);
    }
    const byId = new Map([...chunks.byKey.values()].map((chunk) => [chunk.id, chunk]));
    for (const chunk of byId.values()) {
      if (chunk.language === 'csharp') this.#signatures.set(chunk.key, parameters(chunk));
      const parent = byId.get(chunk.parent);
      if (parent?.kind !== 'symbol') continue;
      this.#parents.set(chunk.key, parent.key);
      add(this.#children, parent.key, chunk);
    }
  }

  /** Keys of the members whose mentions the server of that language counts as mentions of this one. */
  of({ key, name, symbol_kind, language }) {
    const way = counted[language];
    if (!way || !memberKinds.has(symbol_kind)) return [];
    const found = way === 'below' ? [] : this.#reached(key, name, this.#bases);
    const below = way === 'all' ? [key, ...found] : way === 'bases' ? [] : [key];
    for (const one of below) found.push(...this.#reached(one, name, this.#heirs));
    return found;
  }

  #reached(key, name, neighbours) {
    const closure = (start) => {
      const all = start === undefined ? [] : [start];
      for (const one of all) for (const other of listed(neighbours, one)) if (!all.includes(other)) all.push(other);
      return all.slice(1);
    };
    const classes = closure(this.#parents.get(key));
    const namesakes = classes
      .flatMap((one) => listed(this.#children, one))
      .filter((child) => child.name === name && memberKinds.has(child.symbol_kind) && mayOverride(child, this.#signatures.get(key)));
    return [...closure(key), ...namesakes.map((child) => child.key)];
  }
}
