import assert from 'node:assert/strict';
import { test } from 'node:test';
import { confine, partBelow } from '../../server/core/security/paths.js';
import { pathToUri, uriToPath } from '../../server/util/uri.js';

test('accepts only safe relative paths', () => {
  const sound = ['a', 'a/b.ts', '.github/x', 'a b/ü.ts', '...', 'a..b', 'nul', 'con.ts', 'c:x', 'a\\b', 'x. '];
  const unsound = ['', '/etc/passwd', '..', '../a', 'a/../../b', './a', 'a//b', 'a/', 'a\0b', `${'a/'.repeat(3_000)}b`];
  for (const path of sound) assert.equal(confine(path, 'posix').ok, true, path);
  for (const path of unsound) for (const platform of ['posix', 'windows'] as const) assert.equal(confine(path, platform).ok, false, path);
  const windows = [
    'nul',
    'NUL.txt',
    'a/con',
    'Aux .c',
    'com1',
    'lpt9.log',
    'c:x',
    'c:/x',
    'a.ts::$DATA',
    'a\\..\\b',
    '\\\\server\\x',
    'x. ',
    'a./b',
    '.. /a',
    'CONIN$',
  ];
  for (const path of windows) assert.equal(confine(path, 'windows').ok, false, path);
  for (const path of ['null.ts', 'console/a', 'com.ts', 'com10', 'auxiliary', 'a/b.c'])
    assert.equal(confine(path, 'windows').ok, true, path);
});

test('gives the part of a path below a folder', () => {
  const posix = { windows: false, ignoreCase: false };
  const windows = { windows: true, ignoreCase: true };
  assert.equal(partBelow('/a/b', '/a/b/c/d', posix), 'c/d');
  assert.equal(partBelow('/a/b', '/a/b', posix), '');
  assert.equal(partBelow('/a/b', '/a/bc', posix), null);
  assert.equal(partBelow('/a/b', '/a/B/c', posix), null);
  assert.equal(partBelow('/', '/a', posix), 'a');
  assert.equal(partBelow('C:\\Work', 'c:\\work\\Src\\a.ts', windows), 'Src/a.ts');
  assert.equal(partBelow('C:\\', 'c:\\a', windows), 'a');
  assert.equal(partBelow('\\\\server\\share', '\\\\SERVER\\share\\a', windows), 'a');
  assert.equal(partBelow('C:\\Work', 'D:\\Work\\a', windows), null);
});

test('converts URIs and paths of both platforms', () => {
  const posix: [string, string | null][] = [
    ['file:///a/b.ts', '/a/b.ts'],
    ['file:///a/b%20c/%C3%BC%23.ts', '/a/b c/ü#.ts'],
    ['file:///nul', '/nul'],
    ['file:///a%25b', '/a%b'],
    ['file://localhost/a', '/a'],
    ['file://server/a', null],
    ['untitled:Untitled-1', null],
    ['https://x/a', null],
    ['a/b', null],
    ['file:///a%00b', null],
    ['', null],
  ];
  for (const [uri, path] of posix) assert.equal(uriToPath(uri, 'posix'), path, uri);
  const windows: [string, string | null][] = [
    ['file:///c%3A/a/b.ts', 'C:\\a\\b.ts'],
    ['file:///c:/a', 'C:\\a'],
    ['file:///C:/a', 'C:\\a'],
    ['file:///C%3a/a%20b', 'C:\\a b'],
    ['file:///c:', 'C:\\'],
    ['file://server/share/a.ts', '\\\\server\\share\\a.ts'],
    ['file:///C:/code/nul', 'C:\\code\\nul'],
    ['file:///relative', null],
    ['file://server', null],
  ];
  for (const [uri, path] of windows) assert.equal(uriToPath(uri, 'windows'), path, uri);
  assert.equal(pathToUri('/a/b c/ü#?.ts', 'posix'), 'file:///a/b%20c/%C3%BC%23%3F.ts');
  assert.equal(pathToUri('C:\\a\\b.ts', 'windows'), 'file:///c%3A/a/b.ts');
  assert.equal(pathToUri('\\\\?\\C:\\a', 'windows'), 'file:///c%3A/a');
  assert.equal(pathToUri('\\\\server\\share\\a b', 'windows'), 'file://server/share/a%20b');
  assert.equal(pathToUri('\\\\?\\UNC\\server\\share\\a', 'windows'), 'file://server/share/a');
  for (const path of ['/a/b', '/ü/%41/[id].tsx', '/x:y', '/nul', '//double'])
    assert.equal(uriToPath(pathToUri(path, 'posix'), 'posix'), path === '//double' ? '/double' : path);
  for (const path of ['C:\\a\\b', 'Z:\\ü %41\\[id].tsx', '\\\\server\\share\\x#y'])
    assert.equal(uriToPath(pathToUri(path, 'windows'), 'windows'), path);
});
