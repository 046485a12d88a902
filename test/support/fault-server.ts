/**
 * A language server shaped by flags, for faults and races only; what a real server can show is shown with the real one.
 * Answers documentSymbol with `[]`, definition with the place asked about, anything else with null.
 *
 *   --crash-at-start            ends before initialize is answered
 *   --crash-on TEXT             ends when asked about a file whose uri contains TEXT
 *   --crash-after N             ends at the Nth question
 *   --hang-on TEXT              goes deaf at such a file; --spin: busy for ever instead, --lose: drops only this answer
 *   --huge BYTES                answers hover with so many bytes
 *   --shuffle                   answers in reverse, five at a time
 *   --garbage | --garbage-flood prints text between messages, or without end
 *   --stderr-flood              writes megabytes to stderr
 *   --asks                      answers hover only after its own five requests were answered, with what came
 *   --deaf-to-shutdown          answers no shutdown, ignores the end of its input and SIGTERM
 *   --children                  has a child of its own that outlives everything but a kill
 *   --log FILE                  appends `start pid` and each notification; --log-params: with its params as JSON
 *   --sync N                    the kind of textDocumentSync that it announces
 */
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';

const args = process.argv.slice(2);
const has = (flag: string) => args.includes(flag);
const value = (flag: string) => (has(flag) ? (args[args.indexOf(flag) + 1] ?? '') : null);
const log = (line: string) => {
  const file = value('--log');
  if (file) appendFileSync(file, `${line}\n`);
};

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly textDocument?: { readonly uri: string }; readonly position?: unknown };
  readonly result?: unknown;
  readonly error?: unknown;
}

log(`start ${process.pid}`);
if (has('--deaf-to-shutdown')) process.on('SIGTERM', () => {});
if (has('--children')) {
  const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], { stdio: 'ignore' });
  log(`child ${child.pid}`);
}
if (has('--crash-at-start')) process.exit(3);
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

const asked = [
  { method: 'workspace/configuration', params: { items: [{ section: 'a' }, { section: 'b' }, { section: 'c' }] } },
  { method: 'client/registerCapability', params: { registrations: [{ id: '1', method: 'textDocument/implementation' }] } },
  { method: 'workspace/applyEdit', params: { edit: {} } },
  { method: 'workspace/workspaceFolders' },
  { method: 'window/showMessageRequest', params: { message: 'well?', actions: [{ title: 'yes' }] } },
];

function answer(message: Message): void {
  const { id, method, params } = message;
  const uri = params?.textDocument?.uri ?? '';
  if (method === 'initialize') {
    const sync = value('--sync');
    const capabilities = {
      documentSymbolProvider: true,
      definitionProvider: {},
      hoverProvider: true,
      ...(sync && { textDocumentSync: { openClose: true, change: Number(sync), save: { includeText: true } } }),
    };
    send({ id, result: { capabilities, serverInfo: { name: 'fault', version: '1.0' } } });
    return;
  }
  if (method === 'shutdown') {
    if (!has('--deaf-to-shutdown')) send({ id, result: null });
    return;
  }
  questions++;
  const deadly = value('--crash-on');
  if (deadly && uri.includes(deadly)) process.exit(4);
  if (value('--crash-after') && questions >= Number(value('--crash-after'))) process.exit(5);
  const hanging = value('--hang-on');
  if (hanging && uri.includes(hanging)) {
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
  if (method === 'textDocument/hover' && value('--huge')) {
    send({ id, result: { contents: 'x'.repeat(Number(value('--huge'))) } });
    return;
  }
  if (method === 'textDocument/hover' && has('--asks')) {
    asked.forEach((one, i) => {
      send({ id: i % 2 ? `s${i}` : i, ...one });
    });
    waiting.push(() => send({ id, result: { contents: JSON.stringify(replies) } }));
    return;
  }
  const result =
    method === 'textDocument/documentSymbol'
      ? []
      : method === 'textDocument/definition'
        ? { uri, range: { start: params?.position, end: params?.position } }
        : null;
  if (!has('--shuffle')) {
    send({ id, result });
    return;
  }
  delayed.push(() => send({ id, result }));
  if (delayed.length >= 5) for (const one of delayed.splice(0).reverse()) one();
}

function receive(message: Message): void {
  if (deaf) return;
  if (message.method === undefined) {
    replies.push(message.error ? { id: message.id, error: message.error } : { id: message.id, result: message.result });
    if (replies.length === asked.length) for (const one of waiting.splice(0)) one();
  } else if (message.id !== undefined) answer(message);
  else {
    log(`${message.method} ${has('--log-params') ? JSON.stringify(message.params) : (message.params?.textDocument?.uri ?? '')}`);
    if (message.method === 'exit' && !has('--deaf-to-shutdown')) process.exit(0);
  }
}

let buffer = Buffer.alloc(0);
process.stdin.on('data', (data: Buffer) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const end = buffer.indexOf('\r\n\r\n');
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/.exec(buffer.toString('latin1', 0, end))?.[1]);
    if (buffer.length < end + 4 + length) return;
    const body = buffer.toString('utf8', end + 4, end + 4 + length);
    buffer = buffer.subarray(end + 4 + length);
    receive(JSON.parse(body) as Message);
  }
});
process.stdin.on('end', () => {
  if (!has('--deaf-to-shutdown')) process.exit(0);
  setInterval(() => {}, 1000);
});
