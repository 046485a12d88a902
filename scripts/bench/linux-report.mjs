// The table of `npm run bench:linux`: one row a figure, with its target where the size of the tree is that of the target.

const seconds = (ms) => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const gb = (bytes) => `${(bytes / 1e9).toFixed(2)} GB`;
const number = (value) => Math.round(value).toLocaleString('en-US');

/** Lines for which the targets are stated. */
const targetLines = 32_000_000;

export function linuxFigures({ name, machine, workers, load, parse, session, warm, memory, workspace }) {
  const row = (what, shown, value, target, isMet) => ({ what, shown, value, ...(target && { target, met: isMet }) });
  const { indexed, counts, beginning, ready, workspaceSymbol } = session;
  const share = parse.lines / targetLines;
  const whole = (value) => value / share;
  const isWhole = share > 0.9;
  const rows = [
    row('only reading and parsing, wall time / processor time', `${seconds(parse.wallMs)} / ${seconds(parse.cpuMs)}`, parse.wallMs),
    row(
      'full index, wall time',
      `${seconds(indexed.ms)}`,
      indexed.ms,
      isWhole ? 'at most 12 minutes' : 'in proportion to 12 minutes for 32 million lines',
      whole(indexed.ms) <= 720_000,
    ),
    row('full index, processor time of all threads and processes', seconds(indexed.cpuMs), indexed.cpuMs),
    row('full index / only reading and parsing, processor time', (indexed.cpuMs / parse.cpuMs).toFixed(2), indexed.cpuMs / parse.cpuMs),
    row('processor time per million lines', seconds((indexed.cpuMs / parse.lines) * 1e6), (indexed.cpuMs / parse.lines) * 1e6),
    row('all files listed', seconds(session.listedMs ?? Number.NaN), session.listedMs),
    row(
      'words of all files searchable',
      seconds(session.wordsMs ?? indexed.ms),
      session.wordsMs ?? indexed.ms,
      isWhole ? 'within 90 s' : 'in proportion to 90 s for 32 million lines',
      whole(session.wordsMs ?? indexed.ms) <= 90_000,
    ),
    row(
      'question in the first two minutes, p50 / p95',
      `${ms(beginning.p50)} / ${ms(beginning.p95)}, ${beginning.answered} of ${beginning.count} answered`,
      beginning.p50,
    ),
    ...(session.later.count > 0
      ? [row('question later in the indexing, p50 / p95', `${ms(session.later.p50)} / ${ms(session.later.p95)}`, session.later.p50)]
      : []),
    row('first question once ready', ms(session.firstReadyMs), session.firstReadyMs),
    row('question once ready, p50', ms(ready.p50), ready.p50, 'at most 60 ms', ready.p50 <= 60),
    row('question once ready, p95', ms(ready.p95), ready.p95, 'at most 200 ms', ready.p95 <= 200),
    row('question once ready, processor time', `${ms(ready.cpuMsEach)}, ${ready.answered} of ${ready.count} answered`, ready.cpuMsEach),
    row(
      '`workspace/symbol` by name, p50 / p95 / processor time',
      `${ms(workspaceSymbol.p50)} / ${ms(workspaceSymbol.p95)} / ${ms(workspaceSymbol.cpuMsEach)}`,
      workspaceSymbol.p50,
    ),
    row(
      'warm start, from the start of the process to the first answer',
      seconds(warm.firstAnswer.sinceStartMs),
      warm.firstAnswer.sinceStartMs,
      'at most 2 s',
      warm.firstAnswer.sinceStartMs <= 2_000,
    ),
    row('warm start, everything compared with the disk', seconds(warm.settledMs), warm.settledMs),
    row('vectors searched', `${session.vectorIndex.kind}: ${session.vectorIndex.reason}`, counts.vectors),
    row('most resident memory of all processes', gb(memory.all), memory.all, 'at most 1.5 GB', memory.all <= 1.5e9),
    row('the same without pages of files', gb(memory.anonymous), memory.anonymous),
    row('index on disk', gb(session.indexBytes), session.indexBytes),
    ...session.changes.flatMap((change) => [
      row(
        `${change.name}: all visible after`,
        `${seconds(change.visibleMs)}, ${number(change.done)} files analysed; figures over the whole index up to date after ${seconds(change.settledMs)}`,
        change.visibleMs,
        'without a restart',
        // The same process answered to the end, and every file is in the index.
        change.done >= change.files * 0.99,
      ),
      row(
        `${change.name}: questions meanwhile, p50 / p95`,
        `${ms(change.meanwhile.p50)} / ${ms(change.meanwhile.p95)}`,
        change.meanwhile.p50,
      ),
    ]),
  ];
  return {
    name,
    machine,
    workers,
    load,
    workspace: `${workspace}: ${number(counts.files)} files, ${number(parse.lines)} lines, ${number(counts.chunks)} chunks, ${number(counts.vectors)} vectors`,
    said: beginning.said,
    isWhole,
    rows,
  };
}

/** A part of the tree can miss a target, but not meet it. */
const verdict = ({ target, met }, isWhole) => {
  if (!target) return '';
  return `${target}: ${met ? (isWhole ? 'met' : 'met by this part, not decided for the whole') : 'missed'}`;
};

export const linuxTable = ({ workspace, machine, load, isWhole, rows }) => {
  const width = Math.max(...rows.map(({ what }) => what.length));
  return [
    workspace,
    `${machine}; ${load}`,
    '',
    ...rows.map((row) => `${row.what.padEnd(width)}  ${row.shown}  ${verdict(row, isWhole)}`.trimEnd()),
  ].join('\n');
};

export const linuxMarkdown = ({ workspace, machine, workers, load, said, isWhole, rows }) => `# A large tree: Linux

Written by \`npm run bench:linux -- --write\`. The sources are those of Debian's package linux-source-6.1, fetched with \`apt-get\`;
\`--folder DIR\` measures another tree, \`--only net,fs\` some of its folders. One session does everything: it indexes from nothing, answers
questions meanwhile and afterwards, and sees the changes of another process.

- Workspace: ${workspace}${isWhole ? '' : '. **This is a part of the sources**: the targets are stated for 32 million lines'}
- Machine: ${machine}; ${workers} worker${workers === 1 ? '' : 's'}
- ${load}. Wall times mean little where it is far above the number of cores: compare processor time

| | | target |
|---|---:|---|
${rows.map((row) => `| ${row.what} | ${row.shown} | ${verdict(row, isWhole)} |`).join('\n')}

Words and vectors of a file are stored in the same commit, so that words of all files are searchable only when all files are analysed.
Until then the files that contain the words of a question are looked for on the disk and indexed first, and the answer says${said ? `, for example, "${said}"` : ' how many files are missing'}.
Above 50,000 vectors all stored bytes are read for each search: nothing is approximated, so recall against an exact search over the stored
vectors is 1 ([decision](decisions/vector-search.md)).
`;
