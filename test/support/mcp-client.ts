/** The official MCP client on the real server, over its standard streams. */
import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { serverMain } from './server-process.js';
import type { Json } from './test-client.js';

/** The newest revision that both know, or the one of 2025 by its handshake. */
export type Era = 'modern' | 'legacy';
export const revisions: Readonly<Record<Era, string>> = { modern: '2026-07-28', legacy: '2025-11-25' };

export const versionOptions = (era: Era): ClientOptions => ({
  versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: revisions.modern } },
});

export interface McpProcess {
  readonly client: Client;
  /** The text of an answer; fails for a tool error. */
  text(tool: string, args: object): Promise<string>;
  /** The structured answer; fails for a tool error. */
  call(tool: string, args: object): Promise<Json>;
  /** The message of a tool error. */
  failure(tool: string, args: object): Promise<string>;
  readonly stderr: () => string;
  readonly pid: number;
}

export interface McpChoices {
  readonly era?: Era;
  readonly args?: readonly string[];
  /** Default `mcp`. */
  readonly command?: readonly string[];
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly options?: ClientOptions;
  readonly prepare?: (client: Client) => void;
}

export function toolsOf(client: Client): Pick<McpProcess, 'text' | 'call' | 'failure'> {
  const ask = async (name: string, args: object): Promise<Json> => client.callTool({ name, arguments: { ...args } });
  const right = async (name: string, args: object): Promise<Json> => {
    const answer = await ask(name, args);
    if (answer.isError) throw new Error(`${name}: ${answer.content[0].text}`);
    return answer;
  };
  return {
    text: async (name, args) => (await right(name, args)).content[0].text,
    call: async (name, args) => (await right(name, args)).structuredContent,
    async failure(name, args) {
      const answer = await ask(name, args);
      if (!answer.isError) throw new Error(`${name} was expected to fail`);
      return answer.content[0].text;
    },
  };
}

/** Runs a test against a server of its own, which has to end with its client. */
export async function withMcp(choices: McpChoices, run: (mcp: McpProcess) => Promise<void>): Promise<void> {
  const { era = 'modern', args = [], command = ['mcp'], cwd, env, options, prepare } = choices;
  const client = new Client({ name: 'test', version: '1' }, { ...versionOptions(era), ...options });
  prepare?.(client);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [serverMain, ...command, ...args],
    stderr: 'pipe',
    env: { ...(process.env as Record<string, string>), ...env },
    ...(cwd !== undefined && { cwd }),
  });
  let stderr = '';
  transport.stderr?.on('data', (data: Buffer) => {
    stderr += data.toString();
  });
  try {
    await client.connect(transport);
    await run({ client, ...toolsOf(client), stderr: () => stderr, pid: transport.pid as number });
  } catch (error) {
    if (stderr) console.error(stderr);
    throw error;
  } finally {
    await client.close();
  }
}
