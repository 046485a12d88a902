/** Other forms of the words of a question (`scheduling`, `schedule`, `scheduled`), searched at a lower weight. Pure. */

export const singular = (word: string): string | null =>
  word.length > 4 && word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.length > 3 && word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : null;

const DOUBLED = /([bdgklmnprtvz])\1$/;
const SHORT_VOWEL = /^[^aeiou]*[aeiou][bdgklmnprt]$/;

/** Possible base forms of a word, not all of them words: `runn`, `run` and `runne` of `running`. */
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

/** Other forms of an English word, not all of them words; the index has none of those. */
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

const PHRASAL = /(?<![\p{L}\p{N}_])([a-z]{2,20})\s+(in|on|out|up|down|off|back|over)(?![\p{L}\p{N}_])/gu;
const MAX_PHRASAL = 10;

/** What code calls a verb with its particle: `login` of *logging in*, `rollback` of *rolled back*; of other pairs it is no word. */
export function phrasalNouns(text: string): string[] {
  const pairs = [...text.toLowerCase().matchAll(PHRASAL)].slice(0, MAX_PHRASAL);
  return [...new Set(pairs.flatMap(([, verb, particle]) => basesOf(verb as string).map((base) => base + (particle as string))))];
}

/** Other forms of the words, each once. */
export function expandWords(words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const word of words) {
    const one = singular(word);
    for (const form of one ? [one, ...inflections(word)] : inflections(word)) found.add(form);
  }
  for (const word of words) found.delete(word);
  return [...found];
}
