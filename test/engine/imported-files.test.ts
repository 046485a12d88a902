/** Imports that name a file lead to that file, whatever symbols have its name. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

/** What imports a file, and what a file imports, each as `path:line`, 1-based. */
async function importsOf(t: TestContext, source: string, path: string): Promise<{ by: string[]; of: string[] }> {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: path, kinds: ['imported_by', 'imports'] });
  const places = (kind: string): string[] =>
    items
      .filter((item) => item.kind === kind)
      .map(({ proof, symbol }) => (kind === 'imports' ? symbol.path : `${proof?.path}:${(proof?.line ?? -2) + 1}`))
      .sort();
  return { by: places('imported_by'), of: places('imports') };
}

test('C++: a header that a compiler finds in another folder', async (t) => {
  const source = `
-- src/Channel.h --
class Channel {};
-- src/client/Window.cpp --
#include "Channel.h"
void open_window() {}
-- src/server/Server.cpp --
#include "../Channel.h"
#include "Window.h"
void serve() {}
-- src/client/Window.h --
void open_window();
-- src/server/Window.h --
void serve();
`;
  const { by } = await importsOf(t, source, 'src/Channel.h');
  assert.deepEqual(by, ['src/client/Window.cpp:1', 'src/server/Server.cpp:1']);
  const { by: ofWindow, of } = await importsOf(t, source, 'src/server/Window.h');
  assert.deepEqual([ofWindow, of], [['src/server/Server.cpp:2'], []], 'the header beside the file comes first');
});

test('Dart: packages by their manifests, relative paths, parts', async (t) => {
  const source = `
-- app/pubspec.yaml --
name: shop_app
-- app/lib/cart.dart --
class Cart {}
-- other/pubspec.yaml --
name: shop_other
-- other/lib/cart.dart --
part 'cart.g.dart';
class Cart {}
-- other/lib/cart.g.dart --
part of 'cart.dart';
-- app/lib/main.dart --
import 'package:shop_other/cart.dart';
import 'cart.dart';
void main() {}
`;
  assert.deepEqual(await importsOf(t, source, 'app/lib/cart.dart'), { by: ['app/lib/main.dart:2'], of: [] });
  assert.deepEqual(await importsOf(t, source, 'other/lib/cart.dart'), {
    by: ['app/lib/main.dart:1', 'other/lib/cart.g.dart:1'],
    of: ['other/lib/cart.g.dart'],
  });
});

test('Lua: modules by their paths, and no field of the name', async (t) => {
  const source = `
-- shop/meta.lua --
local _M = { version = 1 }
return _M
-- shop/till/init.lua --
local meta = require "shop.meta"
local version = require "version"
return {}
-- shop/desk.lua --
local till = require("shop.till")
return { VERSION = require("shop.meta").version }
`;
  assert.deepEqual(await importsOf(t, source, 'shop/meta.lua'), { by: ['shop/desk.lua:2', 'shop/till/init.lua:1'], of: [] });
  assert.deepEqual(await importsOf(t, source, 'shop/till/init.lua'), { by: ['shop/desk.lua:1'], of: ['shop/meta.lua'] });
});

test('Ruby: a path from a load path, and one beside the file', async (t) => {
  const source = `
-- lib/shop/cart.rb --
class Cart; end
-- lib/shop/desk.rb --
require 'shop/cart'
class Desk; end
-- spec/cart_spec.rb --
require_relative '../lib/shop/cart'
`;
  assert.deepEqual((await importsOf(t, source, 'lib/shop/cart.rb')).by, ['lib/shop/desk.rb:1', 'spec/cart_spec.rb:1']);
});

test('TypeScript: a barrel by relative paths, by the name of its package and by what that exports', async (t) => {
  const source = `
-- packages/core/package.json --
{ "name": "@shop/core", "exports": { ".": "./dist/index.mjs", "./inner": { "import": { "types": "./dist/inner.d.mts", "default": "./dist/inner.mjs" } } } }
-- packages/core/src/inner.ts --
export * from './cart';
-- packages/core/src/index.ts --
export { Cart } from './inner';
-- packages/core/src/cart.ts --
export class Cart {}
-- packages/desk/src/desk.ts --
import { Cart } from '@shop/core/inner';
export const desk = new Cart();
-- packages/desk/src/till.ts --
import type {
  Cart,
} from '@shop/core';
export type Till = Cart;
-- packages/desk/src/other.ts --
import { Cart } from '@shop/core/cart/inner';
import { inner } from 'inner';
-- packages/core/src/index.test.ts --
import { Cart } from '.';
-- packages/core/src/below/all.test.ts --
import { Cart } from '..';
`;
  assert.deepEqual((await importsOf(t, source, 'packages/core/src/inner.ts')).by, [
    'packages/core/src/index.ts:1',
    'packages/desk/src/desk.ts:1',
  ]);
  assert.deepEqual((await importsOf(t, source, 'packages/core/src/index.ts')).by, [
    'packages/core/src/below/all.test.ts:1',
    'packages/core/src/index.test.ts:1',
    'packages/desk/src/till.ts:3',
  ]);
});

test('Python: packages, whatever is taken from them and however they are written', async (t) => {
  const source = `
-- shop/__init__.py --
from shop import settings
-- shop/settings/__init__.py --
import os
LIMIT = int(os.environ["LIMIT"])
-- shop/settings/extra.py --
from . import LIMIT
-- shop/app.py --
from shop import (
    models,
    settings as own,  # the package
)
-- shop/models.py --
import shop.settings as s
-- shop/views.py --
import json
from .settings import *
-- shop/other.py --
from .models import settings
-- lib/settings/__init__.py --
LIMIT = 2
-- lib/app.py --
from lib import settings
`;
  const { by } = await importsOf(t, source, 'shop/settings/__init__.py');
  assert.deepEqual(by, ['shop/__init__.py:1', 'shop/app.py:3', 'shop/models.py:1', 'shop/settings/extra.py:1', 'shop/views.py:2']);
});

test('Rust: a module by its path within a group, from above, and not one of its name elsewhere', async (t) => {
  const source = `
-- Cargo.toml --
[package]
name = "shop"
-- src/lib.rs --
mod cart;
mod desk;
mod mail;
-- src/mail.rs --
pub fn send_receipt() {}
-- src/cart.rs --
use crate::{
    desk,
    mail,
};
pub fn close() { mail::send_receipt(); desk::ring(); }
-- src/desk/mod.rs --
mod mail;
use super::mail as post;
pub fn ring() { post::send_receipt(); }
-- src/desk/mail.rs --
pub fn stamp() {}
-- src/desk/bell.rs --
use self::mail;
use super::mail::stamp;
`;
  const { by } = await importsOf(t, source, 'src/mail.rs');
  assert.deepEqual(by, ['src/cart.rs:3', 'src/desk/mod.rs:2']);
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'who imports src/mail.rs', brief: true });
  const lines = results.filter(({ reason }) => reason === 'imports mail').map(({ path, answerLines }) => `${path}:${answerLines}`);
  assert.deepEqual(lines, ['src/cart.rs:2', 'src/desk/mod.rs:1'], 'the line of the name, not that of the group; from 0 on');
});
