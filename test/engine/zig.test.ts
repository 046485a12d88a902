/** Zig: files that are types, imports by path, calls that a dot and the declared type name, values with the names of members. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/Cart.zig --
const std = @import("std");
const Cart = @This();
const Store = @import("store/Store.zig");
const log = std.log.scoped(.cart);

items: u32 = 0,
var debug_output: bool = false;

pub fn init(items: u32) Cart {
    if (debug_output) log.info("new", .{});
    return .{ .items = items };
}
pub fn save(cart: *Cart, store: *Store) void {
    store.put(cart.items);
}
pub fn print(cart: *const Cart, writer: *std.Io.Writer) void {
    writer.print("{d}", .{cart.items});
}
-- src/store/Store.zig --
const Store = @This();
const Kind = enum { std, builtin, memory };
debug_output: bool,
pub fn init(kind: Kind) Store {
    return .{ .debug_output = kind == .memory };
}
pub fn put(store: *Store, items: u32) void {
    _ = store;
    run(loop, items);
}
fn loop(items: u32) void { _ = @as(u8, items); }
fn as(items: u32) void { _ = items; }
-- src/root.zig --
pub const Cart = @import("Cart.zig");
const std = @import("std");
const prices = @import("prices.zig").table;
fn open() Cart {
    return .init(3);
}
pub fn main() void {
    const cart: Cart = .init(1);
    const list: std.ArrayList = .init(2);
    prices.put(list);
    cart.save();
}
-- src/prices.zig --
pub const table = struct {
    pub fn put(x: u32) void { _ = x; }
};
`;

test('Zig', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string, kind: 'called_by' | 'used_by' | 'imported_by' | 'imports'): Promise<string[]> =>
    (await engine.related({ symbol, kinds: [kind] })).items.map(
      ({ symbol: { path, qualifiedName }, isGuess }) => `${path} ${qualifiedName}${isGuess ? ' perhaps' : ''}`,
    );
  await t.test('a file that is a type has its functions as members', async () => {
    assert.deepEqual(await related('Cart.init', 'called_by'), ['src/root.zig open', 'src/root.zig main']);
    assert.deepEqual(await related('Store.init', 'called_by'), []);
  });
  await t.test('calls on values of declared type', async () => {
    assert.deepEqual(await related('Store.put', 'called_by'), ['src/Cart.zig Cart.save']);
    assert.deepEqual(await related('Cart.print', 'called_by'), []);
    assert.deepEqual(await related('table.put', 'called_by'), ['src/root.zig main']);
  });
  await t.test('imports by path', async () => {
    assert.deepEqual(await related('src/store/Store.zig', 'imported_by'), ['src/Cart.zig Cart']);
    assert.deepEqual(await related('src/prices.zig', 'imported_by'), ['src/root.zig root']);
    assert.deepEqual(await related('src/root.zig', 'imports'), ['src/Cart.zig Cart', 'src/prices.zig table']);
  });
  await t.test('names alone', async () => {
    assert.deepEqual(await related('Kind.std', 'used_by'), []);
    assert.deepEqual(await related('as', 'called_by'), []);
    assert.deepEqual(await related('loop', 'used_by'), ['src/store/Store.zig Store.put']);
    // Not the field of that name.
    assert.deepEqual(await related('debug_output', 'used_by'), ['src/Cart.zig Cart.init']);
  });
});
