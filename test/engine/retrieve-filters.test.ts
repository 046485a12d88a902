/** Filters and the anchor, what to leave out, and documents that are open, changed and closed unsaved. */
import assert from 'node:assert/strict';
import { readFileSync, utimesSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openEngine } from '../../server/compose.js';
import type { Engine } from '../../server/core/engine/engine-api.js';
import type { Filters, Question } from '../../server/core/model/answer.js';
import { silent } from '../../server/util/log.js';
import { type TemporaryWorkspace, temporaryWorkspace } from '../support/fixture.js';
import { namesOf, pathsOf, treeOf } from '../support/real-engine.js';

const source = `
-- web/parser.ts --
/** Parses a header of a request. */
export function parseHeader(text: string): string[] {
  return text.split(':');
}
export interface HeaderShape {
  readonly name: string;
}
-- web/parser.test.ts --
import { parseHeader } from './parser.js';
test('parses a header', () => {
  parseHeader('a: b');
});
-- api/parser.py --
class HeaderParser:
    """Parses a header of a request."""

    def parse_header(self, text):
        return text.split(":")
-- api/deep/old.py --
def parse_header(text):
    """Parses a header of a request, as it was once done."""
    return text.partition(":")
-- docs/headers.md --
# Headers

How a header of a request is parsed.
-- settings.json --
{ "header": { "parse": true, "request": 1 } }
`;

let place: TemporaryWorkspace;
let engine: Engine;
before(async () => {
  place = temporaryWorkspace(source);
  utimesSync(place.file('api/deep/old.py'), new Date('2001-01-01'), new Date('2001-01-01'));
  const roots = [{ name: 'workspace', folder: place.folder }];
  const settings = { workers: 1, vectorSearch: 'exact', history: 'off', edgeIndexing: 'off' } as const;
  engine = await openEngine({ roots, cacheDir: place.cacheDir, settings, watch: false }, silent);
  await engine.settled();
});
after(async () => {
  await engine.close();
  place.remove();
});

const query = 'parse a header of a request';
const ask = (more: Partial<Question> = {}) =>
  engine.retrieve({ query, related: 0, limit: 50, budgetTokens: Number.POSITIVE_INFINITY, ...more });
const files = async (filters: Filters): Promise<string[]> => [...new Set(pathsOf(await ask({ filters })))].sort();

test('applies each filter', async () => {
  const everything = await files({});
  assert.ok(everything.length >= 5, String(everything));
  assert.deepEqual(await files({ languages: ['python'] }), ['api/deep/old.py', 'api/parser.py']);
  assert.deepEqual(await files({ languages: ['Python', 'MARKDOWN'] }), ['api/deep/old.py', 'api/parser.py', 'docs/headers.md']);
  assert.deepEqual(await files({ kinds: ['interface'] }), ['web/parser.ts']);
  assert.deepEqual(await files({ kinds: ['class', 'interface'] }), ['api/parser.py', 'web/parser.ts']);
  assert.deepEqual(await files({ paths: ['api/**'] }), ['api/deep/old.py', 'api/parser.py']);
  assert.deepEqual(await files({ paths: ['api/*'] }), ['api/parser.py']);
  assert.deepEqual(await files({ paths: ['!api/**', '!**/*.json', '!docs/**'] }), ['web/parser.test.ts', 'web/parser.ts']);
  assert.deepEqual(await files({ paths: ['**/*.py', '!**/deep/**'] }), ['api/parser.py']);
  assert.deepEqual(await files({ roles: ['test'] }), ['web/parser.test.ts']);
  assert.deepEqual(await files({ roles: ['documentation', 'configuration'] }), ['docs/headers.md', 'settings.json']);
  const recent = await files({ changedSince: Date.parse('2010-01-01') });
  assert.deepEqual(
    recent,
    everything.filter((path) => path !== 'api/deep/old.py'),
  );
  assert.deepEqual(await files({ changedSince: Date.now() + 60_000 }), []);
});

test('applies all filters together, and reports one that matches nothing', async () => {
  assert.deepEqual(await files({ languages: ['python'], paths: ['!**/deep/**'], kinds: ['method', 'class'] }), ['api/parser.py']);
  const nothing = await ask({ filters: { languages: ['python'], kinds: ['interface'] } });
  assert.deepEqual([nothing.results, nothing.isIncomplete, nothing.confidence], [[], false, 0]);
  assert.match(nothing.problems[0]?.message ?? '', /filters/);
  await assert.rejects(ask({ filters: { languages: ['klingon'] } }), /unknown language "klingon"/);
  for (const filters of [{ languages: ['haskell'] }, { paths: ['[', '{{{', '!('] }, { tags: ['none such'] }])
    assert.deepEqual((await ask({ filters })).results, [], JSON.stringify(filters));
  // Empty lists filter nothing.
  assert.deepEqual(await files({ languages: [], kinds: [], paths: [], roles: [], tags: [] }), await files({}));
  const { hits } = await engine.symbols({ query: 'parse_header', filters: { paths: ['api/*'] } });
  assert.deepEqual([...new Set(hits.map(({ path }) => path))], ['api/parser.py']);
});

test('filters related results too', async () => {
  const { results } = await engine.retrieve({ query: 'parseHeader', filters: { paths: ['web/parser.ts'] }, related: 10 });
  assert.deepEqual([...new Set(pathsOf({ results }))], ['web/parser.ts']);
});

