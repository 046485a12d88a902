/** Long attributes above a function are shortened to their first lines, unless the question is about them. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { shortenAttributes } from '../../server/core/retrieval/assemble/shorten-attributes.js';

const source = `/// Lists parcels.
#[route(
    path = "/parcels",
    tag = "depot",
    responses(
        (status = 200, description = "All (of them)"),
        (status = 401, description = "Not logged in"),
        (status = 404, description = "No depot"),
        (status = 500, description = "Broken"),
    )
)]
#[inline]
pub fn list_parcels() -> Parcels {
    todo()
}`.split('\n');
const lines = source.map((text, i) => ({ text, line: 40 + i }));
const name = { nameLine: 52, language: 'rust' };
const about =
  (word: string) =>
  (text: string): number =>
    text.includes(word) ? 1 : 0;

test('the middle of a long attribute is a note', () => {
  const shown = shortenAttributes(lines, name, about('todo'));
  assert.deepEqual(
    shown?.map(({ text }) => text),
    [...source.slice(0, 4), '    /* 6 lines left out */', ...source.slice(10)],
  );
  assert.deepEqual(
    shown?.map(({ line }) => line),
    [40, 41, 42, 43, null, 50, 51, 52, 53, 54],
  );
});

test('an attribute that the question is about stays', () => {
  assert.equal(shortenAttributes(lines, name, about('Not logged in')), null);
});

test('short attributes stay, and what is below the name', () => {
  assert.equal(shortenAttributes(lines.slice(10), name, about('todo')), null);
  assert.equal(shortenAttributes(lines, { ...name, nameLine: 41 }, about('todo')), null);
});
