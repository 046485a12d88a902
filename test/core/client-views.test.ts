/** Several clients on one engine: each question is answered from the texts of the client that asks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClientView, ClientViews } from '../../server/io/shared-engine/client-views.js';

/** An engine that only holds documents; files on disk are `disk`. */
function engineWith(disk: Record<string, string>) {
  const open = new Map<string, string>();
  let switches = 0;
  const views = new ClientViews(
    {
      openDocument: (path, text) => void open.set(path, text),
      changeDocument: (path, text) => void open.set(path, text),
      closeDocument(path) {
        switches++;
        open.delete(path);
      },
    },
    (path, text) => disk[path] === text,
  );
  const textOf = (path: string) => open.get(path) ?? disk[path];
  return { views, open, textOf, closed: () => switches };
}

test('each client is answered from its own unsaved text, and a client without any from the disk', async () => {
  const { views, textOf } = engineWith({ 'a.ts': 'disk' });
  const [one, two, terminal] = [new ClientView(), new ClientView(), new ClientView()];
  views.set(one, 'a.ts', 'first');
  views.set(two, 'a.ts', 'second');
  const read = async () => textOf('a.ts');
  assert.equal(await views.ask(one, read), 'first');
  assert.equal(await views.ask(terminal, read), 'disk');
  assert.equal(await views.ask(two, read), 'second');
  views.close(two, 'a.ts');
  assert.equal(await views.ask(two, read), 'disk');
  assert.equal(await views.ask(one, read), 'first');
});

test('a question that is being answered keeps its texts; the edit of another client comes after it', async () => {
  const { views, textOf } = engineWith({ 'a.ts': 'disk' });
  const [one, two] = [new ClientView(), new ClientView()];
  views.set(one, 'a.ts', 'first');
  let finish = () => {};
  const gate = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const seen: (string | undefined)[] = [];
  const long = views.ask(one, async () => {
    seen.push(textOf('a.ts'));
    await gate;
    seen.push(textOf('a.ts'));
  });
  await Promise.resolve();
  views.set(two, 'a.ts', 'second');
  const short = views.ask(two, async () => seen.push(textOf('a.ts')));
  // A later question of the first client does not overtake the second one.
  const late = views.ask(one, async () => seen.push(textOf('a.ts')));
  finish();
  await Promise.all([long, short, late]);
  assert.deepEqual(seen, ['first', 'first', 'second', 'first']);
});

test('clients whose documents are saved share one view: nothing is indexed again for their questions', async () => {
  const { views, closed } = engineWith({ 'a.ts': 'disk', 'b.ts': 'disk' });
  const [one, two, terminal] = [new ClientView(), new ClientView(), new ClientView()];
  views.set(one, 'a.ts', 'disk');
  views.set(two, 'b.ts', 'disk');
  const before = closed();
  let together = 0;
  let most = 0;
  const ask = async () => {
    most = Math.max(most, ++together);
    await new Promise((resolve) => setImmediate(resolve));
    together--;
  };
  await Promise.all([one, two, terminal, one].map((view) => views.ask(view, ask)));
  assert.equal(closed(), before);
  assert.equal(most, 4, 'they run side by side');
});

test('what a client had open is gone with it', async () => {
  const { views, open } = engineWith({});
  const one = new ClientView();
  views.set(one, 'a.ts', 'first');
  assert.deepEqual([...open], [['a.ts', 'first']]);
  views.remove(one);
  assert.deepEqual([...open], []);
});
