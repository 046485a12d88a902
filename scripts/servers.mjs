// Measures the edges from language servers: `node scripts/servers.mjs FOLDER LANGUAGES [SYMBOLS]`, languages with a comma between.
// Indexes the edges of a folder and compares them with a reference for random symbols: precision, recall, processor
// time, bytes an edge, and how long questions take meanwhile. Needs a built `dist`. MISSES=n prints the first n differences,
// QUESTIONS=0 asks nothing during edge indexing.
//
// --truth server   the language server itself, asked for references symbol by symbol (the usual one)
// --truth scip     an index of scip-typescript or scip-python: `npm install --prefix TOOLS @sourcegraph/scip-python` and --tools TOOLS,
//                  or on PATH; --project tsconfig.json, as often as needed, where the folder's own does not name all
// --truth types    the type checker of Go's library, by `go run`; Roslyn, the compiler of the .NET SDK, in restored projects
// --truth ccls     ccls, found on PATH, with the compile commands that clangd is given
// --trusted        servers may run what the workspace asks them to: Rust has none without

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cclsTruth } from './servers/ccls-truth.mjs';
import { Chunks } from './servers/chunks.mjs';
import { compare } from './servers/compare.mjs';
import { csharpTruth } from './servers/csharp-truth.mjs';
import { indexEdgesOf } from './servers/index-edges.mjs';
import { causesOf, figuresOf, lineOf } from './servers/report.mjs';
import { scipTruth } from './servers/scip-truth.mjs';
import { ServerTruth } from './servers/server-truth.mjs';
import { typesTruth } from './servers/types-truth.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    truth: { type: 'string', default: 'server' },
    tools: { type: 'string' },
    project: { type: 'string', multiple: true },
    trusted: { type: 'boolean', default: false },
  },
});
const [given, asked, wanted = '200'] = positionals;
if (!given || !asked) throw new Error('expected a folder and language ids');
const folder = realpathSync(given);
const languages = asked.split(',');
const cacheDir = mkdtempSync(join(tmpdir(), 'servers-'));

const { trusted } = values;
const { indexFolder, structure, costs } = await indexEdgesOf({ folder, cacheDir, trusted, withQuestions: process.env.QUESTIONS !== '0' });
const chunks = new Chunks(indexFolder, folder, languages);
const server = new ServerTruth({ folder, cacheFolder: join(indexFolder, 'languageServer'), trusted, chunks });
const truths = {
  server: () => server,
  scip: () => scipTruth({ folder, cacheDir, languages, tools: values.tools, projects: values.project }),
  types: () => (languages.join() === 'csharp' ? csharpTruth({ folder, cacheDir }) : typesTruth({ folder, languages })),
  ccls: () => cclsTruth({ folder, cacheDir, commands: join(indexFolder, 'languageServer', 'clangd'), chunks }),
};
const truth = await truths[values.truth]();
const symbols = chunks.sample(Number(wanted));
const { counts, differences } = await compare({ chunks, symbols, truth, server });
console.log(
  JSON.stringify({
    folder,
    languages,
    structure: structure.filter((one) => languages.includes(one.language)),
    ...costs,
    ...chunks.figures,
    of: chunks.symbols.length,
    notSymbols: symbols.length - counts.symbols,
    ...figuresOf(counts),
    differences: causesOf(chunks, differences),
  }),
);
for (const difference of differences.slice(0, Number(process.env.MISSES ?? 0))) console.log(lineOf(chunks, difference));
chunks.close();
await server.close();
if (truth !== server) await truth.close();
rmSync(cacheDir, { recursive: true, force: true });
