// Part: the same edits as incremental changes to the real server over its standard streams.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { editsOf, filesToEdit, shows } from './edits.mjs';
import { spread } from './measure.mjs';
import { partOptions, report } from './part.mjs';

const { dist, folder, cacheDir, workers, files, perFile } = partOptions();
const { TestClient, initialize, openDocument } = await import(pathToFileURL(join(dist, 'test', 'support', 'test-client.js')).href);

const server = spawn(process.execPath, [join(dist, 'bundle', 'main.js'), '--stdio', '--in-process'], { stdio: ['pipe', 'pipe', 'ignore'] });
const client = new TestClient(server.stdout, server.stdin);
const uriOf = (path) => pathToFileURL(path).href;
await initialize(client, { folders: [uriOf(folder)], settings: { cacheDir, workers, watch: 'off', edgeIndexing: 'off' } });
for (;;) {
  const { state } = await client.request('context/status');
  if (state === 'ready') break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
const times = [];
let shown = 0;
let number = 0;
for (const path of filesToEdit(folder, files)) {
  const uri = uriOf(join(folder, path));
  openDocument(client, uri, readFileSync(join(folder, path), 'utf8'), 'plaintext');
  await client.request('context/retrieve', { query: path, limit: 1 });
  let version = 1;
  for (const { word, line, inserted } of editsOf(folder, path, number++, perFile)) {
    const position = { line, character: 0 };
    const started = performance.now();
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: ++version },
      contentChanges: [{ range: { start: position, end: position }, text: inserted }],
    });
    const { results } = await client.request('context/retrieve', { query: word, limit: 5 });
    times.push(performance.now() - started);
    if (shows(results, path, word)) shown++;
  }
  client.notify('textDocument/didClose', { textDocument: { uri } });
}
await client.request('shutdown');
client.notify('exit');
server.stdin.end();
await report({ ...spread(times), shown });
