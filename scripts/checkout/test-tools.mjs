// Installs the editors, shells, servers and packages that some tests use. A test without its program is skipped with a reason.

import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { noteInVain, triedInVain } from '../native/note.mjs';
import { readJson } from '../native/packages.mjs';
import { noteFolder, root } from '../native/places.mjs';
import { cleanEnv, npm, onPath, run, say, seconds, tail } from '../native/run.mjs';
import { aptInstall, installHint, mayInstall } from '../native/toolchain.mjs';

// Any of the commands will do. A release of Debian may lack some of the packages.
const tools = [
  { commands: ['nvim'], packages: ['neovim'] },
  { commands: ['emacs'], packages: ['emacs-nox', 'elpa-eglot', 'elpa-lsp-mode'] },
  { commands: ['hx'], packages: ['hx'] },
  { commands: ['tmux'], packages: ['tmux'] },
  { commands: ['clangd', 'clangd-22', 'clangd-19'], packages: ['clangd-19'] },
  { commands: ['gopls'], packages: ['gopls'] },
  { commands: ['go'], packages: ['golang-go'] },
  { commands: ['zsh'], packages: ['zsh'] },
  { commands: ['fish'], packages: ['fish'] },
];

// Too large for the dependencies of this package: 160 MB. The tests start them from this folder.
const npmFolder = join(root, '.cache', 'test-tools');
const npmTools = { '@modelcontextprotocol/conformance': '0.2.0-alpha.12', '@modelcontextprotocol/inspector': '2.12.0' };

// Servers from npm and NuGet, in a folder that only the tests of these servers add to PATH (`test/support/test-servers.ts`).
const folder = join(noteFolder, 'test-servers');
const ofNpm = [
  { command: 'bash-language-server', spec: 'bash-language-server@5' },
  { command: 'intelephense', spec: 'intelephense@1' },
  { command: 'vscode-json-language-server', spec: 'vscode-langservers-extracted@4' },
  { command: 'yaml-language-server', spec: 'yaml-language-server@1' },
  { command: 'docker-langserver', spec: 'dockerfile-language-server-nodejs@0' },
  { command: 'vue-language-server', spec: '@vue/language-server@3' },
];
const limitMs = 180_000;

const missing = () => tools.filter(({ commands }) => !commands.some((command) => onPath(command))).flatMap((tool) => tool.packages);

export async function ensureTestTools() {
  await ensureDebianPackages();
  await ensureNpmTools();
  await ensureServers();
}

async function ensureDebianPackages() {
  const packages = missing();
  if (packages.length === 0) return;
  const key = packages.join(' ');
  const mayTry = mayInstall() && !triedInVain('test-tools', key);
  if (mayTry) {
    if (await aptInstall(packages)) return;
    // One by one, because this release of Debian may lack one of them.
    if (packages.length > 1) for (const one of packages) await aptInstall([one]);
    if (missing().length === 0) return;
    noteInVain('test-tools', missing().join(' '));
  }
  say(`some tests will be skipped; to have them: ${installHint(missing())}`);
}

async function ensureNpmTools() {
  const specs = Object.entries(npmTools).map(([name, version]) => `${name}@${version}`);
  const key = specs.join(' ');
  if (Object.entries(npmTools).every(([name, version]) => installedVersion(name) === version) || triedInVain('npm-tools', key)) return;
  const started = Date.now();
  mkdirSync(npmFolder, { recursive: true });
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--fetch-retries=0'];
  const args = ['install', '--prefix', npmFolder, ...options, ...specs];
  const { ok, output } = await npm(args, { cwd: npmFolder, env: cleanEnv(), limitMs: 300_000 });
  if (!ok) noteInVain('npm-tools', key);
  say(ok ? `installed ${key} in ${seconds(started)}` : `npm could not install ${key}; some tests will be skipped:\n${tail(output, 3)}`);
}

function installedVersion(name) {
  const file = join(npmFolder, 'node_modules', name, 'package.json');
  return existsSync(file) ? readJson(file).version : undefined;
}

async function ensureServers() {
  mkdirSync(folder, { recursive: true });
  // npm adds the commands of dependencies to PATH; the tests do not see these.
  const others = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.endsWith(join('node_modules', '.bin')));
  const isThere = (command) => onPath(command, [...others, join(folder, 'node_modules', '.bin'), join(folder, 'dotnet')]);
  const specs = ofNpm.filter(({ command }) => !isThere(command)).map(({ spec }) => spec);
  const installs = [
    {
      what: specs.join(' '),
      install: () => npm(['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder, ...specs], { limitMs }),
    },
    {
      what: onPath('dotnet') && !isThere('csharp-ls') ? 'csharp-ls' : '',
      install: () => run('dotnet', ['tool', 'install', '--tool-path', join(folder, 'dotnet'), 'csharp-ls'], { limitMs }),
    },
  ];
  for (const { what, install } of installs) {
    if (what === '') continue;
    const name = `test-servers-${what === 'csharp-ls' ? 'nuget' : 'npm'}`;
    if (!triedInVain(name, what)) {
      if ((await install()).ok) continue;
      noteInVain(name, what);
    }
    say(`some tests will be skipped: ${what} could not be installed`);
  }
}
