/** Language servers that crash, hang, flood and lie: the question settles, the server comes back, nothing stays behind. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { reasonOf } from '../../server/io/language-servers/failures.js';
import type { SupervisedServer } from '../../server/io/language-servers/process/supervised-server.js';
import { type Timing, usualTiming } from '../../server/io/language-servers/process/timing.js';
import { usualLimits } from '../../server/io/language-servers/session/json-rpc.js';
import { WorkspaceServers } from '../../server/io/language-servers/workspace-servers.js';
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
async function gone(pids: readonly number[], withinMs: number): Promise<void> {
  const end = Date.now() + withinMs;
  while (pids.some(isAlive) && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(pids.filter(isAlive), [], 'processes that stayed behind');
}

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
  run: (ask: (method: string, name: string) => Promise<unknown>, servers: WorkspaceServers, where: Place) => Promise<void>,
  timing: Partial<Timing> = {},
): Promise<void> {
  const where = place();
  const notes: string[] = [];
  const servers = new WorkspaceServers({
    roots: [{ name: '', folder: where.folder }],
    trusted: true,
    cacheFolder: join(where.folder, 'cache'),
    settings: settingsFor(where.folder, flags),
    log: (_level, text) => notes.push(text),
    timing: { ...quick, ...timing },
    limits: { ...usualLimits, maxMessageBytes: 4 << 20 },
  });
  const ask = async (method: string, name: string) => {
    const running = await servers.serverFor('faulty');
    assert.ok(running);
    const uri = where.uri(name);
    return running.server.request(
      `textDocument/${method}`,
      { textDocument: { uri }, position: { line: 0, character: 0 } },
      { priority: 'background', uri },
    );
  };
  try {
    await run(ask, servers, where);
    await servers.close();
    await gone(where.pids(), 1_000);
  } catch (error) {
    console.error(notes.join('\n'));
    throw error;
  } finally {
    await servers.close();
    where.remove();
  }
}

const failsFor = (reason: string) => (error: unknown) => {
  assert.equal(reasonOf(error), reason, String(error));
  return true;
};
const serverOf = async (servers: WorkspaceServers) => (await servers.serverFor('faulty'))?.server ?? assert.fail('no server');

test('a server that crashes at start: each request fails, one attempt after each pause, no process is left', () =>
  withFaults(['--crash-at-start'], async (ask, servers, where) => {
    for (let i = 0; i < 10; i++) await assert.rejects(ask('hover', 'a'), failsFor('ended'));
    assert.equal((await serverOf(servers)).deaths, 10);
    assert.equal(where.pids().length, 10);
    const [report] = await servers.describe(['faulty']);
    assert.match(report?.reason ?? '', /exited with code 3/);
  }));

test('a crash fails the open request; the next one is answered by a new process', () =>
  withFaults(['--crash-after', '3'], async (ask, servers) => {
    await ask('hover', 'a');
    await ask('hover', 'b');
    await assert.rejects(ask('hover', 'c'), failsFor('ended'));
    assert.equal(await ask('hover', 'd'), null);
    assert.equal((await serverOf(servers)).deaths, 1);
  }));

test('reports ten deaths in a row, each on another file, then serves again', () =>
  withFaults(
    ['--crash-on', 'deadly', '--times', '10'],
    async (ask, servers, where) => {
      const server = await serverOf(servers);
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
      assert.equal((await servers.describe(['faulty']))[0]?.state, 'resting');
      assert.equal(await ask('hover', 'deadly'), null);
      assert.deepEqual([server.state, server.deaths], ['ready', 10]);
    },
    { restMs: [1, 1, 1, 1, 1, 1, 1, 1, 1, 2_000] },
  ));

test('the file of the second death is quarantined, other files in work are not; a new text releases it', () =>
  withFaults(['--crash-on', 'deadly'], async (ask, servers, where) => {
    const round = () => Promise.allSettled(['a', 'b', 'deadly', 'c'].map((name) => ask('definition', name)));
    await round();
    await round();
    const [a, b, deadly, c] = await round();
    assert.equal(deadly?.status === 'rejected' && reasonOf(deadly.reason), 'quarantined');
    for (const one of [a, b, c]) assert.equal(one?.status, 'fulfilled');
    const server = await serverOf(servers);
    assert.deepEqual(server.quarantined, [where.uri('deadly')]);
    assert.equal(server.deaths, 2);
    server.forgive(where.uri('deadly'));
    await assert.rejects(ask('definition', 'deadly'), failsFor('ended'));
  }));

test("restarts a deaf server long before the question's deadline", () =>
  withFaults(
    ['--hang-on', 'bad'],
    async (ask, servers) => {
      assert.equal(await ask('hover', 'good'), null);
      await assert.rejects(ask('hover', 'bad'), failsFor('ended'));
      assert.equal(await ask('hover', 'good'), null);
      const server = await serverOf(servers);
      assert.equal(server.deaths, 1);
      assert.match(server.lastDeath, /was silent.* since textDocument\/hover was asked/);
    },
    { backgroundMs: 600_000 },
  ));

test('a server that computes for ever on one file is killed, although it answers other requests', () =>
  withFaults(['--hang-on', 'bad', '--spin'], async (ask, servers) => {
    await ask('hover', 'good');
    const bad = assert.rejects(ask('hover', 'bad'), failsFor('deadline'));
    const server = await serverOf(servers);
    for (const end = Date.now() + 20_000; server.deaths === 0 && Date.now() < end; ) await ask('hover', 'good').catch(() => {});
    await bad;
    assert.equal(await ask('hover', 'good'), null);
    if (process.platform === 'linux') assert.equal(server.deaths, 1);
  }));

test('a lost answer fails its own request only', () =>
  withFaults(['--hang-on', 'bad', '--lose'], async (ask, servers) => {
    await ask('hover', 'good');
    const bad = assert.rejects(ask('hover', 'bad'), failsFor('deadline'));
    await ask('hover', 'good');
    await bad;
    await new Promise((resolve) => setTimeout(resolve, 700));
    await ask('hover', 'good');
    assert.equal((await serverOf(servers)).deaths, 0);
  }));

test("a user's question has no deadline while the server talks or computes", async () => {
  const started = { priority: 'interactive' } as const;
  const hover = (server: SupervisedServer, uri: string) =>
    server.request('textDocument/hover', { textDocument: { uri } }, { ...started, uri });
  for (const how of ['--talks', '--computes']) {
    await withFaults(
      ['--slow-on', 'slow', '--slow-ms', '3000', how],
      async (ask, servers, where) => {
        await ask('hover', 'good');
        const server = await serverOf(servers);
        assert.equal(await hover(server, where.uri('slow')), null);
        assert.equal(server.deaths, 0);
      },
      { lostMs: 500, busyMs: 60_000 },
    );
  }
});

test('a lost answer to an interactive request delays no other request, and fails when the server is idle', () =>
  withFaults(['--hang-on', 'bad', '--lose'], async (ask, servers, where) => {
    await ask('hover', 'good');
    const server = await serverOf(servers);
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
    async (ask, servers) => {
      const before = process.memoryUsage().rss;
      await assert.rejects(ask('hover', 'a'), failsFor('tooLarge'));
      assert.ok(process.memoryUsage().rss - before < 64 << 20, 'our memory grew');
      assert.deepEqual(await ask('documentSymbol', 'a'), []);
      assert.equal((await serverOf(servers)).deaths, 0);
    },
    { backgroundMs: 10_000 },
  ));

test('answers in any order reach their own requests', () =>
  withFaults(['--shuffle'], async (_ask, servers, where) => {
    const server = await serverOf(servers);
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

test('text between messages is skipped; endless text ends the server', async () => {
  await withFaults(['--garbage'], async (ask, servers) => {
    for (let i = 0; i < 5; i++) assert.deepEqual(await ask('documentSymbol', 'a'), []);
    assert.equal((await serverOf(servers)).deaths, 0);
  });
  await withFaults(['--garbage-flood'], async (ask, servers) => {
    await ask('hover', 'a').catch(() => {});
    const server = await serverOf(servers);
    await waitUntil('the end of the server', () => server.deaths > 0);
    assert.match((await serverOf(servers)).lastDeath, /not messages/);
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
      { id: 2, result: { applied: false, failureReason: 'this client is read-only' } },
      { id: 's3', result: [{ uri: pathToUri(where.folder), name }] },
      { id: 4, result: null },
      { id: 's5', error: { code: -32601, message: 'fault/noSuchRequest is not known to this client' } },
    ]);
  }));

test('open documents are opened again after a crash', () =>
  withFaults(['--crash-on', 'deadly'], async (ask, servers, where) => {
    const server = await serverOf(servers);
    await ask('hover', 'a');
    const release = server.hold(where.uri('kept'), 'faulty', 'text');
    await assert.rejects(ask('hover', 'deadly'), failsFor('ended'));
    await ask('hover', 'a');
    assert.equal(where.log().filter((line) => line === `textDocument/didOpen ${where.uri('kept')}`).length, 2);
    release();
    await ask('hover', 'a');
    assert.ok(where.log().includes(`textDocument/didClose ${where.uri('kept')}`));
  }));

test('a cancelled request settles at once, waiting or sent', () =>
  withFaults(['--hang-on', 'slow', '--lose'], async (_ask, servers, where) => {
    const server = await serverOf(servers);
    const controller = new AbortController();
    const uri = where.uri('slow');
    const all = Array.from({ length: 10 }, () =>
      server.request('textDocument/hover', { textDocument: { uri } }, { priority: 'background', uri, signal: controller.signal }),
    );
    await server.ready();
    setTimeout(() => controller.abort(), 50);
    for (const one of await Promise.allSettled(all)) assert.equal(one.status === 'rejected' && one.reason.name, 'AbortError');
  }));

test('an idle server is stopped, and started by the next request', () =>
  withFaults(
    [],
    async (ask, servers, where) => {
      await ask('hover', 'a');
      await gone(where.pids(), 2_000);
      assert.equal((await serverOf(servers)).state, 'idle');
      await ask('hover', 'a');
      assert.equal(where.pids().length, 2);
      assert.equal((await serverOf(servers)).deaths, 0);
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
      `import { WorkspaceServers } from ${JSON.stringify(new URL('../../server/io/language-servers/workspace-servers.js', import.meta.url).href)};
       const servers = new WorkspaceServers({ roots: [{ name: '', folder: ${JSON.stringify(where.folder)} }], trusted: true, cacheFolder: ${JSON.stringify(join(where.folder, 'cache'))},
         settings: ${JSON.stringify(settingsFor(where.folder, ['--deaf-to-shutdown', '--children']))}, log: () => {} });
       const { server } = await servers.serverFor('faulty');
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
    await gone(pids, 4_000);
  } finally {
    where.remove();
  }
});
