/** Compile commands of a workspace that is not trusted: which flags reach clangd, and in which form. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { ensureCompileCommands } from '../../server/io/language-servers/compile-commands/compile-commands.js';
import { safeCommands, splitCommand } from '../../server/io/language-servers/compile-commands/safe-commands.js';
import { type Workspace, workspace } from '../support/real-engine.js';

const place = (t: TestContext): Workspace =>
  workspace(t, '-- src/a.cpp --\nint a;\n-- include/a.h --\n#pragma once\n-- build/note --\nx\n');
const wrappersOf = ({ cacheDir }: Workspace) => join(cacheDir, 'forced');

/** The flags that are left of those given, without driver and source, with the workspace's folder as `.`; and those left out. */
function passed(at: Workspace, ...given: string[]): { flags: string[]; leftOut: readonly string[] } {
  const entry = { directory: at.file('build'), file: '../src/a.cpp', arguments: ['clang++', ...given, '-o', 'a.o', '-c', '../src/a.cpp'] };
  const { entries, leftOut } = safeCommands([entry], at.folder, wrappersOf(at));
  const { directory, file, arguments: words = [] } = entries[0]!;
  assert.deepEqual([directory, file], [at.file('build'), at.file('src/a.cpp')]);
  assert.deepEqual([words[0], ...words.slice(-2)], ['clang++', '-c', file]);
  return { flags: words.slice(1, -2).map((word) => word.replace(at.folder, '.')), leftOut };
}

test('flags that define the meaning of code are kept unchanged', (t) => {
  const given = [
    '-std=gnu++20',
    '-DNAME',
    '-DTEXT="a, b"',
    '-DF(x)=x',
    '-UOLD',
    '-Wall',
    '-Wno-error=deprecated',
    '-fno-rtti',
    '-fPIC',
    '-O2',
  ];
  const more = [
    '-m32',
    '-march=armv8-a+crc',
    '-mavx2',
    '--target=aarch64-linux-gnu',
    '-pthread',
    '-nostdinc++',
    '-fsanitize=address,undefined',
  ];
  assert.deepEqual(passed(place(t), ...given, ...more), { flags: [...given, ...more], leftOut: [] });
});

test('include folders are kept in the workspace and the system, as absolute paths', (t) => {
  const at = place(t);
  assert.deepEqual(
    passed(at, '-I../include', '-isystem', '/usr/include/x', '-I', '..', '-iquote', '../not/made/yet', '-isystem../include'),
    {
      flags: ['-I', './include', '-isystem', '/usr/include/x', '-I', '.', '-iquote', './not/made/yet', '-isystem', './include'],
      leftOut: [],
    },
  );
  symlinkSync(homedir(), at.file('home'));
  for (const outside of [`-I${homedir()}`, '-I../..', '-I/usr/../tmp', '-I../home', '-I../home/.ssh', '-I/etc'])
    assert.deepEqual(passed(at, outside), { flags: [], leftOut: [outside] });
});

test('a header that commands include into every file is included by our wrapper, which has no precompiled form', (t) => {
  const at = place(t);
  const { flags, leftOut } = passed(
    at,
    '-include',
    '../include/a.h',
    '-Xclang',
    '-include-pch',
    '-Xclang',
    'a.pch',
    '-imacros',
    'by-name.h',
  );
  assert.deepEqual([flags.length, flags[0], flags[2]], [4, '-include', '-imacros']);
  assert.deepEqual(leftOut, ['-include-pch']);
  const texts = [flags[1]!, flags[3]!].map((path) => readFileSync(path, 'utf8'));
  assert.deepEqual(texts, [`#include "${at.file('include/a.h')}"\n`, '#include "by-name.h"\n']);
  for (const path of [flags[1]!, flags[3]!]) assert.equal(dirname(path), wrappersOf(at));
  for (const outside of ['/etc/passwd', '../../secret.h', '/not/there.h', 'a"\n#include "b.h'])
    assert.deepEqual(passed(at, '-include', outside).flags, []);
});

