/** Questions about recent and frequent changes in the terminal: they read the history that other questions do not wait for. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { gitMissing, repositoryIn } from '../engine/history-fixture.js';
import { temporaryWorkspace } from '../support/fixture.js';
import { serverMain, serverMissing } from '../support/server-process.js';

const parser = (name: string) =>
  `/** Parses the invoice. */\nexport function parseInvoice${name}(text: string): string[] {\n  return text.split(',');\n}\n`;

test('recent and frequently changed code comes first in the terminal', { skip: serverMissing || gitMissing }, () => {
  const place = temporaryWorkspace(`\n-- src/a.ts --\n${parser('A')}\n-- src/b.ts --\n${parser('B')}\n-- src/c.ts --\n${parser('C')}`);
  try {
    const repository = repositoryIn(place);
    repository.commit('All parsers', 900);
    for (let day = 300; day > 100; day -= 20) repository.commit('Change B', day, { 'src/b.ts': `${parser('B')}// ${day}\n` });
    repository.commit('Change C', 0, { 'src/c.ts': `${parser('C')}// newest\n` });
    const first = (question: string): string | undefined => {
      const { stdout } = spawnSync(process.execPath, [serverMain, 'ask', question, '--places', '--cache-dir', place.cacheDir], {
        cwd: place.folder,
        encoding: 'utf8',
        timeout: 120_000,
      });
      return stdout.split(':')[0];
    };
    assert.equal(first('which code that parses the invoice was recently changed'), 'src/c.ts');
    assert.equal(first('which code that parses the invoice is changed most often'), 'src/b.ts');
  } finally {
    place.remove();
  }
});
