/** What ranking makes of candidates: each rule by the part that it adds, and that parts sum to the score. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { ChunkRecord } from '../../server/core/model/chunk.js';
import { analyseQuery } from '../../server/core/retrieval/query/analyse-query.js';
import { inflections } from '../../server/core/retrieval/query/expand-words.js';
import { type CorpusFacts, type Ranked, rank, type Spread } from '../../server/core/retrieval/rank/rank.js';
import { weights } from '../../server/core/retrieval/rank/weights.js';
import type { Candidate } from '../../server/core/retrieval/recall/search.js';

let ids = 0;
/** A function in a file; each file is `path`'s own. */
function candidate(path: string, record: Partial<ChunkRecord> = {}, found: Partial<Candidate> = {}): Candidate {
  const id = ++ids;
  const whole: ChunkRecord = {
    id,
    fileId: [...path].reduce((sum, c) => sum * 31 + c.charCodeAt(0), 7),
    path,
    key: `k${id}`,
    language: 'typescript',
    role: 'source',
    origin: 'disk',
    provenance: 'syntax',
    parentId: null,
    kind: 'symbol',
    name: 'thing',
    qualifiedName: 'thing',
    symbolKind: 'function',
    span: { start: 0, end: 100 },
    lines: { start: 0, end: 5 },
    nameSpan: null,
    bodySpan: { start: 10, end: 90 },
    signature: 'function thing()',
    doc: '',
    meta: {},
    tokens: 60,
    ...record,
  };
  return { record: whole, lexical: 0.5, semantic: 0.4, name: null, ...found };
}

const corpus = (frequency: Record<string, number> = {}): CorpusFacts => ({
  frequency: new Map(Object.entries(frequency)),
  chunks: 1_000,
  importance: () => 0,
});
const ranked = (query: string, candidates: readonly Candidate[], facts = corpus()): Ranked[] =>
  rank(analyseQuery(query), candidates, facts, null);
const partsOf = (list: readonly Ranked[], path: string): Map<string, number> =>
  new Map(list.find((r) => r.candidate.record.path === path)?.parts.map(({ name, value }) => [name, value]));
/** Names of the parts that take something away. */
const losses = (query: string, path: string, record: Partial<ChunkRecord> = {}, beside: readonly string[] = []): string[] => {
  const list = ranked(query, [candidate(path, record), ...beside.map((other) => candidate(other))]);
  return [...partsOf(list, path)].flatMap(([name, value]) => (value < 0 && name !== 'depth' ? [name] : []));
};

test('inflections contain other forms of a word, not the word itself', () => {
  for (const [word, form] of [
    ['scheduling', 'schedule'],
    ['scheduled', 'scheduling'],
    ['runs', 'running'],
    ['running', 'run'],
    ['discovers', 'discover'],
    ['validation', 'validate'],
    ['retries', 'retry'],
    ['processes', 'process'],
    ['parser', 'parsing'],
    ['request', 'requested'],
  ] as const) {
    assert.ok(inflections(word).includes(form), `${word}: ${inflections(word).join(' ')}`);
    assert.ok(!inflections(word).includes(word), word);
  }
  for (const word of ['url', 'straße', '函数', 'utf8', '']) assert.deepEqual(inflections(word), [], word);
});

test('demoted kinds of files keep a share of their score and name the reason', () => {
  assert.deepEqual(losses('how are users stored', 'src/store.ts'), []);
  assert.deepEqual(losses('how are users stored', 'test/store.ts', { role: 'test' }), ['role:test']);
  assert.deepEqual(losses('tests of the user store', 'test/store.ts', { role: 'test' }), []);
  assert.deepEqual(losses('how are users stored', 'src/store.rs', { language: 'rust', qualifiedName: 'tests.stores' }), ['role:test']);
  assert.deepEqual(losses('how are users stored', 'src/store.rs', { language: 'rust', qualifiedName: 'contests.stores' }), []);
  assert.deepEqual(losses('how are users stored', 'src/store.zig', { language: 'zig', symbolKind: 'test' }), ['role:test']);
  assert.deepEqual(losses('how are users stored', 'src/store.h', { language: 'c', bodySpan: null }), ['declaration']);
  assert.deepEqual(losses('how are users stored', 'src/main.rs', { symbolKind: 'module', bodySpan: null }), ['names a module']);
  assert.deepEqual(losses('how are users stored', 'src/main.rs', { symbolKind: 'module' }), []);
  assert.deepEqual(losses('how are users stored', 'scripts/store.mjs', { role: 'script' }), ['role:script']);
  assert.deepEqual(losses('scripts that store users', 'scripts/store.mjs', { role: 'script' }), []);
  assert.deepEqual(losses('how are users stored', 'data/users.csv', { language: 'csv' }), ['data file']);
  assert.deepEqual(losses('how are users stored', 'cases/users.storetest', { language: 'plaintext' }), ['unknown language']);
  assert.deepEqual(losses('how are users stored', 'README', { language: 'plaintext', role: 'documentation' }), ['role:documentation']);
  assert.deepEqual(losses('how are users stored', 'locale/de.po', { language: 'po', role: 'configuration' }), [
    'role:configuration',
    'data file',
  ]);
  assert.deepEqual(losses('how are users stored', 'docs/store.md', { role: 'documentation' }), ['role:documentation']);
});

