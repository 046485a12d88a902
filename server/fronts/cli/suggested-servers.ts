/** Language servers that `doctor` suggests for languages without a built-in one: how to install each, and the setting for it. */
interface Suggestion {
  readonly id: string;
  /** The command with its arguments. */
  readonly command: readonly string[];
  readonly languages: readonly string[];
  readonly install: string;
  /** True: it is used once it is installed, without a setting. */
  readonly needsNoSetting?: true;
  readonly needsTrust?: true;
}

const suggestions: readonly Suggestion[] = [
  {
    id: 'jdtls',
    command: ['jdtls'],
    languages: ['java'],
    install: 'brew install jdtls; https://github.com/eclipse-jdtls/eclipse.jdt.ls',
    needsTrust: true,
  },
  {
    id: 'kotlin-language-server',
    command: ['kotlin-language-server'],
    languages: ['kotlin'],
    install: 'brew install kotlin-language-server; https://github.com/fwcd/kotlin-language-server',
  },
  { id: 'ruby-lsp', command: ['ruby-lsp'], languages: ['ruby'], install: 'gem install ruby-lsp', needsTrust: true },
  {
    id: 'intelephense',
    command: ['intelephense', '--stdio'],
    languages: ['php'],
    install: 'npm install --global intelephense',
    needsNoSetting: true,
  },
  {
    id: 'lua-language-server',
    command: ['lua-language-server'],
    languages: ['lua'],
    install: 'brew install lua-language-server; https://github.com/LuaLS/lua-language-server/releases',
    needsTrust: true,
  },
  {
    id: 'bash-language-server',
    command: ['bash-language-server', 'start'],
    languages: ['shellscript'],
    install: 'npm install --global bash-language-server',
    needsNoSetting: true,
  },
  {
    id: 'svelte-language-server',
    command: ['svelteserver', '--stdio'],
    languages: ['svelte'],
    install: 'npm install --global svelte-language-server',
    needsNoSetting: true,
  },
  {
    id: 'vue-language-server',
    command: ['vue-language-server', '--stdio'],
    languages: ['vue'],
    install: 'npm install --global @vue/language-server',
    needsNoSetting: true,
    needsTrust: true,
  },
  { id: 'sourcekit-lsp', command: ['sourcekit-lsp'], languages: ['swift'], install: 'comes with Swift: https://www.swift.org/install' },
  { id: 'metals', command: ['metals'], languages: ['scala'], install: 'cs install metals' },
  { id: 'dart', command: ['dart', 'language-server'], languages: ['dart'], install: 'comes with Dart: https://dart.dev/get-dart' },
  {
    id: 'elixir-ls',
    command: ['elixir-ls'],
    languages: ['elixir'],
    install: 'brew install elixir-ls; https://github.com/elixir-lsp/elixir-ls',
  },
  {
    id: 'haskell-language-server',
    command: ['haskell-language-server-wrapper', '--lsp'],
    languages: ['haskell'],
    install: 'ghcup install hls',
    needsTrust: true,
  },
  {
    id: 'zls',
    command: ['zls'],
    languages: ['zig'],
    install: 'brew install zls; https://github.com/zigtools/zls/releases',
    needsTrust: true,
  },
  { id: 'ocamllsp', command: ['ocamllsp'], languages: ['ocaml'], install: 'opam install ocaml-lsp-server' },
  { id: 'clojure-lsp', command: ['clojure-lsp'], languages: ['clojure'], install: 'brew install clojure-lsp/brew/clojure-lsp-native' },
  { id: 'erlang_ls', command: ['erlang_ls'], languages: ['erlang'], install: 'https://github.com/erlang-ls/erlang_ls' },
  {
    id: 'fsautocomplete',
    command: ['fsautocomplete', '--adaptive-lsp-server-enabled'],
    languages: ['fsharp'],
    install: 'dotnet tool install --global fsautocomplete',
  },
];

/** Lines of `doctor`; none if no server is known for the language. */
export function suggestedServer(language: string): string[] {
  const found = suggestions.find(({ languages }) => languages.includes(language));
  if (!found) return [];
  const { id, command, languages, install, needsNoSetting = false, needsTrust = false } = found;
  const trust = needsTrust ? '; it is used in a trusted workspace' : '';
  const advice = `${id} would make callers and references exact: ${install}${trust}`;
  if (needsNoSetting) return [advice];
  const [program, ...args] = command;
  const setting = { servers: { [id]: { command: program, ...(args.length > 0 && { args }), languages } } };
  return [advice, `then set ${JSON.stringify(setting)}`];
}
