/** The benchmark of answers: what it asks is repeatable and has an answer, right answers score 1 and wrong ones 0. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../server/util/package-root.js';
import { parseFixture, temporaryWorkspace } from '../support/fixture.js';

const load = (name: string) => import(pathToFileURL(join(packageRoot, 'scripts', 'answers', `${name}.mjs`)).href);
const ctagsMissing = spawnSync('ctags', ['--version'], { encoding: 'utf8' }).stdout?.includes('Universal Ctags')
  ? false
  : 'universal-ctags is not installed';

interface Line {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}
interface Target {
  readonly path: string;
  readonly name: string;
  readonly line: number | null;
  readonly start: number;
  readonly end: number;
}
interface Question {
  readonly repo: string;
  readonly kind: string;
  readonly query: string;
  readonly targets: readonly Target[];
  readonly needed: readonly Line[];
}

const FIRST = `-- shop/cart.py --
class ShoppingCart:
    def add_item(self, item):
        """Put one more of the given goods on the list."""
        check_stock(item)
        self.items.append(item)


def check_stock(item):
    if item.count == 0:
        raise ValueError("cannot sell %s because none is left" % item.name)
    return reserve_units(item, 1)


def reserve_units(item, units):
    item.count = item.count - units
    return item


def total_price(cart):
    return sum(item.price for item in cart.items)
-- shop/report.py --
from shop.cart import total_price


def print_report(cart):
    # Callers want one line.
    print("the total of this cart is", total_price(cart))


class ReportWriter:
    pass
`;
const SECOND = `-- lib/zeppelin.py --
class ZeppelinHangar:
    def moor_airship(self, airship):
        """Fasten the airship at its mooring mast before nightfall comes."""
        return airship
`;

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@example.com', '-c', 'commit.gpgsign=false', ...args], {
    encoding: 'utf8',
  }).trim();

/** A repository of two commits; the second changes `reserve_units`. */
function repositoryOf(source: string): { folder: string; commit: string; remove: () => void } {
  const place = temporaryWorkspace(source);
  git(place.folder, 'init', '-q');
  git(place.folder, 'add', '-A');
  git(place.folder, 'commit', '-q', '-m', 'Begin');
  const path = [...parseFixture(source).files.keys()][0] as string;
  const text = readFileSync(join(place.folder, path), 'utf8');
  place.write(
    path,
    text.replace('item.count - units', 'max(0, item.count - units)').replace('    return item\n', '    assert item\n    return item\n'),
  );
  git(place.folder, 'commit', '-q', '-a', '--allow-empty', '-m', 'Never let the number of goods drop below nothing');
  return { folder: place.folder, commit: git(place.folder, 'rev-parse', 'HEAD'), remove: () => place.remove() };
}

/** What an answer looks like that has exactly these places and lines. */
const answerOf = (targets: readonly Target[], lines: readonly Line[], confidence = 1) => ({
  places: targets.map(({ path, start, end, name }) => ({ path, start, end, name, related: false })),
  printed: lines.map(({ path, text }) => `## ${path}:1-2\n${text}`).join('\n'),
  confidence,
  doubts: false,
});

async function questionsOf(cache: string): Promise<Question[]> {
  const { prepare, withAbsent } = await load('questions');
  const made = [FIRST, SECOND].map(repositoryOf);
  try {
    const prepared = [];
    for (const [i, { folder, commit }] of made.entries()) {
      // A snapshot is found by its name below the folder of snapshots.
      const [parent, name] = [join(folder, '..'), folder.slice(folder.lastIndexOf('/') + 1)];
      prepared.push({
        ...(await prepare({ repo: `own/${name}`, commit, language: 'python' }, parent, join(cache, `trees${i}`))),
        repo: `own/${i}`,
      });
    }
    return withAbsent(prepared).flatMap(({ questions }: { questions: Question[] }) => questions);
  } finally {
    for (const { remove } of made) remove();
  }
}

