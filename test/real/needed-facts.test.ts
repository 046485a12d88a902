/** The symbols that an answer lists as needed: of several with one name the one that the language server resolves. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { noServerBehind } from '../support/behind-faults.js';
import { runCli, workspace } from '../support/real-engine.js';
import type { Json } from '../support/test-client.js';

test('of several types of one name the needed one is listed, even if another is shown', {
  skip: noServerBehind,
  timeout: 120_000,
}, async (t) => {
  const options = ['mail', 'parcel', 'invoice']
    .map((name) => `-- ${name}.ts --\nexport interface Options {\n  readonly ${name}Weight: number;\n}\n`)
    .join('');
  const send =
    "import type { Options } from './parcel';\n\nexport function sendAway(options: Options): number {\n  return options.parcelWeight;\n}\n";
  const place = workspace(t, `${options}-- send.ts --\n${send}-- tsconfig.json --\n{ "compilerOptions": { "strict": true } }\n`);
  const where = ['-w', place.folder, '--cache-dir', place.cacheDir];
  const needed = async (...paths: string[]): Promise<{ shown: string[]; needed: string[] }> => {
    const asked = ['retrieve', 'sendAway mailWeight', '--json', '--related', '0', ...paths.flatMap((path) => ['--path', path]), ...where];
    const { code, stdout, stderr } = await runCli(asked);
    assert.equal(code, 0, stderr);
    const answer = JSON.parse(stdout);
    return {
      shown: [...new Set<string>(answer.results.map(({ file }: Json) => file))].sort(),
      needed: answer.needed.flatMap(({ name, path }: Json) => (name === 'Options' ? [path] : [])),
    };
  };
  assert.deepEqual((await needed('send.ts')).needed, ['parcel.ts'], 'the import says which');
  const { code, stderr } = await runCli(['index', place.folder, '--with-servers', '--cache-dir', place.cacheDir]);
  assert.equal(code, 0, stderr);
  assert.deepEqual(await needed('send.ts'), { shown: ['send.ts'], needed: ['parcel.ts'] });
  assert.deepEqual(await needed('send.ts', 'mail.ts'), { shown: ['mail.ts', 'send.ts'], needed: ['parcel.ts'] });
  assert.deepEqual((await needed('send.ts', 'parcel.ts')).needed, []);
});
