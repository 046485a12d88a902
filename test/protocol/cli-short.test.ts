/** `ask` for a reader: the code of the best results, the first function whole, the other results as places, and who calls the best. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { runCli } from '../support/real-engine.js';

const step = (i: number): string => `    total += weigh(parcel.parts[${i}], scale, ${i})`;
const many = (count: number, make: (i: number) => string): string => Array.from({ length: count }, (_, i) => make(i)).join('\n');

const post = `
-- post/weight.py --
def weigh_parcel(parcel, scale):
    """Weighs a parcel on the scale, part by part."""
    total = 0
${many(70, step)}
    return total


def weigh(part, scale, number):
    return scale.read(part, number)
-- post/limits.py --
HEAVIEST_PARCEL = 20
-- post/tariffs.py --
TARIFFS = dict(
${many(200, (i) => `    zone_${i}=dict(base=${i}, surcharge=${i + 1}),`)}
    overseas_island=dict(base=90, ferry_delay_days=12),
${many(200, (i) => `    region_${i}=dict(base=${i}, surcharge=${i + 1}),`)}
)
-- post/send.py --
from post.weight import weigh_parcel
from post.limits import HEAVIEST_PARCEL


def send(parcel, scale):
${many(40, (i) => `    prepare(parcel, ${i})`)}
    if weigh_parcel(parcel, scale) > HEAVIEST_PARCEL:
        raise TooHeavy(parcel)
${many(40, (i) => `    finish(parcel, ${i})`)}
${many(9, (i) => `-- post/parcel_${i}.py --\nclass Parcel${i}:\n    """A parcel of size ${i}, which a scale weighs."""\n    def parts_of_parcel(self, scale):\n        return scale.parts(${i})\n`)}
`;

let place: TemporaryWorkspace;
before(() => {
  place = temporaryWorkspace(post);
});
after(() => place.remove());

const ask = async (...args: string[]): Promise<string> =>
  (await runCli(['ask', place.folder, ...args, '--cache-dir', place.cacheDir])).stdout;
const headings = (text: string): string[] => text.match(/^post\/\S+:\d+-\d+ .*$/gm) ?? [];

test('the first function is whole, further results are places, callers are named', async () => {
  const answer = await ask('how is a parcel weighed on the scale');
  assert.match(answer, /^post\/weight\.py:1-\d+ {2}function weigh_parcel\n/);
  assert.match(answer, /\n73 {5}total \+= weigh\(parcel\.parts\[69\], scale, 69\)\n/);
  assert.ok(headings(answer).length <= 6, answer);
  assert.match(answer, /\nalso found\n(?: {2}post\/\S+:\d+-\d+ .*\n)+/);
  assert.match(answer, /\ncalled by\n {2}post\/send\.py:\d+ \(in send\) if weigh_parcel\(parcel, scale\) > HEAVIEST_PARCEL:\n/);
  assert.ok(answer.length < 14_000, `${answer.length}`);
});

test('--code and --markdown have the code of all', async () => {
  const [short, all] = [await ask('how is a parcel weighed on the scale'), await ask('how is a parcel weighed on the scale', '--code')];
  assert.ok(headings(all).length > headings(short).length);
  assert.doesNotMatch(all, /also found/);
  assert.doesNotMatch(await ask('how is a parcel weighed on the scale', '--markdown'), /also found/);
});

test('who calls something is answered with the lines of the calls', async () => {
  const answer = await ask('who calls weigh_parcel');
  assert.match(answer, /^post\/send\.py:\d+-\d+ {2}function send {2}\(line 46, extract\)\n/);
  assert.match(answer, /\n *\d+ {5}if weigh_parcel\(parcel, scale\) > HEAVIEST_PARCEL:\n/);
  assert.doesNotMatch(answer, /prepare\(parcel, 20\)/);
});

test('a constant has its definition, what is around the line that uses it, and places', async () => {
  const answer = await ask('HEAVIEST_PARCEL');
  assert.match(
    answer,
    /^post\/limits\.py:1-1 {2}constant HEAVIEST_PARCEL\n1 HEAVIEST_PARCEL = 20\n\npost\/send\.py:5-87 {2}function send {2}\(line 46, extract\)\n(?:.*\n){1,9}46 {5}if weigh_parcel/,
  );
  assert.equal(headings(answer).length, 2, answer);
  assert.match(answer, /\nalso found\n(?: {2}post\/\S+:\d+-\d+ .*\n)+/);
});

test('of a long constant the lines that the question is about are shown; who asks for it by name gets its beginning', async () => {
  const asked = await ask('how many days does the ferry delay overseas tariffs');
  assert.match(asked, /post\/tariffs\.py:1-403 {2}constant TARIFFS {2}\(extract\)\n/);
  assert.match(asked, /\n *202 {5}overseas_island=dict\(base=90, ferry_delay_days=12\),\n/);
  const named = await ask('where is TARIFFS defined');
  assert.match(named, /^post\/tariffs\.py:1-403 {2}constant TARIFFS {2}\(collapsed\)\n *1 TARIFFS = dict\(\n *2 {5}zone_0=dict/);
});

test('within a small budget the code of the first result comes before the other places', async () => {
  for (const budget of ['120', '250', '400']) {
    const answer = await ask('definition of parts_of_parcel', '--budget', budget, '--limit', '20');
    assert.match(answer, /^\d+ +return scale\.parts\(\d\)$/m, `${budget}: ${answer}`);
  }
  // Nothing but a name fits.
  assert.match(await ask('definition of parts_of_parcel', '--budget', '60'), /^post\/parcel_\d\.py:\d/m);
});

test('the folder may come after the question', async () => {
  const question = 'how is a parcel weighed on the scale';
  const { stdout } = await runCli(['ask', question, place.folder, '--cache-dir', place.cacheDir]);
  assert.equal(stdout, await ask(question));
});
