/** Commands in the documents exist: subcommands and options of `context-language-server`, and scripts of `npm run`. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { helpCommands, helpText } from '../../server/fronts/cli/help.js';
import { packageRoot } from '../../server/util/package-root.js';

const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'protocol.md'],
  ...readdirSync(join(packageRoot, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];
const lines = documents.flatMap((path) =>
  readFileSync(join(packageRoot, path), 'utf8')
    .split('\n')
    .map((text) => ({ path, text })),
);

test('subcommands and options in documents exist', () => {
  const serverOptions = ['stdio', 'socket', 'pipe', 'log', 'http'];
  const subcommands = new Set(helpCommands);
  const options = new Set([...serverOptions, ...[...helpText.matchAll(/--([a-z-]+)/g)].map(([, name]) => name)]);
  const wrong: string[] = [];
  let count = 0;
  for (const { path, text } of lines) {
    // A command ends with its line, its inline code, or a comment.
    for (const [, command = ''] of text.matchAll(/(?:^|[`$|] ?)context-language-server ([a-z-][^`#|]*)/g)) {
      count += 1;
      const [first = ''] = command.split(/\s/);
      if (!first.startsWith('-') && !subcommands.has(first)) wrong.push(`${path}: ${first}`);
      for (const [, option = ''] of command.replaceAll(/"[^"]*"/g, '').matchAll(/(?:^|\s)--([a-z-]+)/g))
        if (!options.has(option)) wrong.push(`${path}: --${option}`);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(count > 20, `only ${count} commands were found`);
});

test('scripts of npm run in documents exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8'));
  for (const { path, text } of lines)
    for (const [, name = ''] of text.matchAll(/npm run ([a-z:]+)/g)) assert.ok(name in scripts, `${path}: npm run ${name}`);
});
