/** Which language a header is written in. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { languageOfHeader } from '../../server/core/model/language.js';

test('a header with C++ syntax is C++', () => {
  const cpp = [
    'namespace leveldb {\n}\n',
    '#include <string>\n',
    '/* C */\nclass Cache {\n public:\n};\n',
    'template <typename T>\nvoid sort(T* first);\n',
    'inline void Cache::clear() {}\n',
  ];
  for (const text of cpp) assert.equal(languageOfHeader('a/b.h', text), 'cpp', text);
  const c = [
    '#ifdef __cplusplus\nextern "C" {\n#endif\nint uv_run(uv_loop_t* loop);\n',
    '// namespace of names\n/*\nclass of service\n  template <of a mail>\n*/\nstruct class_of { int using; };\n',
    '#include <string.h>\n#include "cache.h"\n',
    '',
  ];
  for (const text of c) assert.equal(languageOfHeader('a/b.h', text), null, text);
  assert.equal(languageOfHeader('a/b.c', 'namespace a {}'), null);
});
