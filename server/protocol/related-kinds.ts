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

/** What people and models write instead. */
const otherWords: Readonly<Record<string, ContextRelatedKind>> = {
  callers: 'called_by',
  callees: 'calls',
  users: 'used_by',
  usages: 'used_by',
  references: 'used_by',
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
  implemented_by: 'extended_by',
  overridden_by: 'extended_by',
  tests: 'tested_by',
  siblings: 'sibling',
};

/** A kind for another word or spelling of it (`callers`, `called by`); anything else as it is. */
export function relatedKindMeant(word: unknown): unknown {
  if (typeof word !== 'string') return word;
  const name = word.trim().toLowerCase().replaceAll(/[ -]/g, '_');
  return otherWords[name] ?? otherWords[`${name}s`] ?? name;
}
