/**
 * From which server an item is that comes back to be resolved, and a command that comes back to be run: written into
 * `data` and the arguments, which editors give back as they got them, so that nothing has to be remembered here.
 */
import type { PassedServer } from '../../../core/passed-server.js';
import { serverCommand } from '../../../protocol/commands.js';
import type { Json } from './shapes.js';

/** In `data`. */
const key = 'contextLanguageServer';

export interface Origin {
  readonly server: string;
  /** A restart forgets what it handed out. */
  readonly generation: number;
  /** Document of the request that the item answered; in the server's spelling. */
  readonly uri: string;
  readonly data: Json;
}

const isObject = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

export const withOrigin = (item: Json, server: PassedServer, uri: string): Json =>
  isObject(item)
    ? {
        ...item,
        data: { [key]: { server: server.key, generation: server.generation, uri, ...('data' in item && { data: item['data'] }) } },
      }
    : item;

/** The item as its server gave it, and whose it is; null for one that is not from here. */
export function originOf(item: Json): { readonly origin: Origin; readonly item: Json } | null {
  const origin = isObject(item) && isObject(item['data']) ? item['data'][key] : undefined;
  if (!isObject(origin) || typeof origin['server'] !== 'string') return null;
  const { data: _data, ...rest } = item;
  return { origin: origin as unknown as Origin, item: 'data' in origin ? { ...rest, data: origin['data'] } : rest };
}

/** Commands that a server announced run at that server; others are the editor's own and stay. */
export function withCommands(item: Json, server: PassedServer): Json {
  if (!isObject(item)) return item;
  // A bare command in a list of code actions.
  if (typeof item['command'] === 'string') return wrapped(item, server);
  let copy = item;
  if (isObject(item['command'])) copy = { ...copy, command: wrapped(item['command'], server) };
  if (Array.isArray(item['label']))
    copy = {
      ...copy,
      label: item['label'].map((part) => (isObject(part?.command) ? { ...part, command: wrapped(part.command, server) } : part)),
    };
  return copy;
}

const wrapped = (command: Json, server: PassedServer): Json => {
  if (!announced(server).includes(command.command)) return command;
  return { ...command, command: serverCommand, arguments: [server.key, command.command, ...(command.arguments ?? [])] };
};

export function announced(server: PassedServer): readonly string[] {
  const commands = server.options('workspace/executeCommand')?.['commands'];
  return Array.isArray(commands) ? commands : [];
}
