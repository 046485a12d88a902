/** Bytes to text, and why not. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readSource } from '../../server/io/workers/read-source.js';
import { hashOf } from '../../server/util/hash.js';
import { tempFolder } from './workspace-folder.js';

test('reads encodings; rejects binaries, long lines and large files', (t) => {
  const folder = tempFolder(t);
  const read = (bytes: Buffer | string, maxBytes = 100_000) => {
    writeFileSync(join(folder, 'f'), bytes);
    const source = readSource(join(folder, 'f'), maxBytes);
    assert.notEqual(source.kind, 'gone');
    if (source.kind === 'gone') return '';
    assert.equal(source.sizeBytes, Buffer.byteLength(bytes));
    if (source.kind === 'text') assert.equal(source.contentHash, hashOf(source.text));
    return source.kind === 'text' ? source.text : `problem: ${source.reason}`;
  };
  assert.equal(read('héllo\r\n'), 'héllo\r\n');
  assert.equal(read(''), '');
  assert.equal(read('\ufeffbom'), 'bom');
  assert.equal(read(Buffer.from('\ufeffwide é', 'utf16le')), 'wide é');
  assert.equal(read(Buffer.from('\ufeffwide é', 'utf16le').swap16()), 'wide é');
  assert.equal(read(Buffer.from([0xfe, 0xff, 0x00])), '');
  assert.equal(read(Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a])), 'caf\ufffd\n');
  assert.equal(read(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0x00])), 'problem: binary');
  assert.equal(read(Buffer.from(Array.from({ length: 400 }, (_, i) => (i % 30) + 1))), 'problem: binary');
  assert.equal(read('\x1b[31mred\x1b[0m\f\n'), '\x1b[31mred\x1b[0m\f\n');
  assert.equal(read(`a\n${'x'.repeat(20_001)}\nb`), 'problem: minified or data: a line of 20001 characters');
  assert.equal(read('x'.repeat(20_000)).length, 20_000);
  // Code with one line of data is code.
  const code = `${'line\n'.repeat(50)}${'x'.repeat(20_001)}\n`;
  assert.equal(read(code), code);
  assert.equal(read('12345678901', 10), 'problem: too large: 11 bytes, over 10');
});

test('reports missing files, folders, links and pipes as gone', (t) => {
  const folder = tempFolder(t);
  mkdirSync(join(folder, 'folder'));
  writeFileSync(join(folder, 'file'), 'x');
  symlinkSync('file', join(folder, 'link'));
  const names = ['missing', 'folder', 'link', 'file/below'];
  if (process.platform !== 'win32') {
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    names.push('pipe');
  }
  for (const name of names) assert.deepEqual(readSource(join(folder, name), 1_000), { kind: 'gone' }, name);
});