test('a change request prefers functions, several per file', () => {
  const task = 'fix how users are stored';
  const idle = ['not a function'];
  assert.deepEqual(losses(task, 'src/store.ts', { symbolKind: 'field' }), idle);
  assert.deepEqual(losses(task, 'src/store.ts', { kind: 'comment', symbolKind: null }), idle);
  assert.deepEqual(losses(task, 'src/Store.java', { language: 'java', symbolKind: 'interface' }), idle);
  assert.deepEqual(losses(task, 'src/store.go', { language: 'go', symbolKind: 'struct' }), idle);
  assert.deepEqual(losses(task, 'src/Store.swift', { language: 'swift', symbolKind: 'struct' }), [], 'holds its functions');
  assert.deepEqual(losses(task, 'src/store.ts', { symbolKind: 'class' }), []);
  assert.deepEqual(losses('how are users stored', 'src/store.ts', { symbolKind: 'field' }), []);
  const second = (query: string) => {
    const list = ranked(query, [candidate('src/store.ts', { id: 1_001 }), candidate('src/store.ts', { id: 1_002 })]);
    return (list[1] as Ranked).score / (list[0] as Ranked).score;
  };
  assert.ok(second(task) > 1.1 * second('how are users stored'));
});

test('a folder with several good files boosts its files, but not for names or change requests', () => {
  const files = ['src/store/users.ts', 'src/store/groups.ts', 'src/store/sql/rows.ts', 'src/mail/send.ts'].map((path) => candidate(path));
  const list = ranked('how are users stored', files);
  const part = (path: string) => partsOf(list, path).get('folder support') as number;
  assert.ok(part('src/store/users.ts') > 2.5 * part('src/mail/send.ts'), `${part('src/store/users.ts')} ${part('src/mail/send.ts')}`);
  assert.ok(
    part('src/store/users.ts') > 2.5 * part('src/store/sql/rows.ts'),
    'a folder holds what lies further in, not the other way round',
  );
  for (const other of ['storeUsers', 'fix how users are stored'])
    assert.equal(partsOf(ranked(other, files), 'src/store/users.ts').has('folder support'), false, other);
});

test('a rare word matches a file name, a frequent one does not', () => {
  const files = [candidate('src/test.ts'), candidate('src/coverage.ts')];
  const list = ranked('coverage of a test', files, corpus({ test: 900, coverage: 5 }));
  const name = (path: string) => partsOf(list, path).get('file name') as number;
  assert.ok(name('src/coverage.ts') > 2 * name('src/test.ts'), `${name('src/coverage.ts')} ${name('src/test.ts')}`);
});

test('matches a file name whatever separates its words', () => {
  const part = (path: string) => partsOf(ranked('rate limits of users', [candidate(path)]), path).get('file name');
  assert.equal(part('src/rate-limits.ts'), part('src/rateLimits.ts'));
  assert.equal(part('src/rate-limits.ts'), part('src/rate_limits.ts'));
  assert.ok((part('src/rate-servers.ts') as number) < 0.6 * (part('src/rate-limits.ts') as number), 'half of it');
});

test('index.ts, mod.rs and __init__.py are named after their folder', () => {
  for (const entry of ['index.ts', 'mod.rs', '__init__.py', 'init.lua']) {
    const list = ranked('router', [candidate(`src/router/${entry}`), candidate('src/http/router.ts'), candidate(`src/http/${entry}`)]);
    const name = (path: string) => partsOf(list, path).get('file name') ?? 0;
    assert.equal(name(`src/router/${entry}`), name('src/http/router.ts'), entry);
    assert.equal(name(`src/http/${entry}`), 0, entry);
  }
  assert.equal(partsOf(ranked('index', [candidate('index.ts')]), 'index.ts').has('file name'), true, 'at the top it is a file like others');
});

