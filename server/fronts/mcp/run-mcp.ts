/** `context-language-server mcp`: reads the command line, serves until the client ends, closes the workspaces. */
import { randomBytes } from 'node:crypto';
import type { McpRequestContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { OpenEngineWithLog } from '../../core/engine/engine-api.js';
import { messageOf } from '../../util/bug.js';
import { logLevels } from '../../util/log.js';
import { readSettingsFile } from '../cli/settings-file.js';
import { logToStderr } from '../log-to-stderr.js';
import { oneOf, readOptions, UsageError } from '../read-options.js';
import { checkedInput } from './checked-input.js';
import { callingClient } from './client-name.js';
import { serveHttp } from './http.js';
import { createMcpServer } from './mcp-server.js';
import { existingFolder, Workspaces } from './workspaces.js';

/** Holds the token; a random one is made without it. */
const TOKEN_VARIABLE = 'CONTEXT_LANGUAGE_SERVER_TOKEN';
const MIN_TOKEN_CHARS = 16;
/** Closing takes some 100 ms; a process without a client must not stay longer. */
const CLOSE_WITHIN_MS = 5_000;

const options = {
  workspace: { type: 'string', short: 'w' },
  http: { type: 'string' },
  settings: { type: 'string' },
  'cache-dir': { type: 'string' },
  trusted: { type: 'boolean' },
  log: { type: 'string' },
} as const;

/** @returns the exit code */
export async function runMcp(argv: readonly string[], openEngine: OpenEngineWithLog): Promise<number> {
  try {
    return await serve(readCommandLine(argv), openEngine);
  } catch (error) {
    process.stderr.write(`context-language-server mcp: ${messageOf(error)}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function readCommandLine(argv: readonly string[]) {
  // The port of `--http` is optional.
  const words = argv.flatMap((word, i) => (word === '--http' ? (/^\d+$/.test(argv[i + 1] ?? '') ? ['--http'] : ['--http=0']) : [word]));
  const { values: flags, positionals } = readOptions(words, options);
  if (positionals.length > 0)
    throw new UsageError(`unexpected argument ${JSON.stringify(positionals[0])}; the folder is given by --workspace`);
  const port = flags.http === undefined ? null : Number(flags.http);
  if (port !== null && !(Number.isInteger(port) && port >= 0 && port < 65536))
    throw new UsageError(`--http: expected a port from 0 to 65535, got ${JSON.stringify(flags.http)}`);
  const token = process.env[TOKEN_VARIABLE] ?? randomBytes(24).toString('base64url');
  if (token.length < MIN_TOKEN_CHARS || /\s/.test(token))
    throw new UsageError(`${TOKEN_VARIABLE}: expected at least ${MIN_TOKEN_CHARS} characters without white space`);
  const file = flags.settings === undefined ? null : readSettingsFile(flags.settings);
  return {
    port,
    token,
    level: oneOf('log', logLevels, flags.log ?? 'warn'),
    chosen: flags.workspace === undefined ? null : existingFolder(flags.workspace),
    cacheDir: flags['cache-dir'] ?? file?.cacheDir,
    settings: { ...file?.settings, ...(flags.trusted && { trusted: true }) },
  };
}

async function serve(
  { port, token, level, chosen, cacheDir, settings }: ReturnType<typeof readCommandLine>,
  openEngine: OpenEngineWithLog,
): Promise<number> {
  const log = logToStderr(level);
  const workspaces = new Workspaces((roots) =>
    openEngine(
      { roots, ...(cacheDir !== undefined && { cacheDir }), settings, askedBy: () => ({ front: 'mcp', name: callingClient() }) },
      log,
    ),
  );
  const served = { workspaces, chosen, currentFolder: process.cwd(), log };
  const factory = ({ era }: McpRequestContext) => createMcpServer(served, era);
  if (port === null) {
    const ended = clientGone();
    const input = checkedInput((fault) => {
      log('warn', fault.error.message);
      process.stdout.write(`${JSON.stringify(fault)}\n`);
    });
    const transport = new StdioServerTransport(process.stdin.pipe(input), process.stdout);
    const handle = serveStdio(factory, { transport, onerror: (error) => log('warn', error.message) });
    await ended;
    endSoon();
    await handle.close();
  } else {
    const ended = signalled();
    const http = await serveHttp(factory, port, token, log);
    process.stdout.write(`${JSON.stringify({ url: http.url, token })}\n`);
    await ended;
    endSoon();
    await http.close();
  }
  await workspaces.close();
  // A process without a client must not stay alive.
  process.exit(0);
}

const signalled = (): Promise<unknown> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });

/** A client ends the server by closing its input; one that dies closes both streams. */
const clientGone = (): Promise<unknown> =>
  Promise.race([
    signalled(),
    new Promise((resolve) => {
      process.stdin.once('end', resolve).once('close', resolve);
      process.stdout.once('error', resolve).once('close', resolve);
    }),
  ]);

function endSoon(): void {
  setTimeout(() => process.exit(0), CLOSE_WITHIN_MS).unref();
}
