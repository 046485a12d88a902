/** What `help` prints: of all commands, or of one with its options. */

const PROGRAM = 'context-language-server';

/** What a command takes, and what it does. The first word is the command. */
const usages: readonly (readonly [form: string, text: string])[] = [
  ['--stdio', 'serve an editor (also --socket=PORT, --pipe=NAME)'],
  ['mcp [-w DIR] [--http [PORT]]', 'serve an agent over MCP (standard streams, or HTTP on this machine)'],
  ['ask [FOLDER] "QUESTION"', 'index what changed and print the answer; - reads the question from standard input'],
  ['retrieve "QUESTION"', 'the same for --workspace, or the current folder'],
  ['retrieve --queries FILE --jsonl', 'a JSON array of {"query": …} in, one line a question out; - reads standard input'],
  ['symbols "NAME OR WORDS"', 'symbols by name, then by meaning; "" for the most important'],
  ['related NAME|FILE:LINE[:COLUMN]', 'what calls, uses, extends and tests it, and what it calls, with the lines'],
  ['show KEY|NAME|FILE:LINE', 'a symbol, whole'],
  ['index [FOLDER]', 'bring the index up to date'],
  ['status [FOLDER]', 'what the index holds'],
  ['why PATH …', 'whether a file or folder is indexed, and if not, which rule excludes it'],
  ['secrets [PATH …]', 'where secrets are masked in the index, and of which kind'],
  ['export FILE', "the index's vectors as one file, for another machine"],
  ['import FILE', 'take such a file over, then index what it does not have'],
  ['pack publish FOLDER', 'the index of the present commit, for everybody (docs/packs.md)'],
  ['team publish --postgres URL', "the index as a branch of a team's database (docs/team.md)"],
  ['serve --postgres URL [--mcp]', "serve an editor or agent from a team's database"],
  ['forget PATH … | --everything', 'delete files from every store, for good; or the whole index, once'],
  ['unforget PATH … | --everything', 'index again what was forgotten'],
  ['eval [FOLDER] --queries FILE', 'how well your own questions are answered (docs/evaluation.md)'],
  ['doctor [FOLDER]', 'what works here, what is missing and how to get it'],
  ['list', 'the engines that run in the background, shared by all clients of a workspace'],
  ['stop [FOLDER] | --everything', 'stop them; clients start another when needed'],
  ['audit [--since 2d]', 'who asked what, and which places were returned (setting auditDays)'],
  ['setup [--write]', 'the configuration of each editor and agent that is installed'],
  ['completion bash|zsh|fish', `a script that completes commands and options: source <(${PROGRAM} completion bash)`],
  ['help [COMMAND]', 'this, or the options of one command'],
];

/** Commands that rank. */
const ASKING = ['ask', 'retrieve', 'eval'];
const LISTING = [...ASKING, 'symbols', 'related', 'show'];
const READING = ['status', 'why', 'secrets', 'doctor'];
const INDEXING = [...LISTING, 'index', 'export', 'import', 'pack', 'team', 'forget', 'unforget'];
const OPENING = [...INDEXING, ...READING];