test('a word that names nothing matches literally; comments and blocks are no names', () => {
  const comment = candidate(
    'notes.ts',
    { kind: 'comment', name: '// zebraMarker', symbolKind: null, bodySpan: null },
    { lexical: 1, semantic: 0.1, name: 'identifierFolded' },
  );
  const far = Array.from({ length: 5 }, (_, i) => candidate(`far${i}.ts`, {}, { lexical: 0, semantic: 0.3 }));
  const list = ranked('zebraMarker', [...far, comment]);
  assert.equal(list[0]?.candidate.record.path, 'notes.ts');
  assert.ok((partsOf(list, 'notes.ts').get('literal') ?? 0) > 0);
  const block = candidate(
    'block.ts',
    { kind: 'block', name: '// zebraMarker', symbolKind: null, bodySpan: null },
    { lexical: 1, semantic: 0.1, name: 'identifierFolded' },
  );
  assert.equal(ranked('zebraMarker', [...far, block])[0]?.candidate.record.path, 'block.ts');
  const test = candidate('some.test.ts', { role: 'test', kind: 'module', symbolKind: null }, { lexical: 1, semantic: 0 });
  assert.equal(ranked('zebraMarker', [...far, test])[0]?.candidate.record.path, 'some.test.ts');
  const named = candidate('named.ts', { name: 'zebraMarker' }, { lexical: 0.5, semantic: 0.1, name: 'identifier' });
  assert.equal(partsOf(ranked('zebraMarker', [...far, comment, named]), 'notes.ts').get('literal'), undefined);
});

test('recency breaks ties, and decides if the question asks for recent changes', () => {
  const age = {
    recencyOf: (path: string) => (path === 'src/new.ts' ? 1 : 0.1),
    churn: (path: string) => (path === 'src/busy.ts' ? 40 : 1),
  };
  const files = () => [candidate('src/old.ts'), candidate('src/busy.ts'), candidate('src/new.ts')];
  const order = (query: string, more: Partial<Candidate> = {}) =>
    ranked(query, [...files(), candidate('src/exact.ts', {}, { semantic: 0.5, ...more })], { ...corpus(), age }).map(
      ({ candidate: { record } }) => record.path.slice(4, -3),
    );
  assert.deepEqual(
    order('how are users stored'),
    ['exact', 'new', 'busy', 'old'],
    'it never overtakes what fits better; equals come by path',
  );
  assert.equal(order('what changed recently in how users are stored')[0], 'new');
  assert.equal(order('most changed places where users are stored')[0], 'busy');
  assert.equal(order('hotspots: users stored')[0], 'busy');
  assert.equal(partsOf(ranked('users', files(), { ...corpus(), age }), 'src/new.ts').get('recency'), weights.recency);
  assert.equal(partsOf(ranked('users', files()), 'src/new.ts').has('recency'), false, 'without version control there is none');
});

test('score parts sum to the score, and results are sorted by it', () => {
  const roles = ['source', 'test', 'documentation', 'legacy'] as const;
  const paths = ['src/win/pipe.c', 'src/unix/pipe.c', 'api/v1/pipe.c', 'api/pipe.c', 'test/pipe.c'];
  const candidates = Array.from({ length: 60 }, (_, i) =>
    candidate(
      paths[i % paths.length] as string,
      { language: 'c', role: roles[i % 4] as 'source', bodySpan: i % 3 ? null : { start: 1, end: 2 }, tokens: i * 40 },
      { lexical: (i % 7) / 7, semantic: (i % 11) / 11, name: i % 13 ? null : 'compound' },
    ),
  );
  const list = ranked('how are pipes read', candidates);
  for (const [i, { score, parts }] of list.entries()) {
    const sum = parts.reduce((total, { value }) => total + value, 0);
    assert.ok(Math.abs(sum - score) < 1e-9, `${sum} is not ${score}`);
    assert.ok(i === 0 || score <= (list[i - 1] as Ranked).score);
  }
});

test('a code chunk represents its file instead of imports and comments, unless those are asked for or it hardly matches', () => {
  const order = (query: string, code: number, kind: 'block' | 'comment' | 'module' = 'block') =>
    ranked(query, [
      candidate('src/a.ts', { kind, symbolKind: null, name: 'import ship' }, { lexical: 1, semantic: 0.6 }),
      candidate('src/a.ts', { name: 'deliver' }, { lexical: code, semantic: code * 0.6 }),
      candidate('src/b.ts', { name: 'other' }, { lexical: 0.1, semantic: 0.1 }),
    ]).map(({ candidate: { record } }) => record.name);
  assert.equal(order('how parcels are shipped', 0.6)[0], 'deliver');
  assert.equal(order('how parcels are shipped', 0.6, 'comment')[0], 'deliver');
  assert.equal(order('how parcels are shipped', 0.6, 'module')[0], 'deliver', 'the outline of a file gives way too');
  assert.equal(order('how parcels are shipped', 0.05)[0], 'import ship');
  assert.equal(order('which comments mention parcels', 0.6)[0], 'import ship');
});

