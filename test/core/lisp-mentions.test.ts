/** What code of Lisps mentions: calls by the first name of a list, names of other namespaces, names that a form binds. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { genericOutline } from '../../server/io/syntax/text-outlines/generic-outline.js';

/** `line kind name qualifier from`, lines 1-based. */
function mentions(language: string, text: string): string[] {
  const { symbols, references } = genericOutline(text, language);
  return references.map(({ name, kind, from, line, qualifier, module }) =>
    [line + 1, kind, name, qualifier ?? module ?? '-', symbols[from]?.name ?? '-'].join(' '),
  );
}

test('Clojure: calls through aliases, referred names and own names', () => {
  const text = `(ns shop.cart
  (:require [shop.prices :as prices :refer [price]]
            [shop
             [tax :as tax]
             [log]])
  (:import (java.util UUID)))

(def ^{:private true
       :doc "Of all carts."} limit 10)

(defn- total [cart {:keys [limit]}]
  (let [price (prices/base cart)]
    (reduce + price limit)))

(defn bill
  ([cart] (bill cart nil))
  ([cart opts]
   (-> cart
       (total opts)
       price
       (tax/add limit)
       shop.log/info)
   (map total cart)
   {:id (UUID/randomUUID)}))
`;
  assert.deepEqual(mentions('clojure', text), [
    '2 import prices shop.prices -',
    '2 import price shop.prices -',
    '4 import tax shop.tax -',
    '5 import log shop.log -',
    '12 call base shop.prices total',
    '16 call bill - bill',
    '19 call total - bill',
    '20 call price shop.prices bill',
    '21 call add shop.tax bill',
    '21 use limit - bill',
    '22 call info shop.log bill',
    '23 use total - bill',
    '24 type UUID - bill',
  ]);
});

test('Clojure: records, protocols and files without a namespace', () => {
  const text = `(defprotocol Store
  (save [this item] "Saves."))
(defrecord Memory [items]
  Store
  (save [_ item] (swap! items conj item)))
(defn memory [] (->Memory (atom [])))
(defn other [] (Memory. (atom [])))
(deftest saves (is (save (memory) 1)))
`;
  const { symbols } = genericOutline(text, 'clojure');
  assert.deepEqual(
    symbols.map(({ kind, name, parent }) => `${kind} ${parent < 0 ? '' : `${symbols[parent]?.name}.`}${name}`),
    ['interface Store', 'method Store.save', 'class Memory', 'method Memory.save', 'function memory', 'function other', 'test saves'],
  );
  const found = mentions('clojure', text);
  assert.ok(found.includes('4 implements Store - Memory'), found.join('\n'));
  assert.ok(found.includes('6 call Memory - memory'), found.join('\n'));
  assert.ok(found.includes('7 call Memory - other'), found.join('\n'));
  assert.ok(found.includes('8 call save - saves'), found.join('\n'));
  assert.ok(found.includes('8 call memory - saves'), found.join('\n'));
  assert.ok(!found.some((line) => line.endsWith('call save - Memory')), found.join('\n'));
});

test('Emacs Lisp: calls, quoted names, bound names, and words that define', () => {
  const text = `(require 'shop-prices)
(defcustom shop-limit 10 "Most.")
(defun shop-total (shop-cart)
  "Sum of SHOP-CART."
  (let ((shop-price (shop-price shop-cart))
        (count 0))
    (shop-add shop-price shop-limit count)))
(add-hook 'shop-hook #'shop-total)
(transient-define-prefix shop-menu ()
  "Menu."
  ["Cart" ("t" "Total" shop-total)])
`;
  const { symbols } = genericOutline(text, 'emacs-lisp');
  assert.deepEqual(
    symbols.map(({ kind, name }) => `${kind} ${name}`),
    ['constant shop-limit', 'function shop-total', 'function shop-menu'],
  );
  const found = mentions('emacs-lisp', text);
  for (const expected of [
    '1 import shop-prices shop-prices -',
    '5 call shop-price - shop-total',
    '7 call shop-add - shop-total',
    '7 use shop-limit - shop-total',
    '8 use shop-hook - -',
    '8 use shop-total - -',
    '11 use shop-total - shop-menu',
  ])
    assert.ok(found.includes(expected), `${expected}\n${found.join('\n')}`);
  assert.ok(!found.some((line) => /^\d+ \w+ (?:shop-cart|count) /.test(line)), found.join('\n'));
});

test('Scheme: parameters of define and named let are bound', () => {
  const found = mentions(
    'scheme',
    `(define (total cart)
  (let loop ((rest cart) (sum 0))
    (if (null? rest) sum (loop (cdr rest) (add-price sum (car rest))))))
(define (add-price sum item) (+ sum (price-of item)))
`,
  );
  assert.ok(found.includes('3 call add-price - total'), found.join('\n'));
  assert.ok(found.includes('4 call price-of - add-price'), found.join('\n'));
  assert.ok(!found.some((line) => /^\d+ \w+ (?:sum|rest|cart|item) /.test(line)), found.join('\n'));
});

test('Clojure: values with the name that they bind, forms left out, values without parameters, metadata of methods', () => {
  const text = `(ns shop.cart (:require [shop.store :refer [cart]]))
(defprotocol Diff
  (^{:added "1.3"} difference [a b]))
(defn price [x] x)
(def start (price 1))
(defn total []
  (let [cart @cart
        sum (price cart)]
    #_(price 2)
    (do (price sum))))
`;
  const { symbols } = genericOutline(text, 'clojure');
  assert.deepEqual(
    symbols.map(({ kind, name, parameters }) => [kind, name, parameters]),
    [
      ['namespace', 'shop.cart', undefined],
      ['interface', 'Diff', undefined],
      ['method', 'difference', ['a b']],
      ['function', 'price', ['x']],
      ['constant', 'start', undefined],
      ['function', 'total', []],
    ],
  );
  assert.deepEqual(
    mentions('clojure', text).filter((line) => /total|start/.test(line)),
    ['5 call price - start', '7 use cart shop.store total', '8 call price - total'],
  );
});

test('Emacs Lisp: a class extends others', () => {
  const found = mentions('emacs-lisp', '(defclass shop-cart (shop-list)\n  ((items :initform nil)))\n');
  assert.ok(found.includes('1 inherits shop-list - shop-cart'), found.join('\n'));
});
