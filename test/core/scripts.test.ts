/** The scripts of the repository are plain JavaScript: nothing but this notices when what they import from the build is gone. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import test from 'node:test';
import { pathToFileURL } from 'node:url';
import { packageRoot } from '../../server/util/package-root.js';

const folder = join(packageRoot, 'scripts');
const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.mjs'));

test('what scripts import from the build is there', async () => {
  let seen = 0;
  for (const script of scripts) {
    const text = readFileSync(join(folder, script), 'utf8');
    for (const [, names, from] of text.matchAll(/^import \{([^}]+)\} from '(\.[^']*\/dist\/[^']+)';$/gm)) {
      const exported = await import(pathToFileURL(resolve(folder, dirname(script), from as string)).href);
      for (const name of (names as string).split(',').flatMap((part) => part.trim().split(' as ')[0] || [])) {
        assert.ok(name in exported, `${script}: ${from} exports no ${name}`);
        seen++;
      }
    }
  }
  assert.ok(seen > 10, `${seen} imports`);
});
