/** Relations of Objective-C with the real server: messages, selectors, protocols, properties, headers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const shop = `
-- Shop/Cart.h --
#import <Foundation/Foundation.h>
#import "Pricing.h"

@interface Cart : NSObject <Pricing>
@property (nonatomic, strong) Ledger *ledger;
+ (Cart *)sharedCart;
- (void)store:(NSString *)item forKey:(NSString *)key;
- (void)store:(NSString *)item forKey:(NSString *)key inLedger:(BOOL)kept;
@end
-- Shop/Cart.m --
#import "Cart.h"

NSString * const CartDidStore = @"CartDidStore";

@implementation Cart
+ (Cart *)sharedCart {
  return [[Cart alloc] init];
}
- (void)store:(NSString *)item forKey:(NSString *)key {
  [self store:item forKey:key inLedger:NO];
}
- (void)store:(NSString *)item
       forKey:(NSString *)key
     inLedger:(BOOL)kept {
  if (kept) [self.ledger close:item];
  [[NSNotificationCenter defaultCenter] postNotificationName:CartDidStore object:self];
}
- (double)priceOf:(NSString *)item {
  return _ledger.total;
}
@end
-- Shop/Pricing.h --
@protocol Pricing <NSObject>
- (double)priceOf:(NSString *)item;
@end
-- Shop/Ledger.h --
@interface Ledger : NSObject
- (void)close:(NSString *)item;
@end
-- Shop/Ledger.m --
#import "Ledger.h"
@implementation Ledger
- (void)close:(NSString *)item {
}
@end
-- Shop/Door.m --
@interface Door : NSObject
@end
@implementation Door
- (void)close:(NSString *)item {
}
- (void)enter {
  [[Cart sharedCart] store:@"bread" forKey:@"a: b"];
  Cart *cart = [Cart new];
  [cart store:@"milk" forKey:@"m" inLedger:YES];
}
@end
`;

const open = async (run: (related: (symbol: string) => Promise<string[]>, client: Json) => Promise<void>): Promise<void> => {
  const workspace = temporaryWorkspace(shop);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      await run(async (symbol) => {
        const { items } = await client.request('context/related', { symbol });
        const proven = items.filter(({ proof }: Json) => proof !== null);
        return proven.map(({ relation, symbol, proof }: Json) => `${relation} ${symbol.qualifiedName} ${proof.range.start.line + 1}`);
      }, client);
    });
  } finally {
    workspace.remove();
  }
};
const callers = (lines: readonly string[]): string[] => lines.filter((line) => line.startsWith('called_by'));

test('messages of one first word are told apart by their selectors, and lead to the type of the value', async () => {
  await open(async (related) => {
    assert.deepEqual(callers(await related('store:forKey:')), ['called_by Door.enter 7']);
    assert.deepEqual(callers(await related('-[Cart store:forKey:inLedger:]')).sort(), [
      'called_by Cart.store 10',
      'called_by Door.enter 9',
    ]);
    assert.deepEqual(callers(await related('Ledger.close')), ['called_by Cart.store 15']);
    assert.deepEqual(callers(await related('Door.close')), []);
    assert.deepEqual(callers(await related('Cart.sharedCart')), ['called_by Door.enter 7']);
  });
});

test('protocols have what adopts them, properties their readers, headers what imports them', async () => {
  await open(async (related, client) => {
    assert.deepEqual(
      (await related('Pricing')).filter((line) => line.startsWith('extended_by')),
      ['extended_by Cart 4'],
    );
    const readers = await related('Cart.ledger');
    for (const line of ['used_by Cart.store 15', 'used_by Cart.priceOf 19']) assert.ok(readers.includes(line), line);
    assert.ok((await related('Shop/Pricing.h')).includes('imported_by Cart 2'));
    const { results } = await client.request('context/retrieve', { query: 'where is the notification CartDidStore posted' });
    assert.equal(results[0].qualifiedName, 'Cart.store');
    assert.deepEqual(results[0].answerLines, [15]);
  });
});
