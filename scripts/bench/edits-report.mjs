// The table of `npm run bench:edits`.

const ms = (value) => (Number.isFinite(value) ? finite(value) : 'none within 20 s');
const finite = (value) => (value >= 10_000 ? `${(value / 1000).toFixed(1)} s` : `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`);
const percent = (share) => `${(share * 100).toFixed(1)} %`;
const gb = (bytes) => `${(bytes / 1e6).toFixed(0)} MB`;

const row = (what, shown, value, target, met) => ({ what, shown, value, ...(target && { target, met }) });
const atMost = (what, value, limit, target) => row(what, ms(value), value, target, value <= limit);

/** The rows of each part, from its figures. */
export const rowsOf = {
  outside: (outside) => [
    row(
      'files written by another process that are in the index in the end',
      `${outside.shown} of ${outside.files}`,
      outside.shown,
      'all',
      outside.shown === outside.files,
    ),
    row('from a write to the first answer that shows it, by the watcher, p50', ms(outside.visible.p50), outside.visible.p50),
    atMost('the same, p95', outside.visible.p95, 300, 'at most 300 ms'),
    row('questions meanwhile, p50 / p95', `${ms(outside.questions.p50)} / ${ms(outside.questions.p95)}`, outside.questions.p50),
    row('from `didChange` to the answer that shows it, p50', ms(outside.changed.p50), outside.changed.p50),
    atMost('the same, p95', outside.changed.p95, 20, 'at most 20 ms'),
    row('documents whose answer showed the change', `${outside.changed.shown} of ${outside.changed.count}`, outside.changed.shown),
  ],
  branches(switched) {
    const { second } = switched;
    const chunksKept = 1 - second.ofFilesAnalysedAgain / second.chunks;
    const vectorsKept = 1 - second.newVectors / second.vectors;
    return [
      row(
        `\`git switch\` of ${switched.changed} of ${switched.files} files (${switched.chunks} chunks), by git alone`,
        ms(switched.switchMs),
        switched.switchMs,
      ),
      row(
        'from its start until all files are indexed',
        `${ms(switched.visibleMs)}, ${switched.stored} files`,
        switched.visibleMs,
        'all files',
        switched.stored >= switched.changed,
      ),
      row('questions meanwhile, p50 / p95', `${ms(switched.meanwhile.p50)} / ${ms(switched.meanwhile.p95)}`, switched.meanwhile.p50),
      row('the same questions before, p50 / p95', `${ms(switched.idle.p50)} / ${ms(switched.idle.p95)}`, switched.idle.p50),
      row(
        'answers meanwhile that said what they lack',
        `${switched.meanwhile.told} of ${switched.meanwhile.count}`,
        switched.meanwhile.told,
      ),
      row(
        'second working tree: chunks taken over',
        `${percent(chunksKept)} (${second.differing} files differ)`,
        chunksKept,
        'at least 98 %',
        chunksKept >= 0.98,
      ),
      row('second working tree: vectors taken over', percent(vectorsKept), vectorsKept, 'at least 98 %', vectorsKept >= 0.98),
      atMost('second working tree: first answer', second.firstAnswerMs, 2_000, 'at most 2 s'),
      row('second working tree: first complete answer', ms(second.fullAnswerMs), second.fullAnswerMs),
    ];
  },
  roots: (rooted) => [
    row(
      `${rooted.roots} roots in one session (${rooted.chunks} chunks): question p50 / p95`,
      `${ms(rooted.times.p50)} / ${ms(rooted.times.p95)}`,
      rooted.times.p50,
    ),
    row(
      'questions about one root, limited to it: first result as with the root alone',
      `${rooted.sameWithin} of ${rooted.questions}`,
      rooted.sameWithin / rooted.questions,
    ),
    row('the same over all roots', `${rooted.sameOverall} of ${rooted.questions}`, rooted.sameOverall / rooted.questions),
  ],
  memory: (limited) => limitedRows(limited),
};

const limitedRows = ({ heapMb, limitMb, isFinished, counts, settledMs, usualMs, memory, usual }) => [
  row(
    `index of ${counts?.chunks ?? 0} chunks with a heap of ${heapMb} MB: finished`,
    isFinished ? `yes, ${ms(settledMs)} (${ms(usualMs)} without the limit)` : 'no',
    isFinished,
    'slower, never killed',
    isFinished,
  ),
  row(
    'its resident memory, all processes, at most / without pages of files',
    `${gb(memory.all)} / ${gb(memory.anonymous)}`,
    memory.all,
    `at most ${limitMb} MB`,
    memory.all <= limitMb * 1e6,
  ),
  row('the same without the limit', `${gb(usual.all)} / ${gb(usual.anonymous)}`, usual.all),
];

const verdict = ({ target, met }) => (target ? `${target}: ${met ? 'met' : 'missed'}` : '');

export function rowsTable(rows) {
  const width = Math.max(...rows.map(({ what }) => what.length));
  return rows.map((row) => `${row.what.padEnd(width)}  ${row.shown}  ${verdict(row)}`.trimEnd()).join('\n');
}

const titles = {
  outside: "Another process's files",
  branches: 'Branches and working trees',
  roots: 'Many roots',
  memory: 'Little memory',
};

/** @param parts by name: machine, workers, load and rows of the last run of each */
export const editsMarkdown = (parts) => `# Edits from everywhere

Written by \`npm run bench:edits -- --write\`; \`--part NAME\` runs one part and leaves the others as they are. Another process writes files
while questions are asked, git switches branches, a second working tree is opened, many roots are in one session, and an index is made with
little memory. The sources are those of installed packages. Wall times mean little where the load is far above the number of cores.
${Object.keys(titles)
  .filter((name) => parts[name])
  .map((name) => section(titles[name], parts[name]))
  .join('')}`;

const section = (title, { machine, workers, load, rows }) => `
## ${title}

${machine}; ${workers} worker${workers === 1 ? '' : 's'}. ${load}.

| | | target |
|---|---:|---|
${rows.map((row) => `| ${row.what} | ${row.shown} | ${verdict(row)} |`).join('\n')}
`;
