// The sources of Linux as Debian packages them: fetched with apt-get, unpacked, and cut down to some of their folders.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const packageName = 'linux-source-6.1';

function run(command, args, cwd) {
  const { error, status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (error && 'code' in error && error.code === 'ENOENT')
    throw new Error(
      `${command} is not installed. Without Debian's tools, unpack the sources of Linux yourself and give their folder: --folder DIR`,
    );
  if (error) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ended with ${status}\n${stderr}`);
  return stdout;
}

/** Versions that the package sources serve, newest first. */
function versions() {
  const lines = run('apt-cache', ['madison', packageName], '.').split('\n');
  const found = lines.filter((line) => line.includes(' Packages')).map((line) => line.split('|')[1].trim());
  if (found.length === 0) throw new Error(`no package ${packageName}: run apt-get update on Debian 12, or give a folder: --folder DIR`);
  return [...new Set(found)];
}

/**
 * Fetches and unpacks the newest and the oldest version into folders of their own below `folder`; what is there already is used.
 * @returns absolute folders of the older and the newer sources, with their versions; one alone where only one version is served
 */
export function linuxSources(folder) {
  mkdirSync(folder, { recursive: true });
  const served = versions();
  const wanted = [...new Set([served.at(-1), served[0]])];
  return wanted.map((version) => {
    const sources = join(folder, `${packageName}-${version}`);
    if (existsSync(join(sources, 'MAINTAINERS'))) return { version, folder: sources };
    run('apt-get', ['download', `${packageName}=${version}`], folder);
    const archive = readdirSync(folder).find((name) => name.startsWith(`${packageName}_`) && name.includes(version.replaceAll(':', '%3a')));
    const unpacked = join(folder, `package-${version}`);
    run('dpkg-deb', ['-x', join(folder, archive), unpacked], folder);
    mkdirSync(sources, { recursive: true });
    run('tar', ['-xJf', join(unpacked, 'usr', 'src', `${packageName}.tar.xz`), '--strip-components=1', '-C', sources], folder);
    return { version, folder: sources };
  });
}

/** Copies a tree, or only some of its folders; the copy may be changed. */
export function copyTree(from, to, only) {
  mkdirSync(to, { recursive: true });
  for (const name of only ?? ['.']) run('cp', ['-a', '--reflink=auto', `${from}/${name}`, to], from);
  // Debian's packaging ignores everything at the top level.
  const ignore = join(to, '.gitignore');
  if (existsSync(ignore)) writeFileSync(ignore, readFileSync(ignore, 'utf8').replace(/^\/\*$/m, ''));
}
