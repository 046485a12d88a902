/** Languages: their descriptors, and which language a header is written in. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { fileRole } from '../../server/core/model/file-role.js';
import {
  commentStyle,
  descriptorOf,
  familyOf,
  hasStructuralInterfaces,
  languageIds,
  languageOf,
  languageOfHeader,
  lexisOf,
} from '../../server/core/model/language.js';
import { languages } from '../../server/core/model/languages/languages.js';
import { createOutliner } from '../../server/io/syntax/outline.js';
import { textLanguages } from '../../server/io/syntax/text-outlines/generic/grammars.js';
import { treeLanguages } from '../../server/io/syntax/tree-sitter/languages.js';

const repeated = (values: readonly string[]): string[] => values.filter((value, i) => values.indexOf(value) !== i);

test('each language has one descriptor, and each extension and file name one language', () => {
  assert.deepEqual(repeated(languages.map(({ id }) => id)), []);
  assert.deepEqual(repeated(languages.flatMap(({ extensions = [] }) => extensions)), []);
  assert.deepEqual(repeated(languages.flatMap(({ fileNames = [] }) => fileNames)), []);
  for (const id of [...languageIds, ...treeLanguages, ...textLanguages]) assert.ok(descriptorOf(id), id);
  // A language has a grammar or patterns, not both.
  assert.deepEqual(repeated([...treeLanguages, ...textLanguages]), []);
});

test('a text of XML is XML, whatever its extension means elsewhere', () => {
  const xml = '<?xml version="1.0" encoding="utf-8"?>\n';
  assert.equal(languageOf('src/app_de.ts', `${xml}<!DOCTYPE TS>\n<TS version="2.1" language="de">`), 'qt-linguist');
  assert.equal(languageOf('src/app_de.ts', '<!DOCTYPE TS><TS>'), 'qt-linguist');
  assert.equal(languageOf('src/form.ui', `${xml}<ui version="4.0">`), 'xml');
  assert.equal(languageOf('src/app.ts', 'const a = <T>(x: T) => x;'), 'typescript');
  assert.equal(languageOf('src/page.html', xml), 'html');
});

test('every fact of a language is read from its descriptor', () => {
  for (const language of languages) {
    const { id, extensions = [], fileNames = [], testClasses = [] } = language;
    for (const extension of extensions) assert.equal(languageOf(`src/a.${extension}`), id);
    for (const name of fileNames) assert.equal(languageOf(`src/${name}`), id);
    for (const extension of testClasses) assert.equal(fileRole(`src/UserTest.${extension}`, id), 'test');
    assert.equal(commentStyle(id), language.comment);
    assert.equal(familyOf(id), language.family ?? id);
    if (language.lexis) assert.equal(lexisOf(id), language.lexis);
    assert.equal(hasStructuralInterfaces(id), language.hasStructuralInterfaces === true);
    if (language.role) assert.equal(fileRole(`src/${fileNames[0] ?? `a.${extensions[0]}`}`, id), language.role);
    if (language.isScript) assert.equal(fileRole(`scripts/a.${extensions[0]}`, id), 'script');
  }
  assert.equal(languageOf('a', '#!/usr/bin/env python3'), 'python');
  assert.equal(languageOf('constructor'), 'plaintext');
  assert.equal(fileRole('src/build.zig', 'zig'), 'configuration');
  assert.equal(fileRole('src/a.pyi', 'python'), 'declaration');
});

test('a header with the syntax of C++ or Objective-C is of that language', () => {
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
  const objectiveC = [
    '/* Shop */\n#import <Foundation/Foundation.h>\n\n@interface Cart : NSObject\n@end\n',
    '@class Cart;\nvoid fill(Cart *cart);\n',
    '#import "Cart.h"\nFOUNDATION_EXPORT NSString * const CartDidFill;\n',
  ];
  for (const text of objectiveC) assert.equal(languageOfHeader('a/b.h', text), 'objective-c', text);
  // Windows has another #import, and documentation has marks with the words.
  assert.equal(languageOfHeader('a/b.h', '#import "msxml.tlb"\nnamespace shop {\n}\n'), 'cpp');
  assert.equal(languageOfHeader('a/b.h', '/**\n@class cart\n*/\nint a;\n'), null);
});

test('Svelte: what follows `$:` is a variable, unless a `let` declares it; Fluent: messages, and no templates of FreeMarker; fields of Protocol Buffers and GraphQL; just; Sass', async () => {
  const outliner = await createOutliner();
  const namesIn = async (text: string, language: string) => (await outliner.outline(text, language)).symbols.map(({ name }) => name);
  const script = '<script lang="ts">\n  let both;\n  $: total = count * 2;\n  $: both = total;\n  $: if (total) show();\n</script>\n';
  assert.deepEqual(await namesIn(script, 'svelte'), ['both', 'total']);
  const messages =
    '### Crates\n\ncrate-lost =\n    { $count ->\n        [one] a crate\n       *[other] crates\n    }\ncrate-found = Found { $name }\n';
  assert.equal(languageOf('ftl/crates.ftl'), 'fluent');
  assert.deepEqual(await namesIn(messages, 'fluent'), ['crate-lost', 'crate-found']);
  assert.deepEqual(await namesIn('<#if user??>\n  <p>Crates</p>\n</#if>\n', 'fluent'), []);

  const proto =
    'message Page {\n  enum Kind {\n    NOTE = 0;\n    FIND_ALL = 1;\n  }\n  repeated Kind kinds = 2 [deprecated = true];\n  map<string, int32> counts = 3;\n  reserved 4;\n}\n';
  assert.deepEqual(await namesIn(proto, 'proto'), ['Page', 'Kind', 'NOTE', 'FIND_ALL', 'kinds', 'counts']);
  const graphql = 'type Cart {\n  id: ID!\n  items(first: Int = 1): [Item!]\n}\nenum Kind {\n  BIG\n  SMALL @deprecated\n}\n';
  assert.deepEqual(await namesIn(graphql, 'graphql'), ['Cart', 'id', 'items', 'Kind', 'BIG', 'SMALL']);
  const justfile = "test *args:\n    go test {{ args }}\ne2e-cli sort='all': build\n    go run .\nbuild:\n    go build\n";
  assert.deepEqual(await namesIn(justfile, 'makefile'), ['test', 'e2e-cli', 'build']);
  const styles = '@use "sass:color";\n@forward "./variables";\n\n.cart {\n  --color: red;\n}\n';
  assert.deepEqual(await namesIn(styles, 'scss'), ['.cart', '--color']);
});
