// Part: the same questions to a language server directly and through this one, in turn, so that both meet the same load.

import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { median, spread } from './measure.mjs';
import { partOptions, report } from './part.mjs';

const { dist, root, folder, cacheDir, encoding = 'utf-16', rounds } = partOptions();
const { TestClient, initialize, openDocument } = await import(pathToFileURL(join(dist, 'test', 'support', 'test-client.js')).href);

// Our own sources: TypeScript that a compiler has something to say about.
mkdirSync(folder, { recursive: true });
cpSync(join(root, 'server'), join(folder, 'server'), { recursive: true, filter: (path) => !path.includes('assets') });
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, module: 'nodenext', noEmit: true } }));
const uriOf = (path) => pathToFileURL(join(folder, path)).href;

const binary = join(root, 'node_modules', '@typescript', `typescript-${process.platform}-${process.arch}`, 'lib', 'tsc');
function start(command, args) {
  const child = spawn(command, args, { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  return { child, client: new TestClient(child.stdout, child.stdin) };
}
const direct = start(binary, ['--lsp', '--stdio']);
const through = start(process.execPath, [join(dist, 'bundle', 'main.js'), '--stdio', '--in-process']);
const sides = [direct, through];
for (const side of sides) {
  const settings = side === through ? { cacheDir, watch: 'off', passThrough: true } : {};
  await initialize(side.client, { folders: [pathToFileURL(folder).href], settings, encodings: side === through ? [encoding] : ['utf-16'] });
}
for (;;) {
  const { state } = await through.client.request('context/status');
  if (state === 'ready') break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}

const file = 'server/fronts/lsp/start-lsp-server.ts';
const text = readFileSync(join(folder, file), 'utf8');
const textDocument = { uri: uriOf(file) };
for (const { client } of sides) openDocument(client, textDocument.uri, text, 'typescript');
const identifiers = [];
text.split('\n').forEach((content, line) => {
  for (const { index } of content.matchAll(/\b[a-zA-Z_]\w+/g)) identifiers.push({ line, character: index });
});
const members = [];
text.split('\n').forEach((content, line) => {
  for (const { index } of content.matchAll(/\w\.(?=\w)/g)) members.push({ line, character: index + 2 });
});

const figures = {};
for (const [name, method, places] of [
  ['definition', 'textDocument/definition', identifiers],
  ['hover', 'textDocument/hover', identifiers],
  ['completion', 'textDocument/completion', members],
  ['completionOfAll', 'textDocument/completion', identifiers.slice(0, 40)],
]) {
  const times = [[], []];
  for (let n = 0; n < rounds; n++) {
    const position = places[(n * 7) % places.length];
    for (const which of n % 2 ? [0, 1] : [1, 0]) {
      const started = performance.now();
      await sides[which].client.request(method, { textDocument, position });
      times[which].push(performance.now() - started);
    }
  }
  const differences = times[1].map((value, n) => value - times[0][n]);
  figures[name] = {
    direct: spread(times[0]),
    through: spread(times[1]),
    ratio: median(times[1]) / median(times[0]),
    addedMs: median(differences),
  };
}
for (const { client, child } of sides) {
  await client.request('shutdown');
  client.notify('exit');
  child.stdin.end();
}
await report(figures);
