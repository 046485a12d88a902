/** The rules of the layout (ARCHITECTURE.md, "Layout"): who may import whom, no cycles, no SQL or FAISS outside their folder. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import test from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';

const server = join(packageRoot, 'server');
const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
const sources = new Map(files.map((file) => [file.replaceAll('\\', '/'), readFileSync(join(server, file), 'utf8')]));

/** Import specifiers of a module, types included: a rule broken by a type is broken. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\b[^;'"()=]*from '([^'\n]+)'|^import '([^'\n]+)'|\bimport\('([^'\n]+)'\)/gm)].map(
    (match) => (match[1] ?? match[2] ?? match[3]) as string,
  );
const resolved = (file: string, specifier: string): string =>
  relative(server, join(server, dirname(file), specifier))
    .replaceAll('\\', '/')
    .replace(/\.js$/, '.ts');

interface Edge {
  readonly from: string;
  readonly to: string;
}
const inner: Edge[] = [];
const outer: Edge[] = [];
for (const [file, text] of sources) {
  for (const specifier of importsOf(text)) {
    if (specifier.startsWith('.')) inner.push({ from: file, to: resolved(file, specifier) });
    else outer.push({ from: file, to: specifier });
  }
}
/** Imports that are still there when the types are gone. */
const runtime = [...sources].flatMap(([from, text]) =>
  importsOf(text.replace(/^(?:import|export) type\b[^;]*;/gm, ''))
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier): Edge => ({ from, to: resolved(from, specifier) })),
);
const broken = (edges: readonly Edge[], isBad: (edge: Edge) => boolean): string[] =>
  edges.filter(isBad).map(({ from, to }) => `${from} -> ${to}`);
const folder = (file: string, depth: number): string => file.split('/').slice(0, depth).join('/');

test('sees every import', () => assert.ok(sources.size > 60 && inner.length > 150, `${sources.size} files, ${inner.length} imports`));

test('core imports core and util only, and no Node module', () => {
  assert.deepEqual(
    broken(inner, ({ from, to }) => from.startsWith('core/') && !/^(?:core|util)\//.test(to)),
    [],
  );
  assert.deepEqual(
    broken(outer, ({ from }) => from.startsWith('core/')),
    [],
  );
});

test('io folders import core and util, never each other or a front', () => {
  assert.deepEqual(
    broken(inner, ({ from, to }) => from.startsWith('io/') && !/^(?:core|util)\//.test(to) && folder(from, 2) !== folder(to, 2)),
    [],
  );
});

test('fronts import the protocol, the engine API, the model, evaluation and util, never io or the rest of core', () => {
  const allowed =
    /^(?:fronts|protocol|util|core\/model|core\/evaluation)\/|^core\/engine\/(?:engine-api|proxied-server|running-engines)\.ts$/;
  assert.deepEqual(
    broken(inner, ({ from, to }) => from.startsWith('fronts/') && !allowed.test(to)),
    [],
  );
});

test('the model and util import nothing above them', () => {
  assert.deepEqual(
    broken(inner, ({ from, to }) => from.startsWith('util/') && !to.startsWith('util/')),
    [],
  );
  assert.deepEqual(
    broken(inner, ({ from, to }) => from.startsWith('core/model/') && !/^(?:core\/model|util)\//.test(to)),
    [],
  );
});

test('only the store folder imports SQL and FAISS', () => {
  assert.deepEqual(
    broken(outer, ({ from, to }) => /^(?:better-sqlite3|faiss-node|minisearch)$/.test(to) && !from.startsWith('io/stores/')),
    [],
  );
});

test('has no import cycles at run time', () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of runtime) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (state.get(file) === 'done') return;
    if (state.get(file) === 'open') {
      cycles.push([...path.slice(path.indexOf(file)), file].join(' -> '));
      return;
    }
    state.set(file, 'open');
    for (const other of next.get(file) ?? []) visit(other, [...path, file]);
    state.set(file, 'done');
  };
  for (const file of sources.keys()) visit(file, []);
  assert.deepEqual(cycles, []);
});

test('a start with the default model loads no optional feature', () => {
  const eager = new Set<string>();
  const visit = (file: string): void => {
    if (eager.has(file)) return;
    eager.add(file);
    const text = (sources.get(file) ?? '').replace(/^(?:import|export) type\b[^;]*;/gm, '').replace(/\bimport\('[^'\n]+'\)/g, '');
    for (const specifier of importsOf(text)) if (specifier.startsWith('.')) visit(resolved(file, specifier));
  };
  for (const start of ['compose.ts', 'fronts/lsp/run-server.ts', 'fronts/mcp/run-mcp.ts', 'fronts/cli/run-command.ts']) visit(start);
  assert.ok(eager.has('io/embedding/embedded/static-model.ts') && eager.size > 150, 'the closure is followed');
  const optional =
    /^io\/(?:embedding\/(?:transformers|http|rerankers|open-models)|archive|history)\b|^fronts\/cli\/(?:eval|html\/page|explain-html)/;
  assert.deepEqual(
    [...eager].filter((file) => optional.test(file)),
    [],
  );
});
