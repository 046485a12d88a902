/** Adds up what providers cost. */
import type { Cost } from '../model/model-status.js';

export const noCost: Cost = { requests: 0, retries: 0, failures: 0, texts: 0, tokens: 0, money: 0 };

export class CostCounter {
  readonly #pricePerMillionTokens: number;
  #cost: Cost = noCost;

  constructor(pricePerMillionTokens = 0) {
    this.#pricePerMillionTokens = pricePerMillionTokens;
  }

  get current(): Cost {
    return this.#cost;
  }

  /** Money follows from the tokens. */
  add(part: Partial<Omit<Cost, 'money'>>): void {
    const money = ((part.tokens ?? 0) / 1_000_000) * this.#pricePerMillionTokens;
    this.#cost = addCost(this.#cost, { ...noCost, ...part, money });
  }
}

export function addCost(a: Cost, b: Cost): Cost {
  return {
    requests: a.requests + b.requests,
    retries: a.retries + b.retries,
    failures: a.failures + b.failures,
    texts: a.texts + b.texts,
    tokens: a.tokens + b.tokens,
    money: a.money + b.money,
  };
}

/** What came on top of an earlier count. */
export function sinceCost(now: Cost, before: Cost): Cost {
  return {
    requests: now.requests - before.requests,
    retries: now.retries - before.retries,
    failures: now.failures - before.failures,
    texts: now.texts - before.texts,
    tokens: now.tokens - before.tokens,
    money: now.money - before.money,
  };
}
