// Members that stand in for one another, as the edges of the index have it: by classes that inherit and members of one name,
// and by members of which a server says itself what they override.

import { memberKinds } from './chunks.mjs';

/** Servers whose references to a member name calls of what overrides it as well, besides those of what it overrides. */
const bothWays = new Set(['go', 'javascript', 'javascriptreact', 'typescript', 'typescriptreact']);
/** Of servers that answer with families. pyright has each member by itself. */
const upwards = new Set([...bothWays, 'c', 'cpp']);

const listed = (map, key) => map.get(key) ?? [];
const add = (map, key, value) => map.set(key, [...listed(map, key), value]);

export class Families {
  #bases = new Map();
  #heirs = new Map();
  #parents = new Map();
  #children = new Map();

  constructor(chunks) {
    for (const [from, to] of chunks.inheritance) {
      add(this.#bases, from, to);
      add(this.#heirs, to, from);
    }
    const byId = new Map([...chunks.byKey.values()].map((chunk) => [chunk.id, chunk]));
    for (const chunk of byId.values()) {
      const parent = byId.get(chunk.parent);
      if (parent?.kind !== 'symbol') continue;
      this.#parents.set(chunk.key, parent.key);
      add(this.#children, parent.key, chunk);
    }
  }

  /** Keys of the members whose mentions the server of that language counts as mentions of this one. */
  of(chunk) {
    const found = new Set();
    if (!memberKinds.has(chunk.symbol_kind) || !upwards.has(chunk.language)) return found;
    this.#walk(chunk.key, chunk.name, this.#bases, found);
    if (bothWays.has(chunk.language)) for (const key of [...found]) this.#walk(key, chunk.name, this.#heirs, found);
    found.delete(chunk.key);
    return found;
  }

  /** What is reached from a member, itself with it. */
  #walk(key, name, neighbours, found) {
    const members = [key];
    for (const one of members) {
      for (const other of listed(neighbours, one)) {
        if (!members.includes(other)) members.push(other);
      }
    }
    const parent = this.#parents.get(key);
    const classes = parent ? [parent] : [];
    for (const one of classes) for (const other of listed(neighbours, one)) if (!classes.includes(other)) classes.push(other);
    for (const one of classes.slice(1))
      for (const child of listed(this.#children, one))
        if (child.name === name && memberKinds.has(child.symbol_kind)) members.push(child.key);
    for (const one of members) found.add(one);
  }
}
