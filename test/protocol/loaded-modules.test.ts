/** The start of the language server loads no optional feature: read from the imports between the files of the bundle. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { serverMain, serverMissing } from '../support/server-process.js';

interface Contents {
  readonly modules: readonly string[];
  readonly imports: readonly string[];
}
const bundle: Record<string, Contents> = serverMissing
  ? {}
  : JSON.parse(readFileSync(join(dirname(dirname(serverMain)), 'bundle.json'), 'utf8'));

/** The modules that `entries` load, directly or not; not what they load later, by `import()`. */
function loadedBy(entries: readonly string[]): string[] {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    bundle[file]?.imports.forEach(visit);
  };
  entries.forEach(visit);
  return [...loaded].flatMap((file) => bundle[file]?.modules ?? []);
}

/** The file of the bundle that holds a module. */
const fileOf = (module: string): string =>
  Object.keys(bundle).find((file) => bundle[file]?.modules.includes(module)) ?? assert.fail(module);

test('--stdio loads neither the command line, MCP, evaluation, archives nor other models', { skip: serverMissing }, () => {
  const modules = loadedBy(['main.js', fileOf('dist/server/fronts/lsp/run-server.js'), 'compose.js']);
  assert.ok(modules.includes('dist/server/fronts/lsp/start-lsp-server.js') && modules.includes('dist/server/core/engine/engine.js'));
  const optional =
    /server\/(?:fronts\/(?:cli|mcp)|core\/evaluation|io\/archive|io\/embedding\/(?:http|transformers|rerankers))\/|modelcontextprotocol/;
  assert.deepEqual(
    modules.filter((module) => optional.test(module)),
    [],
  );
});

test('a start loads no message catalogue but the English one, and no definitions of LSP', { skip: serverMissing }, () => {
  const modules = loadedBy(['main.js', fileOf('dist/server/fronts/lsp/run-server.js')]);
  assert.deepEqual(
    modules.filter((module) => /zod\/.*locales\/(?!en\.js)|vscode-languageserver(?:-protocol|-types)?\//.test(module)),
    [],
  );
});

test('a command of the terminal loads neither validators nor JSON-RPC before it needs them', { skip: serverMissing }, () => {
  const modules = loadedBy(['main.js', fileOf('dist/server/fronts/cli/run-command.js')]);
  assert.ok(modules.includes('dist/server/fronts/cli/run-command.js'));
  assert.deepEqual(
    modules.filter((module) => /node_modules\/(?:zod|vscode-)/.test(module)),
    [],
  );
});
