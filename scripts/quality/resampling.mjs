// Statistics over repositories: questions of one repository are not independent of each other, so a repository is one observation.

const RESAMPLES = 2_000;

const mean = (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) / values.length : 0);

/** A small generator with a fixed seed (mulberry32), so that the same figures give the same interval. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The 90 % interval of the mean, by bootstrap (Efron, 1979). Returns [low, high]. */
export function interval(values) {
  if (!values.length) return [0, 0];
  const random = generator(1);
  const means = Array.from({ length: RESAMPLES }, () => mean(values.map(() => values[Math.floor(random() * values.length)])));
  means.sort((a, b) => a - b);
  return [means[Math.floor(RESAMPLES * 0.05)], means[Math.floor(RESAMPLES * 0.95)]];
}

/** Two-sided sign test: the probability of so uneven a split, or a more uneven one, by chance. */
export function signTest(better, worse) {
  const n = better + worse;
  let term = 0.5 ** n;
  let tail = 0;
  for (let k = 0; k <= Math.min(better, worse); k++) {
    tail += term;
    term = (term * (n - k)) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}

/**
 * Leave-one-repository-out. `kinds`: by kind of question what a part is worth in each repository, above 0 where it helps. For each
 * repository all others decide whether the part stays, each kind counting the same. `worth`: what those decisions gain, as the mean over
 * kinds; `kept`: the share of them that keep the part.
 */
export function leaveOneOut(kinds) {
  const sums = kinds.map((worths) => worths.reduce((total, worth) => total + worth, 0));
  let kept = 0;
  const gains = kinds.map((worths, k) =>
    worths.map((worth) => {
      const others = kinds.map((list, i) => (i === k ? (sums[i] - worth) / Math.max(1, list.length - 1) : sums[i] / list.length));
      const stays = mean(others) > 0;
      if (stays) kept++;
      return stays ? worth : 0;
    }),
  );
  return { worth: mean(gains.map(mean)), kept: kept / kinds.flat().length };
}
