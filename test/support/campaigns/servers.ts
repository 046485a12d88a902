/** Each real language server behind each fault: edge indexing comes to an end, questions are answered, and no process is left. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { pyright } from '../../../server/io/language-servers/adapters/pyright.js';
import { typescriptNative } from '../../../server/io/language-servers/adapters/typescript-native.js';
import { adapterContext, whichProgram } from '../../../server/io/language-servers/discovery/executables.js';
import { startServer } from '../server-process.js';
import { initialize, type Json } from '../test-client.js';
import { waitUntil } from '../wait-until.js';
import { type Campaign, randomOf } from './campaign.js';

const faultServer = fileURLToPath(new URL('../fault-server.js', import.meta.url));
const faults: readonly (readonly string[])[] = [
  ['--crash-at-start'],
  ['--crash-on', 'one'],
  ['--exit-on', 'one'],
  ['--crash-after', '2'],
  ['--lose', '--hang-on', 'one', '--times', '1'],
  ['--slow-on', 'one', '--slow-ms', '300'],
  ['--shuffle'],
  ['--garbage'],
  ['--stderr-flood'],
  ['--deaf-to-shutdown'],
  ['--children'],
  ['--huge', '5000000', '--huge-on', 'one'],
];

interface Real {
  readonly language: string;
  readonly off: readonly string[];
  readonly command: readonly string[];
  readonly files: Readonly<Record<string, string>>;
}

function realServers(): Real[] {
  const context = adapterContext('/', false, '/');
  const [ts, py] = [typescriptNative.bundled?.(context), pyright.bundled?.(context)];
  const clangd = whichProgram('clangd');
  return [
    ...(ts
      ? [
          {
            language: 'typescript',
            off: ['typescript', 'typescript-language-server'],
            command: [ts.command, ...ts.args],
            files: {
              'tsconfig.json': '{}',
              'one.ts': 'export function one() { return 1; }\n',
              'two.ts': "import { one } from './one';\nexport function two() { return one(); }\n",
            },
          },
        ]
      : []),
    ...(py
      ? [
          {
            language: 'python',
            off: ['pyright'],
            command: [py.command, ...py.args],
            files: { 'one.py': 'def one():\n    return 1\n', 'two.py': 'from one import one\n\n\ndef two():\n    return one()\n' },
          },
        ]
      : []),
    ...(clangd
      ? [
          {
            language: 'c',
            off: ['clangd'],
            command: [clangd, '--enable-config=false'],
            files: { 'one.c': 'int one(void) { return 1; }\n', 'two.c': 'int one(void);\nint two(void) { return one(); }\n' },
          },
        ]
      : []),
  ];
}

const runningWith = (mark: string): string[] =>
  (spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).stdout ?? '')
    .split('\n')
    .filter((line) => line.includes(mark) && !line.includes('ps -eo'));

export const servers: Campaign = async ({ base, seed, goesOn }) => {
  const random = randomOf(seed);
  const reals = realServers();
  const findings: string[] = [];
  let rounds = 0;
  while (findings.length < 5 && goesOn()) {
    rounds++;
    const [real, fault] = [random.pick(reals), random.pick(faults)];
    const what = `${real.language} with ${fault.join(' ')}`;
    const folder = join(base, `round-${rounds}`, 'workspace');
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(real.files)) writeFileSync(join(folder, name), text);
    const log = join(base, `round-${rounds}`, 'log');
    const { client, stop } = startServer();
    const faulty = {
      command: process.execPath,
      args: [faultServer, '--log', log, ...fault, '--real', ...real.command],
      languages: [real.language],
    };
    await initialize(client, {
      folders: [pathToFileURL(folder).href],
      settings: {
        cacheDir: join(base, `round-${rounds}`, 'cache'),
        history: 'off',
        servers: { faulty, ...Object.fromEntries(real.off.map((id) => [id, { enabled: false }])) },
      },
    });
    try {
      await client.request('context/reindex');
      const { results } = await client.request('context/retrieve', { query: 'two' });
      if (results[0]?.name !== 'two') findings.push(`${what}: the answer is ${JSON.stringify(results[0]?.name)}`);
      await waitUntil(
        'the end of edge indexing',
        async () => {
          const { structure } = await client.request('context/status');
          const own = structure.find(({ language }: Json) => language === real.language);
          return own && (own.state === 'done' || own.state === 'resting');
        },
        240_000,
      );
    } catch (error) {
      findings.push(`${what}: ${(error as Error).message}`);
    }
    await stop();
    try {
      await waitUntil('the end of all processes', () => runningWith(log).length === 0, 15_000);
    } catch {
      findings.push(`${what}: left running: ${runningWith(log).join('; ').slice(0, 500)}`);
    }
  }
  return { figures: { rounds, servers: reals.map(({ language }) => language).join(', '), faults: faults.length }, findings };
};
