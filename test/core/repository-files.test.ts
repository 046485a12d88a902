/** Files for hosts and editors agree with each other: .editorconfig with biome.json, package metadata, workflows with engines. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';

const read = (path: string): string => readFileSync(join(packageRoot, path), 'utf8');
const pack = JSON.parse(read('package.json'));

test('.editorconfig has the format of biome.json', () => {
  const { formatter } = JSON.parse(read('biome.json'));
  const general = read('.editorconfig').split(/^\[(?!\*\])/m)[0] as string;
  const settings = new Map([...general.matchAll(/^(\w+) = (\S+)$/gm)].map(([, key, value]) => [key, value]));
  assert.equal(settings.get('indent_style'), formatter.indentStyle);
  assert.equal(settings.get('indent_size'), String(formatter.indentWidth ?? 2));
  assert.equal(settings.get('max_line_length'), String(formatter.lineWidth));
});

test('the package names one repository everywhere', () => {
  const owner = pack.mcpName.replace(/^io\.github\./, '').split('/')[0];
  const url = `https://github.com/${owner}/${pack.name}`;
  assert.equal(pack.repository.url, `git+${url}.git`);
  assert.equal(pack.homepage, `${url}#readme`);
  assert.equal(pack.bugs.url, `${url}/issues`);
  assert.ok(pack.keywords.length > 5);
  assert.match(read('LICENSE'), new RegExp(pack.author));
  assert.ok(read('.github/ISSUE_TEMPLATE/config.yml').includes(`${url}/security`));
});

test('continuous integration runs the project command with the oldest Node that is supported', () => {
  const ci = read('.github/workflows/ci.yml');
  const oldest = pack.engines.node.replace('>=', '');
  assert.match(ci, /^ +- run: \.ci\/run$/m);
  assert.match(ci, new RegExp(`^ +node: \\[${oldest}, 22, 24\\]$`, 'm'));
  assert.match(read('.github/workflows/release.yml'), /npm publish \.\/context-language-server-\*\.tgz --provenance/);
});

test('issue templates ask for the output of doctor', () => {
  for (const name of ['bug', 'feature'])
    assert.ok(read(`.github/ISSUE_TEMPLATE/${name}.yml`).includes('`context-language-server doctor`'), name);
});