test('the anchor prefers what is near, without filtering', async () => {
  const score = async (path: string, anchor: string): Promise<number> =>
    (await ask({ anchor: { path: anchor, line: 0 } })).results.find((result) => result.path === path)?.score ?? 0;
  assert.ok((await score('api/parser.py', 'api/other.py')) > (await score('api/parser.py', 'web/other.ts')));
  assert.ok((await score('web/parser.ts', 'web/other.ts')) > (await score('web/parser.ts', 'api/other.py')));
  assert.ok(new Set(pathsOf(await ask({ anchor: { path: 'web/parser.ts', line: 1 } }))).size >= 5);
  for (const path of ['', '../../etc/passwd', '/etc/passwd', 'no/such/file', 'a'.repeat(10_000)])
    assert.ok((await ask({ anchor: { path, line: 99_999_999 } })).results.length > 0);
});

test('excludes results that were sent before', async () => {
  const seen = new Set<string>();
  for (let round = 0; round < 20; round++) {
    const { results } = await ask({ limit: 2, exclude: [...seen] });
    if (!results.length) break;
    for (const { key } of results) {
      assert.ok(!seen.has(key));
      seen.add(key);
    }
  }
  assert.ok(seen.size >= 5);
});

test('an out-of-range value is an error that names it', async () => {
  for (const [wrong, name] of [
    [{ limit: -1 }, 'limit'],
    [{ limit: Number.NaN }, 'limit'],
    [{ budgetTokens: -5 }, 'budgetTokens'],
    [{ reservedTokens: Number.NaN }, 'reservedTokens'],
  ] as const)
    await assert.rejects(ask(wrong), (error: Error & { code?: string }) => error.code === 'query' && error.message.includes(name));
  const aborted = AbortSignal.abort();
  await assert.rejects(engine.retrieve({ query }, aborted), { name: 'AbortError' });
});

test('a saved document is marked unsaved again at its next change', async () => {
  const before = readFileSync(place.file('web/parser.ts'), 'utf8');
  const text = `${before}\nexport function savedLater(): void {}\n`;
  const stateOf = async (query: string) => (await ask({ query })).results.map(({ name, unsaved }) => `${name} ${unsaved}`)[0];
  engine.openDocument('web/parser.ts', text);
  assert.equal(await stateOf('savedLater'), 'savedLater true');
  place.write('web/parser.ts', text);
  engine.filesChanged([{ kind: 'changed', path: 'web/parser.ts' }]);
  await engine.settled();
  assert.equal(await stateOf('savedLater'), 'savedLater false');
  engine.changeDocument('web/parser.ts', `${text}export function notYet(): void {}\n`);
  assert.equal(await stateOf('savedLater'), 'savedLater true');
  // Another text on the disk than the editor's.
  place.write('web/parser.ts', before);
  engine.filesChanged([{ kind: 'changed', path: 'web/parser.ts' }]);
  await engine.settled();
  assert.equal(await stateOf('notYet'), 'notYet true');
  engine.closeDocument('web/parser.ts');
  assert.equal(await stateOf('parseHeader'), 'parseHeader false');
});

test("a document closed unsaved has the disk's text again, which was never written", async () => {
  const tree = treeOf(place.folder);
  engine.openDocument('web/parser.ts', readFileSync(place.file('web/parser.ts'), 'utf8'));
  const opened = (await ask({ query: 'parseHeader' })).results[0];
  assert.deepEqual([opened?.name, opened?.unsaved], ['parseHeader', false], 'the same text as on the disk');
  for (let version = 0; version < 20; version++) {
    engine.changeDocument('web/parser.ts', `export function typedVersion${version}(): void {}\n`);
    const names = namesOf(await ask({ query: `typedVersion${version}`, filters: { paths: ['web/parser.ts'] } }));
    assert.ok(names.includes(`typedVersion${version}`), 'what was sent is seen');
    assert.ok(!names.includes(`typedVersion${version - 1}`), 'what was replaced is gone');
  }
  // Many changes without a question in between.
  for (let version = 20; version < 200; version++)
    engine.changeDocument('web/parser.ts', `export function typedVersion${version}(): void {}\n`);
  assert.equal((await ask({ query: 'typedVersion199' })).results[0]?.name, 'typedVersion199');
  engine.closeDocument('web/parser.ts');
  const { results } = await ask({ query: 'parseHeader' });
  assert.deepEqual([results[0]?.name, results[0]?.unsaved], ['parseHeader', false]);
  assert.doesNotMatch(JSON.stringify(await ask({ query: 'typedVersion199' })), /function typedVersion/);
  assert.equal(engine.status().openDocuments, 0);
  assert.deepEqual(treeOf(place.folder), tree);
});

test('a path filter may be a folder, a bare name or an absolute path', async () => {
  const found = (...paths: string[]) => files({ paths });
  assert.deepEqual(await found('api/deep'), ['api/deep/old.py']);
  assert.deepEqual(await found('./api/deep/'), ['api/deep/old.py']);
  assert.deepEqual(await found('deep'), ['api/deep/old.py']);
  assert.deepEqual(await found('old.py'), ['api/deep/old.py']);
  assert.deepEqual(await found('*.md'), ['docs/headers.md']);
  assert.deepEqual(await found('parser'), ['api/parser.py', 'web/parser.test.ts', 'web/parser.ts']);
  assert.deepEqual(await found(place.file('api/deep')), ['api/deep/old.py']);
  assert.deepEqual(await found(`${place.file('api')}/**/*.py`, '!deep'), ['api/parser.py']);
  assert.deepEqual(await found(place.folder), await found('**'));
});
