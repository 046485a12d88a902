/** What tells a server that hangs from one that is busy, waits, or has lost a question: every case without a process. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { HangDetector } from '../../server/io/language-servers/process/hang-detector.js';
import { usualTiming } from '../../server/io/language-servers/process/timing.js';

const { hangMs, busyMs, lostMs } = usualTiming;

/** A server whose behaviour in each interval of `hangMs` is given by `during`. A request is open from the start. */
function scene(t: TestContext, { isBackground = false, answers = 1 } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const server = {
    received: 0,
    answers,
    isWorking: false,
    seconds: 0 as number | null,
    answersPings: true,
    pings: 0,
    killed: '',
    busySeconds: () => server.seconds,
    ping: () => {
      server.pings++;
      if (!server.answersPings) return new Promise<void>(() => {});
      server.received++;
      return Promise.resolve();
    },
    kill: (reason: string) => {
      server.killed ||= reason;
    },
  };
  const life = new HangDetector(server, 'some server', usualTiming, 60_000);
  const question = { givenUp: '', isReleased: false, fail: (_error: Error) => {}, answer: () => {} };
  const result = new Promise<unknown>((_resolve, reject) => {
    question.fail = reject;
  });
  result.catch(() => {});
  const free = new Promise<void>((resolve) => {
    question.answer = resolve;
  });
  const giveUp = (error: unknown) => {
    question.givenUp ||= (error as Error).message;
    question.fail(error as Error);
  };
  void life.watch({ asked: { result, free, giveUp }, method: 'hover', isBackground }).then(() => {
    question.isReleased = true;
  });
  const pass = async (ms: number, during: () => void = () => {}) => {
    for (let passed = 0; passed < ms; passed += hangMs) {
      during();
      t.mock.timers.tick(hangMs);
      await new Promise(setImmediate);
    }
  };
  return { server, question, pass };
}

test('messages, processor time and progress keep a request open for any time', async (t) => {
  const signs = {
    message: (server: { received: number }) => server.received++,
    work: (server: { seconds: number | null }) => {
      server.seconds = (server.seconds ?? 0) + hangMs / 1000;
    },
    progress: (server: { isWorking: boolean }) => {
      server.isWorking = true;
    },
  };
  for (const [name, sign] of Object.entries(signs)) {
    await t.test(name, async (one) => {
      const { server, question, pass } = scene(one);
      await pass(10 * busyMs, () => sign(server));
      assert.deepEqual([server.killed, question.givenUp], ['', '']);
    });
  }
});

test('an idle server that answers pings has lost the request: it delays no other, fails, and no more pings are sent', async (t) => {
  const { server, question, pass } = scene(t);
  await pass(2 * hangMs);
  assert.deepEqual([question.isReleased, question.givenUp], [true, '']);
  await pass(lostMs);
  assert.equal(question.givenUp, 'some server is idle and has not answered hover');
  await pass(2 * hangMs);
  const { pings } = server;
  await pass(10 * hangMs);
  assert.deepEqual([server.killed, server.pings], ['', pings]);
});

test('a server that answers no ping is killed: soon if idle, later if it computes', async (t) => {
  await t.test('idle', async (one) => {
    const { server, pass } = scene(one);
    server.answersPings = false;
    await pass(2 * hangMs);
    assert.equal(server.killed, 'was silent since hover was asked');
  });
  await t.test('computing', async (one) => {
    const { server, pass } = scene(one);
    server.answersPings = false;
    const work = () => {
      server.seconds = (server.seconds ?? 0) + hangMs / 1000;
    };
    await pass(busyMs - hangMs, work);
    assert.equal(server.killed, '');
    await pass(hangMs, work);
    assert.equal(server.killed, 'was silent and busy since hover was asked');
  });
  await t.test('before its first answer', async (one) => {
    const { server, pass } = scene(one, { answers: 0 });
    server.answersPings = false;
    await pass(60_000 - hangMs);
    assert.equal(server.killed, '');
    await pass(hangMs);
    assert.equal(server.killed, 'was silent since hover was asked');
  });
  await t.test('where processor time is not known', async (one) => {
    const { server, pass } = scene(one);
    server.answersPings = false;
    server.seconds = null;
    await pass(busyMs - hangMs);
    assert.equal(server.killed, '');
  });
});

test('an abandoned request must not keep a server busy for ever', async (t) => {
  for (const isBackground of [true, false]) {
    await t.test(isBackground ? 'background' : 'cancelled by a person', async (one) => {
      const { server, question, pass } = scene(one, { isBackground });
      question.fail(new Error('given up'));
      await pass(busyMs + hangMs, () => {
        server.seconds = (server.seconds ?? 0) + hangMs / 1000;
        server.received++;
      });
      assert.equal(server.killed, isBackground ? 'was busy with hover without end' : '');
    });
  }
});

test('an answered request is not watched any more', async (t) => {
  const { server, question, pass } = scene(t);
  server.answersPings = false;
  question.answer();
  await new Promise(setImmediate);
  await pass(10 * hangMs);
  assert.deepEqual([server.killed, server.pings, question.isReleased], ['', 0, true]);
});
