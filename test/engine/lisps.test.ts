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

test('what requires a namespace or a file is not what requires a longer name or a function of that name', async (t) => {
  const source = `
-- src/shop/io.clj --
(ns shop.io)
(defn file [x] x)
-- src/main/shop/impl/shop/io.clj --
(ns shop.impl.shop.io)
(defn file [x] x)
-- src/shop/run.clj --
(ns shop.run (:require [shop.io :as io]))
(defn run [x] (io/file x))
-- lisp/shop-list.el --
(defun shop-cart () 1)
(provide 'shop-list)
-- lisp/shop-cart.el --
(require 'shop-list)
(defun shop-total () (shop-cart) (shop-cart-all))
(defun shop-more ()
  (shop-cart)
  (shop-cart-all)
  (list (shop-cart)))
-- lisp/shop.el --
(require 'shop-cart)
`;
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string, kind: 'called_by' | 'imported_by'): Promise<string[]> =>
    (await engine.related({ symbol, kinds: [kind] })).items.flatMap(({ symbol: { path }, proof, moreProof }) =>
      [proof, ...moreProof].map((one) => `${path}:${(one?.line ?? 0) + 1}`),
    );
  assert.deepEqual(await related('src/shop/io.clj', 'imported_by'), ['src/shop/run.clj:1']);
  assert.deepEqual(await related('src/main/shop/impl/shop/io.clj', 'imported_by'), []);
  assert.deepEqual(await related('lisp/shop-cart.el', 'imported_by'), ['lisp/shop.el:1']);
  assert.deepEqual(await related('lisp/shop-list.el', 'imported_by'), ['lisp/shop-cart.el:1']);
  assert.deepEqual(await related('file', 'called_by'), ['src/shop/run.clj:2']);
  assert.deepEqual(await related('shop-cart', 'called_by'), ['lisp/shop-cart.el:2', 'lisp/shop-cart.el:4', 'lisp/shop-cart.el:6']);
});
