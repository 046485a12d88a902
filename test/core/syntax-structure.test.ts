/** Outlines of documents and configuration. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { structureOutline } from '../../server/io/syntax/text-outlines/structure-outline.js';
import { assertWellFormed, rendered } from './syntax-structure-checks.js';

/** Compares an outline with its rendering: indented `kind name [start-end) : signature`, lines 0-based. */
function check(language: string, text: string, expected: string): void {
  const outline = structureOutline(text, language);
  assert.ok(outline);
  assertWellFormed(text, outline);
  assert.equal(`\n${rendered(outline)}`, expected);
}

test('markdown', () => {
  check(
    'markdown',
    `---
title: Guide
---
Intro text.

# Start
Words.

\`\`\`sh
# not a heading
\`\`\`

## Install ##

Setext one
==========

Two
---
end
`,
    `
section Start [5-13] : # Start
  section Install [12-13] : ## Install ##
section Setext one [14-20] : Setext one
  section Two [17-20] : Two`,
  );
});

test('restructuredtext', () => {
  check(
    'restructuredtext',
    `=====
Title
=====

Intro.

Part
----

Text::

  Not
  ---

Sub
~~~
x
`,
    `
section Title [0-17] : Title
  section Part [6-17] : Part
    section Sub [14-17] : Sub`,
  );
});

test('asciidoc', () => {
  check(
    'asciidoc',
    `= Doc
Intro.

== One
----
== not
----
=== Deep
x
`,
    `
section Doc [0-9] : = Doc
  section One [3-9] : == One
    section Deep [7-9] : === Deep`,
  );
});

test('json', () => {
  check(
    'json',
    `{
  // a comment: {
  "name": "x}",
  "scripts": {
    "a": "1", "b": "2",
    "c": { "d": "3" },










    "e": 4,
  },
  "list": [ { "inner": 1 } ],
}
`,
    `
key name [2-3] : "name": "x}"
key scripts [3-18] : "scripts":
  key a [4-5] : "a": "1"
  key b [4-5] : "b": "2"
  key c [5-6] : "c":
  key e [16-17] : "e": 4
key list [18-19] : "list":`,
  );
});

test('yaml', () => {
  check(
    'yaml',
    `# A workflow.
name: CI
on: [push]
# Jobs run.
jobs:
  build:
    steps:
      - name: deep
  test:
    run: |
      key: no
  lint: x
list:
  - name: one
    x: 1
  - name: "two"
  - id: three
  - plain
`,
    `
key name [0-2] : name: CI
key on [2-3] : on: [push]
key jobs [3-12] : jobs:
  key build [5-8] : build:
  key test [8-11] : test:
  key lint [11-12] : lint: x
key list [12-18] : list:
  key one [13-15] : - name: one
  key two [15-16] : - name: "two"
  key three [16-18] : - id: three`,
  );
});

test('toml', () => {
  check(
    'toml',
    `# Package.

version = 1
[package]
name = "x"
text = """
[not]
"""
# Deps.
[package.metadata]
a = 1
[[bin]]
name = "y"
`,
    `
key version [2-3] : version = 1
section package [3-11] : [package]
  section package.metadata [8-11] : [package.metadata]
section bin [11-13] : [[bin]]`,
  );
});

test('ini', () => {
  check(
    'ini',
    `; Head.

[core]
a = 1
# Remote.
[remote "origin"]
url = x
`,
    `
section core [2-4] : [core]
section remote "origin" [4-7] : [remote "origin"]`,
  );
});

test('other languages have no document outline', () => {
  assert.equal(structureOutline('fun a() = 1', 'kotlin'), null);
});

test('an incomplete JSON document keeps its keys', () => {
  const outline = structureOutline('{ "a": 1, "b": [1, 2, { "c": ', 'json');
  assert.deepEqual(
    outline?.symbols.map((symbol) => symbol.name),
    ['a', 'b'],
  );
});

test('a JSON table of thousands of keys stays bounded', () => {
  const text = `{"packages": {${Array.from({ length: 5_000 }, (_, i) => `"p${i}": {}\n`).join(',')}}}`;
  assert.deepEqual(
    structureOutline(text, 'json')?.symbols.map((symbol) => symbol.name),
    ['packages'],
  );
});
