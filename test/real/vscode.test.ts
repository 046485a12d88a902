/** The VS Code extension as a file to install: it is whole, and its code loads with nothing but VS Code's own module missing. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../server/util/package-root.js';

const folder = join(packageRoot, 'clients', 'vscode');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const source = (name: string) => readFileSync(join(folder, 'src', name), 'utf8');
const noUnzip = spawnSync('unzip', ['-v']).error ? 'unzip is not installed: apt-get install unzip' : false;

/** Loads a module with a stand-in for `vscode`, whose classes the language client extends, and prints what it exports. */
const loadWithoutVscode = `
const { Module } = require('node:module');
const names = ['CallHierarchyItem', 'CancellationError', 'CodeAction', 'CodeLens', 'CompletionItem', 'Diagnostic', 'Disposable', 'DocumentLink',
  'EventEmitter', 'InlayHint', 'SymbolInformation', 'TypeHierarchyItem', 'Uri'];
const anything = new Proxy(function () {}, { get: (_, key) => (key === Symbol.toPrimitive ? () => '1' : anything), apply: () => anything });
const vscode = Object.fromEntries(names.map((name) => [name, class {}]));
Object.assign(vscode, { version: '1.100.0', workspace: anything, window: anything, languages: anything, commands: anything });
const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
console.log(Object.keys(require(process.argv[1])).sort().join());`;

test('the extension packs into a .vsix that unpacks whole', { skip: noUnzip, timeout: 60_000 }, () => {
  const out = mkdtempSync(join(tmpdir(), 'context-vsix-'));
  try {
    const file = join(out, 'extension.vsix');
    execFileSync(process.execPath, [join(packageRoot, 'scripts', 'pack-vscode.mjs'), file]);
    const first = readFileSync(file);
    execFileSync('unzip', ['-q', file, '-d', out]);
    const packed = JSON.parse(readFileSync(join(out, 'extension', 'package.json'), 'utf8'));
    assert.equal(packed.name, manifest.name);
    const vsix = readFileSync(join(out, 'extension.vsixmanifest'), 'utf8');
    for (const [, path] of vsix.matchAll(/Path="([^"]+)"/g)) assert.ok(readFileSync(join(out, path as string)).length > 0);
    assert.match(vsix, new RegExp(`Id="${manifest.name}" Version="${manifest.version}"`));
    const files = JSON.stringify(packed.contributes.walkthroughs).matchAll(/"(?:image|markdown)":"([^"]+)"/g);
    for (const [, path] of files) assert.ok(readFileSync(join(out, 'extension', path as string)).length > 0, path);
    const readme = readFileSync(join(out, 'extension', 'README.md'), 'utf8');
    const images = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, url]) => url as string);
    assert.ok(images.length > 0);
    for (const image of images) {
      const path = image.replace(/^https:.*\/raw\/HEAD\//, '');
      assert.notEqual(path, image, 'VS Code shows no image by a relative path');
      assert.ok(existsSync(join(packageRoot, path)), path);
    }
    const loaded = spawnSync(process.execPath, ['-e', loadWithoutVscode, join(out, 'extension', 'extension.cjs')], { encoding: 'utf8' });
    assert.equal(loaded.stdout.trim(), 'activate,deactivate', loaded.stderr);
    execFileSync(process.execPath, [join(packageRoot, 'scripts', 'pack-vscode.mjs'), file]);
    assert.ok(first.equals(readFileSync(file)), 'equal sources give equal files');
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
});

test('commands, views and tools of the manifest are those of the code', () => {
  const code = ['extension.ts', 'language-model-tools.ts']
    .map(source)
    .join('\n')
    .replaceAll(/\$\{SECTION\}/g, 'contextLanguageServer');
  for (const { command } of manifest.contributes.commands) assert.ok(code.includes(`registerCommand(\`${command}\``), command);
  for (const { name } of manifest.contributes.languageModelTools) assert.ok(code.includes(`'${name}'`), name);
  for (const { id } of manifest.contributes.mcpServerDefinitionProviders) assert.ok(source('mcp-servers.ts').includes(`'${id}'`), id);
  for (const { id } of manifest.contributes.views.explorer) assert.ok(code.includes(`'${id}'`), id);
});
