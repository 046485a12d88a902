/** Members that a language server has resolved are no guesses by name any more, and those that it does not know stay guesses. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { noServerBehind } from '../support/behind-faults.js';
import { runCli, workspace } from '../support/real-engine.js';
import type { Json } from '../support/test-client.js';

const files = `-- shop.py --
class Cart:
    def total(self, prices):
        return sum(prices)


class Bill:
    def total(self, prices):
        return max(prices)


class Parcel:
    def totalWeightOfParcel(self, prices):
        return min(prices)
-- use.py --
from shop import Bill, Cart


def pay(cart: Cart):
    total = cart.total([1])
    return total


def settle(bill: Bill):
    return bill.total([1])


def send(parcel):
    totalWeightOfParcel = parcel.totalWeightOfParcel([1])
    return totalWeightOfParcel
`;

test('pyright: a resolved member is no guess, an unknown one stays one beside a variable of its name', {
  skip: noServerBehind,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(t, files);
  const cache = ['--cache-dir', place.cacheDir];
  const callersOf = async (symbol: string): Promise<string[]> => {
    const { code, stdout, stderr } = await runCli(['related', symbol, '--json', '-w', place.folder, ...cache]);
    assert.equal(code, 0, stderr);
    const callers = JSON.parse(stdout).items.filter(({ kind }: Json) => kind === 'called_by');
    return callers.map(({ symbol: { name }, provenance }: Json) => `${name} ${provenance.split(' ')[0]}`);
  };
  const { code, stderr } = await runCli(['index', place.folder, '--with-servers', ...cache]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await callersOf('Cart.total'), ['pay pyright']);
  assert.deepEqual(await callersOf('Bill.total'), ['settle pyright']);
  assert.deepEqual(await callersOf('Parcel.totalWeightOfParcel'), ['send syntax:tree-sitter-python']);
});

test('TypeScript: users of a type that name a member of it alone say which', { skip: noServerBehind, timeout: 120_000 }, async (t) => {
  const place = workspace(
    t,
    `-- tsconfig.json --
{ "compilerOptions": { "strict": true } }
-- page.ts --
export interface Page {
  size: number;
}
export const first: Page = { size: 1 };
-- use.ts --
import { first } from './page';
export function half() {
  const { size } = first;
  return size / 2;
}
`,
  );
  const cache = ['--cache-dir', place.cacheDir];
  const indexed = await runCli(['index', place.folder, '--with-servers', ...cache]);
  assert.equal(indexed.code, 0, indexed.stderr);
  const { stdout } = await runCli(['related', 'Page', '--json', '-w', place.folder, ...cache]);
  const users = JSON.parse(stdout).items.filter(({ kind }: Json) => kind === 'used_by');
  assert.deepEqual(
    users.map(({ symbol: { name }, member, moreProof }: Json) => [name, member, moreProof.length]),
    [
      ['first', undefined, 0],
      ['half', 'Page.size', 0],
    ],
  );
});

test('TypeScript: the own field of a name says nothing of the member of another value', {
  skip: noServerBehind,
  timeout: 120_000,
}, async (t) => {
  const place = workspace(
    t,
    `
-- tsconfig.json --
{ "compilerOptions": { "module": "ESNext", "moduleResolution": "bundler" } }
-- utility.ts --
export class Utility {
  isChapter(value: unknown): boolean { return value !== null; }
}
-- title.ts --
import { inject } from '@angular/core';
import { Utility } from './utility';
export class Title {
  private readonly utility = inject(Utility);
  isChapter = false;
  init(): void {
    this.isChapter = this.utility.isChapter(1);
  }
}
`,
  );
  const cache = ['--cache-dir', place.cacheDir];
  assert.equal((await runCli(['index', place.folder, '--with-servers', ...cache])).code, 0);
  const { stdout } = await runCli(['related', 'Title.init', '--json', '-w', place.folder, ...cache]);
  const items = JSON.parse(stdout).items.map(({ kind, symbol, isGuess }: Json) => `${kind} ${symbol.qualifiedName} ${isGuess}`);
  assert.ok(items.includes('calls Utility.isChapter false'), items);
  assert.ok(items.includes('uses Title.isChapter false'), items);
  assert.ok(!items.some((item: string) => item.startsWith('calls Title.isChapter')), items);
});
