// Owns the editors and servers that some tests drive. A test that lacks one says so and is skipped.

import { noteInVain, triedInVain } from '../native/note.mjs';
import { onPath, say } from '../native/run.mjs';
import { aptInstall, installHint, mayInstall } from '../native/toolchain.mjs';

const tools = [{ command: 'nvim', package: 'neovim' }];

export async function ensureTestTools() {
  const packages = tools.filter(({ command }) => !onPath(command)).map((tool) => tool.package);
  if (packages.length === 0) return;
  const key = packages.join(' ');
  const mayTry = mayInstall() && !triedInVain('test-tools', key);
  if (mayTry && (await aptInstall(packages))) return;
  if (mayTry) noteInVain('test-tools', key);
  say(`some tests will be skipped; to have them: ${installHint(packages)}`);
}