test('generates every kind of question, and judges its own answer right', { skip: ctagsMissing }, async () => {
  const cache = temporaryWorkspace('-- .keep --\n');
  const { judge } = await load('judge');
  const { KINDS } = await load('questions');
  try {
    const questions = await questionsOf(cache.folder);
    const own = questions.filter(({ repo }) => repo === 'own/0');
    for (const kind of KINDS.filter((kind: string) => kind !== 'absent'))
      assert.ok(
        own.some((question) => question.kind === kind),
        kind,
      );
    assert.ok(questions.some(({ kind }) => kind === 'absent'));
    for (const question of questions) {
      const three = (answer: unknown) => [answer, answer, answer];
      const right = judge(question, three(answerOf(question.targets, question.needed)));
      const elsewhere = ['a', 'b', 'c'].map((name) => ({ path: 'other.py', name, line: 1, start: 1, end: 9 }));
      const wrong = judge(question, three(answerOf(elsewhere, [])));
      const what = JSON.stringify([question, right, wrong]);
      if (question.kind === 'absent') {
        assert.equal(right.admitted, 1, what);
        assert.equal(wrong.admitted, 0, what);
        continue;
      }
      assert.deepEqual([right.right1, right.right3, right.shown3000, right.denied], [1, 1, 1, 0], what);
      assert.deepEqual([wrong.right1, wrong.right3, wrong.shown3000, wrong.denied], [0, 0, 0, 0], what);
      assert.ok(right.both5 !== 0 && right.recall !== 0 && !wrong.both5 && !wrong.recall, what);
    }
  } finally {
    cache.remove();
  }
});

test('expected places are in the source where the question says', { skip: ctagsMissing }, async () => {
  const cache = temporaryWorkspace('-- .keep --\n');
  try {
    const questions = (await questionsOf(cache.folder)).filter(({ repo }) => repo === 'own/0');
    const of = (kind: string) => questions.filter((question) => question.kind === kind);
    const texts = ({ needed }: Question) => needed.map(({ text }) => text.trim());
    const [documented] = of('docstrings');
    assert.equal(documented?.query, 'Put one more of the given goods on the list');
    assert.deepEqual(texts(documented as Question), ['def add_item(self, item):', 'check_stock(item)', 'self.items.append(item)']);
    const literal = of('literals').find(({ targets }) => targets[0]?.name === 'check_stock');
    assert.match(literal?.query ?? '', /cannot sell (?!%s).+ because none is left/);
    assert.match(texts(literal as Question)[0] ?? '', /^raise ValueError/);
    const usage = of('usages').find(({ query }) => query.includes('total_price'));
    assert.deepEqual(
      usage?.targets.map(({ name }) => name),
      ['print_report'],
    );
    const [changed] = of('commits');
    assert.equal(changed?.query, 'Never let the number of goods drop below nothing');
    assert.deepEqual(
      changed?.targets.map(({ name }) => name),
      ['reserve_units'],
    );
    assert.ok(texts(changed as Question).includes('item.count = item.count - units'));
    for (const { query, targets } of of('traces')) assert.match(query.split('\n').at(-3) ?? '', new RegExp(`in ${targets[0]?.name}$`));
  } finally {
    cache.remove();
  }
});

test('the same seed gives the same questions', { skip: ctagsMissing }, async () => {
  const cache = temporaryWorkspace('-- .keep --\n');
  try {
    const [one, two] = [await questionsOf(join(cache.folder, 'one')), await questionsOf(join(cache.folder, 'two'))];
    assert.ok(one.length > 10);
    assert.deepEqual(one, two);
  } finally {
    cache.remove();
  }
});

test('the message of a bug fix asks for the lines that it changed, as they were before', async () => {
  const [{ fixes }, { judgeFix }, { randomFrom }] = [await load('fixes'), await load('judge'), await load('random')];
  const made = repositoryOf(FIRST);
  const message = [
    'Keep the stock of an item at zero',
    'When two carts are paid at the same time the stock of an item is wrong: it becomes negative, and the next cart fails with an unexpected error.',
    'The customer sees a page that says that the shop is closed, although all other goods are there and could be sold as usual to everybody.',
    ' shop/cart.py | 2 +-\n 1 file changed, 1 insertion(+), 1 deletion(-)',
  ].join('\n\n');
  try {
    git(made.folder, 'commit', '-q', '--amend', '-m', message);
    const [question, ...others] = await fixes(made.folder, git(made.folder, 'rev-parse', 'HEAD'), randomFrom('x'), 6);
    assert.equal(others.length, 0);
    assert.equal(question.commit, git(made.folder, 'rev-parse', 'HEAD^'));
    assert.match(question.query, /^Keep the stock(?!.*changed, 1)(?!.*cart\.py)/s);
    assert.ok(question.needed.some(({ text }: Line) => text.includes('item.count = item.count - units')));
    const two = (answer: unknown) => [answer, answer];
    const right = judgeFix(question, two(answerOf(question.targets, question.needed)));
    assert.deepEqual(right, { file1: 1, file5: 1, function10: 1, shown2000: 1, shown8000: 1 });
    const wrong = judgeFix(question, two(answerOf([{ path: 'other.py', name: 'a', line: 1, start: 1, end: 9 }], [])));
    assert.deepEqual(wrong, { file1: 0, file5: 0, function10: 0, shown2000: 0, shown8000: 0 });
  } finally {
    made.remove();
  }
});

