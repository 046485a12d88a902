// What is not there: names and descriptions out of other repositories, and words that are none.
const NAMES = [
  (x) => x,
  (x) => `where is ${x} defined`,
  (x) => `who calls ${x}`,
  (x) => `how does ${x} work`,
  (x) => `find the function ${x}`,
];
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm'];
/** Share of a description's words that occur nowhere in the repository. */
const FOREIGN = 0.4;

const wordsIn = (text) => [...new Set((text.match(/[A-Za-z]{4,}/g) ?? []).map((word) => word.toLowerCase()))];

function nonsense(random) {
  const row = random.pick(ROWS);
  return Array.from({ length: 7 + random.below(5) }, () => row[random.below(row.length)]).join('');
}

/** `others`: [{ names, sentences }] of the other repositories. */
export function absent(tree, others, random, count) {
  const lacks = (word) => !tree.words.has(word.toLowerCase());
  const questions = [];
  const seen = new Set();
  for (let tries = 0; questions.length < count && tries < count * 60; tries++) {
    const other = random.pick(others);
    let query = null;
    if (questions.length % 4 === 3) query = nonsense(random);
    else if (questions.length % 2 === 0 || !other.sentences.length) {
      const name = other.names.length ? random.pick(other.names) : '';
      // None of its parts but the commonest may make another thing here look like it.
      const parts = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).filter((part) => part.length > 2);
      if (name && lacks(name) && parts.some(lacks)) query = random.pick(NAMES)(name);
    } else {
      const sentence = random.pick(other.sentences);
      const words = wordsIn(sentence);
      if (words.length >= 4 && words.filter(lacks).length / words.length >= FOREIGN) query = sentence;
    }
    if (query === null || seen.has(query)) continue;
    seen.add(query);
    questions.push({ kind: 'absent', query, targets: [], needed: [] });
  }
  return questions;
}
