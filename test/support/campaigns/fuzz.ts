/**
 * Fuzzed messages: each request is answered exactly once under its own id, none with an internal error, and memory does not grow.
 * One round is a window of messages that are sent without waiting.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startServer } from '../server-process.js';
import { initialize, type Json } from '../test-client.js';
import { waitUntil } from '../wait-until.js';
import { type Campaign, randomOf, wordsOfCode, writeCode } from './campaign.js';
import { messageOf, type Sent } from './grammar.js';

const windowMessages = 200;
const answerWithinMs = 60_000;
const maxFindings = 10;
/** Of resident memory, the last tenth to the second. */
const maxGrowth = 1.25;
const garbage = [
  'Content-Length: 5\r\n\r\n{"a":',
  'hello\r\n\r\n',
  'Content-Length: -1\r\n\r\n',
  '\u0000\u0001',
  'Content-Length: 2\r\n\r\n[]',
];

const rssOf = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
};

export const fuzz: Campaign = async ({ base, seed, goesOn }) => {
  const random = randomOf(seed);
  const folder = join(base, 'workspace');
  for (let file = 0; file < 12; file++) writeCode(folder, file, 1);
  const uris = [
    ...Array.from({ length: 12 }, (_, i) => pathToFileURL(join(folder, `src/part${i}.ts`)).href),
    pathToFileURL(folder).href,
    pathToFileURL(join(folder, 'absent.ts')).href,
    'file:///etc/passwd',
    'untitled:x',
    '',
  ];
  const place = { uris, words: [...wordsOfCode, 'openInvoice0', 'src', '**/*.ts', 'typescript', '', ' ', '"quoted text"'] };
  const { client, child, stop } = startServer();
  await initialize(client, {
    folders: [pathToFileURL(folder).href],
    settings: { cacheDir: join(base, 'cache'), edgeIndexing: 'off', history: 'off', watch: 'off' },
  });
  await client.request('context/reindex');
  const findings: string[] = [];
  const memory: number[] = [];
  let [messages, requests, errors] = [0, 0, 0];
  while (findings.length < maxFindings && goesOn()) {
    const sent = new Map<string, Sent[]>();
    client.received.length = 0;
    client.transcript.length = 0;
    const given: Json[] = [];
    for (let i = 0; i < windowMessages; i++) {
      messages++;
      if (random.next() < 0.01) {
        client.raw(random.pick(garbage));
        continue;
      }
      const message = messageOf(random, place);
      if (!message.isRequest) {
        client.notify(message.method, message.params);
        continue;
      }
      requests++;
      // Numbers, texts that look like numbers, and now and then an id that is in use.
      const id: Json = given.length > 0 && random.next() < 0.02 ? random.pick(given) : random.next() < 0.5 ? messages : `${messages}`;
      given.push(id);
      const key = JSON.stringify(id);
      sent.set(key, [...(sent.get(key) ?? []), message]);
      const body = JSON.stringify({ jsonrpc: '2.0', id, method: message.method, params: message.params });
      client.raw(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      if (random.next() < 0.05) client.notify('$/cancelRequest', { id: random.pick(given) });
    }
    const replies = () => client.received.filter(({ id, method }) => method === undefined && id !== undefined && id !== null);
    const wanted = given.length;
    try {
      await waitUntil(
        'all answers',
        () => replies().length >= wanted || child.exitCode !== null || child.signalCode !== null,
        answerWithinMs,
      );
    } catch {
      const open = [...sent].filter(([key]) => !replies().some(({ id }) => JSON.stringify(id) === key));
      findings.push(`no answer: ${JSON.stringify(open.slice(0, 5)).slice(0, 2_000)}`);
    }
    if (child.exitCode !== null || child.signalCode !== null) {
      findings.push(`the server ended (${child.exitCode ?? child.signalCode}) in round ${memory.length + 1}`);
      break;
    }
    const answered = new Map<string, number>();
    for (const { id, error } of replies()) {
      const key = JSON.stringify(id);
      answered.set(key, (answered.get(key) ?? 0) + 1);
      if (!sent.has(key)) findings.push(`an answer to an id that was not asked: ${key}`);
      if (error) errors++;
      if (error?.code === -32603) findings.push(`internal error "${error.message}": ${JSON.stringify(sent.get(key)).slice(0, 1_000)}`);
    }
    for (const [key, asked] of sent) {
      const count = answered.get(key) ?? 0;
      if (count > asked.length) findings.push(`${count} answers to ${asked.length} requests of id ${key}`);
    }
    memory.push(rssOf(child.pid as number));
  }
  await stop();
  const tenth = Math.max(1, Math.floor(memory.length / 10));
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const [early, late] = [mean(memory.slice(tenth, 2 * tenth)), mean(memory.slice(-tenth))];
  if (memory.length >= 100 && late > maxGrowth * early) findings.push(`memory grew from ${early.toFixed(0)} to ${late.toFixed(0)} MB`);
  return {
    figures: {
      messages,
      requests,
      'error answers': errors,
      'memory in the second tenth, MB': early.toFixed(0),
      'memory in the last tenth, MB': late.toFixed(0),
    },
    findings,
  };
};
