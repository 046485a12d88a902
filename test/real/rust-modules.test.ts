/** Rust: `super` and `self` name modules, which rust-analyzer resolves. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import test from 'node:test';
import { programs } from '../../server/io/language-servers/discovery/executables.js';
import { engineOn, workspace } from '../support/real-engine.js';

const runs = [...programs('rust-analyzer')].some((one) => spawnSync(one, ['--version']).status === 0);

const crate = `
-- Cargo.toml --
[package]
name = "shop"
version = "0.1.0"
edition = "2021"
-- Cargo.lock --
version = 3

[[package]]
name = "shop"
version = "0.1.0"
-- src/lib.rs --
pub mod shop;
-- src/shop.rs --
pub mod cart;
pub fn total() -> i32 { 2 }
-- src/shop/cart.rs --
pub fn price() -> i32 { super::total() }
`;

test('a module that is named by super', { skip: runs ? false : 'no rust-analyzer', timeout: 240_000 }, async (t) => {
  const place = workspace(t, crate);
  const engine = await engineOn(place, { edgeIndexing: 'auto', history: 'off', trusted: true });
  await engine.settled();
  await engine.edgesIndexed();
  const { items } = await engine.related({ symbol: 'price' });
  const edges = items.map(({ symbol, provenance }) => `${symbol.path} ${symbol.qualifiedName} ${provenance.split(' ')[0]}`).sort();
  assert.ok(
    edges.some((edge) => /^src\/shop\.rs (?!total).*rust-analyzer$/.test(edge)),
    edges.join('\n'),
  );
});