/** An option, what it does, and the commands that heed it. */
const options: readonly (readonly [form: string, text: string, commands: readonly string[]])[] = [
  ['-w, --workspace DIR', 'the workspace (default: the current folder)', [...OPENING, 'stop', 'mcp']],
  ['    --settings FILE', 'settings as JSON (protocol.md): another embedding model, a reranker …', [...OPENING, 'mcp']],
  ['    --packs SOURCE', 'fetch what the index lacks from there: a folder, or a URL', INDEXING],
  ['    --postgres URL', 'the database: postgres://USER@HOST/DATABASE; a password in PGPASSWORD', ['team', 'serve']],
  ['    --repository NAME', 'its name there (default: of the folder; serve: all that may be read)', ['team', 'serve']],
  ['    --branch NAME', 'default: main; serve: the branch that was published first', ['team', 'serve']],
  ['    --cache-dir DIR', "where indexes are kept (default: the user's cache folder)", [...OPENING, 'list', 'stop', 'mcp']],
  ['-n, --limit N', 'most results', LISTING],
  ['-b, --budget N', 'tokens of context at most', ASKING],
  [
    '    --wait SECONDS',
    'for a complete index (default: 30); then the answer is from what is indexed',
    ['ask', 'retrieve', 'symbols', 'related', 'show'],
  ],
  ['    --or TEXT', 'another wording of the question; may be repeated: what several find comes first', ['ask', 'retrieve']],
  ['    --result-tokens N', 'tokens of one result at most (default: what the budget leaves completes the best; with --jsonl 500)', ASKING],
  ['    --code', 'the code of every result, not only of the best', ['ask', 'retrieve']],
  ['    --places', 'one line a result: path, line, symbol', ['ask', 'retrieve']],
  [
    '    --related N',
    'callers, callees, tests and neighbours of the results, at most (default: 5, of a short answer 0)',
    ['ask', 'retrieve'],
  ],
  [
    '    --language L, --kind K, --path GLOB',
    'only results like these; each may be repeated; a glob that starts with ! excludes',
    ['ask', 'retrieve', 'symbols'],
  ],
  ['    --json', 'for programs', [...OPENING, 'list', 'audit', 'setup']],
  ['    --markdown', 'for a prompt', ['ask', 'retrieve', 'show']],
  ['    --extract', 'of very long functions and constants only the lines that the question is about', ['ask', 'retrieve']],
  ['    --explain', 'how each score came about', ['ask', 'retrieve']],
  ['    --explain-html FILE', 'the same as a page', ['ask', 'retrieve']],
  ['    --html FILE', 'the report as a page', ['eval']],
  ['    --compare FILE', 'side by side with what an earlier eval --json printed', ['eval']],
  ['    --since T', 'from then on, such as 90m, 2h, 2d, 1w or a date (default: 1d)', ['audit']],
  ['    --write', 'write it; files keep what they have, and a backup is made', ['setup']],
  ['    --force', 'read every file and write all of the index again', ['index']],
  ['    --depth N', 'steps, 1 to 5', ['related']],
  ['    --relation R', 'only such relations (calls, called_by, tested_by …), several with commas', ['related']],
  [
    '    --with-servers',
    'and all that language servers know of the code; related waits for it up to --wait seconds (120)',
    ['index', 'related', 'pack', 'team'],
  ],
  ['    --in-process', 'neither attach to a running engine nor start one', [...OPENING, 'mcp']],
  ['    --trusted', "the workspace's own language servers and environments may be run", [...INDEXING, 'doctor', 'mcp']],
  ['    --redact-emails', 'mask e-mail addresses, as secrets always are; a change makes the index anew', INDEXING],
  ['    --color WHEN', 'always, never or auto', OPENING],
  ['    --vector-search M', 'auto (FAISS) or exact', LISTING],
  ['    --workers N, --max-file-bytes N', 'threads that analyse files; larger files are left out', INDEXING],
  ['-v, --verbose', 'what the engine logs', OPENING],
  ['-h, --help, --version', '', []],
];

/** Columns of a form; a longer one has its text on the next line. */
const USAGE_WIDTH = 33;
const OPTION_WIDTH = 22;

const firstWord = (form: string): string => form.split(' ', 1)[0] as string;

const listed = (rows: readonly (readonly [form: string, text: string, ...rest: unknown[]])[], indent: string, width: number): string[] =>
  rows.map(([form, text]) => {
    if (!text) return `${indent}${form}`;
    const gap = form.length > width ? `\n${' '.repeat(indent.length + width)}` : ' '.repeat(width - form.length);
    return `${indent}${form}${gap} ${text}`;
  });

/** All commands, with all options. */
export const helpText = `${PROGRAM}: ranked, token-budgeted code context for a question

Usage: ${PROGRAM} COMMAND

${listed(usages, '  ', USAGE_WIDTH).join('\n')}

Options
${listed(options, '  ', OPTION_WIDTH).join('\n')}
`;

export const helpCommands: readonly string[] = [...new Set(usages.map(([form]) => firstWord(form)))].filter((word) => /^\w/.test(word));

/** Names of the options that a command heeds; undefined where there is no such command. */
export function optionsOf(command: string): string[] | undefined {
  if (!helpCommands.includes(command)) return undefined;
  const heeded = options.filter(([form, , commands]) => commands.includes(command) || form.includes('--help'));
  const forms = [...usages.filter(([form]) => firstWord(form) === command), ...heeded].map(([form]) => form);
  return [...new Set(forms.flatMap((form) => [...form.matchAll(/--([\w-]+)/g)].map(([, name]) => name as string)))];
}

/** One command with the options that it heeds, or everything where there is no such command. */
export function helpOf(command: string | undefined): string {
  const own = usages.filter(([form]) => firstWord(form) === command);
  if (command === undefined || !own.length) return helpText;
  const heeded = options.filter(([, , commands]) => commands.includes(command));
  const forms = own.map(([form, text]) => [`${PROGRAM} ${form}`, text] as const);
  const width = Math.max(...forms.map(([form]) => form.length)) + 1;
  return [...listed(forms, '', width), ...(heeded.length ? ['', 'Options', ...listed(heeded, '  ', OPTION_WIDTH)] : []), ''].join('\n');
}
