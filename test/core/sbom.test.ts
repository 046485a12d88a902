/** The bill of materials: every package of an installation, with licence and hash, the same bytes each time. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';
import type { Json } from '../support/test-client.js';

test('lists every production dependency with its licence and hash, the same each time', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sbom-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const [one, two] = ['one', 'two'].map((name) => {
    execFileSync(process.execPath, [join(packageRoot, 'scripts/sbom.mjs'), join(folder, name)], { stdio: 'ignore' });
    return readFileSync(join(folder, name), 'utf8');
  }) as [string, string];
  assert.equal(one, two);
  const { bomFormat, components } = JSON.parse(one);
  assert.equal(bomFormat, 'CycloneDX');
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  const names = new Set(components.map(({ name }: Json) => name));
  for (const name of Object.keys(dependencies).filter((name) => !dependencies[name].startsWith('npm:'))) assert.ok(names.has(name), name);
  for (const name of ['knip', 'esbuild', '@biomejs/biome']) assert.ok(devDependencies[name] && !names.has(name), name);
  for (const { name, licenses, hashes, purl } of components) {
    assert.match(purl, /^pkg:npm\/.+@\d/);
    assert.ok(licenses?.length === 1, `${name} states no licence`);
    assert.ok(hashes?.length === 1, `${name} has no hash`);
  }
});
