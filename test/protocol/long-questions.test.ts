/** Issue texts of several lines: the function that they are about leads and is shown whole, whatever else they mention. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

/** Some 700 tokens: longer than a result may be for a short question within 2,000 tokens. */
const cases = Array.from({ length: 40 }, (_, i) => `    if (parcel.zone === ${i}) weight = weight + surcharge(${i}, parcel.size);`).join(
  '\n',
);

/** In a workspace of few files no word is rare. */
const others = Array.from(
  { length: 30 },
  (_, i) => `-- src/other-${i}.ts --\nexport function combine${i}(list: string[]): string {\n  return list.join('${i}');\n}\n`,
).join('');

const post = `
${others}-- src/postage.ts --
import { surcharge } from './surcharge';

export class PostageCounter {
  total = 0;

  postageOf(parcel: { zone: number; size: number; weight: number }): number {
    let weight = parcel.weight;
${cases}
    // A parcel without weight is free.
    return Math.max(0, weight * 3);
  }
}
-- src/surcharge.ts --
export function surcharge(zone: number, size: number): number {
  return zone * size;
}

export function openDepot(name: string): string {
  return 'depot ' + name;
}
-- src/labels.ts --
export function printLabel(parcel: { zone: number }): string {
  return 'zone ' + parcel.zone;
}
-- tests/postage.test.ts --
import { PostageCounter } from '../src/postage';

test('postage of a parcel without weight', () => {
  const parcel = { zone: 3, size: 2, weight: 0 };
  expect(new PostageCounter().postageOf(parcel)).toBe(0);
});
`;

const report = `Postage of a parcel is negative when its weight is below zero

We call openDepot first, then a parcel comes whose weight is wrong. The postage
of that parcel should be zero, since a parcel without weight is free in every zone.
There is a test for a parcel without weight, and the documentation says the same.
The surcharge of the zone makes no difference to the weight or the postage.`;

test('a report leads to the function it is about, whole, in front of what it mentions', async () => {
  const workspace = temporaryWorkspace(post);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const answer = (await client.request('context/retrieve', { query: report, budgetTokens: 2_000, reservedTokens: 0 })) as Json;
      const [first] = answer.results;
      assert.deepEqual(
        [first.path, first.qualifiedName],
        ['src/postage.ts', 'PostageCounter.postageOf'],
        answer.results.map(({ name }: Json) => name).join(),
      );
      assert.equal(first.shortening, 'whole');
      assert.match(first.text, /A parcel without weight is free/);
    });
  } finally {
    workspace.remove();
  }
});
