/** Functions that are not called but passed on: through a module, by name, and of the own object. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parseFixture } from '../support/fixture.js';
import { engineOn, workspace } from '../support/real-engine.js';

const python = `
-- shop/edits.py --
def merge(docs):
    return docs

def split(docs):
    return docs
-- shop/views.py --
from shop import edits

def choose(name):
    return edits.merge if name else None

class View:
    merge = 1

    def chosen(self, edits_of):
        return edits_of.split
-- shop/forms.py --
def by_price(item):
    return item.price

def sorted_items(items):
    return sorted(items, key=by_price)

def order(by_price=None):
    return by_price

class Form:
    def on_submit(self):
        return 1

    def wire(self, button):
        button.connect(self.on_submit)
`;

const go = `
-- go.mod --
module example.com/shop
-- load.go --
package shop
type loader struct{}
func (l loader) handle(path string) error { return nil }
func (l loader) routes() []any { return []any{l.handle} }
func serve(path string) error { return nil }
func start() any { return wrap(serve) }
func wrap(f func(string) error) any { return f }
`;

const script = `
-- src/form.ts --
export class Form {
  submit() { return 1; }
  wire(button) { button.onclick = this.submit; }
}
function list(req) { return req; }
export function routes(app) { app.get('/', list); }
export function one() { const options = { list: 1 }; return options.list; }
`;

const cases: readonly (readonly [what: string, source: string, path: string, marker: string, users: readonly string[]])[] = [
  ['Python, through a module', python, 'shop/edits.py', 'def merge', ['choose']],
  ['Python, of a value of any type', python, 'shop/edits.py', 'def split', []],
  ['Python, by name', python, 'shop/forms.py', 'def by_price', ['sorted_items']],
  ['Python, of the own object', python, 'shop/forms.py', 'def on_submit', ['wire']],
  ['Go, of the receiver', go, 'load.go', ') handle', ['routes']],
  ['Go, by name', go, 'load.go', 'func serve', ['start']],
  ['TypeScript, of the own object', script, 'src/form.ts', '  submit', ['wire']],
  ['TypeScript, by name', script, 'src/form.ts', 'function list', ['routes']],
];

async function usersOf(t: TestContext, source: string, path: string, marker: string): Promise<string[]> {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const lines = (parseFixture(source).files.get(path) ?? '').split('\n');
  const line = lines.findIndex((text) => text.includes(marker));
  const column = (lines[line] as string).indexOf(marker) + marker.length;
  const { items } = await engine.related({ at: { path, line, column }, kinds: ['used_by'] });
  return items.map(({ symbol: { name } }) => name).sort();
}

for (const [what, source, path, marker, users] of cases)
  test(`users of a function that is passed on: ${what}`, async (t) => {
    assert.deepEqual(await usersOf(t, source, path, marker), users);
  });

const references = `
-- src/UserService.java --
package shop;
public class UserService {
  public String getUser(String name) { return name; }
}
-- src/OtherService.java --
package shop;
public class OtherService {
  public String getUser(String name) { return name; }
}
-- src/Desk.java --
package shop;
public class Desk {
  private final UserService userService;
  Desk(UserService userService) { this.userService = userService; }
  void go(java.util.List<String> names) {
    names.stream().map(userService::getUser).map(this::own).map(Setting::isOpen);
  }
  String own(String name) { return name; }
}
-- src/Setting.java --
package shop;
@Data
public class Setting {
  private boolean open;
}
-- src/Tools.kt --
package shop
class Tools(private val service: UserService) {
  fun all(names: List<String>) = names.map(service::getUser).map(::helper)
}
fun helper(name: String) = name
`;

test('Java and Kotlin: references to methods are users of them, by the type of the value', async (t) => {
  const engine = await engineOn(workspace(t, references), { history: 'off' });
  await engine.settled();
  const users = async (symbol: string) =>
    (await engine.related({ symbol, kinds: ['called_by', 'used_by'] })).items.map(({ symbol: { qualifiedName } }) => qualifiedName).sort();
  assert.deepEqual(await users('UserService.getUser'), ['Desk.go', 'Tools.all']);
  assert.deepEqual(await users('OtherService.getUser'), []);
  assert.deepEqual(await users('Desk.own'), ['Desk.go']);
  assert.deepEqual(await users('Setting.open'), ['Desk.go']);
  assert.deepEqual(await users('helper'), ['Tools.all']);
});

const bound = `
-- src/api.ts --
import { createApi } from '@reduxjs/toolkit/query';
const api = createApi({ endpoints: () => ({}) });
export const {
  useGetPostsQuery,
  useAddPostMutation: useAddPost = undefined,
  ...others
} = api;
-- src/Posts.tsx --
import { useGetPostsQuery } from './api';
export function Posts() {
  const { data } = useGetPostsQuery();
  return data;
}
-- src/List.vue --
<script setup lang="ts">
const { data: users, isLoading } = useQuery({ key: 'users' });
</script>
<template>
  <p v-if="isLoading">none</p>
</template>
`;

test('names that a destructuring binds are symbols with users', async (t) => {
  const engine = await engineOn(workspace(t, bound), { history: 'off' });
  await engine.settled();
  const { hits } = await engine.symbols({ query: '', filters: { paths: ['src/api.ts'] }, limit: 10 });
  assert.deepEqual(hits.map(({ name }) => name).sort(), ['api', 'endpoints', 'others', 'useAddPost', 'useGetPostsQuery']);
  const { of, items } = await engine.related({ symbol: 'useGetPostsQuery', kinds: ['called_by'] });
  assert.deepEqual(
    [of.map(({ path }) => path), items.map(({ symbol, proof }) => [symbol.qualifiedName, proof?.line])],
    [['src/api.ts'], [['Posts', 2]]],
  );
  const users = await engine.related({ symbol: 'List.isLoading', kinds: ['used_by'] });
  assert.deepEqual(
    users.items.map(({ proof }) => proof?.text),
    ['<p v-if="isLoading">none</p>'],
  );
});
