// Seeded random numbers: the same seed asks the same questions on every machine.
import { createHash } from 'node:crypto';

/** `seed`: any text. Returns { next, below, pick, shuffled }. */
export function randomFrom(seed) {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  /** Mulberry32 (Ettinger, 2017): a number from 0 to 1, 1 excluded. */
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit) => Math.floor(next() * limit);
  const shuffled = (items) => {
    const copy = [...items];
    for (let i = copy.length - 1; i > 0; i--) {
      const j = below(i + 1);
      [copy[i], copy[j]] = [copy[j], copy[i]];
    }
    return copy;
  };
  return { next, below, pick: (items) => items[below(items.length)], shuffled };
}
