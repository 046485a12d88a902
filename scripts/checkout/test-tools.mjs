// Installs the editors and servers that some tests use. A test without its program is skipped with a reason.

import { noteInVain, triedInVain } from '../native/note.mjs';
import { onPath, say } from '../native/run.mjs';
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
];

const missing = () => tools.filter(({ commands }) => !commands.some((command) => onPath(command))).flatMap((tool) => tool.packages);

export async function ensureTestTools() {
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
