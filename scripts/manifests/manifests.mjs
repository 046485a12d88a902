// Owns what registries and agents read about this package: each manifest by its path, made from package.json and one list of languages.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../native/places.mjs';

export const packageManifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { name, version, license, mcpName } = packageManifest;

const description =
  'Finds the code that answers a question: whole functions with line numbers, callers, tests, symbols by name or meaning. Works offline.';
const shortDescription = 'Answers questions about a workspace with whole functions, callers, tests and symbols. Offline.';
const plugin = { name, version, description, license, keywords: ['code-search', 'language-server', 'mcp'] };
const server = { command: name, args: ['mcp'] };

/** LSP language ids by extension: what agents open through the language server. */
const languages = {
  '.py': 'python',
  '.pyi': 'python',
  '.ts': 'typescript',
  '.tsx': 'typescriptreact',
  '.mts': 'typescript',
  '.cts': 'typescript',
  '.js': 'javascript',
  '.jsx': 'javascriptreact',
  '.mjs': 'javascript',
  '.cjs': 'javascript',
  '.c': 'c',
  '.h': 'c',
  '.cc': 'cpp',
  '.cpp': 'cpp',
  '.cxx': 'cpp',
  '.hpp': 'cpp',
  '.hh': 'cpp',
  '.go': 'go',
  '.rs': 'rust',
  '.cs': 'csharp',
  '.java': 'java',
  '.kt': 'kotlin',
  '.rb': 'ruby',
  '.php': 'php',
  '.swift': 'swift',
  '.scala': 'scala',
  '.lua': 'lua',
  '.sh': 'shellscript',
  '.css': 'css',
  '.md': 'markdown',
};
const languageServer = { command: name, args: ['--stdio'] };

const plugins = 'clients/agent-plugin';

/** Committed manifests, by path from the root. */
export const manifests = {
  [`${plugins}/plugin.json`]: { $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', ...plugin },
  [`${plugins}/mcp.json`]: {
    $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
    mcpServers: { context: { type: 'stdio', ...server } },
  },
  [`${plugins}/.claude-plugin/plugin.json`]: plugin,
  [`${plugins}/.mcp.json`]: { mcpServers: { context: server } },
  [`${plugins}/.lsp.json`]: {
    context: { ...languageServer, extensionToLanguage: languages, initializationOptions: { passThrough: true } },
  },
  [`${plugins}/.github/lsp.json`]: { lspServers: { context: { ...languageServer, fileExtensions: languages } } },
  'server.json': {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpName,
    title: 'Context: code search',
    description: shortDescription,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        transport: { type: 'stdio' },
        packageArguments: [{ type: 'positional', value: 'mcp' }],
      },
    ],
  },
};

/** Of the MCP bundle: the package itself comes from npm, in the build for the user's machine. */
export const bundleManifest = {
  manifest_version: '0.3',
  name,
  display_name: 'Context: code search',
  version,
  description,
  author: { name: `The ${name} authors` },
  license,
  keywords: plugin.keywords,
  server: {
    type: 'node',
    entry_point: 'server/start.mjs',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: filled in by the client.
    mcp_config: { command: 'node', args: ['${__dirname}/server/start.mjs', '--workspace', '${user_config.workspace}'] },
  },
  tools: ['search_code', 'read_symbol', 'find_related', 'find_symbols', 'workspace_status'].map((tool) => ({ name: tool })),
  user_config: {
    workspace: { type: 'directory', title: 'Project folder', description: 'The folder that questions are about.', required: true },
  },
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: packageManifest.engines.node } },
};
