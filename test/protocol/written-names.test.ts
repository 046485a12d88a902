/** Questions for names that no symbol has as they are written, for elements, and for names within a file, with the real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json } from '../support/test-client.js';

const languages = ['ab', 'cd', 'ef', 'gh', 'ij', 'kl', 'mn', 'op', 'qr', 'st', 'uv', 'wx', 'yz'];
const translations = languages
  .flatMap((language) =>
    Array.from({ length: 12 }, (_, i) => `-- lang/${language}-${i}.json --\n{ "label": { "refund": "${language}${i}" } }`),
  )
  .join('\n');
const web = `
-- web/config.ts --
export interface Config {
  scriptName?: string;
}

export function readConfig(): Config {
  return { scriptName: process.env.SCRIPT_NAME };
}
-- web/middleware.ts --
export function rewrite(path: string) {
  const own = process.env.SCRIPT_NAME;
  return own ? path.replace(own, '') : path;
}
-- web/visits.ts --
interface Visit {
  guestId: string;
}

export const loadVisits = (db: any) => db.query('select guest_id from visit where open group by guest_id');
-- web/labels.ts --
export const labels = {
  refund: 'label.refund',
};
-- web/Money.tsx --
import { labels } from './labels';
import { Panel } from './Panel';

export function Money() {
  return (
    <Panel title={labels.refund}>
      <b>1</b>
    </Panel>
  );
}
-- web/Panel.tsx --
export function Panel({ title }: { title: string }) {
  return <div>{title}</div>;
}
-- web/send/route.ts --
export async function POST(request: Request) {
  return new Response('sent');
}
-- web/batch/route.ts --
import * as send from '@/send/route';

export async function POST(request: Request) {
  return send.POST(request);
}
-- web/store.ts --
const STORE = 'store';
export default { name: STORE };
-- web/sticky.ts --
export function stickTo(edge: string) {
  return edge;
}
-- web/index.ts --
export { stickTo } from './sticky';
-- web/use-store.ts --
import store from '@/store';
export const name = () => store.name;
-- db/001.sql --
create table visit (
  guest_id text,
  open boolean
);
${translations}
`;

interface Asked {
  readonly ask: (query: string) => Promise<Json>;
  readonly related: (symbol: string) => Promise<Json>;
}
const open = async (run: (asked: Asked) => Promise<void>): Promise<void> => {
  const workspace = temporaryWorkspace(web);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      await run({
        ask: (query) => client.request('context/retrieve', { query, format: 'markdown' }),
        related: (symbol) => client.request('context/related', { symbol }),
      });
    });
  } finally {
    workspace.remove();
  }
};
const paths = ({ results }: Json): string[] => results.map(({ path }: Json) => path);

test('who asks for a variable of the environment or a column gets the lines with it, not what has the same letters', async () => {
  await open(async ({ ask }) => {
    for (const query of [
      'where is SCRIPT_NAME read',
      'which files read process.env.SCRIPT_NAME',
      'where is the environment variable SCRIPT_NAME used',
    ]) {
      const answer = await ask(query);
      assert.deepEqual(paths(answer).slice(0, 2), ['web/config.ts', 'web/middleware.ts'], query);
      assert.equal(answer.results[0].qualifiedName, 'readConfig', query);
    }
    const columns = await ask('which queries use the column guest_id');
    assert.deepEqual(paths(columns).slice(0, 2), ['web/visits.ts', 'db/001.sql']);
    assert.doesNotMatch(columns.markdown, /Visit\.guestId/);
  });
});

test('where a component is rendered is a question for its users, without closing tags', async () => {
  await open(async ({ ask }) => {
    for (const query of [
      'where is Panel rendered?',
      'who renders Panel',
      'where is <Panel> used',
      'which components use the small box Panel',
    ]) {
      const answer = await ask(query);
      assert.equal(answer.results[0].qualifiedName, 'Money', query);
      assert.deepEqual(answer.results[0].answerLines, [5], query);
    }
  });
});

test('where nothing but imports is known to use a symbol, the answer says so', async () => {
  await open(async ({ ask }) => {
    const { problems, results } = await ask('where is stickTo called');
    assert.equal(results[0].path, 'web/index.ts');
    assert.ok(problems.some(({ message }: Json) => message === 'no use of stickTo was found besides imports'));
    assert.ok((await ask('who uses Panel')).problems.every(({ message }: Json) => !/besides imports/.test(message)));
  });
});

test('uses of a name that hundreds of translations have are found', async () => {
  await open(async ({ ask }) => {
    const answer = await ask('where is labels.refund used');
    assert.equal(answer.results[0].qualifiedName, 'Money');
    assert.deepEqual(
      answer.problems.filter(({ code }: Json) => code === 'noMatch'),
      [],
    );
  });
});

test('a name may be asked for with its file, and a file as imports write it', async () => {
  await open(async ({ ask, related }) => {
    const callers = await ask('who calls POST in web/send/route.ts');
    assert.equal(callers.results[0].path, 'web/batch/route.ts');
    for (const symbol of ['web/send/route.ts:POST', 'send/route.ts#POST', 'POST in web/send/route.ts']) {
      const { of, items } = await related(symbol);
      assert.deepEqual(
        of.map(({ path }: Json) => path),
        ['web/send/route.ts'],
        symbol,
      );
      assert.ok(
        items.some(({ relation, symbol }: Json) => relation === 'called_by' && symbol.path === 'web/batch/route.ts'),
        symbol,
      );
    }
    for (const query of ['which files import @/store', 'which files import the default export of @/store'])
      assert.equal(paths(await ask(query))[0], 'web/use-store.ts', query);
    const { of } = await related('store');
    assert.deepEqual(
      of.map(({ path, name }: Json) => [path, name]),
      [['web/store.ts', 'store']],
    );
  });
});
