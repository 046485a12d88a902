// Owns what a native build needs from the system: which of it is there, how it is called in Debian, and putting it
// there where that is ours to do (root on Debian, and the caller asked for it).

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { npmInstallApart } from './packages.mjs';
import { onPath, run, say, seconds, tail } from './run.mjs';

const compilers = [process.env.CXX, 'g++', 'c++', 'clang++'].filter(Boolean);
const includeFolders = ['/usr/include', '/usr/local/include'];

export const findCompiler = () => compilers.find((name) => (name.startsWith('/') ? existsSync(name) : onPath(name)));

const haveFaiss = () => includeFolders.some((folder) => existsSync(join(folder, 'faiss', 'Index.h')));

const parts = [
  { package: 'g++', present: () => findCompiler() !== undefined },
  { package: 'make', present: () => onPath('make') },
  { package: 'python3', present: () => onPath('python3') },
  { package: 'libfaiss-dev', present: haveFaiss },
];

const neededFor = { 'better-sqlite3': ['g++', 'make', 'python3'], 'faiss-node': ['g++', 'libfaiss-dev'] };

/** The Debian names of what building these modules lacks. */
export function lacking(modules) {
  const needed = new Set(modules.flatMap((name) => neededFor[name]));
  return parts.filter((part) => needed.has(part.package) && !part.present()).map((part) => part.package);
}

const isDebian = () => existsSync('/etc/debian_version') && onPath('apt-get');

export const mayInstall = () => isDebian() && process.getuid?.() === 0;

export const installHint = (packages) =>
  isDebian() ? `as root: apt-get install -y ${packages.join(' ')}` : `install what Debian calls ${packages.join(', ')}`;

/** Installs Debian packages as root. Refreshes the lists only where there are none, or where they are out of date. */
export async function aptInstall(packages) {
  const started = Date.now();
  say(`installing Debian packages: ${packages.join(' ')}`);
  const install = () => apt(['install', '-y', '--no-install-recommends', ...packages]);
  let result = haveAptLists() ? await install() : { ok: false, output: '' };
  if (!result.ok) {
    result = await apt(['update']);
    if (result.ok) result = await install();
  }
  say(result.ok ? `installed in ${seconds(started)}` : `apt-get failed:\n${tail(result.output, 4)}`);
  return result.ok;
}

function haveAptLists() {
  try {
    return readdirSync('/var/lib/apt/lists').some((name) => /_(Packages|InRelease)/.test(name));
  } catch {
    return false;
  }
}

const aptSettings = ['-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=5', '-o', 'DPkg::Lock::Timeout=60'];

// Any of these says that apt gets somewhere, or waits for another apt.
const aptAnswer = /^(Get:|Hit:|Preparing|Unpacking|Setting up)|waiting for .*lock/im;

const apt = (args) =>
  run('apt-get', [...aptSettings, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    limitMs: 600_000,
    answer: aptAnswer,
  });

let headers;

/** The prefix whose include/node has the headers of this very Node; node-gyp would download them from nodejs.org. */
export function nodeHeaders() {
  headers ??= findHeaders();
  return headers;
}

async function findHeaders() {
  const prefixes = [dirname(dirname(process.execPath)), process.config.variables.node_prefix, '/usr', '/usr/local'];
  const prefix = prefixes.find((folder) => folder && headersFit(folder));
  if (prefix) return prefix;
  // The npm packages that carry Node itself bring the headers as well.
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  say(`getting Node's headers: ${name} from npm`);
  const folder = await npmInstallApart(`${name}@${process.versions.node}`);
  return folder && join(folder, 'node_modules', name);
}

function headersFit(prefix) {
  try {
    const version = readFileSync(join(prefix, 'include', 'node', 'node_version.h'), 'utf8');
    return version.match(/define NODE_MODULE_VERSION (\d+)/)?.[1] === process.versions.modules;
  } catch {
    return false;
  }
}
