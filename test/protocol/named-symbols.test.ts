/** A symbol that a question names stands first, however the question is worded, with the real server. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryWorkspace } from '../support/fixture.js';
import { withServer } from '../support/server-process.js';
import { ready } from '../support/shop.js';
import { initialize, type Json, type TestClient } from '../support/test-client.js';

/** Files whose words, outlines and names compete with the classes that are asked for. */
const parcels = `
-- post/parcel.py --
"""Parcel, parcels and the class of a parcel: everything about class Parcel is defined here."""
from post.box import Box

class Parcel:
    """What is sent."""
    def __init__(self, weight):
        self.weight = weight

    def label(self):
        return f"parcel of {self.weight}"

class ParcelBatch:
    """Many of them."""
    def __init__(self, parcels):
        self.parcels = parcels
-- post/parcels.py --
"""Where class parcel objects are defined, found and shown: the definition of a parcel class."""
def define_parcel_class(kind):
    """Defines the class of a parcel and where the parcel is defined."""
    return kind

def find_parcel(number):
    """Finds a parcel, shows where it is."""
    return number
-- post/box.py --
class Box:
    def open(self):
        return self

def weigh(parcel, scale):
    """Weighs a parcel."""
    return scale.read(parcel)
-- post/send.py --
from post.parcel import Parcel

def send(parcel: Parcel):
    parcel.label()
-- docs/parcel.md --
# Parcel

A class of parcel is defined by its weight. Where is a parcel defined? See the class Parcel.
`;

const first = async (client: TestClient, query: string): Promise<string[]> => {
  const { results } = await client.request('context/retrieve', { query, limit: 5, related: 0 });
  return results.map(({ path, qualifiedName }: Json) => `${path} ${qualifiedName}`);
};

test('symbols named by keyword, phrase or comparison come first, with several per file', async () => {
  const workspace = temporaryWorkspace(parcels);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      for (const query of [
        'Parcel',
        'class Parcel',
        'class parcel',
        'Parcel class',
        'the Parcel class',
        'class Parcel:',
        'where is Parcel defined',
        'where is the Parcel class defined?',
        'definition of Parcel',
        'go to definition of Parcel',
        'show me where Parcel is declared',
        'which file defines Parcel',
        'show me class Parcel',
        'where can I find the Parcel class?',
        'Parcel definition',
        'documentation of Parcel',
        'I am new to this code. Is it safe to subclass Parcel?',
        'there is a bug in Parcel: it fails on empty input',
      ])
        assert.equal((await first(client, query))[0], 'post/parcel.py Parcel', query);
      for (const query of ['function weigh', 'def weigh(parcel, scale):', 'where is weigh defined', 'the weigh function'])
        assert.equal((await first(client, query))[0], 'post/box.py weigh', query);
      for (const query of ['show me weigh', 'go to weigh', 'which file has weigh', 'how is weigh implemented?'])
        assert.equal((await first(client, query))[0], 'post/box.py weigh', query);
      for (const query of ['the parcel batch class', 'parcel batch', 'where is the parcel batch?', 'show me parcel-batch'])
        assert.equal((await first(client, query))[0], 'post/parcel.py ParcelBatch', query);
      assert.equal((await first(client, 'find parcel'))[0], 'post/parcels.py find_parcel', 'a word around a name may be part of it');
      assert.equal((await first(client, 'I am new to this code. Can you show me ParcelBatch?'))[0], 'post/parcel.py ParcelBatch');
      assert.deepEqual((await first(client, 'what is the difference between Parcel and ParcelBatch')).slice(0, 2).sort(), [
        'post/parcel.py Parcel',
        'post/parcel.py ParcelBatch',
      ]);
      assert.equal(
        (await first(client, 'how are parcels defined'))[0]?.startsWith('post/parcel'),
        true,
        'words that name nothing are a question',
      );
    });
  } finally {
    workspace.remove();
  }
});

test('a name that no text contains is denied, or noted where the question says more', async () => {
  const workspace = temporaryWorkspace(parcels);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      const ask = async (query: string) => {
        const { results, problems } = await client.request('context/retrieve', { query });
        return { count: results.length, problems: problems.map(({ code, message }: Json) => `${code}: ${message}`) };
      };
      for (const query of ['packEverythingTwice', 'how does packEverythingTwice work?']) {
        const { count, problems } = await ask(query);
        assert.ok(count <= 2, query);
        assert.deepEqual(
          problems,
          ['noMatch: no file that is indexed contains packEverythingTwice; the closest results are listed'],
          query,
        );
      }
      // Who asks for its users wants no other code.
      for (const query of ['who calls packEverythingTwice', 'how does Parcel reach packEverythingTwice'])
        assert.deepEqual(await ask(query), { count: 0, problems: ['noMatch: no file that is indexed contains packEverythingTwice'] });
      const noted = await ask('where does packEverythingTwice weigh a parcel on a scale');
      assert.ok(noted.count > 0);
      assert.deepEqual(noted.problems, ['unknownName: no file that is indexed contains packEverythingTwice']);
      const names = async (query: string) =>
        (await ask(query)).problems.filter((problem: string) => problem.includes('that is indexed contains'));
      assert.equal((await names('where is the Dropbox import for parcels')).length, 1);
      assert.deepEqual(await names('Wo wird das Gewicht der Sendung gewogen?'), [], 'nouns of German are no names');
      assert.deepEqual(await names('Weighing a parcel'), [], 'a capital at the start of a sentence makes no name');
      for (const query of ['where is find_parcel', 'findParcel', 'where does find_parcel look', 'how heavy is a parcel_batch'])
        assert.deepEqual((await ask(query)).problems, [], query);
    });
  } finally {
    workspace.remove();
  }
});

const mail = `
-- src/isMail.ts --
export const IS_MAIL = 'isMail';
export function isMail(value: unknown): boolean {
  return typeof value === 'string';
}
export function IsMail(options?: object): PropertyDecorator {
  return validateBy(IS_MAIL, (value) => isMail(value), options);
}
-- src/boxes.ts --
export namespace interfaces {
  export interface Box { open(id: string): unknown }
}
export const OFFICES = [['north', 2], ['south', 4]];
export function officesOf(region: string): readonly unknown[] { return OFFICES.filter(([name]) => name === region); }
export class Box implements interfaces.Box { open(id: string): unknown { return id; } }
`;

test('case and keyword decide between symbols of one name', async () => {
  const workspace = temporaryWorkspace(mail);
  try {
    await withServer(async ({ client }) => {
      await initialize(client, { folders: [workspace.uri], settings: { cacheDir: workspace.cacheDir, edgeIndexing: 'off' } });
      await ready(client);
      for (const [query, expected] of [
        ['IS_MAIL', 'IS_MAIL'],
        ['isMail', 'isMail'],
        ['IsMail', 'IsMail'],
        ['where is IS_MAIL defined', 'IS_MAIL'],
        ['where is OFFICES defined', 'OFFICES'],
        ['find OFFICES', 'OFFICES'],
        ['interface Box', 'interfaces.Box'],
        ['class Box', 'Box'],
        ['where is the interface Box defined', 'interfaces.Box'],
      ] as const) {
        const { results } = await client.request('context/retrieve', { query, related: 0 });
        assert.equal(results[0].qualifiedName, expected, query);
      }
    });
  } finally {
    workspace.remove();
  }
});
