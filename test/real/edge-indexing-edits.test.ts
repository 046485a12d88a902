/** The requests that an edit causes at the real language server, counted by file. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { behindFaults, edgesIndexed, noServerBehind } from '../support/behind-faults.js';
import { openDocument } from '../support/test-client.js';
import { waitUntil } from '../support/wait-until.js';

test('a changed signature renews the file and those that depend on it; a changed body renews the file only', {
  skip: noServerBehind,
  timeout: 120_000,
}, async (t) => {
  const { client, workspace, log } = await behindFaults(t, ['--log-questions']);
  await edgesIndexed(client, 'typescript');
  const all = new Set(askedAbout(log()));
  assert.equal(all.size, 6, 'every file was asked about once');

  /** Files that were asked about because of a change of one. */
  async function after(path: string, change: () => void): Promise<string[]> {
    const before = log().length;
    change();
    await waitUntil(`a question about ${path}`, () => askedAbout(log().slice(before)).includes(path));
    await edgesIndexed(client, 'typescript');
    return [...new Set(askedAbout(log().slice(before)))].sort();
  }
  const gamma = workspace.text('gamma.ts');
  const uri = workspace.uriOf('gamma.ts');
  openDocument(client, uri, gamma);
  let version = 1;
  const type = (text: string) => () =>
    client.notify('textDocument/didChange', { textDocument: { uri, version: ++version }, contentChanges: [{ text }] });
  // Unsaved: another body, another signature, both taken back.
  const otherBody = gamma.replace('return grow(', 'return 5 + grow(');
  const otherSignature = otherBody.replace('run(): number', 'run(times = 1): number');
  assert.deepEqual(await after('gamma.ts', type(otherBody)), ['gamma.ts']);
  assert.deepEqual(await after('gamma.ts', type(otherSignature)), ['delta.ts', 'gamma.ts']);
  assert.deepEqual(await after('gamma.ts', type(gamma)), ['delta.ts', 'gamma.ts']);
  // On the disk.
  const alpha = workspace.text('alpha.ts');
  assert.deepEqual(await after('alpha.ts', () => workspace.write('alpha.ts', alpha.replace('return grow(', 'return 7 + grow('))), [
    'alpha.ts',
  ]);
  const renamed = alpha.replace('run(): number', 'run(often: number): number');
  assert.deepEqual(await after('alpha.ts', () => workspace.write('alpha.ts', renamed)), ['alpha.ts', 'beta.ts']);
});

/** Names of the files of questions about definitions. */
const askedAbout = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^\? textDocument\/definition \S*\/(\S+) /.exec(line)?.[1] ?? []);
