/** Names of Rust: what the root of a crate has from its modules, and traits that have namesakes. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- crates/store/Cargo.toml --
[package]
name = "store"
-- crates/store/src/lib.rs --
pub mod index;
pub mod segment;
pub mod rules;
mod error;
pub use error::ErrorKind;
pub use self::index::Index;
pub type Result<T> = std::result::Result<T, String>;
-- crates/store/src/index.rs --
pub struct Index { pub size: u32 }
-- crates/store/src/segment.rs --
use crate::{Index, Result};
use crate::rules::Rule;
pub struct Sort;
impl Rule<Index> for Sort {
    fn apply(&self, index: &Index) -> Result<u32> { Ok(index.size) }
}
-- crates/store/src/rules.rs --
pub struct Index { pub other: u32 }
pub trait Rule<T> { fn apply(&self, of: &T) -> crate::Result<u32>; }
-- crates/store/src/error.rs --
pub enum ErrorKind { Full }
-- crates/api/src/error.rs --
pub enum ErrorKind { Slow }
-- crates/api/Cargo.toml --
[package]
name = "api"
-- crates/api/src/lib.rs --
pub struct Rule { pub name: String }
pub type Result<T> = std::result::Result<T, u32>;
`;

test('what a crate has at its root is that of the module it is taken from', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'crates/store/src/segment.rs', kinds: ['imports'] });
  assert.deepEqual(items.map(({ symbol: { path, qualifiedName } }) => `${path.slice('crates/'.length)} ${qualifiedName}`).sort(), [
    'store/src/index.rs Index',
    'store/src/lib.rs Result',
    'store/src/rules.rs Rule',
  ]);
  assert.ok(items.every(({ isGuess }) => !isGuess));
});

test('only a trait is implemented, whatever types have its name', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'Rule', kinds: ['extended_by'] });
  assert.deepEqual(
    items.map(({ symbol, isGuess }) => `${symbol.qualifiedName} ${isGuess}`),
    ['Sort false'],
  );
});

test('a module of a path is that of the own crate', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'crates/store/src/lib.rs', kinds: ['imports'] });
  const kinds = items.filter(({ symbol }) => symbol.name === 'ErrorKind');
  assert.deepEqual(
    kinds.map(({ symbol: { path }, isGuess }) => [path, isGuess]),
    [['crates/store/src/error.rs', false]],
  );
});
