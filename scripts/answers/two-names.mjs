// Two names in one question: both in one file, or in two.
const PHRASES = [
  (a, b) => `what is the difference between ${a} and ${b}`,
  (a, b) => `${a} vs ${b}`,
  (a, b) => `${a} and ${b}`,
  (a, b) => `compare ${a} with ${b}`,
  (a, b) => `how do ${a} and ${b} differ?`,
  (a, b) => `how does ${a} relate to ${b}`,
  (a, b) => `when should I use ${a} instead of ${b}`,
  (a, b) => `show ${a}, ${b}`,
];

export function twoNames(tree, random, count) {
  const targets = random.shuffled(tree.unique);
  const used = new Set();
  const questions = [];
  for (const a of targets) {
    if (questions.length >= count) break;
    if (used.has(a)) continue;
    const together = questions.length % 2 === 0;
    const b = targets.find((other) => other !== a && !used.has(other) && (other.path === a.path) === together && !overlap(a, other));
    if (!b) continue;
    used.add(a).add(b);
    const query = PHRASES[random.below(PHRASES.length)](a.name, b.name);
    questions.push({ kind: 'two names', query, targets: [a, b], all: true, needed: [...a.needed, ...b.needed] });
  }
  return questions;
}

const overlap = (a, b) => a.path === b.path && a.start <= b.end && b.start <= a.end;
