/** The start of the language server loads no optional feature: read from the imports between the files of the bundle. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { serverMain, serverMissing } from '../support/server-process.js';

const folder = dirname(serverMain);
const textOf = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The files of the bundle that `entries` import, directly or not; not what they import later, by `import()`. */
function loadedBy(entries: readonly string[]): Set<string> {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, other] of textOf(file).matchAll(/^import\s*(?:[^'"()]*?\sfrom\s*)?"\.\/([^"]+)"/gm)) visit(other as string);
  };
  entries.forEach(visit);
  return loaded;
}

/** The compiled modules that a file of the bundle holds. esbuild names each in a comment. */
const modulesIn = (file: string): string[] => [...textOf(file).matchAll(/^\/\/ (\S+\.[cm]?js)$/gm)].map(([, module]) => module as string);

test('--stdio loads neither the command line, MCP, evaluation, archives nor other models', { skip: serverMissing }, () => {
  const [start] = textOf('main.js').match(/run-server-[^"]+/) ?? [];
  assert.ok(start);
  const modules = [...loadedBy(['main.js', start, 'compose.js'])].flatMap(modulesIn);
  assert.ok(modules.includes('dist/server/fronts/lsp/start-lsp-server.js') && modules.includes('dist/server/core/engine/engine.js'));
  const optional =
    /server\/(?:fronts\/(?:cli|mcp)|core\/evaluation|io\/archive|io\/embedding\/(?:http|transformers|rerankers))\/|modelcontextprotocol/;
  assert.deepEqual(
    modules.filter((module) => optional.test(module)),
    [],
  );
});

test('a command of the terminal loads neither validators nor JSON-RPC before it needs them', { skip: serverMissing }, () => {
  const [start] = textOf('main.js').match(/run-command-[^"]+/) ?? [];
  assert.ok(start);
  const modules = [...loadedBy(['main.js', start])].flatMap(modulesIn);
  assert.ok(modules.includes('dist/server/fronts/cli/run-command.js'));
  assert.deepEqual(
    modules.filter((module) => /node_modules\/(?:zod|vscode-)/.test(module)),
    [],
  );
});
