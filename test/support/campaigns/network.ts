/** A start and use of every front under strace: no connection to anywhere, by this program or its language servers. */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serverMain } from '../server-process.js';
import { initialize, TestClient } from '../test-client.js';
import { type Campaign, type CampaignReport, questions, randomOf, writeCode } from './campaign.js';

/** Calls that send to, or listen on, a network address. */
const calls = 'connect,sendto,sendmsg,sendmmsg,bind';
const address = /sa_family=AF_INET6?,.*?(?:inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"\))/;

export const network: Campaign = async ({ base, seed, goesOn }): Promise<CampaignReport> => {
  if (spawnSync('strace', ['-V']).status !== 0)
    return { figures: { skipped: 'strace is not installed: apt-get install strace' }, findings: [] };
  const random = randomOf(seed);
  const folder = join(base, 'workspace');
  for (let file = 0; file < 10; file++) writeCode(folder, file, 1);
  writeFileSync(join(folder, 'tsconfig.json'), '{}');
  writeFileSync(join(folder, 'shop.py'), 'import requests\n\n\ndef total():\n    return 1\n');
  writeFileSync(join(folder, 'one.c'), '#include <stdio.h>\nint one(void) { return 1; }\n');
  writeFileSync(join(folder, 'package.json'), '{ "dependencies": { "left-pad": "1.3.0" } }');
  const traces = join(base, 'traces');
  mkdirSync(traces);
  let [rounds, asked] = [0, 0];
  const env = { ...process.env, CONTEXT_LANGUAGE_SERVER_IN_PROCESS: '1' };
  const traced = (name: string, ...args: string[]) => [
    '-ff',
    '-qq',
    '-e',
    `trace=${calls}`,
    '-o',
    join(traces, name),
    process.execPath,
    serverMain,
    ...args,
  ];
  while (goesOn()) {
    rounds++;
    const cacheDir = join(base, `cache-${rounds}`);
    spawnSync('strace', traced(`index-${rounds}`, 'index', folder, '--with-servers', '--cache-dir', cacheDir), { env });
    spawnSync('strace', traced(`ask-${rounds}`, 'ask', folder, 'where do we render the pixel', '--cache-dir', cacheDir), { env });
    spawnSync('strace', traced(`doctor-${rounds}`, 'doctor', folder, '--cache-dir', cacheDir), { env });
    const child = spawn('strace', traced(`lsp-${rounds}`, '--stdio'), { env });
    const client = new TestClient(child.stdout, child.stdin);
    child.stderr.resume();
    await initialize(client, { folders: [pathToFileURL(folder).href], settings: { cacheDir, passThrough: true } });
    await client.request('context/reindex');
    for (let i = 0; i < 20; i++, asked++) await client.request('context/retrieve', { query: random.pick(questions) });
    const uri = pathToFileURL(join(folder, 'src/part1.ts')).href;
    client.notify('textDocument/didOpen', {
      textDocument: { uri, languageId: 'typescript', version: 1, text: readFileSync(join(folder, 'src/part1.ts'), 'utf8') },
    });
    await client.start('textDocument/hover', { textDocument: { uri }, position: { line: 1, character: 18 } }).response;
    await client.request('shutdown');
    client.notify('exit');
    await new Promise((resolve) => child.once('close', resolve));
  }
  const findings = new Set<string>();
  const names = readdirSync(traces);
  for (const name of names)
    for (const line of readFileSync(join(traces, name), 'utf8').split('\n')) {
      const found = address.exec(line);
      if (found) findings.add(`${name.split('.')[0]}: ${line.slice(0, 200)}`);
    }
  return { figures: { rounds, questions: asked, 'processes and threads traced': names.length }, findings: [...findings] };
};
