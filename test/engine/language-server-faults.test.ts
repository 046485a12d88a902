/** Language servers that crash, hang, flood and lie: the question settles, the server comes back, nothing stays behind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../../server/io/language-servers/failures.js';
import { RootServers } from '../../server/io/language-servers/root-servers.js';
import { rpcLimits } from '../../server/io/language-servers/rpc.js';
import type { SupervisedServer } from '../../server/io/language-servers/supervised-server.js';
import { type Timing, usualTiming } from '../../server/io/language-servers/timing.js';
import { pathToUri } from '../../server/util/uri.js';
import { waitUntil } from '../support/wait-until.js';

const faultServer = fileURLToPath(new URL('../support/fault-server.js', import.meta.url));
const quick: Timing = {
  ...usualTiming,
  backgroundMs: 600,
  hangMs: 500,
  busyMs: 1_000,
  lostMs: 1_000,
  restMs: [20, 40, 80],
  stopMs: 300,
};

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie is no running process.
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
};
const gone = (pids: readonly number[]) => waitUntil('the end of every process', () => !pids.some(isAlive));

interface Place {
  readonly folder: string;
  uri(name: string): string;
  pids(): number[];
  log(): string[];
}

function place(): Place & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'context-fault-'));
  const log = () => {
    try {
      return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
    } catch {
      return [];
    }
  };
  return {
    folder,
    uri: (name) => pathToUri(join(folder, name)),
    log,
    pids: () => log().flatMap((line) => (/^(?:start|child) /.test(line) ? [Number(line.split(' ')[1])] : [])),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const settingsFor = (folder: string, flags: readonly string[]) => ({
  fault: {
    command: process.execPath,
    args: [faultServer, '--log', join(folder, 'log'), ...flags],
    languages: ['faulty'],
    needsOpenFiles: false,
  },
});

async function withFaults(
  flags: readonly string[],
  run: (ask: (method: string, name: string) => Promise<unknown>, upstream: RootServers, where: Place) => Promise<void>,
  timing: Partial<Timing> = {},
): Promise<void> {
  const where = place();
  const notes: string[] = [];
  const upstream = new RootServers({
    folder: where.folder,
    trusted: true,
    cacheFolder: join(where.folder, 'cache'),
    settings: settingsFor(where.folder, flags),
    log: (_level, text) => notes.push(text),
    timing: { ...quick, ...timing },
    limits: { ...rpcLimits, maxMessageBytes: 4 << 20 },
  });
  const ask = async (method: string, name: string) => {
    const serving = await upstream.for('faulty');
    assert.ok(serving);
    const uri = where.uri(name);
    return serving.server.request(
      `textDocument/${method}`,
      { textDocument: { uri }, position: { line: 0, character: 0 } },
      { priority: 'background', uri },
    );
  };
  try {
    await run(ask, upstream, where);
    await upstream.close();
    await gone(where.pids());
  } catch (error) {
    console.error(notes.join('\n'));
    throw error;
  } finally {
    await upstream.close();
    where.remove();
  }
}

const failsFor = (reason: string) => (error: unknown) => {
  assert.equal(reasonOf(error), reason, String(error));
  return true;
};
const serverOf = async (upstream: RootServers) => (await upstream.for('faulty'))?.server ?? assert.fail('no server');

test('a server that crashes at start: each question fails, with one attempt per rest, and no process stays', () =>
  withFaults(['--crash-at-start'], async (ask, upstream, where) => {
    for (let i = 0; i < 10; i++) await assert.rejects(ask('hover', 'a'), failsFor('ended'));
    assert.equal((await serverOf(upstream)).deaths, 10);
    assert.equal(where.pids().length, 10);
    const [report] = await upstream.describe(['faulty']);
    assert.match(report?.reason ?? '', /exited with code 3/);
  }));

test('a crash fails the current question; a new server answers the next', () =>
  withFaults(['--crash-after', '3'], async (ask, upstream) => {
    await ask('hover', 'a');
    await ask('hover', 'b');
    await assert.rejects(ask('hover', 'c'), failsFor('ended'));
    assert.equal(await ask('hover', 'd'), null);
    assert.equal((await serverOf(upstream)).deaths, 1);
  }));

test('reports ten deaths in a row, each on another file, then serves again', () =>
  withFaults(
    ['--crash-on', 'deadly', '--times', '10'],
    async (ask, upstream, where) => {
      const server = await serverOf(upstream);
      for (let i = 0; i < 10; i++) await assert.rejects(ask('hover', `deadly${i}`), failsFor('ended'));
      // Its end is known a moment after its last answer.
      while (server.deaths < 10) await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(server.quarantined, []);
      // Whoever waits for an answer is told at once, and when it is worth asking again.
      const uri = where.uri('fine');
      const asked = { priority: 'interactive', uri } as const;
      await assert.rejects(server.request('textDocument/hover', { textDocument: { uri } }, asked), (error: Error) => {
        assert.match(error.message, /is started again in \d+ s; last: .*exited with code 4/);
        return failsFor('resting')(error);
      });
      assert.equal((await upstream.describe(['faulty']))[0]?.state, 'resting');
      assert.equal(await ask('hover', 'deadly'), null);
      assert.deepEqual([server.state, server.deaths], ['ready', 10]);
    },
    { restMs: [1, 1, 1, 1, 1, 1, 1, 1, 1, 2_000] },
  ));

test('quarantines the file of the second death only; new text releases it', () =>
  withFaults(['--crash-on', 'deadly'], async (ask, upstream, where) => {
    const round = () => Promise.allSettled(['a', 'b', 'deadly', 'c'].map((name) => ask('definition', name)));
    await round();
    await round();
    const [a, b, deadly, c] = await round();
    assert.equal(deadly?.status === 'rejected' && reasonOf(deadly.reason), 'quarantined');
    for (const one of [a, b, c]) assert.equal(one?.status, 'fulfilled');
    const server = await serverOf(upstream);
    assert.deepEqual(server.quarantined, [where.uri('deadly')]);
    assert.equal(server.deaths, 2);
    server.forgive(where.uri('deadly'));
    await assert.rejects(ask('definition', 'deadly'), failsFor('ended'));
  }));

test("restarts a deaf server long before the question's deadline", () =>
  withFaults(
    ['--hang-on', 'bad'],
    async (ask, upstream) => {
      assert.equal(await ask('hover', 'good'), null);
      await assert.rejects(ask('hover', 'bad'), failsFor('ended'));
      assert.equal(await ask('hover', 'good'), null);
      const server = await serverOf(upstream);
      assert.equal(server.deaths, 1);
      assert.match(server.lastDeath, /was silent.* since textDocument\/hover was asked/);
    },
    { backgroundMs: 600_000 },
  ));

test('stops a server that computes forever on one file', () =>
  withFaults(['--hang-on', 'bad', '--spin'], async (ask, upstream) => {
    await ask('hover', 'good');
    const bad = assert.rejects(ask('hover', 'bad'), failsFor('deadline'));
    const server = await serverOf(upstream);
    while (server.deaths === 0) await ask('hover', 'good').catch(() => {});
    await bad;
    assert.equal(await ask('hover', 'good'), null);
    if (process.platform === 'linux') assert.equal(server.deaths, 1);
  }));

test('a lost answer costs that question only', () =>
  withFaults(['--hang-on', 'bad', '--lose'], async (ask, upstream) => {
    await ask('hover', 'good');
    for (let times = 0; times < 2; times++) {
      const bad = assert.rejects(ask('hover', 'bad'), failsFor('deadline'));
      await ask('hover', 'good');
      await bad;
    }
    await ask('hover', 'good');
    assert.equal((await serverOf(upstream)).deaths, 0);
  }));

test("a user's question has no deadline while the server talks or computes", async () => {
  const started = { priority: 'interactive' } as const;
  const hover = (server: SupervisedServer, uri: string) =>
    server.request('textDocument/hover', { textDocument: { uri } }, { ...started, uri });
  for (const how of ['--talks', '--computes']) {
    await withFaults(
      ['--slow-on', 'slow', '--slow-ms', '3000', how],
      async (ask, upstream, where) => {
        await ask('hover', 'good');
        const server = await serverOf(upstream);
        assert.equal(await hover(server, where.uri('slow')), null);
        assert.equal(server.deaths, 0);
      },
      { lostMs: 500, busyMs: 60_000 },
    );
  }
});

test('a lost answer to a user blocks nobody, and is given up once the server is idle', () =>
  withFaults(['--hang-on', 'bad', '--lose'], async (ask, upstream, where) => {
    await ask('hover', 'good');
    const server = await serverOf(upstream);
    const uri = where.uri('bad');
    const lost = server.request('textDocument/hover', { textDocument: { uri } }, { priority: 'interactive', uri });
    const givenUp = assert.rejects(
      lost,
      (error: Error) => /is idle and has not answered textDocument\/hover/.test(error.message) && failsFor('deadline')(error),
    );
    // The background waits while a person is served.
    assert.equal(await ask('hover', 'good'), null);
    await givenUp;
    assert.equal(server.deaths, 0);
  }));

test('drops an answer of 100 MB and keeps the server', () =>
  withFaults(
    ['--huge', String(100 << 20)],
    async (ask, upstream) => {
      const before = process.memoryUsage().rss;
      await assert.rejects(ask('hover', 'a'), failsFor('tooLarge'));
      assert.ok(process.memoryUsage().rss - before < 64 << 20, 'our memory grew');
      assert.deepEqual(await ask('documentSymbol', 'a'), []);
      assert.equal((await serverOf(upstream)).deaths, 0);
    },
    { backgroundMs: 10_000 },
  ));

test('matches answers out of order to their questions', () =>
  withFaults(['--shuffle'], async (_ask, upstream, where) => {
    const server = await serverOf(upstream);
    const uri = where.uri('a');
    const lines = await Promise.all(
      Array.from({ length: 10 }, (_, line) =>
        server.request(
          'textDocument/definition',
          { textDocument: { uri }, position: { line, character: 0 } },
          { priority: 'interactive', uri },
        ),
      ),
    );
    assert.deepEqual(
      lines.map((one) => (one as { range: { start: { line: number } } }).range.start.line),
      [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
    );
  }));

test('skips text between messages; endless text stops the server', async () => {
  await withFaults(['--garbage'], async (ask, upstream) => {
    for (let i = 0; i < 5; i++) assert.deepEqual(await ask('documentSymbol', 'a'), []);
    assert.equal((await serverOf(upstream)).deaths, 0);
  });
  await withFaults(['--garbage-flood'], async (ask, upstream) => {
    await ask('hover', 'a').catch(() => {});
    const server = await serverOf(upstream);
    await waitUntil('the end of the server', () => server.deaths > 0);
    assert.match((await serverOf(upstream)).lastDeath, /no messages/);
  });
});

test('drains and bounds a flood on stderr', () =>
  withFaults(
    ['--stderr-flood'],
    async (ask, upstream) => {
      for (let i = 0; i < 20; i++) assert.deepEqual(await ask('documentSymbol', 'a'), []);
      assert.ok((await serverOf(upstream)).session!.process.stderrTail().length <= 8_192);
    },
    { backgroundMs: 60_000 },
  ));

test('answers every request that a server sends while answering', () =>
  withFaults(['--asks'], async (ask, _upstream, where) => {
    const { contents } = (await ask('hover', 'a')) as { contents: string };
    const name = where.folder.split('/').at(-1);
    assert.deepEqual(JSON.parse(contents), [
      { id: 0, result: [null, null, null] },
      { id: 's1', result: null },
      { id: 2, result: { applied: false, failureReason: 'this client reads only' } },
      { id: 's3', result: [{ uri: pathToUri(where.folder), name }] },
      { id: 4, result: null },
      { id: 's5', error: { code: -32601, message: 'fault/noSuchRequest is not known to this client' } },
    ]);
  }));

test('reopens documents after a crash', () =>
  withFaults(['--crash-on', 'deadly'], async (ask, upstream, where) => {
    const server = await serverOf(upstream);
    await ask('hover', 'a');
    const release = server.hold(where.uri('kept'), 'faulty', 'text');
    await assert.rejects(ask('hover', 'deadly'), failsFor('ended'));
    await ask('hover', 'a');
    assert.equal(where.log().filter((line) => line === `textDocument/didOpen ${where.uri('kept')}`).length, 2);
    release();
    await ask('hover', 'a');
    assert.ok(where.log().includes(`textDocument/didClose ${where.uri('kept')}`));
  }));

test('a cancelled question settles at once, waiting or running', () =>
  withFaults(
    ['--hang-on', 'slow', '--lose', '--log-questions'],
    async (_ask, upstream, where) => {
      const server = await serverOf(upstream);
      const controller = new AbortController();
      const uri = where.uri('slow');
      const settled = Promise.allSettled(
        Array.from({ length: 10 }, () =>
          server.request('textDocument/hover', { textDocument: { uri } }, { priority: 'background', uri, signal: controller.signal }),
        ),
      );
      await waitUntil('the first question', () => where.log().some((line) => line.startsWith('? ')));
      controller.abort();
      for (const one of await settled) assert.equal(one.status === 'rejected' && one.reason.name, 'AbortError');
    },
    { backgroundMs: 60_000, lostMs: 60_000 },
  ));

test('stops an idle server and starts it with the next question', () =>
  withFaults(
    [],
    async (ask, upstream, where) => {
      await ask('hover', 'a');
      await gone(where.pids());
      assert.equal((await serverOf(upstream)).state, 'idle');
      await ask('hover', 'a');
      assert.equal(where.pids().length, 2);
      assert.equal((await serverOf(upstream)).deaths, 0);
    },
    { idleMs: 200 },
  ));

test('kills a server that ignores shutdown, end of input and SIGTERM, with its children', () =>
  withFaults(['--deaf-to-shutdown', '--children'], async (ask, _upstream, where) => {
    await ask('hover', 'a');
    assert.equal(where.pids().length, 2);
  }));

test('SIGKILL of our process stops a server that ignores every signal, with its children', {
  skip: process.platform === 'win32',
}, async () => {
  const where = place();
  try {
    const script = join(where.folder, 'owner.mjs');
    writeFileSync(
      script,
      `import { RootServers } from ${JSON.stringify(new URL('../../server/io/language-servers/root-servers.js', import.meta.url).href)};
       const upstream = new RootServers({ folder: ${JSON.stringify(where.folder)}, trusted: true, cacheFolder: ${JSON.stringify(join(where.folder, 'cache'))},
         settings: ${JSON.stringify(settingsFor(where.folder, ['--deaf-to-shutdown', '--children']))}, log: () => {} });
       const { server } = await upstream.for('faulty');
       await server.ready();
       console.log('up');
       setInterval(() => {}, 1000);`,
    );
    const owner = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
    await new Promise((resolve) => owner.stdout.once('data', resolve));
    const pids = where.pids();
    assert.equal(pids.length, 2);
    assert.ok(pids.every(isAlive));
    owner.kill('SIGKILL');
    await gone(pids);
  } finally {
    where.remove();
  }
});
