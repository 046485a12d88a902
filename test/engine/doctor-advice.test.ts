/** What doctor and answers say of language servers: the cause and what to do about it. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { edgeStatusByLanguage } from '../../server/core/code-graph/edge-status.js';
import { languageLines } from '../../server/fronts/cli/language-lines.js';
import { goModuleRemarks } from '../../server/io/language-servers/projects/go-modules.js';

const files: Readonly<Record<string, string>> = {
  '/w/go.mod': `module shop

go 1.99

require example.com/direct v1.2.3

require (
	example.com/There v1.0.0
	example.com/far/v2 v2.0.0
	example.com/indirect v1.0.0 // indirect
	example.com/replaced v1.0.0
)

replace example.com/replaced => ../replaced
`,
};

function remarksOf(goVersion: string, ...there: string[]): readonly string[] {
  return goModuleRemarks({
    folder: '/w',
    which: () => '/bin/go',
    output: (_: string, [word]: readonly string[]) => (word === 'version' ? `go version go${goVersion} linux/amd64` : '/cache'),
    readText: (path: string) => files[path] ?? null,
    exists: (path: string) => there.includes(path),
  } as never);
}

test('Go: reports a module that needs a newer Go, and missing dependencies', () => {
  assert.deepEqual(remarksOf('1.22.3', '/cache/example.com/!there@v1.0.0'), [
    'go.mod needs Go 1.99, and Go 1.22 is installed: install a newer Go, https://go.dev/dl',
    'go.mod: 2 dependencies are not downloaded, such as example.com/direct@v1.2.3: run "go mod download" in /w; packages that import them have no edges',
  ]);
  assert.deepEqual(remarksOf('1.99.1', '/w/vendor/modules.txt'), []);
});

test('the state of a language is done when all files have edges, and off only when nobody asks about the others', () => {
  const states = (withEdges: number) => edgeStatusByLanguage([{ language: 'go', files: 3, withEdges }], []).map(({ state }) => state);
  assert.deepEqual([states(3), states(1), states(0)], [['done'], ['off'], []]);
});

test('reports a language without edges as degraded, and suggests a server where none is built in', () => {
  const structure = [{ language: 'go', files: 40, withEdges: 4, failed: 36, state: 'done' as const, problem: 'no package metadata' }];
  const lines = languageLines({ languages: { go: 40, java: 3, markdown: 1 }, servers: [], roots: [], structure });
  assert.deepEqual(lines, [
    'degraded  go       40 files, edges from language servers in 4 of 40, no edges from language servers in 36 files, no package metadata',
    'ok        java     3 files, symbols from syntax',
    '                   jdtls would make callers and references exact: brew install jdtls; https://github.com/eclipse-jdtls/eclipse.jdt.ls; it is used in a trusted workspace',
    '                   then set {"servers":{"jdtls":{"command":"jdtls","languages":["java"]}}}',
    'ok        markdown 1 file, text in sections',
  ]);
});
