// A name that is defined once, misspelt. No other name of the repository is as near to what is written.
const PHRASES = [(x) => x, (x) => `where is ${x} defined`, (x) => `how does ${x} work`, (x) => `${x} implementation`, (x) => `find ${x}`];
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

const EDITS = [
  (name, at) => name.slice(0, at) + name.slice(at + 1),
  (name, at) => name.slice(0, at) + name[at + 1] + name[at] + name.slice(at + 2),
  (name, at, letter) => name.slice(0, at) + letter + name.slice(at + 1),
  (name, at, letter) => name.slice(0, at) + letter + name.slice(at),
  (name, at) => name.slice(0, at) + name[at] + name.slice(at),
];

/** One edit, or two in a name of twelve letters or more; the first letter stays. */
export function misspelt(name, random) {
  let text = name;
  for (let edits = name.length >= 12 ? 1 + random.below(2) : 1; edits > 0; edits--)
    text = random.pick(EDITS)(text, 1 + random.below(text.length - 2), random.pick([...LETTERS]));
  return text;
}

/** Damerau and Levenshtein's distance (adjacent letters swapped count once), at most `limit` + 1. */
export function distance(a, b, limit = 3) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      rows[i][j] = Math.min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return Math.min(rows[a.length][b.length], limit + 1);
}

export function typos(tree, random, count) {
  const names = [...new Set([...tree.byName.keys()].map((name) => name.toLowerCase()))];
  const questions = [];
  for (const target of random.shuffled(tree.unique.filter(({ name }) => name.length >= 7))) {
    if (questions.length >= count) break;
    const text = misspelt(target.name, random);
    const low = text.toLowerCase();
    const own = distance(low, target.name.toLowerCase());
    if (own === 0 || tree.words.has(low)) continue;
    const itself = target.name.toLowerCase();
    const isNearer = (name) => name !== itself && ((name.length > 3 && low.startsWith(name)) || distance(low, name, own) <= own);
    if (names.some(isNearer)) continue;
    questions.push({ kind: 'typos', query: random.pick(PHRASES)(text), targets: [target], needed: target.needed });
  }
  return questions;
}
