// The figures as reported: one row each, with its target if there is one.

import { median } from './measure.mjs';

const ms = (value) => `${value < 100 ? value.toFixed(1) : Math.round(value)} ms`;
const ratio = (value) => (value >= 1 ? value.toFixed(2) : value < 0.1 ? value.toFixed(3) : value.toFixed(2));
const mb = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

export function figuresOf({ name, machine, workers, runs, queries, at20000, engineEdits, lspEdits, passed, besideEdges }) {
  const of = (pick) => median(runs.map(pick));
  const { parse, cold } = runs[0];
  const { chunks } = cold.counts;
  const resident = of((run) => run.cold.resident.own + run.cold.resident.children);
  const row = (what, value, shown, target, met) => ({ what, value, shown, ...(target && { target, met }) });
  const atMost = (what, value, shown, limit, target) => row(what, value, shown, target, value <= limit);
  const indexing = of((run) => run.cold.settledMs / run.parse.wallMs);
  const warm = of((run) => run.warm.firstAnswer.sinceStartMs / run.cold.complete.sinceStartMs);
  return {
    workspace: `${name}: ${parse.files} files, ${parse.lines} lines, ${chunks} chunks`,
    machine,
    workers,
    repetitions: runs.length,
    rows: [
      atMost('full index / only reading and parsing', indexing, ratio(indexing), 4, 'at most 4'),
      row(
        'the same, processor time of all threads and processes',
        ...one(
          of((run) => run.cold.settledCpuMs / run.parse.cpuMs),
          ratio,
        ),
      ),
      row(
        'full index',
        ...one(
          of((run) => run.cold.settledMs),
          ms,
        ),
      ),
      row(
        'chunks indexed per second',
        ...one(
          of((run) => (1000 * chunks) / run.cold.settledMs),
          (value) => String(Math.round(value)),
        ),
      ),
      row(
        'cold: from opening to a first, incomplete answer',
        ...one(
          of((run) => run.cold.firstAnswer.ms),
          ms,
        ),
      ),
      atMost('warm start to the first answer / cold start to the first complete answer', warm, ratio(warm), 1 / 20, 'under 0.05'),
      row(
        'warm: from the start of the process to the first answer',
        ...one(
          of((run) => run.warm.firstAnswer.sinceStartMs),
          ms,
        ),
      ),
      row(
        'warm: from opening to the first answer',
        ...one(
          of((run) => run.warm.firstAnswer.ms),
          ms,
        ),
      ),
      atMost(
        'change to answer, engine / full index of its folder, p95',
        engineEdits.ratio.p95,
        ratio(engineEdits.ratio.p95),
        0.1,
        'at most 0.1',
      ),
      row('change to answer, engine, p50', engineEdits.p50, ms(engineEdits.p50)),
      atMost('change to answer, engine, p95', engineEdits.p95, ms(engineEdits.p95), 50, 'under 50 ms'),
      row('change to answer, over stdio, p50', lspEdits.p50, ms(lspEdits.p50)),
      atMost('change to answer, over stdio, p95', lspEdits.p95, ms(lspEdits.p95), 50, 'under 50 ms'),
      row('edits whose answer showed them', ...shown(engineEdits, lspEdits)),
      row(
        `question, p50 / p95 / p99 at ${queries.chunks} chunks`,
        queries.p50,
        [queries.p50, queries.p95, queries.p99].map(ms).join(' / '),
      ),
      atMost(`question, p50 at ${at20000.chunks} chunks`, at20000.p50, ms(at20000.p50), 5, 'under 5 ms'),
      atMost(`question, p95 at ${at20000.chunks} chunks`, at20000.p95, ms(at20000.p95), 20, 'under 20 ms'),
      ...besideEdgeIndexing(besideEdges, atMost),
      ...['definition', 'hover', 'completion'].flatMap((name) => passing(name, passed[name], row, atMost)),
      row('resident memory after indexing, FAISS process included', resident, mb(resident)),
      row('resident memory per 1,000 chunks', (1000 * resident) / chunks, mb((1000 * resident) / chunks)),
      row(
        'index on disk per 1,000 chunks',
        ...one(
          of((run) => (1000 * run.cold.indexBytes) / chunks),
          mb,
        ),
      ),
      row('main thread blocked while indexing, p99 / longest', ...blocked(of)),
    ],
  };
}

/** The same questions to the TypeScript server, directly and through us in turn. */
const passing = (name, { direct, through, addedMs }, row, atMost) => [
  row(`${name} through us, p50 / directly, p50`, through.p50 / direct.p50, `${ms(through.p50)} / ${ms(direct.p50)}`),
  atMost(`added to ${name} by passing it on, p50`, addedMs, `${addedMs.toFixed(2)} ms`, 1, 'under 1 ms'),
];
/** Nothing to say where no language server could be asked. */
const besideEdgeIndexing = ({ beside, idle, besideEdges }, atMost) => {
  if (beside === 0) return [];
  const ratioOfP95 = besideEdges.p95 / idle.p95;
  return [atMost('question in the middle of full edge indexing / idle, p95', ratioOfP95, ratio(ratioOfP95), 2, 'at most 2')];
};
const one = (value, show) => [value, show(value)];
const shown = (engine, lsp) => [
  (engine.shown + lsp.shown) / (engine.count + lsp.count),
  `${engine.shown + lsp.shown} of ${engine.count + lsp.count}`,
];
const blocked = (of) => {
  const p99 = of((run) => run.cold.blocked.p99Ms);
  return [p99, `${ms(p99)} / ${ms(of((run) => run.cold.blocked.maxMs))}`];
};

const verdict = ({ target, met }) => (target ? `${target}: ${met ? 'met' : 'missed'}` : '');

export function table({ workspace, machine, workers, repetitions, rows }) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  const lines = rows.map((row) => `${row.what.padEnd(width)}  ${row.shown.padStart(26)}  ${verdict(row)}`.trimEnd());
  return [workspace, `${machine}; ${workers} workers; medians of ${repetitions} runs`, '', ...lines].join('\n');
}

export function benchMarkdown({ workspace, machine, workers, repetitions, rows }) {
  return `# Speed and size

Written by \`npm run bench -- --write\`. Times depend on the machine and on what else it does; the ratios are taken within
one run. "Only reading and parsing" lists, reads and parses the same files with the same grammars on the same number of
worker threads, and does nothing else; both sides count the start of their threads.

A large tree is in [bench-linux.md](bench-linux.md), edits of other processes, branches and many roots in [bench-edits.md](bench-edits.md).

- Workspace: ${workspace}
- Machine: ${machine}; ${workers} worker${workers === 1 ? '' : 's'}; medians of ${repetitions} runs

| | | target |
|---|---:|---|
${rows.map((row) => `| ${row.what} | ${row.shown} | ${verdict(row)} |`).join('\n')}
`;
}
