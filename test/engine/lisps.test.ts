/** Lisps through the engine: users of functions in other namespaces, and questions that name functions with hyphens. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const clojure = `
-- src/shop/price_list.clj --
(ns shop.price-list)
(defprotocol Prices
  (base-price [this item]))
(defn with-tax [price] (* price 2))
(defn valid-price? [price] (pos? price))
-- src/shop/other.clj --
(ns shop.other)
(defn with-tax [x] x)
(defn twice [x] (with-tax (with-tax x)))
-- src/shop/cart.clj --
(ns shop.cart
  (:require [shop.price-list :as prices :refer [valid-price?]]))
(defn total [list items]
  (filter valid-price? (map #(prices/with-tax (prices/base-price list %)) items)))
-- test/shop/cart_test.clj --
(ns shop.cart-test
  (:require [clojure.test :refer [deftest is]]
            [shop.cart :as cart]))
(deftest sums (is (= [] (cart/total nil []))))
`;

test('Clojure: callers through an alias, not those of a namesake', async (t) => {
  const engine = await engineOn(workspace(t, clojure), { history: 'off' });
  await engine.settled();
  const users = async (symbol: string, kinds: ('called_by' | 'used_by' | 'tested_by')[]): Promise<string[]> =>
    (await engine.related({ symbol, kinds })).items.map(
      ({ symbol: { path, name }, isGuess }) => `${path} ${name}${isGuess ? ' perhaps' : ''}`,
    );
  // One of each, and no doubt which.
  assert.deepEqual(await users('with-tax', ['called_by']), ['src/shop/cart.clj total', 'src/shop/other.clj twice']);
  assert.deepEqual(await users('base-price', ['called_by']), ['src/shop/cart.clj total']);
  assert.deepEqual(await users('valid-price?', ['used_by']), ['src/shop/cart.clj total']);
  assert.deepEqual(await users('total', ['tested_by']), ['test/shop/cart_test.clj sums']);
});

test('a function with hyphens is asked for in a sentence', async (t) => {
  const engine = await engineOn(workspace(t, clojure), { history: 'off' });
  await engine.settled();
  const first = async (query: string): Promise<string | undefined> => (await engine.retrieve({ query })).results[0]?.qualifiedName;
  assert.equal(await first('who calls valid-price?'), 'total');
  assert.equal(await first('where is base-price defined?'), 'Prices.base-price');
});
