/**
 * Marks the server of items that are resolved later and of commands that are run later: a number in `data` for server and document, and
 * the server's key in the arguments. Editors return both unchanged. Lists have thousands of items, so the mark is a short number and
 * items are changed in place.
 */
import type { ProxiedServer } from '../../../core/engine/proxied-server.js';
import { serverCommand } from '../../../protocol/commands.js';
import type { Json } from './shapes.js';

/** Field in `data`. */
const key = 'contextLanguageServer';
/** Known origins (a document and one start of a server). Items of older ones count as resolved. */
const maxOrigins = 10_000;

export interface Origin {
  readonly server: string;
  /** After a restart a server does not know its earlier items. */
  readonly generation: number;
  /** Document of the request, in the server's spelling. */
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

  /** The item as its server sent it, with its origin; null for an unknown or too old item. */
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

/** Marks commands that a server announced. Others belong to the editor and are unchanged. Changes the item. */
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
