// Owns the figures about language servers: `node scripts/servers.mjs FOLDER LANGUAGE [SYMBOLS]`. Harvests a folder and compares
// the edges of the index with what the server itself says of random symbols (textDocument/references): precision, recall,
// seconds, bytes an edge, and how long questions take meanwhile. Needs a built `dist`.

import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openEngine } from '../dist/server/compose.js';
import { locationsOf } from '../dist/server/io/upstream/harvest/locations.js';
import { Upstream } from '../dist/server/io/upstream/upstream.js';
import { LineIndex } from '../dist/server/util/text.js';
import { pathToUri, uriToPath } from '../dist/server/util/uri.js';

const [given, language, wanted = '200'] = process.argv.slice(2);
if (!given || !language) throw new Error('expected a folder and a language id');
const folder = realpathSync(given);
const cacheDir = mkdtempSync(join(tmpdir(), 'servers-'));
const log = () => {};
const questions = ['how are errors handled', 'parse the configuration', 'where is a request sent', 'write the output', 'open a file'];

const engine = await openEngine(
  { roots: [{ name: 'w', folder }], cacheDir, watch: false, settings: { history: 'off', harvest: 'auto' } },
  log,
);
await engine.settled();
const begun = performance.now();
let isDone = false;
const harvest = engine.harvested().then(() => (isDone = true));
const during = [];
while (!isDone) {
  for (const query of questions) if (!isDone) during.push((await engine.retrieve({ query })).elapsedMs);
  await Promise.race([harvest, new Promise((resolve) => setTimeout(resolve, 500))]);
}
const seconds = (performance.now() - begun) / 1000;
const idle = [];
for (let i = 0; i < 20; i++) for (const query of questions) idle.push((await engine.retrieve({ query })).elapsedMs);
const status = engine.status();
const p95 = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;

const db = new Database(join(status.indexFolder, 'index.sqlite'), { readonly: true });
const edgeCount = db.prepare('SELECT count(*) FROM edges').pluck().get();
const edgeBytes = db.prepare("SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name IN ('edges', 'edges_by_target')").pluck().get();
const rows = db
  .prepare(`SELECT c.*, f.path FROM chunks c JOIN files f ON f.id = c.file JOIN facts k ON k.file = f.id WHERE f.language = ?`)
  .all(language);
const byPath = Map.groupBy
  ? Map.groupBy(rows, ({ path }) => path)
  : rows.reduce((map, row) => map.set(row.path, [...(map.get(row.path) ?? []), row]), new Map());
const texts = new Map(
  [...byPath.keys()].map((path) => {
    const text = readFileSync(join(folder, path), 'utf8');
    return [path, { text, index: new LineIndex(text) }];
  }),
);
/** The innermost chunk around a place, the module chunk where there is none. */
function around(path, line, character) {
  const chunks = byPath.get(path);
  if (!chunks) return null;
  const at = texts.get(path).index.offsetOf(line) + character;
  let best = null;
  for (const chunk of chunks) {
    if (chunk.kind !== 'symbol' || chunk.span_start > at || at >= chunk.span_end) continue;
    if (!best || chunk.span_end - chunk.span_start <= best.span_end - best.span_start) best = chunk;
  }
  return best ?? chunks.find(({ kind }) => kind === 'module') ?? null;
}
let seed = 7;
const random = () => (seed = (seed * 1103515245 + 12345) % 2147483648) / 2147483648;
const candidates = rows
  .filter(({ kind, name_start }) => kind === 'symbol' && name_start !== null)
  .sort(() => random() - 0.5)
  .slice(0, Number(wanted));

const upstream = new Upstream({ folder, trusted: false, cacheFolder: join(cacheDir, 'truth'), settings: {}, log });
const { server, adapter } = await upstream.for(language);
const into = db.prepare('SELECT DISTINCT from_key FROM edges WHERE to_key = ?').pluck();
const known = new Set(rows.map(({ key }) => key));
let [right, ours, theirs] = [0, 0, 0];
const misses = [];
for (const chunk of candidates) {
  const { text, index } = texts.get(chunk.path);
  const line = index.lineAt(chunk.name_start);
  const uri = pathToUri(join(folder, chunk.path));
  const release = adapter.needsOpenFiles ? server.hold(uri, language, text) : () => {};
  const params = {
    textDocument: { uri },
    position: { line, character: chunk.name_start - index.offsetOf(line) },
    // Without declarations TypeScript leaves out imports too, for they declare a name of the file.
    context: { includeDeclaration: true },
  };
  const answer = await server.request('textDocument/references', params, { priority: 'background', uri }).catch(() => null);
  release();
  if (answer === null) continue;
  const truth = new Set();
  for (const place of locationsOf(answer)) {
    const path = uriToPath(place.uri);
    const from = path?.startsWith(`${folder}/`) ? around(path.slice(folder.length + 1), place.line, place.character) : null;
    // The name of a declaration is no mention of it: overrides and implementations come along with their family.
    const start = from && texts.get(from.path).index.offsetOf(place.line) + place.character;
    if (from && from.key !== chunk.key && from.name_start !== start) truth.add(from.key);
  }
  const stated = new Set(into.all(chunk.key).filter((key) => known.has(key) && key !== chunk.key));
  theirs += truth.size;
  ours += stated.size;
  for (const key of truth)
    if (stated.has(key)) right++;
    else
      misses.push(
        `- ${chunk.path} ${chunk.qualified ?? chunk.name} < ${rows.find((row) => row.key === key)?.name} in ${rows.find((row) => row.key === key)?.path}`,
      );
  for (const key of stated)
    if (!truth.has(key))
      misses.push(
        `+ ${chunk.path} ${chunk.qualified ?? chunk.name} < ${rows.find((row) => row.key === key)?.name} in ${rows.find((row) => row.key === key)?.path}`,
      );
}
const lines = rows.length && db.prepare('SELECT sum(lines) FROM files WHERE language = ?').pluck().get(language);
console.log(
  JSON.stringify({
    folder,
    language,
    lines,
    structure: status.structure.find((one) => one.language === language),
    seconds: Number(seconds.toFixed(1)),
    symbols: candidates.length,
    precision: ours ? Number((right / ours).toFixed(4)) : null,
    recall: theirs ? Number((right / theirs).toFixed(4)) : null,
    edges: edgeCount,
    bytesPerEdge: Number((edgeBytes / Math.max(1, edgeCount)).toFixed(0)),
    p95DuringMs: p95(during),
    p95IdleMs: p95(idle),
  }),
);
if (process.env.MISSES) for (const miss of misses.slice(0, Number(process.env.MISSES))) console.log(miss);
db.close();
await upstream.close();
await engine.close();
rmSync(cacheDir, { recursive: true, force: true });
