/** Which folders a workspace's includes count from, and which headers it has nowhere; what stands in for those. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { scanIncludes, writeStubHeaders } from '../../server/io/language-servers/compile-commands/scan-includes.js';
import { workspace } from '../support/real-engine.js';

const fixture = `
-- lib/core/deep/rope.h --
#include "knot.h"
#include "../up.h"
-- lib/core/deep/knot.h --
-- other/deep/knot.h --
-- app/main.cc --
#include "core/deep/rope.h"
#include <deep/knot.h>
# include <winch/gear.h>
#include MACRO
#if __has_include(<optional>)
#include <optional>
#endif
#if WINCH_HAS_INCLUDE("maybe.h")
#include "maybe.h"
#endif
#include "/etc/passwd"
-- app/second.cc --
#include "core/deep/rope.h"
#include "winch/gear.h"
`;

test('include folders, most used first; missing headers, except those whose existence is checked', (t) => {
  const { folder, file } = workspace(t, fixture);
  const files = ['lib/core/deep/rope.h', 'lib/core/deep/knot.h', 'other/deep/knot.h', 'app/main.cc', 'app/second.cc'].map(file);
  const { folders, missing } = scanIncludes([...files, join(folder, 'gone.cc')]);
  assert.deepEqual(
    folders.map((path) => path.slice(folder.length + 1)),
    ['lib', 'lib/core', 'other'],
  );
  assert.deepEqual(missing, ['winch/gear.h']);
});

test('a stub for each name, old ones deleted; a name that is the folder of another one is skipped', (t) => {
  const { file } = workspace(t);
  const folder = file('stubs');
  assert.deepEqual(writeStubHeaders(folder, ['old.h']), ['-idirafter', folder]);
  assert.deepEqual(writeStubHeaders(folder, ['gear', 'gear/wheel.h', 'winch/gear.h']), ['-idirafter', folder]);
  assert.deepEqual(
    ['old.h', 'gear', 'winch/gear.h'].map((name) => existsSync(join(folder, name))),
    [false, true, true],
  );
  assert.deepEqual(writeStubHeaders(folder, []), []);
});