const harmful = [
  ['-o', '/tmp/x'],
  ['-MF', '/tmp/x', '-MD'],
  ['-MMD', '-MF/tmp/x', '-MJ', '/tmp/x'],
  ['-Wp,-MD,/tmp/x'],
  ['-Wl,-plugin,x.so', '-Wa,--x'],
  ['--serialize-diagnostics', '/tmp/x'],
  ['-serialize-diagnostics', '/tmp/x'],
  ['-Xclang', '-serialize-diagnostic-file', '-Xclang', '/tmp/x'],
  ['-Xclang', '-diagnostic-log-file', '-Xclang', '/tmp/x'],
  ['-Xclang', '-stats-file=/tmp/x', '-Xclang', '-header-include-file', '-Xclang', '/tmp/x'],
  ['-Xclang', '-dependency-file', '-Xclang', '/tmp/x', '-Xclang', '-dependency-dot', '-Xclang', '/tmp/x'],
  ['-Xclang', '-load', '-Xclang', './x.so', '-fplugin=./x.so', '-fpass-plugin=./x.so'],
  ['-fmodules', '-fimplicit-modules', '-fcxx-modules', '-fmodules-cache-path=/tmp/x', '-fmodule-map-file=x', '-fmodule-file=x'],
  ['-fprebuilt-module-path=x', '-fmodule-output=/tmp/x', '-fimplicit-module-maps', '-fapinotes', '-iapinotes-modules', 'x'],
  ['-ivfsoverlay', 'x', '-fcrash-diagnostics-dir=/tmp/x', '-gen-reproducer', '-save-temps', '-save-temps=obj', '-dumpdir', '/tmp/x'],
  [
    '--gcc-toolchain=/tmp/x',
    '--sysroot=/tmp/x',
    '--sysroot',
    '/tmp/x',
    '-isysroot',
    '/usr/../tmp',
    '-B/tmp/x',
    '-B',
    'x',
    '-resource-dir',
    'x',
  ],
  ['-include-pch', 'x', '-x', 'ast', '-xir', '-fproc-stat-report=/tmp/x', '-ftime-trace=/tmp/x', '-ftime-trace'],
  ['-fprofile-instr-generate=/tmp/x', '-fprofile-use=x', '-fsanitize-ignorelist=/etc/x', '-fembed-offload-object=x', '-fdepfile-entry=x'],
  [
    '-mllvm',
    '-load=x',
    '-Xpreprocessor',
    '-MF',
    '-Xlinker',
    'x',
    '-Xanalyzer',
    'x',
    '-T',
    'x',
    '-working-directory',
    '/',
    '-working-directory=/',
  ],
  ['--config', 'x.cfg', '--config=x.cfg', '@flags.txt', '--driver-mode=cl', '-specs=x', '-wrapper', 'x', '-ccc-gcc-name', 'x', '-cc1'],
  ['--cuda-path=/tmp/x', '--offload-arch=native', '-fopenmp-targets=x', '-fsycl', '--hip-path=x', '-objcmt-migrate-all', '-arcmt-migrate'],
  ['-foptimization-record-file=/tmp/x', '-fsave-optimization-record', '-index-store-path', '/tmp/x', '-gsplit-dwarf', '-print-search-dirs'],
  ['--', '-', 'other.cpp', '/tmp/other.cpp', '../src/a.cpp', ''],
];

test('no other flag is kept: flags that write, run, load or search elsewhere, and unknown flags', (t) => {
  const at = place(t);
  for (const given of [...harmful, ['-unknown', '--unknown=x', '-funknown', '-munknown']])
    assert.deepEqual(passed(at, ...given).flags, [], given.join(' '));
});

test('no combination of safe and unsafe words keeps an unsafe one', (t) => {
  const at = place(t);
  const harmless = [
    '-I',
    '-D',
    '-include',
    '-x',
    '-isystem',
    '-target',
    '-Xclang',
    '-arch',
    '-U',
    '-DX',
    '-Wall',
    '-isysroot',
    '-std=c++17',
  ];
  const words = [...harmless, ...harmful.flat()];
  const single = /^-(?:Wall|std=c\+\+17|-target=[\w.-]+|[DU][A-Za-z_][\w()]*(?:=.*)?)$/;
  const withValue = ['-I', '-isystem', '-include', '-arch'];
  /** A path of the workspace or of the system, a file of ours, or a plain name. */
  const value = /^(?:\.|\.\/.*|\/usr\/.*|[\w.]+|.*\/forced\/[\w-]+\.h)$/;
  const isSafe = (flags: readonly string[]) =>
    flags.every((flag, i) => single.test(flag) || withValue.includes(flag) || (withValue.includes(flags[i - 1] ?? '') && value.test(flag)));
  for (const first of words)
    for (const second of words) {
      const { flags } = passed(at, first, second, '-Wall');
      assert.ok(isSafe(flags), `${first} ${second}: ${flags.join(' ')}`);
    }
});

