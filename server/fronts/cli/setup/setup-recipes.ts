/** The configuration of each editor and agent, as docs/editors.md and docs/agents.md have it. Data. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What is added to a file, or run. */
export type Step =
  /** Lines at the end of a file. */
  | { readonly kind: 'lines'; readonly file: string; readonly lines: readonly string[]; readonly comment: string }
  /** One entry of a JSON file; comments are kept. */
  | { readonly kind: 'json'; readonly file: string; readonly path: readonly string[]; readonly value: unknown }
  /** A program of the client itself, which writes `file`. */
  | { readonly kind: 'run'; readonly file: string; readonly command: readonly [string, ...string[]] }
  /** A command for the user. */
  | { readonly kind: 'print'; readonly lines: readonly string[] };

export interface Recipe {
  readonly name: string;
  /** It counts as installed if one of these is on PATH, or one of these folders exists. */
  readonly commands: readonly string[];
  readonly folders?: readonly string[];
  readonly step: Step;
}

export interface Place {
  readonly home: string;
  /** The user's configuration folder. */
  readonly config: string;
  /** The clients of this package. */
  readonly clients: string;
  readonly platform: NodeJS.Platform;
}

const program = 'context-language-server';
const server = { command: program, args: ['mcp'] };

/** Helix's default servers, which a configuration has to repeat. */
const helixServers: Readonly<Record<string, string>> = {
  c: '"clangd"',
  cpp: '"clangd"',
  go: '"gopls"',
  javascript: '"typescript-language-server"',
  python: '"pylsp"',
  rust: '"rust-analyzer"',
  typescript: '"typescript-language-server"',
};

export function recipes(place: Place): readonly Recipe[] {
  return [...editors(place), ...agents(place)];
}

function editors({ home, config, clients, platform }: Place): readonly Recipe[] {
  const neovim = (...names: string[]) => join(config, 'nvim', ...names);
  const lua = [`vim.opt.runtimepath:append(${JSON.stringify(join(clients, 'neovim'))})`, "require('context_language_server').setup({})"];
  const isVimscript = existsSync(neovim('init.vim')) && !existsSync(neovim('init.lua'));
  const emacs = ['.emacs', '.emacs.el', join('.emacs.d', 'init.el')].map((name) => join(home, name));
  return [
    {
      name: 'Neovim',
      commands: ['nvim'],
      step: isVimscript
        ? { kind: 'lines', file: neovim('init.vim'), lines: ['lua << EOF', ...lua, 'EOF'], comment: '"' }
        : { kind: 'lines', file: neovim('init.lua'), lines: lua, comment: '--' },
    },
    {
      name: 'Emacs',
      commands: ['emacs'],
      step: {
        kind: 'lines',
        file: [...emacs, join(config, 'emacs', 'init.el')].find(existsSync) ?? join(home, '.emacs.d', 'init.el'),
        lines: [
          `(add-to-list 'load-path ${JSON.stringify(join(clients, 'emacs'))})`,
          "(require 'context-language-server)",
          ";; M-x eglot or M-x lsp starts it in a buffer; in every buffer: (add-hook 'prog-mode-hook #'eglot-ensure)",
        ],
        comment: ';;',
      },
    },
    {
      name: 'Helix',
      commands: ['hx', 'helix'],
      step: {
        kind: 'lines',
        file: join(config, 'helix', 'languages.toml'),
        lines: [
          '[language-server.context]',
          `command = "${program}"`,
          'args = ["--stdio"]',
          ...Object.entries(helixServers).flatMap(([name, usual]) => [
            '',
            '[[language]]',
            `name = "${name}"`,
            `language-servers = [${usual}, { name = "context", only-features = ["workspace-symbols", "workspace-command"] }]`,
          ]),
        ],
        comment: '#',
      },
    },
    {
      name: 'VS Code',
      commands: ['code', 'codium'],
      step: { kind: 'print', lines: ['code --install-extension context-language-server.vsix'] },
    },
    {
      name: 'VS Code agents (Copilot)',
      commands: ['code'],
      step: {
        kind: 'json',
        file: join(codeFolder({ home, config, platform }), 'User', 'mcp.json'),
        path: ['servers', 'context'],
        value: { type: 'stdio', ...server },
      },
    },
    {
      name: 'Zed',
      commands: ['zed', 'zeditor'],
      folders: [join(config, 'zed')],
      step: { kind: 'json', file: join(config, 'zed', 'settings.json'), path: ['context_servers', 'context'], value: server },
    },
    {
      name: 'Kakoune',
      commands: ['kak'],
      step: {
        kind: 'lines',
        file: join(config, 'kak', 'kakrc'),
        lines: [
          // Not BufSetOption: a server that is there already keeps kakoune-lsp from adding its own.
          'hook global User LSPDefaultConfig=(?:c|cpp|go|javascript|python|rust|typescript) %{',
          '    set-option -add buffer lsp_servers %{',
          '        [context-language-server]',
          '        root_globs = [".git"]',
          `        command = "${program}"`,
          '        args = ["--stdio"]',
          '    }',
          '}',
        ],
        comment: '#',
      },
    },
  ];
}

function agents({ home, config }: Place): readonly Recipe[] {
  const opencode = join(config, 'opencode');
  const json = (name: string, commands: readonly string[], file: string, path: readonly string[], value: unknown): Recipe => ({
    name,
    commands,
    step: { kind: 'json', file, path, value },
  });
  return [
    {
      name: 'Claude Code',
      commands: ['claude'],
      step: {
        kind: 'run',
        file: join(home, '.claude.json'),
        command: ['claude', 'mcp', 'add', '--scope', 'user', 'context', '--', program, 'mcp'],
      },
    },
    {
      name: 'Codex',
      commands: ['codex'],
      folders: [join(home, '.codex')],
      step: {
        kind: 'lines',
        file: join(home, '.codex', 'config.toml'),
        lines: ['[mcp_servers.context]', `command = "${program}"`, 'args = ["mcp"]'],
        comment: '#',
      },
    },
    {
      ...json('Cursor', ['cursor', 'cursor-agent'], join(home, '.cursor', 'mcp.json'), ['mcpServers', 'context'], server),
      folders: [join(home, '.cursor')],
    },
    json(
      'opencode',
      ['opencode'],
      [join(opencode, 'opencode.jsonc')].find(existsSync) ?? join(opencode, 'opencode.json'),
      ['mcp', 'context'],
      { type: 'local', command: [program, 'mcp'] },
    ),
    json('Crush', ['crush'], join(config, 'crush', 'crush.json'), ['mcp', 'context'], { type: 'stdio', ...server }),
    json('Copilot CLI', ['copilot'], join(home, '.copilot', 'mcp-config.json'), ['mcpServers', 'context'], {
      type: 'local',
      ...server,
      tools: ['*'],
    }),
  ];
}

function codeFolder({ home, config, platform }: Omit<Place, 'clients'>): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code');
  if (platform === 'win32') return join(process.env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Code');
  return join(config, 'Code');
}
