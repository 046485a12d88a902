/**
 * Other words for what a question says, looked for at a lower weight: other forms of the same word (`scheduling`,
 * `schedule`, `scheduled`), and what code calls what people call something else (`config`, `settings`). Pure.
 */

/** What people say and what code says: each side is looked for when the other is asked for. */
const EXPANSIONS: Readonly<Record<string, readonly string[]>> = {
  test: ['spec', 'assert', 'mock'],
  tests: ['test', 'spec', 'assert'],
  error: ['exception', 'err', 'fail'],
  errors: ['error', 'exception', 'err'],
  exception: ['error', 'raise', 'throw'],
  config: ['configuration', 'settings', 'options'],
  configuration: ['config', 'settings', 'options'],
  settings: ['config', 'options'],
  auth: ['authentication', 'authorization', 'login', 'credentials'],
  authentication: ['auth', 'login', 'credentials'],
  authorization: ['auth', 'permission', 'policy'],
  api: ['endpoint', 'route', 'handler'],
  endpoint: ['route', 'handler', 'api'],
  database: ['db', 'sql', 'query'],
  db: ['database', 'sql'],
  delete: ['remove'],
  remove: ['delete'],
  create: ['new', 'make', 'init'],
  initialize: ['init', 'setup'],
  initialization: ['init', 'setup'],
  init: ['initialize', 'setup'],
  directory: ['dir', 'folder'],
  folder: ['dir', 'directory'],
  dir: ['directory'],
  parameters: ['params', 'args'],
  arguments: ['args', 'params'],
  message: ['msg'],
  request: ['req'],
  response: ['resp', 'res'],
  context: ['ctx'],
  asynchronous: ['async'],
  synchronization: ['sync', 'lock', 'mutex'],
  serialize: ['encode', 'serializer', 'dump'],
  serialization: ['serialize', 'serializer', 'encode'],
  deserialize: ['decode', 'parse', 'load'],
  deserialization: ['deserialize', 'decode', 'parse'],
  logging: ['logger', 'log'],
  concurrency: ['concurrent', 'thread', 'lock', 'mutex'],
  validation: ['validate', 'validator'],
  caching: ['cache'],
  retry: ['backoff', 'attempt'],
  timeout: ['deadline'],
  environment: ['env'],
  variable: ['var'],
  command: ['cmd'],
  temporary: ['tmp', 'temp'],
  password: ['passwd', 'secret'],
  number: ['num'],
  string: ['str'],
  utility: ['util', 'helper'],
  utilities: ['utils', 'helpers'],
};
/** A question may hold the word `constructor`. */
const synonymsOf = (word: string): readonly string[] => (Object.hasOwn(EXPANSIONS, word) ? (EXPANSIONS[word] ?? []) : []);

export const singular = (word: string): string | null =>
  word.length > 4 && word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : null;

const DOUBLED = /([bdgklmnprtvz])\1$/;
const SHORT_VOWEL = /^[^aeiou]*[aeiou][bdgklmnprt]$/;

/** What a word may be a form of; some of these are no words. `running` gives `runn`, `run`, `runne`. */
function basesOf(word: string): string[] {
  const plural = /^(.{2,})ie[sd]$/.exec(word);
  if (plural) return [`${plural[1]}y`];
  const hissing = /^(.+(?:s|x|z|ch|sh))es$/.exec(word);
  if (hissing) return [hissing[1] as string, `${hissing[1]}e`];
  const many = /^(.{2,}[^su])s$/.exec(word);
  if (many) return [many[1] as string];
  const verb = /^(.{3,})(?:ing|ed|er|or)$/.exec(word);
  if (verb) {
    const base = verb[1] as string;
    if (!/[aeiouy]/.test(base)) return [word];
    return [base, `${base}e`, ...(DOUBLED.test(base) ? [base.slice(0, -1)] : [])];
  }
  const noun = /^(.{3,})ation$/.exec(word);
  if (noun) return [noun[1] as string, `${noun[1]}e`, `${noun[1]}ate`];
  const act = /^(.{3,}[st])ion$/.exec(word);
  if (act) return [act[1] as string, `${act[1]}e`];
  return [word];
}

/** Forms of an English word other than itself; some of them are no words, and no index has those. */
export function inflections(word: string): string[] {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return [];
  const forms = new Set<string>();
  for (const base of basesOf(word)) {
    const stem = base.endsWith('e') ? base.slice(0, -1) : base;
    for (const form of [base, `${base}s`, `${stem}ing`, `${stem}ed`]) forms.add(form);
    if (SHORT_VOWEL.test(base)) for (const ending of ['ing', 'ed', 'er']) forms.add(base + base.at(-1) + ending);
  }
  forms.delete(word);
  return [...forms];
}

/** Words other than `words` that stand for the same, each once. */
export function expandWords(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    const one = singular(word);
    if (one) found.add(one);
    const synonyms = synonymsOf(word);
    for (const other of synonyms.length || !one ? synonyms : synonymsOf(one)) found.add(other);
    for (const form of inflections(word)) found.add(form);
  }
  for (const word of words) found.delete(word);
  return [...found];
}
