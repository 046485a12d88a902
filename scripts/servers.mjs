// Owns the figures about language servers: `node scripts/servers.mjs FOLDER LANGUAGES [SYMBOLS]`, languages with a comma between.
// Harvests a folder and compares the edges of the index with what the server itself says of random symbols
// (textDocument/references): precision, recall, processor time, bytes an edge, and how long questions take meanwhile. Needs a
// built `dist`. MISSES=n prints the first n differences.

import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openEngine } from '../dist/server/compose.js';
import { identifiers } from '../dist/server/core/structure/identifiers.js';
import { locationsOf } from '../dist/server/io/upstream/harvest/locations.js';
import { Upstream } from '../dist/server/io/upstream/upstream.js';
import { LineIndex } from '../dist/server/util/text.js';
import { pathToUri, uriToPath } from '../dist/server/util/uri.js';

const [given, asked, wanted = '200'] = process.argv.slice(2);
if (!given || !asked) throw new Error('expected a folder and language ids');
const folder = realpathSync(given);
const languages = asked.split(',');
const cacheDir = mkdtempSync(join(tmpdir(), 'servers-'));
const log = () => {};
/** Of a chunk whose identifiers are all asked about. */
const maxAskedLength = 8_000;
const questions = ['how are errors handled', 'parse the configuration', 'where is a request sent', 'write the output', 'open a file'];

/** Processor seconds of the servers that run below this process, by program, with all that they waited for. */
function serverSeconds() {
  const used = {};
  for (const name of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const isServer = fields[1] === String(process.pid) && fields[2] === name && !stat.includes('(sh)');
      if (!isServer) continue;
      const program = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      used[program] = (used[program] ?? 0) + fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
    } catch {
      // Ended meanwhile.
    }
  }
  return used;
}
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const engine = await openEngine(
  { roots: [{ name: 'w', folder }], cacheDir, watch: false, settings: { history: 'off', harvest: 'auto' } },
  log,
);
await engine.settled();
const begun = performance.now();
const ownBefore = process.cpuUsage();
let isDone = false;
const harvest = engine.harvested().then(() => (isDone = true));
const during = [];
while (!isDone) {
  if (process.env.QUESTIONS !== '0') for (const query of questions) if (!isDone) during.push((await engine.retrieve({ query })).elapsedMs);
  await Promise.race([harvest, pause(500)]);
}
const seconds = (performance.now() - begun) / 1000;
const own = process.cpuUsage(ownBefore);
const harvestCpu = serverSeconds();
const idle = [];
for (let i = 0; i < 20; i++) for (const query of questions) idle.push((await engine.retrieve({ query })).elapsedMs);
const status = engine.status();
const p95 = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length * 0.95)] ?? 0;

const db = new Database(join(status.indexFolder, 'index.sqlite'), { readonly: true });
const edgeCount = db.prepare('SELECT count(*) FROM edges').pluck().get();
const edgeBytes = db.prepare("SELECT coalesce(sum(pgsize), 0) FROM dbstat WHERE name IN ('edges', 'edges_by_target')").pluck().get();
const marks = languages.map(() => '?').join();
const rows = db
  .prepare(
    `SELECT c.*, f.path, f.language FROM chunks c JOIN files f ON f.id = c.file JOIN facts k ON k.file = f.id WHERE f.language IN (${marks})`,
  )
  .all(...languages);
const byKey = new Map(rows.map((row) => [row.key, row]));
const byPath = new Map();
for (const row of rows) byPath.set(row.path, [...(byPath.get(row.path) ?? []), row]);
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
// Tests in C are named by the argument of a macro, of which the server makes another name.
const symbols = rows.filter(
  ({ kind, name_start, symbol_kind, language }) =>
    kind === 'symbol' && name_start !== null && !(symbol_kind === 'test' && /^c(pp)?$/.test(language)),
);
const candidates = symbols
  .map((row) => ({ row, order: random() }))
  .sort((a, b) => a.order - b.order)
  .slice(0, Number(wanted))
  .map(({ row }) => row);

