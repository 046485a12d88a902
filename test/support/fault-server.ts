/**
 * A language server with faults set by flags. Tests use a real server wherever they can.
 * Answers documentSymbol with `[]`, definition with the place asked about, anything else with null.
 *
 *   --crash-at-start            ends before initialize is answered
 *   --crash-on TEXT             ends when asked about a file whose uri contains TEXT; --exit-on TEXT: as if all were well
 *   --crash-after N             ends at the Nth question
 *   --hang-on TEXT              goes deaf at such a file; --spin: busy for ever instead, --lose: drops only this answer
 *   --slow-on TEXT              answers such a file after --slow-ms MS; --talks: with a message every 50 ms, --computes: in silence
 *   --huge BYTES                answers hover with so many bytes; --huge-on TEXT: whatever is asked about such a file
 *   --shuffle                   answers in reverse, as many as come within a moment, at most five
 *   --garbage | --garbage-flood prints text between messages, or without end
 *   --stderr-flood              writes megabytes to stderr
 *   --asks                      answers hover only after its own six requests were answered, with what came
 *   --deaf-to-shutdown          answers no shutdown, ignores the end of its input and SIGTERM
 *   --children                  has a child of its own that outlives everything but a kill
 *   --times N                   crashes, hangs, exits and huge answers happen N times in all, lives before this one included
 *   --times-each N              the same of each file
 *   --log FILE                  appends `start pid` and each notification; --log-params: with its params as JSON,
 *                               --log-questions: questions too, with their place
 *   --without-log               passes on no window/logMessage of a real server
 *   --sync N                    the kind of textDocumentSync that it announces
 *   --without CAPABILITY        does not announce it, as an older version would
 *   --real COMMAND ARGS…        the real server that answers where no fault does; the last of the flags
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';

const [args, behind] = parted(process.argv.slice(2));
const has = (flag: string) => args.includes(flag);
const value = (flag: string) => (has(flag) ? (args[args.indexOf(flag) + 1] ?? '') : null);
const log = (line: string) => {
  const file = value('--log');
  if (file) appendFileSync(file, `${line}\n`);
};

function parted(all: readonly string[]): [readonly string[], readonly string[]] {
  const at = all.indexOf('--real');
  return at < 0 ? [all, []] : [all.slice(0, at), all.slice(at + 1)];
}

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: {
    readonly textDocument?: { readonly uri: string };
    readonly position?: { readonly line: number; readonly character: number };
  };
  readonly result?: { readonly capabilities?: Record<string, unknown> } | null;
  readonly error?: unknown;
}

/** Whether a fault happens now. */
function isDue(uri = ''): boolean {
  const times = value('--times') ?? value('--times-each');
  if (times === null) return true;
  const mark = has('--times-each') ? `fault ${uri}` : 'fault';
  const before = readFileSync(value('--log') ?? '', 'utf8').split('\n');
  if (before.filter((line) => line === mark).length >= Number(times)) return false;
  log(mark);
  return true;
}

log(`start ${process.pid}`);
if (has('--deaf-to-shutdown')) process.on('SIGTERM', () => {});
if (has('--children')) {
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' });
  log(`child ${child.pid}`);
}
if (has('--crash-at-start') && isDue()) process.exit(3);
if (has('--stderr-flood')) setInterval(() => process.stderr.write('x'.repeat(1 << 20)), 5);
if (has('--garbage-flood')) setInterval(() => process.stdout.write('this is no message\n'.repeat(10_000)), 5);