test('a function comes before the class around it, unless a type is asked for', () => {
  const order = (query: string): string[] => {
    const around = { symbolKind: 'class', name: 'Bag', qualifiedName: 'Bag', lines: { start: 0, end: 90 }, tokens: 900 } as const;
    const inside = { symbolKind: 'method', name: 'reserve', qualifiedName: 'Bag.reserve', lines: { start: 20, end: 25 } } as const;
    const list = ranked(query, [
      candidate('src/bag.ts', around),
      candidate('src/bag.ts', inside),
      candidate('src/other.ts', {}, { lexical: 0.1 }),
    ]);
    return list.map(({ candidate: { record } }) => record.name);
  };
  assert.equal(order('makes an item unavailable for others')[0], 'reserve');
  assert.equal(order('the class of items that are unavailable')[0], 'Bag');
});

test('words similar to those of a name count in part', () => {
  const names = { name: 'discard' };
  const similarity = (a: string, b: string) => ([a, b].sort().join() === 'discard,drop' ? 0.8 : 0);
  const order = (more: Partial<CorpusFacts>) =>
    rank(
      analyseQuery('how are old parcels drop'),
      [candidate('src/a.ts', { name: 'label' }, { lexical: 0.55 }), candidate('src/b.ts', names, { lexical: 0.5 })],
      { ...corpus(), ...more },
      null,
      'symbols',
    ).map(({ candidate: { record } }) => record.name);
  assert.deepEqual(order({}), ['label', 'discard']);
  assert.deepEqual(order({ similarity }), ['discard', 'label']);
});

test('words of the text and similar ones count, in a list of symbols and where no symbol is named', () => {
  const texts: Record<string, string> = { first: 'send(parcel)', second: 'discard(parcel) if parcel.age > limit' };
  const similarity = (a: string, b: string) => ([a, b].sort().join() === 'discard,drop' ? 0.8 : 0);
  const textOf = ({ name }: ChunkRecord) => texts[name] ?? '';
  const order = (query: string, spread: Spread, more: Partial<CorpusFacts> = { similarity, textOf }) =>
    rank(
      analyseQuery(query),
      [candidate('src/a.ts', { name: 'first' }, { lexical: 0.55 }), candidate('src/b.ts', { name: 'second' }, { lexical: 0.5 })],
      { ...corpus(), ...more },
      null,
      spread,
    ).map(({ candidate: { record } }) => record.name);
  const query = 'how are old parcels drop';
  assert.deepEqual(order(query, 'symbols', { similarity }), ['first', 'second']);
  assert.deepEqual(order(query, 'symbols'), ['second', 'first']);
  assert.deepEqual(order(query, 'files'), ['first', 'second']);
  assert.deepEqual(order('how does `Depot` drop old parcels', 'symbols'), ['first', 'second']);
});

test('a function comes before a field or constant of its file, unless a value is asked for', () => {
  const order = (query: string, symbolKind: 'field' | 'constant' | 'class' = 'field'): string[] => {
    const value = { symbolKind, name: 'delay', lines: { start: 0, end: 2 } } as const;
    const list = ranked(query, [
      candidate('src/app.ts', value, { lexical: 0.7, semantic: 0.5 }),
      candidate('src/app.ts', { name: 'stop', lines: { start: 20, end: 30 } }),
      candidate('src/other.ts', {}, { lexical: 0.1 }),
    ]);
    return list.map(({ candidate: { record } }) => record.name);
  };
  assert.equal(order('graceful end of all servers')[0], 'stop');
  assert.equal(order('graceful end of all servers', 'constant')[0], 'stop');
  assert.equal(order('graceful end of all servers', 'class')[0], 'stop');
  assert.equal(order('the class that ends all servers gracefully', 'class')[0], 'delay');
  assert.equal(order('which option lets servers end gracefully')[0], 'delay');
});

test('a symbol named with words of the question comes first; among files, in its own file only', () => {
  const candidates = [
    candidate('src/far.ts', { name: 'seal' }, { lexical: 0.9, semantic: 0.6 }),
    candidate('src/near.ts', { name: 'open' }, { lexical: 0.8, semantic: 0.5 }),
    candidate('src/near.ts', { name: 'parcelWeight' }, { lexical: 0.6, semantic: 0.4 }),
  ];
  const order = (spread: Spread) =>
    rank(analyseQuery('which weight has a parcel'), candidates, corpus(), null, spread).map(({ candidate: { record } }) => record.name);
  assert.deepEqual(order('symbols'), ['parcelWeight', 'seal', 'open']);
  assert.deepEqual(order('files'), ['seal', 'parcelWeight', 'open']);
});
