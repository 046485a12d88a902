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

const queries = `
-- Cargo.toml --
[package]
name = "api"
-- src/context.rs --
pub struct Context { pool: u32 }
impl Context {
    pub fn pool(&self) -> u32 { self.pool }
}
pub struct Cache { pool: u32 }
impl Cache {
    pub fn pool(&self) -> u32 { self.pool }
}
-- src/query.rs --
pub const MOST: usize = 3;
pub trait Stored { fn read(id: u32) -> u32 { id } }
pub struct Post { id: u32 }
impl Stored for Post {}
pub struct Tag { id: u32 }
impl Tag { pub fn read(id: u32) -> u32 { id } }
pub struct PostQuery { limit: u32 }
impl PostQuery { pub fn list(self, pool: u32) -> u32 { pool } }
pub struct TagQuery { limit: u32 }
impl TagQuery { pub fn list(self, pool: u32) -> u32 { pool } }
pub fn slur_rate(pool: u32) -> u32 { pool }
pub fn apply(rate: u32) -> u32 { rate }
-- src/routes.rs --
use crate::context::Context;
use crate::query::{apply, slur_rate, Post, PostQuery, Tag, TagQuery, MOST};

pub async fn shown(State(shared): State<Context>) -> u32 { shared.pool() }
pub async fn posts(context: Data<Context>) -> u32 {
    let all = PostQuery {
        limit: 1,
    }
    .list(context.pool());
    let slur_rate = slur_rate(1);
    apply(slur_rate);
    Post::read(all)
}
pub async fn tags(context: web::Data<Context>) -> u32 {
    TagQuery { limit: 1 }.list(context.pool());
    let some = [1, 2];
    if some.len() > MOST { return 1; }
    some[0..MOST].len();
    Tag::read(1)
}
`;

test('receivers: a literal, what frameworks wrap, a default method of a trait; what a call is bound to is no call', async (t) => {
  const engine = await engineOn(workspace(t, queries), { history: 'off' });
  await engine.settled();
  const users = async (symbol: string, kind: 'called_by' | 'used_by') => {
    const { items } = await engine.related({ symbol, kinds: [kind] });
    return items.flatMap(({ symbol: { qualifiedName }, proof, moreProof, isGuess }) =>
      [...(proof ? [proof] : []), ...moreProof].map(({ line }) => `${isGuess ? '~' : ''}${qualifiedName}:${line + 1}`),
    );
  };
  assert.deepEqual(await users('PostQuery.list', 'called_by'), ['posts:9']);
  assert.deepEqual(await users('TagQuery.list', 'called_by'), ['tags:15']);
  assert.deepEqual(await users('Context.pool', 'called_by'), ['shown:4', 'posts:9', 'tags:15']);
  assert.deepEqual(await users('Cache.pool', 'called_by'), []);
  assert.deepEqual(await users('Stored.read', 'called_by'), ['posts:12']);
  assert.deepEqual(await users('Tag.read', 'called_by'), ['tags:19']);
  assert.deepEqual(await users('slur_rate', 'called_by'), ['posts:10']);
  assert.deepEqual(await users('MOST', 'used_by'), ['tags:17', 'tags:18']);
});

test('a type is shown before the blocks that add to it', async (t) => {
  const engine = await engineOn(workspace(t, queries), { history: 'off' });
  await engine.settled();
  const { results } = await engine.show({ symbol: 'Context' });
  assert.deepEqual(
    results.map(({ symbolKind }) => symbolKind),
    ['struct', 'impl'],
  );
});
