/** A changed signature is another embedding text for whoever quotes it; a changed body is one for nobody but itself. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { analyseFile } from '../../server/analysis/analyse-file.js';
import { findSecrets } from '../../server/core/security/redact.js';
import { createOutliner } from '../../server/io/syntax/outline.js';

const outliner = await createOutliner();

/** Names of the chunks whose embedding texts two versions of a file do not share. */
async function reembedded(before: string, after: string): Promise<string[]> {
  const analyse = (text: string) =>
    analyseFile(
      {
        path: 'shop.ts',
        absolutePath: '/shop.ts',
        localPath: 'shop.ts',
        text,
        contentHash: text,
        sizeBytes: text.length,
        mtimeMs: 0,
        origin: 'disk',
      },
      findSecrets,
      (source, language) => outliner.outline(source, language),
      null,
      new Set(),
    );
  const [old, fresh] = [await analyse(before), await analyse(after)];
  const known = new Set(old.parts.map(({ hash }) => hash));
  return [...new Set(fresh.parts.filter(({ hash }) => !known.has(hash)).map(({ chunk }) => fresh.chunks[chunk]!.name))].sort();
}

const shop = `/** The sum of all prices that a customer has to pay for the whole of an order. */
export function total(prices: number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}

/** What a customer is asked to pay at the end, with the costs of shipping added to the sum. */
export function invoice(prices: number[]): string {
  return \`please pay \${total(prices) + 5} within thirty days of receiving this letter\`;
}

/** Who is greeted by name when the shop is opened in the morning by a customer that has been there before. */
export function greeting(name: string): string {
  return \`good morning, \${name}, what can we do for you today\`;
}
`;

test('a changed body changes one embedding text', async () => {
  assert.deepEqual(await reembedded(shop, shop.replace('sum + price, 0', 'price + sum, 0')), ['total']);
});

test('a changed signature changes the embedding texts that quote it, and no others', async () => {
  const changed = await reembedded(shop, shop.replace('total(prices: number[]): number', 'total(prices: number[], tax = 0): number'));
  assert.ok(changed.includes('total') && changed.includes('invoice'), changed.join());
  assert.ok(!changed.includes('greeting'), changed.join());
});
