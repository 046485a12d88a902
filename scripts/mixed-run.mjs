// Owns docs/mixed-run.md: `node scripts/mixed-run.mjs FOLDER` runs the command line over a checkout of google/flatbuffers, where C++,
// Python, TypeScript and Go do the same in one repository, and writes down what it printed. Needs a built `dist` and the servers.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('expected a folder');
const cacheDir = mkdtempSync(join(tmpdir(), 'mixed-run-'));
const maxLines = 70;

const steps = [
  {
    title: 'Index with every language server',
    args: ['index', '.', '--with-servers'],
    // The other languages have no server here, or no edges.
    only: /language servers|^ +(?:clangd|TypeScript|pyright|gopls)/,
  },
  {
    title: 'One question, several languages',
    args: ['ask', '.', 'write the vtable of a finished object, reusing an equal one', '-n', '12', '--related', '0', '--color', 'never'],
    only: /^\S+:\d+-\d+ {2}/,
  },
  { title: 'Callers, from clangd', args: ['related', 'FlatBufferBuilderImpl.EndTable', '--relation', 'called_by', '-n', '4'] },
  { title: 'Callers, from pyright', args: ['related', 'python/flatbuffers/encode.py:25', '--relation', 'called_by', '-n', '4'] },
  { title: 'Callers, from TypeScript', args: ['related', 'ByteBuffer.readInt16', '--relation', 'called_by', '-n', '4'] },
  { title: 'Callers, from gopls', args: ['related', 'GetVOffsetT', '--relation', 'called_by', '-n', '4'] },
];

const pages = [];
try {
  for (const { title, args, only } of steps) {
    const command = [join(root, 'dist', 'bundle', 'main.js'), ...args, '--cache-dir', cacheDir];
    const { stdout, status, stderr } = spawnSync(process.execPath, command, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 26 });
    if (status !== 0) throw new Error(`${args.join(' ')}: ${stderr}`);
    const lines = stdout.split('\n').filter((line) => !only || only.test(line));
    const shown = lines
      .slice(0, maxLines)
      .join('\n')
      .replaceAll(root, '')
      .replaceAll(`${resolve(folder)}/`, '')
      .trimEnd();
    const quoted = args.map((arg) => (/[\s*]/.test(arg) ? `"${arg}"` : arg)).join(' ');
    pages.push(`## ${title}\n\n\`\`\`\n$ context-language-server ${quoted}\n${shown}\n\`\`\`\n`);
  }
} finally {
  rmSync(cacheDir, { recursive: true, force: true });
}
writeFileSync(
  join(root, 'docs', 'mixed-run.md'),
  `# A session with a repository of many languages

Made by \`node scripts/mixed-run.mjs FOLDER\` over a checkout of google/flatbuffers, which implements the same in C++, Python, TypeScript, Go
and others; do not edit. The first two listings leave out languages without a server. The checkout has no Go module for
\`go/\`; \`go mod init github.com/google/flatbuffers/go\` created one, because gopls reads each file separately without it.

${pages.join('\n')}`,
);
