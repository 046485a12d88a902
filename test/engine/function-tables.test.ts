/** Functions in tables of C implement the members of a struct, whether a table names the members or holds them in their order. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- src/stream.h --
struct stream;
struct stream_ops {
  int (*open)(struct stream *s);
  /* Reads. */
  int (*read_all)(struct stream *s, char *into);
  void (*close)(struct stream *s);
};
struct stream { const struct stream_ops *ops; };
static inline int stream_read_all(struct stream *s, char *into) { return s->ops->read_all(s, into); }
-- src/socket.c --
#include "stream.h"
static int socket_open(struct stream *s) { return 1; }
static int socket_read_all(struct stream *s, char *into) { return 2; }
static void socket_close(struct stream *s) {}
static const struct stream_ops socket_ops __attribute__((unused)) = {
  .close = socket_close, /* last, first */
  .open = &socket_open,
  .read_all = (int (*)(struct stream *, char *))socket_read_all,
};
-- src/files.c --
#include "stream.h"
int file_open(struct stream *s) { return 3; }
static int file_read_all(struct stream *s, char *into) { return 4; }
static int pipe_read_all(struct stream *s, char *into) { return 5; }
static void file_close(struct stream *s) {}
typedef struct stream_ops ops_t;
ops_t kinds[] = {
  { file_open, file_read_all, file_close },
  [1] = { file_open, pipe_read_all, NULL },
};
-- src/other.c --
struct other_ops { int (*unrelated)(int a); int (*read_all)(int a); };
static int other_read_all(int a) { return a; }
static struct other_ops others = { 0, other_read_all };
`;

test('members of a struct are implemented by what tables hold, and calls of them reach it', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string, kind: 'extended_by' | 'called_by' | 'extends'): Promise<string[]> =>
    (await engine.related({ symbol, kinds: [kind] })).items.map(({ symbol: { qualifiedName }, through }) =>
      through ? `${qualifiedName} through ${through.name}` : qualifiedName,
    );
  assert.deepEqual((await related('stream_ops.read_all', 'extended_by')).sort(), ['file_read_all', 'pipe_read_all', 'socket_read_all']);
  assert.deepEqual(await related('stream_ops.open', 'extended_by'), ['file_open', 'socket_open']);
  assert.deepEqual(await related('other_ops.read_all', 'extended_by'), ['other_read_all']);
  assert.deepEqual(await related('socket_read_all', 'extends'), ['stream_ops.read_all']);
  assert.deepEqual(await related('pipe_read_all', 'called_by'), ['stream_read_all through stream_ops.read_all']);

  const { results } = await engine.retrieve({ query: 'which functions implement the read_all callback of stream_ops', brief: true });
  assert.deepEqual(results.map(({ qualifiedName }) => qualifiedName).sort(), [
    'file_read_all',
    'pipe_read_all',
    'socket_read_all',
    'stream_ops.read_all',
  ]);
});

test('tables of functions extend the struct that they are of', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { items } = await engine.related({ symbol: 'stream_ops', kinds: ['extended_by', 'used_by'] });
  const ofKind = (wanted: string) => items.filter(({ kind }) => kind === wanted).map(({ symbol }) => symbol.qualifiedName);
  assert.deepEqual(ofKind('extended_by').sort(), ['kinds', 'socket_ops']);
  assert.ok(!ofKind('used_by').includes('socket_ops'), 'a table is told once');
  const { results } = await engine.retrieve({ query: 'who implements stream_ops', brief: true });
  const names = results.map(({ qualifiedName }) => qualifiedName);
  assert.ok(names.includes('kinds') && names.includes('socket_ops'), String(names));
});

test('static functions of one name, and functions that are assigned, are told apart by the type of the member', async (t) => {
  const files = workspace(
    t,
    `
-- src/kinds.h --
typedef struct reader { int (*control)(int a); } reader_t;
struct output { int (*control)(int a); };
struct player { struct output *out; };
-- src/disc.c --
#include "kinds.h"
static int control(int a) { return a; }
int open_disc(reader_t *r) { r->control = control; return 0; }
-- src/sound.c --
#include "kinds.h"
static int control(int a) { return a + 1; }
const struct output sound = { .control = control };
-- src/screen.c --
#include "kinds.h"
int screen_control(int a) { return a + 2; }
void attach(struct player *player) { player->out->control = &screen_control; }
-- src/play.c --
#include "kinds.h"
int read_with(reader_t *r) { return r->control(1); }
int put_with(struct output *o) { return o->control(2); }
`,
  );
  const engine = await engineOn(files, { history: 'off' });
  await engine.settled();
  const related = async (symbol: string, kind: 'extended_by' | 'called_by' | 'extends'): Promise<string[]> =>
    (await engine.related({ symbol, kinds: [kind] })).items
      .map(({ symbol: { qualifiedName, path } }) => `${path.slice(4)} ${qualifiedName}`)
      .sort();
  assert.deepEqual(await related('src/disc.c:control', 'extends'), ['kinds.h reader.control']);
  assert.deepEqual(await related('src/disc.c:control', 'called_by'), ['play.c read_with']);
  assert.deepEqual(await related('src/sound.c:control', 'called_by'), ['play.c put_with']);
  assert.deepEqual(await related('screen_control', 'called_by'), ['play.c put_with']);
  assert.deepEqual(await related('reader.control', 'extended_by'), ['disc.c control']);
  assert.deepEqual(await related('output.control', 'extended_by'), ['screen.c screen_control', 'sound.c control']);
});