test('the driver is a name or a system program; words before it are removed', (t) => {
  const at = place(t);
  const driver = (...words: string[]) =>
    safeCommands([{ directory: at.folder, file: 'src/a.cpp', arguments: words }], at.folder, wrappersOf(at)).entries[0]?.arguments?.slice(
      0,
      -2,
    );
  assert.deepEqual(driver('/usr/bin/c++', '-DX'), ['/usr/bin/c++', '-DX']);
  assert.deepEqual(driver('ccache', '/usr/bin/aarch64-linux-gnu-g++-12', '-DX'), ['/usr/bin/aarch64-linux-gnu-g++-12', '-DX']);
  assert.deepEqual(driver('./bin/clang++', '-DX'), ['clang++', '-DX']);
  assert.deepEqual(driver('/usr/../tmp/g++'), ['g++']);
  assert.deepEqual(driver(at.file('evil'), '-DX'), ['clang++', '-DX']);
  assert.deepEqual(driver('cl.exe', '/DX=1', '/I../include', '/std:c++17', '/Foa.obj', '/EHsc'), [
    ...['clang++', '-fms-extensions', '-fms-compatibility', '-DX=1', '-std=c++17', '-fexceptions'],
  ]);
  assert.deepEqual(driver(), ['clang++']);
});

test('only sources and folders inside the workspace are read, for entries of any form', (t) => {
  const at = place(t);
  mkdirSync(at.cacheDir);
  symlinkSync('/etc/hostname', at.file('src/link.cpp'));
  const entry = (directory: string, file: string, rest: object = { arguments: ['c++', '-I.'] }) => ({ directory, file, ...rest });
  const { entries, refused } = safeCommands(
    [
      ...[entry('/etc', 'passwd'), entry('/', 'etc/x.c'), entry(at.folder, 'src/link.cpp'), entry(at.folder, 'src/a.pch')],
      entry(at.cacheDir, at.file('src/a.cpp')),
      entry(at.folder, 'src/a.cpp', { arguments: 'c++' as never }),
      entry(at.folder, 'src/a.cpp', { arguments: [7, 'c++', null, '-DX'] as never }),
      entry(at.folder, 'src/a.cpp', { command: 'c++ "-DX=\\"a b\\"" -c src/a.cpp' }),
    ],
    at.folder,
    wrappersOf(at),
  );
  assert.equal(refused, 4);
  const file = at.file('src/a.cpp');
  assert.deepEqual(entries, [
    { directory: at.folder, file, arguments: ['c++', '-c', file] },
    { directory: at.folder, file, arguments: ['clang++', '-c', file] },
    { directory: at.folder, file, arguments: ['c++', '-DX', '-c', file] },
    { directory: at.folder, file, arguments: ['c++', '-DX="a b"', '-c', file] },
  ]);
});

test('what clangd reads, trusted and untrusted; headers of removed folders get stubs', (t) => {
  const at = workspace(t, '-- a.cpp --\n#include <far/away.h>\nint a;\n');
  const given = [{ directory: at.folder, file: 'a.cpp', arguments: ['c++', `-I${homedir()}/lib`, '-fplugin=x.so', '-c', 'a.cpp'] }];
  at.write('compile_commands.json', JSON.stringify(given));
  at.write('.clangd', 'CompileFlags:\n  Add: -fplugin=x.so\n');
  const read = (trusted: boolean) => {
    const { folder, remarks } = ensureCompileCommands({ folder: at.folder, trusted, cacheFolder: at.cacheDir });
    return { commands: JSON.parse(readFileSync(join(folder, 'compile_commands.json'), 'utf8')), remarks: remarks.join('\n'), folder };
  };
  const untrusted = read(false);
  const stubs = ['-ferror-limit=0', '-idirafter', join(untrusted.folder, 'stubs')];
  assert.deepEqual(untrusted.commands[0].arguments, ['c++', ...stubs, '-c', at.file('a.cpp')]);
  assert.match(readFileSync(join(untrusted.folder, 'stubs/far/away.h'), 'utf8'), /file not found/);
  assert.match(untrusted.remarks, /untrusted workspace may not set are left out: -I.*lib, -fplugin=x\.so/);
  assert.match(untrusted.remarks, /\.clangd and your own clangd configuration are not read, because the workspace is not trusted/);
  const trusted = read(true);
  assert.deepEqual(trusted.commands, given);
  assert.equal(trusted.remarks, '');
});

test('a command line is split as on its platform', () => {
  assert.deepEqual(splitCommand(`c++  -DA='x y' "-DB=\\"q\\"" -Ia\\ b '' -c a.cc\n`, 'posix'), [
    'c++',
    '-DA=x y',
    '-DB="q"',
    '-Ia b',
    '',
    '-c',
    'a.cc',
  ]);
  assert.deepEqual(splitCommand('C:\\bin\\cl.exe "/IC:\\a b" -DB=\\"q\\" it\'s', 'windows'), [
    'C:\\bin\\cl.exe',
    '/IC:\\a b',
    '-DB="q"',
    "it's",
  ]);
});
