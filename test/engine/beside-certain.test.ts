/** Where the first result is certain, what has nothing to do with it is only named, and what belongs to it is shown with it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Question } from '../../server/core/model/answer.js';
import { engineOn, workspace } from '../support/real-engine.js';

const counters = Array.from({ length: 600 }, (_, i) => `def count_${i}(rows):\n    return len(rows) + ${i}\n`).join('\n\n');
const id = (i: number): string => `1e2${i}3ff1f80f1c69/74280ae0c10d80${i}2`;
const ids = Array.from({ length: 12 }, (_, i) => id(i)).join(', ');
const knownIds = Array.from({ length: 12 }, (_, i) => `def known_${i}():\n    return '${id(i)}'\n`).join('\n\n');

const source = `
-- yard/known.py --
${knownIds}
-- yard/gate.py --
OPENING_HOUR = 6


def is_owned_by(path, user):
    """Whether the files of a depot belong to a user."""
    return path.owner == user


def owners_from_settings(settings):
    return settings.get('safe_folders', [])


def check_owner_of_depot(path, user, settings):
    if is_owned_by(path, user):
        return
    safe_folders = owners_from_settings(settings)
    folder = path.parent
    if folder in safe_folders:
        return
    if path not in safe_folders:
        raise PermissionError('the depot at %s is not owned by the current user' % path)


def open_depot(path, user, settings):
    check_owner_of_depot(path, user, settings)
    return path.open()


def opens_at(day):
    if day.is_holiday:
        return None
    return OPENING_HOUR
def store_parcels(parcels, log):
    try:
        return [parcel.store() for parcel in parcels]
    except OSError as error:
        log.debug('cannot store the parcels ' + ids_of(parcels) + ' due to ' + reason_of(error))
-- yard/owners.py --
def list_owners_of_depots(depots):
    """Lists the owners of all depots, the current user first."""
    return sorted(depot.owner for depot in depots)


def count_owned_depots(user, depots):
    """How many depots the current user owns."""
    return sum(depot.owner == user for depot in depots)
-- vendor/scales/scale.py --
def calibrate_tarebeam(scale):
    return scale.tarebeam + 1


def read_tarebeam(scale):
    return scale.tarebeam


def reset_tarebeam(scale):
    scale.tarebeam = 0
-- yard/small.py --
def is_lorry(thing):
    return thing.wheels > 4


${Array.from({ length: 12 }, (_, i) => `def park_${i}(thing):\n    return is_lorry(thing) and ${i}\n`).join('\n\n')}
-- yard/counters.py --
${counters}
`;

async function asked(t: test.TestContext, question: Question) {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const answer = await engine.retrieve({ brief: true, extract: true, related: 0, budgetTokens: 2_000, reservedTokens: 0, ...question });
  const named = (isPlace: boolean) =>
    answer.results.filter(({ shortening }) => (shortening === 'place') === isPlace).map(({ qualifiedName }) => qualifiedName);
  return { answer, withCode: named(false), places: named(true) };
}

test('beside a name that another wording guessed, only what calls it, is called by it, or the question itself finds first keeps its code', async (t) => {
  const query = 'where is the current user compared with the owner of a depot';
  const [own] = (await asked(t, { query })).withCode;
  const others = ['list_owners_of_depots', 'count_owned_depots'];
  const { withCode, places } = await asked(t, { query, alternatives: ['check_owner_of_depot'] });
  assert.equal(withCode[0], 'check_owner_of_depot');
  assert.deepEqual(
    others.filter((name) => withCode.includes(name)),
    others.filter((name) => name === own),
  );
  assert.deepEqual(
    others.filter((name) => places.includes(name)),
    others.filter((name) => name !== own),
  );
  // What does little is hardly all that the question is about.
  for (const other of ['owner of depot current user', 'is_owned_by']) {
    const { withCode } = await asked(t, { query, alternatives: [other] });
    assert.ok(withCode.includes('list_owners_of_depots') || withCode.includes('count_owned_depots'), `${other}: ${withCode}`);
  }
});

test('a pasted message is shown with the functions that lead to it', async (t) => {
  const pasted = 'Traceback (most recent call last):\n  File "/opt/run.py", line 4, in <module>\n    depot = open(\'/srv/a\')\n';
  const { withCode } = await asked(t, { query: `${pasted}PermissionError: the depot at /srv/a is not owned by the current user` });
  assert.deepEqual(withCode.slice(0, 3), ['check_owner_of_depot', 'owners_from_settings', 'is_owned_by']);
});

test('a line of a log leads to the text behind its thread, its logger and its ids', async (t) => {
  const query = `DEBUG [worker-threads-1-7] z.s.i.YardCollector - cannot store the parcels [${ids}] due to DepotFull(depot is closed)`;
  const { withCode } = await asked(t, { query });
  assert.equal(withCode[0], 'store_parcels');
});

test('a constant is shown with what is around the line that uses it', async (t) => {
  const { answer, withCode } = await asked(t, { query: 'OPENING_HOUR' });
  assert.deepEqual(withCode, ['OPENING_HOUR', 'opens_at']);
  assert.match(answer.results[1]?.text ?? '', /return None\n {4}return OPENING_HOUR/);
  assert.equal(answer.results[1]?.reason, 'uses the symbol in the question');
});

test('a misremembered name before a description does not hide what the words find', async (t) => {
  const query = 'verify_depot: raises an error if the depot is not owned by the current user of the yard';
  const { answer, withCode } = await asked(t, { query, alternatives: ['verify_depot'] });
  assert.ok(withCode.includes('check_owner_of_depot'), String(withCode));
  assert.ok(
    answer.problems.every(({ code }) => code !== 'noMatch'),
    JSON.stringify(answer.problems),
  );
});

test('a weak answer says which words only third-party code has', async (t) => {
  const { answer } = await asked(t, {
    query: 'where do the opening lorries of a holiday list their tarebeam to the current owners of depots',
  });
  assert.match(answer.problems.map(({ message }) => message).join('\n'), /"tarebeam" only in tests, documentation or third-party code/);
});

test('a helper that another wording names besides other things hides none of them', async (t) => {
  const { withCode } = await asked(t, {
    query: 'what happens when a depot is not owned by whoever opens it',
    alternatives: ['owners depot user is_lorry'],
  });
  assert.ok(withCode.includes('check_owner_of_depot'), String(withCode));
});
