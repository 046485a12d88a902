/**
 * Lines of JSON-RPC on their way to the MCP server. The SDK drops a line that is no message without a word, so that its sender waits
 * forever: such a line is answered here, with its id where it has one (JSON-RPC 2.0, section 5.1).
 */
import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { messageOf } from '../../util/bug.js';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
/** UTF-16 units: less than the 10 MB at which the SDK ends the connection. */
const MAX_LINE = 2 << 20;

export interface RpcFault {
  readonly jsonrpc: '2.0';
  /** `null` where the line has none that can be read. */
  readonly id: string | number | null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Passes on the lines that are messages; each other one is given to `onFault`. */
export function checkedInput(onFault: (fault: RpcFault) => void): Transform {
  const decoder = new StringDecoder('utf8');
  /** Of a line whose end has not come; nothing of one that is too long. */
  let parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    length += part.length;
    if (length <= MAX_LINE) parts.push(part);
    else parts = [];
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const pieces = decoder.write(chunk).split('\n');
      for (const [i, piece] of pieces.entries()) {
        add(piece);
        // The last piece has no line end.
        if (i === pieces.length - 1) break;
        const line = parts.join('');
        const fault = length > MAX_LINE ? tooLong : line.trim() === '' ? null : faultOf(line);
        if (fault) onFault(fault);
        else this.push(`${line}\n`);
        parts = [];
        length = 0;
      }
      done();
    },
  });
}

/** Null for a message: a request, a notification or a response. */
function faultOf(line: string): RpcFault | null {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch (error) {
    return fault(null, PARSE_ERROR, `Parse error: ${messageOf(error)}`);
  }
  if (Array.isArray(message)) return fault(null, INVALID_REQUEST, 'Invalid request: batches are not supported; send one message per line');
  if (typeof message !== 'object' || message === null)
    return fault(null, INVALID_REQUEST, `Invalid request: expected an object, got ${line.slice(0, 50)}`);
  const { jsonrpc, id, method, params } = message as Readonly<Record<string, unknown>>;
  const isKnown = typeof id === 'string' || Number.isInteger(id);
  const reasons = [
    ...(jsonrpc === '2.0' ? [] : ['jsonrpc: expected "2.0"']),
    ...(id === undefined || isKnown ? [] : ['id: expected a string or an integer']),
    // A response has no method.
    ...(method === undefined ? responseFaults(message) : typeof method === 'string' ? [] : ['method: expected a string']),
    ...(params === undefined || isObject(params) ? [] : ['params: expected an object']),
  ];
  if (reasons.length === 0) return null;
  return fault(isKnown ? (id as string | number) : null, INVALID_REQUEST, `Invalid request: ${reasons.join('; ')}`);
}

const responseFaults = (message: object): string[] => ('result' in message || 'error' in message ? [] : ['method: expected a string']);

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const tooLong = fault(null, INVALID_REQUEST, `Invalid request: a message of more than ${MAX_LINE} characters`);

function fault(id: RpcFault['id'], code: number, message: string): RpcFault {
  return { jsonrpc: '2.0', id, error: { code, message } };
}
