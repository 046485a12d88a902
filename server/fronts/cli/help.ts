/** What `help` prints. */
export const helpText = `context-language-server: ranked, token-budgeted code context for a question

  context-language-server --stdio                      serve an editor (also --socket=PORT, --pipe=NAME)
  context-language-server mcp [-w DIR] [--http [PORT]] serve an agent over MCP (standard streams, or HTTP on this machine)
  context-language-server ask [FOLDER] "QUESTION"      index what changed and print the answer
  context-language-server retrieve "QUESTION"          the same for --workspace, or the current folder
  context-language-server retrieve --queries FILE --jsonl
                                                       a JSON array of {"query": …} in, one line a question out
  context-language-server symbols "NAME OR WORDS"      symbols by name, then by meaning; "" for the most important
  context-language-server related NAME|FILE:LINE[:COLUMN]
                                                       what calls, uses, extends and tests it, and what it calls, with the lines
  context-language-server show KEY|NAME|FILE:LINE      a symbol, whole
  context-language-server index [FOLDER]               bring the index up to date
  context-language-server status [FOLDER]              what the index holds
  context-language-server why PATH …                   whether a file or folder is indexed, and if not, which rule excludes it
  context-language-server secrets [PATH …]             where secrets are masked in the index, and of which kind
  context-language-server export FILE                  the index's vectors as one file, for another machine
  context-language-server import FILE                  take such a file over, then index what it does not have
  context-language-server pack publish FOLDER          the index of the present commit, for everybody (docs/packs.md)
  context-language-server forget PATH … | --everything delete files from every store, for good; or the whole index, once
  context-language-server unforget PATH … | --everything
                                                       index again what was forgotten
  context-language-server eval [FOLDER] --queries FILE [--html FILE] [--compare EARLIER.json]
                                                       how well your own questions are answered (docs/evaluation.md)
  context-language-server doctor [FOLDER]              what works here, what is missing and how to get it
  context-language-server list                         the engines that run in the background, shared by all clients of a workspace
  context-language-server stop [FOLDER] | --everything stop them; clients start another when needed
  context-language-server audit [--since 2d]           who asked what, and which places were returned (setting auditDays)
  context-language-server setup [--write]              the configuration of each editor and agent that is installed
  context-language-server completion bash|zsh|fish     a script that completes commands and options; source it, e.g. in ~/.bashrc:
                                                       source <(context-language-server completion bash)

Options
  -w, --workspace DIR    the workspace (default: the current folder)
      --settings FILE    settings as JSON (protocol.md): another embedding model, a reranker …
      --packs SOURCE     fetch what the index lacks from there: a folder, or a URL
      --cache-dir DIR    where indexes are kept (default: the user's cache folder)
  -n, --limit N          most results
  -b, --budget N         tokens of context at most
      --result-tokens N  tokens of one result at most (default: what the budget leaves completes the best; with --jsonl 500)
      --places           one line a result: path, line, symbol
      --related N        callers, callees, tests and neighbours of the results, at most (default: 5)
      --language L, --kind K, --path GLOB
                         only results like these; each may be repeated; a glob that starts with ! excludes
      --json, --markdown for programs, for a prompt
      --extract          of very long functions only the statements that the question is about
      --explain          how each score came about
      --explain-html F   the same as a page
      --html FILE        eval: the report as a page
      --compare FILE     eval: side by side with what an earlier eval --json printed
      --since T          audit: from then on, such as 90m, 2h, 2d, 1w or a date (default: 1d)
      --write            setup: write it; files keep what they have, and a backup is made
      --force            index: look into every file again
      --depth N, --relation R
                         related: steps, and only such relations (calls, called_by, tested_by …)
      --with-servers     index, related: and all that language servers know of the code
      --in-process       neither attach to a running engine nor start one
      --trusted          the workspace's own language servers and environments may be run
      --redact-emails    mask e-mail addresses, as secrets always are; a change makes the index anew
      --color WHEN       always, never or auto
      --vector-search M  auto (FAISS) or exact
      --workers N, --max-file-bytes N, -v/--verbose, -h/--help, --version
`;