function send(message: object): void {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  if (has('--garbage')) process.stdout.write('warning: something of no interest\n');
  process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

let questions = 0;
let deaf = false;
const replies: unknown[] = [];
const waiting: (() => void)[] = [];
const delayed: (() => void)[] = [];

const real = behind.length > 0 ? spawn(behind[0] as string, behind.slice(1), { stdio: ['pipe', 'pipe', 'inherit'] }) : null;
if (real) {
  log(`child ${real.pid}`);
  real.stdin.on('error', () => {});
  real.on('exit', () => process.exit());
  process.on('exit', () => real.kill('SIGKILL'));
  readMessages(real.stdout, (message) => {
    if (message.method === undefined) reply(message);
    else if (message.method !== 'window/logMessage' || !has('--without-log')) send(message);
  });
}
function toReal(message: Message): void {
  const body = JSON.stringify(message);
  real?.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

const asked = [
  { method: 'workspace/configuration', params: { items: [{ section: 'a' }, { section: 'b' }, { section: 'c' }] } },
  { method: 'client/registerCapability', params: { registrations: [{ id: '1', method: 'textDocument/implementation' }] } },
  { method: 'workspace/applyEdit', params: { edit: {} } },
  { method: 'workspace/workspaceFolders' },
  { method: 'window/showMessageRequest', params: { message: 'well?', actions: [{ title: 'yes' }] } },
  { method: 'fault/noSuchRequest' },
];

/** Sends an answer, in its turn. */
function reply(message: Message): void {
  const { capabilities } = message.result ?? {};
  const without = value('--without');
  if (capabilities && without) delete capabilities[without];
  if (!has('--shuffle') || capabilities) {
    send(message);
    return;
  }
  const sendAll = () => {
    for (const one of delayed.splice(0).reverse()) one();
  };
  if (delayed.push(() => send(message)) === 1) setTimeout(sendAll, 5);
  else if (delayed.length >= 5) sendAll();
}

function answer(message: Message): void {
  const { id, method, params } = message;
  const uri = params?.textDocument?.uri ?? '';
  if (method === 'initialize') {
    const sync = value('--sync');
    const capabilities = {
      documentSymbolProvider: true,
      definitionProvider: {},
      hoverProvider: true,
      referencesProvider: true,
      ...(sync && { textDocumentSync: { openClose: true, change: Number(sync), save: { includeText: true } } }),
    };
    if (real) toReal(message);
    else reply({ id, result: { capabilities, serverInfo: { name: 'fault', version: '1.0' } } } as Message);
    return;
  }
  if (method === 'shutdown') {
    if (has('--deaf-to-shutdown')) return;
    if (real) toReal(message);
    else send({ id, result: null });
    return;
  }
  questions++;
  if (has('--log-questions')) log(`? ${method} ${uri} ${params?.position?.line}:${params?.position?.character}`);
  const isOn = (flag: string) => {
    const text = value(flag);
    return text !== null && text !== '' && uri.includes(text);
  };
  if (isOn('--crash-on') && isDue(uri)) process.exit(4);
  if (isOn('--exit-on') && isDue()) process.exit(0);
  if (value('--crash-after') && questions >= Number(value('--crash-after')) && isDue()) process.exit(5);
  if (isOn('--hang-on') && isDue()) {
    if (has('--lose')) return;
    if (has('--spin')) {
      const spin = () => {
        for (const end = Date.now() + 40; Date.now() < end; ) {}
        setTimeout(spin, 1);
      };
      spin();
      return;
    }
    deaf = true;
    return;
  }
  if (isOn('--slow-on')) {
    slowly(Number(value('--slow-ms')), () => reply({ id, result: null } as Message));
    return;
  }
  if (value('--huge') && (has('--huge-on') ? isOn('--huge-on') && isDue() : method === 'textDocument/hover')) {
    send({ id, result: { contents: 'x'.repeat(Number(value('--huge'))) } });
    return;
  }
  if (has('--asks') && method === (real ? 'textDocument/definition' : 'textDocument/hover')) {
    asked.forEach((one, i) => {
      send({ id: i % 2 ? `s${i}` : i, ...one });
    });
    waiting.push(() => (real ? toReal(message) : send({ id, result: { contents: JSON.stringify(replies) } })));
    return;
  }
  if (real) toReal(message);
  else if (method === 'textDocument/documentSymbol') reply({ id, result: [] } as Message);
  else if (method === 'textDocument/definition')
    reply({ id, result: { uri, range: { start: params?.position, end: params?.position } } } as Message);
  else reply({ id, result: null } as Message);
}

function slowly(ms: number, done: () => void): void {
  const end = Date.now() + ms;
  if (has('--computes')) while (Date.now() < end) {}
  const timer = setInterval(() => {
    if (has('--talks')) send({ method: 'window/logMessage', params: { type: 4, message: 'at work' } });
    if (Date.now() < end) return;
    clearInterval(timer);
    done();
  }, 50);
}

/** Ids of our own requests; those of a real server are texts of its own. */
const isOurs = (id: unknown) => asked.some((_, i) => id === (i % 2 ? `s${i}` : i));

function receive(message: Message): void {
  if (deaf) return;
  if (message.method === undefined) {
    if (real && !(has('--asks') && isOurs(message.id))) {
      toReal(message);
      return;
    }
    replies.push(message.error ? { id: message.id, error: message.error } : { id: message.id, result: message.result });
    if (replies.length % asked.length === 0) waiting.shift()?.();
  } else if (message.id !== undefined) answer(message);
  else {
    log(`${message.method} ${has('--log-params') ? JSON.stringify(message.params) : (message.params?.textDocument?.uri ?? '')}`);
    if (real) toReal(message);
    if (message.method === 'exit' && !has('--deaf-to-shutdown')) process.exit(0);
  }
}

function readMessages(input: Readable, received: (message: Message) => void): void {
  let buffer = Buffer.alloc(0);
  input.on('data', (data: Buffer) => {
    buffer = Buffer.concat([buffer, data]);
    for (;;) {
      const end = buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      const length = Number(/Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, end))?.[1]);
      if (buffer.length < end + 4 + length) return;
      const body = buffer.toString('utf8', end + 4, end + 4 + length);
      buffer = buffer.subarray(end + 4 + length);
      received(JSON.parse(body) as Message);
    }
  });
}

readMessages(process.stdin, receive);
process.stdin.on('end', () => {
  if (!has('--deaf-to-shutdown')) process.exit(0);
  setInterval(() => {}, 1000);
});
