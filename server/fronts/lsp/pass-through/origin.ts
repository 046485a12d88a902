/**
 * From which server an item is that comes back to be resolved, and a command that comes back to be run: a number in `data`
 * that stands for server and document, and the server's key in the arguments. Editors give both back as they got them.
 * Lists have thousands of items, so the number is short and items are changed in place.
 */
import type { ProxiedServer } from '../../../core/engine/proxied-server.js';
import { serverCommand } from '../../../protocol/commands.js';
import type { Json } from './shapes.js';

/** In `data`. */
const key = 'contextLanguageServer';
/** Of documents that were asked about in one life of a server; items of older ones count as resolved. */
const maxOrigins = 10_000;

export interface Origin {
  readonly server: string;
  /** A restart forgets what it handed out. */
  readonly generation: number;
  /** Document of the request that the item answered; in the server's spelling. */
  readonly uri: string;
}

const isObject = (value: unknown): value is Record<string, Json> => typeof value === 'object' && value !== null && !Array.isArray(value);

export class Origins {
  readonly #byNumber = new Map<number, Origin>();
  readonly #numbers = new Map<string, number>();
  #last = 0;

  numberOf({ key: server, generation }: ProxiedServer, uri: string): number {
    const name = JSON.stringify([server, generation, uri]);
    const there = this.#numbers.get(name);
    if (there !== undefined) return there;
    const number = ++this.#last;
    this.#numbers.set(name, number);
    this.#byNumber.set(number, { server, generation, uri });
    for (const [oldest] of this.#numbers) {
      if (this.#numbers.size <= maxOrigins) break;
      this.#byNumber.delete(this.#numbers.get(oldest) as number);
      this.#numbers.delete(oldest);
    }
    return number;
  }

  /** The item as its server gave it, and whose it is; null for one that is not from here, or too old. */
  of(item: Json): { readonly origin: Origin; readonly item: Json } | null {
    if (!isObject(item) || !isObject(item['data'])) return null;
    const { [key]: number, ...theirs } = item['data'];
    const origin = this.#byNumber.get(number);
    if (!origin) return null;
    const { data: _data, ...rest } = item;
    return { origin, item: 'data' in theirs ? { ...rest, data: theirs['data'] } : rest };
  }
}

/** Changes the item. */
export function setOrigin(item: Json, number: number): Json {
  if (isObject(item)) item['data'] = 'data' in item ? { [key]: number, data: item['data'] } : { [key]: number };
  return item;
}

/** Commands that a server announced run at that server; others are the editor's own and stay. Changes the item. */
export function setCommands(item: Json, server: ProxiedServer): Json {
  if (!isObject(item)) return item;
  // A bare command in a list of code actions.
  if (typeof item['command'] === 'string') return wrapped(item, server);
  if (isObject(item['command'])) item['command'] = wrapped(item['command'], server);
  if (Array.isArray(item['label']))
    for (const part of item['label']) if (isObject(part?.command)) part.command = wrapped(part.command, server);
  return item;
}

const wrapped = (command: Json, server: ProxiedServer): Json => {
  if (!commandsOf(server).includes(command.command)) return command;
  return { ...command, command: serverCommand, arguments: [server.key, command.command, ...(command.arguments ?? [])] };
};

export function commandsOf(server: ProxiedServer): readonly string[] {
  const commands = server.options('workspace/executeCommand')?.['commands'];
  return Array.isArray(commands) ? commands : [];
}
