/** Compile commands for sources that a workspace's own lack. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { inferCommands } from '../../server/io/language-servers/compile-commands/infer-commands.js';

const listed = [
  { directory: '/w/build', file: '/w/src/a.cc', command: 'c++ -Iinclude -o a.o -c /w/src/a.cc' },
  { directory: '/w/build', file: '../test/a_test.cc', arguments: ['c++', '-DTEST', '-o', 'a_test.o', '-c', '../test/a_test.cc'] },
];

test('the flags of the nearest listed file of the same language, of a test for a test, without its output and name', () => {
  assert.deepEqual(
    inferCommands(listed, ['/w/src/deep/b.cc', '/w/issues/b_test.cc', '/w/other/c.cc', '/w/src/d.c', '/elsewhere/e.cc'], ['-x']),
    [
      { directory: '/w/build', file: '/w/src/deep/b.cc', command: 'c++ -Iinclude -c /w/src/deep/b.cc -x' },
      { directory: '/w/build', file: '/w/issues/b_test.cc', arguments: ['c++', '-DTEST', '-c', '-x', '/w/issues/b_test.cc'] },
      { directory: '/w/build', file: '/w/other/c.cc', command: 'c++ -Iinclude -c /w/other/c.cc -x' },
      { directory: '/w/build', file: '/elsewhere/e.cc', command: 'c++ -Iinclude -c /elsewhere/e.cc -x' },
    ],
  );
});

test('no command where quotes are needed or the name of the listed file is not found', () => {
  assert.deepEqual(inferCommands([listed[0]!], ['/w/src/b c.cc', "/w/src/b'.cc"], []), []);
  assert.deepEqual(inferCommands([{ directory: '/w', file: 'a.cc', command: 'c++ -c ./b.cc' }], ['/w/c.cc'], []), []);
  assert.deepEqual(inferCommands([{ directory: '/w', file: 'a.cc', arguments: ['c++', '-c', './a.cc'] }], ['/w/c.cc'], []), []);
  assert.deepEqual(inferCommands([{ directory: '/w', file: 'a.cc' }], ['/w/c.cc'], []), []);
});
