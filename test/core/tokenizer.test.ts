/** Tokens are counted as the reference implementation of cl100k_base counts them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { cl100kCounter } from '../../server/io/tokenizer/cl100k.js';
import { pieceAt, pieceEnd } from '../../server/io/tokenizer/split-text.js';
import { packageRoot } from '../../server/util/package-root.js';
import { randomFrom } from '../engine/store-fixture.js';

const { countTokens } = createRequire(import.meta.url)('gpt-tokenizer/encoding/cl100k_base') as {
  countTokens(text: string, options: object): number;
};
const reference = (text: string): number => countTokens(text, { disallowedSpecial: new Set() });
const { count } = cl100kCounter(join(packageRoot, 'server/assets/cl100k.bin'));

test("counts tokens of this project's files", () => {
  const folders = ['server', 'test', 'fixtures', 'clients'].map((name) => join(packageRoot, name));
  let files = 0;
  for (const folder of folders)
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !/\.(?:ts|json|md|py|c|h|cpp|go|lua|txt)$/.test(entry.name)) continue;
      const text = readFileSync(join(entry.path, entry.name), 'utf8').slice(0, 30_000);
      assert.equal(count(text), reference(text), join(entry.path, entry.name));
      files++;
    }
  assert.ok(files > 100);
});

test('counts tokens of random character sequences', () => {
  const random = randomFrom(7);
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));
  const frequent = [..."  \n\n\r\t''\"(){}==__aeiourstlnSTRVLMD019"];
  // Without the byte order mark, which the reference loses in a text decoder of its own.
  const wide = [...'éßñ中文字かな한글😀👩‍💻\u00a0\u2028٣ſ', '\ud800'];
  for (const alphabet of [frequent, [...frequent, ...ascii], [...frequent, ...wide], [...ascii, ...wide]])
    for (let round = 0; round < 3_000; round++) {
      const text = Array.from({ length: 1 + Math.floor(random() * 40) }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
      assert.equal(count(text), reference(text), JSON.stringify(text));
    }
});

test('splits bytes as the pattern splits text', () => {
  const random = randomFrom(11);
  const alphabet = [..."  \n\r\t'(._aSstlREvd01"];
  for (let round = 0; round < 5_000; round++) {
    const text = Array.from({ length: 1 + Math.floor(random() * 12) }, () => alphabet[Math.floor(random() * alphabet.length)]).join('');
    for (let at = 0; at < text.length; ) {
      const piece = pieceAt(text, at);
      assert.equal(pieceEnd(Buffer.from(text), at), at + piece.length, JSON.stringify([text, at]));
      at += piece.length;
    }
  }
  assert.equal(pieceEnd(Buffer.from('caf\u00e9'), 0), null);
});

test('counts tokens of empty text and of long runs without blanks', () => {
  assert.equal(count(''), 0);
  const random = randomFrom(3);
  const letters = Array.from({ length: 4_000 }, () => String.fromCharCode(97 + Math.floor(random() * 26))).join('');
  for (const run of ['x'.repeat(3_000), '='.repeat(900), ' '.repeat(700), 'Lorem'.repeat(400), '日本語'.repeat(300), letters])
    assert.equal(count(run), reference(run), run.slice(0, 20));
  assert.ok(count('a'.repeat(1_000_000)) > 10_000);
});
