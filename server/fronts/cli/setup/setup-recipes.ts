/** The configuration of each editor and agent, as docs/editors.md has it. Data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export interface Recipe {
  readonly name: string;
  /** It counts as installed if one of these is on PATH. */
  readonly commands: readonly string[];
  /** The file for the lines; null for commands to run. */
  readonly file: string | null;
  readonly lines: readonly string[];
  /** The comment prefix of the file. */
  readonly comment: string;
  /** Where `--write` may write: at the end of any file, into a new file only, or nowhere (JSON cannot be appended to). */
  readonly adds: 'atEnd' | 'newFile' | 'never';
}

export interface Place {
  readonly home: string;
  /** The user's configuration folder. */
  readonly config: string;
  /** The clients of this package. */
  readonly clients: string;
}

const helixLanguages = ['c', 'cpp', 'go', 'javascript', 'python', 'rust', 'typescript'] as const;
/** Helix's default servers, which a configuration has to repeat. */
const helixServers: Readonly<Record<(typeof helixLanguages)[number], string>> = {
  c: '"clangd"',
  cpp: '"clangd"',
  go: '"gopls"',
  javascript: '"typescript-language-server"',
  python: '"pylsp"',
  rust: '"rust-analyzer"',
  typescript: '"typescript-language-server"',
};

export function recipes({ home, config, clients }: Place): readonly Recipe[] {
  const emacsInit = [join(home, '.emacs'), join(config, 'emacs', 'init.el')].find(existsSync) ?? join(home, '.emacs.d', 'init.el');
  const lua = (text: string) => JSON.stringify(text);
  return [
    {
      name: 'Neovim',
      commands: ['nvim'],
      file: join(config, 'nvim', 'init.lua'),
      lines: [`vim.opt.runtimepath:append(${lua(join(clients, 'neovim'))})`, "require('context_language_server').setup({})"],
      comment: '--',
      adds: 'atEnd',
    },
    {
      name: 'Emacs',
      commands: ['emacs'],
      file: emacsInit,
      lines: [`(add-to-list 'load-path ${lua(join(clients, 'emacs'))})`, "(require 'context-language-server)"],
      comment: ';;',
      adds: 'atEnd',
    },
    {
      name: 'Helix',
      commands: ['hx', 'helix'],
      file: join(config, 'helix', 'languages.toml'),
      lines: [
        '[language-server.context]',
        'command = "context-language-server"',
        'args = ["--stdio"]',
        ...helixLanguages.flatMap((name) => [
          '',
          '[[language]]',
          `name = "${name}"`,
          `language-servers = [${helixServers[name]}, { name = "context", only-features = ["workspace-symbols", "workspace-command"] }]`,
        ]),
      ],
      comment: '#',
      adds: 'newFile',
    },
    {
      name: 'VS Code',
      commands: ['code', 'codium'],
      file: null,
      lines: ['code --install-extension context-language-server.vsix'],
      comment: '',
      adds: 'never',
    },
    {
      name: 'Kakoune',
      commands: ['kak'],
      file: join(config, 'kak', 'kakrc'),
      lines: [
        'hook global BufSetOption filetype=(?:c|cpp|go|javascript|python|rust|typescript) %{',
        '    set-option -add buffer lsp_servers %{',
        '        [context-language-server]',
        '        root_globs = [".git"]',
        '        command = "context-language-server"',
        '        args = ["--stdio"]',
        '    }',
        '}',
      ],
      comment: '#',
      adds: 'atEnd',
    },
    {
      name: 'Codex',
      commands: ['codex'],
      file: join(home, '.codex', 'config.toml'),
      lines: ['[mcp_servers.context-language-server]', 'command = "context-language-server"', 'args = ["mcp"]'],
      comment: '#',
      adds: 'atEnd',
    },
    {
      name: 'Claude Code',
      commands: ['claude'],
      file: null,
      lines: ['claude mcp add context-language-server -- context-language-server mcp'],
      comment: '',
      adds: 'never',
    },
  ];
}