test('a result is right if it covers the line, as the symbol or with little around it', async () => {
  const { isRight } = await load('judge');
  const target = { path: 'a.ts', name: 'parse', line: 100, start: 95, end: 300 };
  const place = (start: number, end: number, name = 'x', path = 'a.ts') => ({ path, start, end, name, related: false });
  assert.ok(isRight(place(95, 300), target));
  assert.ok(isRight(place(90, 130), target), 'a small container');
  assert.ok(isRight(place(200, 240, 'parse'), target), 'a part of its body');
  assert.ok(!isRight(place(200, 240), target), 'another symbol inside');
  assert.ok(!isRight(place(1, 900), target), 'the whole file');
  assert.ok(!isRight(place(95, 300, 'parse', 'b.ts'), target), 'another file');
  assert.ok(isRight(place(290, 320), { ...target, line: null }), 'any line of a changed function');
});

test('counts the lines shown within the budget, with or without line numbers', async () => {
  const { shownShare } = await load('judge');
  const needed = [
    { path: 'a.ts', line: 3, text: '  const first = read();' },
    { path: 'a.ts', line: 4, text: '  return first + 1;' },
  ];
  const print = (...lines: string[]) => ['## a.ts:3-4 `f`', '```ts', ...lines, '```'].join('\n');
  assert.equal(shownShare(print('const first = read();', 'return first + 1;'), needed, 300), 1);
  assert.equal(shownShare(print('3|  const first = read();', '  4   return first + 1;'), needed, 300), 1);
  assert.equal(shownShare(print('const first = read();', '…'), needed, 300), 0.5);
  assert.equal(shownShare(print(...Array(300).fill('filler();'), 'const first = read();', 'return first + 1;'), needed, 300), 0);
  assert.equal(shownShare(print('const first = read();').replace('a.ts', 'b.ts'), needed, 300), 0);
});

test('an answer admits doubt in words or by fewer than three results', async () => {
  const [{ admits, calibrationError, judge }, { readAnswer }] = [await load('judge'), await load('answer-shape')];
  const result = { path: 'a.ts', name: 'f', range: { start: { line: 0 }, end: { line: 3 } }, relation: null };
  const reply = (count: number, problems: object[] = []) =>
    readAnswer({ results: Array(count).fill(result), problems, confidence: 0.4, markdown: '' });
  assert.ok(!admits(reply(3)));
  assert.ok(admits(reply(2)));
  assert.ok(admits(reply(9, [{ code: 'noMatch', message: 'nothing here about that' }])));
  const target = { path: 'b.ts', name: 'g', line: 1, start: 1, end: 3 };
  const question = { kind: 'typos', targets: [target], needed: [] };
  assert.equal(judge(question, Array(3).fill(reply(2))).denied, 1);
  assert.equal(judge(question, Array(3).fill(reply(5))).denied, 0);
  const row = (confidence: number, correct: number) => ({ confidence, correct });
  assert.equal(calibrationError([row(1, 1), row(1, 1), row(0, 0)]), 0);
  assert.ok(Math.abs(calibrationError([row(0.95, 1), row(0.95, 0)]) - 0.45) < 1e-9);
});

test("fills the placeholders of a program's messages", async () => {
  const [{ filled, fixedParts }, { randomFrom }] = [await load('literals'), await load('random')];
  const random = randomFrom('x');
  assert.match(filled('%d of %s items are left', 'python', random), /^\d+ of \S+ items are left$/);
  assert.match(filled('cannot open #{path} for reading', 'ruby', random), /^cannot open \S+ for reading$/);
  assert.deepEqual(fixedParts('cannot open #{path} for reading now', 'ruby'), ['cannot open', 'for reading now']);
  assert.equal(fixedParts('%s: %d', 'c'), null);
});

test('no repository of the benchmark is tuned or trained on', async () => {
  const { loadRepositories, overlapping } = await load('repositories');
  const repositories = loadRepositories() as { repo: string; commit: string; language: string; half: string }[];
  assert.ok(repositories.length >= 30);
  assert.ok(new Set(repositories.map(({ language }) => language)).size >= 12);
  assert.equal(new Set(repositories.map(({ repo }) => repo)).size, repositories.length);
  for (const half of ['tune', 'judge']) assert.ok(repositories.filter((one) => one.half === half).length >= 15, half);
  for (const { commit } of repositories) assert.match(commit, /^[0-9a-f]{40}$/);
  const others = ['google/leveldb', 'someone/Flask', 'tokio-rs/axum', 'App-vNext/Polly'].map((repo) => ({ repo }));
  assert.deepEqual(overlapping(others), others);
});