const upstream = new Upstream({ folder, trusted: false, cacheFolder: join(cacheDir, 'truth'), settings: {}, log });
const workspacePath = (uri) => {
  const path = uriToPath(uri);
  return path?.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : null;
};
/** Opens a file where its server needs that; closing clangd's last one makes it parse the next time anew. */
async function held(path) {
  const { language } = byPath.get(path)[0];
  const { server, adapter } = await upstream.for(language);
  return adapter.needsOpenFiles ? server.hold(pathToUri(join(folder, path)), language, texts.get(path).text) : () => {};
}
/** Asks about a place in a file; null where the server has no answer. */
async function ask(method, path, line, character, more = {}) {
  const { language } = byPath.get(path)[0];
  const { server } = await upstream.for(language);
  const uri = pathToUri(join(folder, path));
  const release = await held(path);
  const params = { textDocument: { uri }, position: { line, character }, ...more };
  try {
    const places = locationsOf(await server.request(method, params, { priority: 'background', uri, deadlineMs: 20_000 }));
    return places.map((place) => ({ ...place, path: workspacePath(place.uri) }));
  } catch {
    return null;
  } finally {
    release();
  }
}
/** Whether the server, asked what stands at a place, names one of these; null where it names nothing. */
async function leadsTo(keys, { path, line, character }) {
  const places = await ask('textDocument/definition', path, line, character);
  if (!places?.length) return null;
  return places.some((place) => place.path && keys.has(around(place.path, place.line, place.character)?.key));
}
/** Whether it names one of these for any identifier in a chunk, each asked about once. */
async function isMentioned(keys, { path, span_start, span_end, language }) {
  const { text, index } = texts.get(path);
  if (span_end - span_start > maxAskedLength) return false;
  const release = await held(path);
  const seen = new Set();
  try {
    for (const { name, start } of identifiers(text.slice(span_start, span_end), language)) {
      const at = span_start + start;
      const mention = `${text.slice(at - 2, at).replace(/[^.>:]/g, '')} ${name}`;
      if (seen.has(mention)) continue;
      seen.add(mention);
      const line = index.lineAt(at);
      if (await leadsTo(keys, { path, line, character: at - index.offsetOf(line) })) return true;
    }
  } finally {
    release();
  }
  return false;
}
const startOf = ({ path, line, character }) => texts.get(path).index.offsetOf(line) + character;
const into = db.prepare('SELECT DISTINCT from_key FROM edges WHERE to_key = ?').pluck();
let [compared, right, ours, theirs, denied, confirmed] = [0, 0, 0, 0, 0, 0];
const differences = [];
const tell = (sign, symbol, key, leads, place) => {
  const from = byKey.get(key);
  const said = place ? texts.get(from.path).text.split('\n')[place.line].trim().slice(0, 100) : '';
  const why = leads === false ? 'denied by definition' : leads ? 'lost' : 'no definition';
  differences.push(
    `${sign} ${symbol.path} ${symbol.symbol_kind} ${symbol.qualified ?? symbol.name} < ${from.name} in ${from.path}:${(place?.line ?? -1) + 1} [${why}] ${said}`,
  );
};
for (const chunk of candidates) {
  const { index } = texts.get(chunk.path);
  const line = index.lineAt(chunk.name_start);
  const here = [chunk.path, line, chunk.name_start - index.offsetOf(line)];
  // Without declarations TypeScript leaves out imports too, for they declare a name of the file.
  const found = await ask('textDocument/references', ...here, { context: { includeDeclaration: true } });
  const places = found?.filter(({ path }) => byPath.has(path)) ?? [];
  // Names that only a macro or a literal makes are no symbols of the server's.
  if (!places.some((place) => place.path === chunk.path && startOf(place) === chunk.name_start)) continue;
  compared++;
  // A declaration and its definition are one symbol; in C all functions of one name are, on whatever platform.
  const keys = new Set([chunk.key]);
  if (chunk.language === 'c') {
    const named = places.map((place) => [around(place.path, place.line, place.character), startOf(place)]);
    for (const [one, start] of named) if (one?.name_start === start && one.name === chunk.name) keys.add(one.key);
  }
  for (const method of ['textDocument/definition', 'textDocument/declaration']) {
    for (const place of (await ask(method, ...here)) ?? []) {
      const one = byPath.has(place.path) ? around(place.path, place.line, place.character) : null;
      if (one && one.name_start === startOf(place)) keys.add(one.key);
    }
  }
  const truth = new Map();
  for (const place of places) {
    const from = around(place.path, place.line, place.character);
    // The name of a declaration is no mention of it: overrides and implementations come along with their family.
    if (from && !keys.has(from.key) && from.name_start !== startOf(place)) truth.set(from.key, place);
  }
  const stated = new Set([...keys].flatMap((key) => into.all(key)).filter((key) => byKey.has(key) && !keys.has(key)));
  theirs += truth.size;
  ours += stated.size;
  for (const [key, place] of truth) {
    if (stated.has(key)) {
      right++;
      continue;
    }
    // A family of overrides is one symbol to a server that is asked for references.
    const leads = await leadsTo(keys, place);
    if (leads === false) denied++;
    tell('-', chunk, key, leads, place);
  }
  for (const key of stated) {
    if (truth.has(key)) continue;
    // clangd keeps references to macros of files that are open, and to no others.
    if (await isMentioned(keys, byKey.get(key))) confirmed++;
    else tell('+', chunk, key, false, null);
  }
}
const lines = db
  .prepare(`SELECT sum(lines) FROM files WHERE language IN (${marks})`)
  .pluck()
  .get(...languages);
const share = (part, all) => (all ? Number((part / all).toFixed(4)) : null);
console.log(
  JSON.stringify({
    folder,
    languages,
    lines,
    structure: status.structure.filter((one) => languages.includes(one.language)),
    seconds: Number(seconds.toFixed(1)),
    harvestCpu,
    ownCpu: Number(((own.user + own.system) / 1e6).toFixed(1)),
    of: symbols.length,
    symbols: compared,
    notSymbols: candidates.length - compared,
    references: theirs,
    precision: share(right + confirmed, ours),
    confirmedByDefinition: confirmed,
    recall: share(right, theirs),
    deniedByDefinition: denied,
    recallWithoutDenied: share(right, theirs - denied),
    edges: edgeCount,
    bytesPerEdge: Number((edgeBytes / Math.max(1, edgeCount)).toFixed(0)),
    p95DuringMs: p95(during),
    p95IdleMs: p95(idle),
  }),
);
for (const difference of differences.slice(0, Number(process.env.MISSES ?? 0))) console.log(difference);
db.close();
await upstream.close();
await engine.close();
rmSync(cacheDir, { recursive: true, force: true });
