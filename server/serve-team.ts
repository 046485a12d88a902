/** `serve --postgres URL`: the language server, or with `--mcp` the MCP server, on a team's index instead of a local one. */
import type { OpenEngineWithLog } from './core/engine/engine-api.js';
import type { TeamSettings } from './core/model/team.js';
import { readOptions, UsageError } from './fronts/read-options.js';
import { isDatabaseUrl } from './protocol/settings.js';

const own = {
  postgres: { type: 'string' },
  repository: { type: 'string' },
  branch: { type: 'string' },
  'password-env': { type: 'string' },
  mcp: { type: 'boolean' },
} as const;

/** The options of `serve`; the rest is for the front. @throws UsageError */
function readCommandLine(argv: readonly string[]): {
  readonly team: TeamSettings;
  readonly isMcp: boolean;
  readonly rest: readonly string[];
} {
  const mine: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const word = argv[i] as string;
    const name = /^--([\w-]+)/.exec(word)?.[1];
    if (name === undefined || !Object.hasOwn(own, name)) rest.push(word);
    else mine.push(word, ...(own[name as keyof typeof own].type === 'string' && !word.includes('=') ? argv.slice(++i, i + 1) : []));
  }
  const { values } = readOptions(mine, own);
  const { postgres, repository, branch } = values;
  if (postgres === undefined || !isDatabaseUrl(postgres)) throw new UsageError('serve: expected --postgres postgres://USER@HOST/DATABASE');
  if (branch !== undefined && repository === undefined) throw new UsageError('serve: --branch needs --repository');
  const team = {
    postgres,
    ...(repository !== undefined && { repository }),
    ...(branch !== undefined && { branch }),
    ...(values['password-env'] !== undefined && { passwordEnv: values['password-env'] }),
  };
  return { team, isMcp: values.mcp ?? false, rest };
}

/** @returns the exit code; undefined while the language server runs */
export async function serveTeam(
  argv: readonly string[],
  wrap: (open: OpenEngineWithLog) => OpenEngineWithLog,
): Promise<number | undefined> {
  let line: ReturnType<typeof readCommandLine>;
  try {
    line = readCommandLine(argv);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`context-language-server ${error.message}\n`);
    return 2;
  }
  const { team, isMcp, rest } = line;
  const open = wrap(async (options) => (await import('./team.js')).openTeamEngine(team, options).engine);
  if (isMcp) return (await import('./fronts/mcp/run-mcp.js')).runMcp(rest, open);
  await (await import('./fronts/lsp/run-server.js')).runServer(rest.length > 0 ? rest : ['--stdio'], open);
  return undefined;
}
