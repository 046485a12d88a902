/** How symbols are related, by the words that clients send, and by other words for them. */
export const relatedKinds = [
  'calls',
  'called_by',
  'uses',
  'used_by',
  'imports',
  'imported_by',
  'extends',
  'extended_by',
  'tested_by',
  'sibling',
] as const;
export type ContextRelatedKind = (typeof relatedKinds)[number];

/** Who calls a function uses it. */
const users: readonly ContextRelatedKind[] = ['used_by', 'called_by'];

/** What people and models write instead. */
const otherWords: Readonly<Record<string, ContextRelatedKind | readonly ContextRelatedKind[]>> = {
  callers: 'called_by',
  callees: 'calls',
  users,
  usages: users,
  references: users,
  dependencies: 'imports',
  dependents: 'imported_by',
  importers: 'imported_by',
  parents: 'extends',
  supertypes: 'extends',
  superclasses: 'extends',
  implements: 'extends',
  subtypes: 'extended_by',
  subclasses: 'extended_by',
  implementations: 'extended_by',
  implementers: 'extended_by',
  implementors: 'extended_by',
  inheritors: 'extended_by',
  overrides: 'extended_by',
  implemented_by: 'extended_by',
  overridden_by: 'extended_by',
  tests: 'tested_by',
  siblings: 'sibling',
};

/** Kinds for other words or spellings of them (`callers`, `called by`), each once; anything else as it is. */
export const relatedKindsMeant = (words: unknown): unknown => (Array.isArray(words) ? [...new Set(words.flatMap(kindsMeant))] : words);

function kindsMeant(word: unknown): unknown {
  if (typeof word !== 'string') return word;
  const name = word.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  return otherWords[name] ?? otherWords[`${name}s`] ?? name;
}
