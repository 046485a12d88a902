/** `completion SHELL`: a script that completes commands, options and their values in bash, zsh or fish. Each shell can source it. */
import { UsageError } from '../read-options.js';
import { choices, options } from './flags.js';

const program = 'context-language-server';

/** Other values are completed as files. */
const values: Readonly<Record<string, readonly string[]>> = choices;

/** Words after a command; after the others come files. */
const words: Readonly<Record<string, readonly string[]>> = { completion: ['bash', 'zsh', 'fish'] };

const shells: Readonly<Record<string, (commands: readonly string[]) => string>> = {
  bash: (commands) => `_context_language_server() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]}
  case "$before" in
${Object.entries(values)
  .map(([name, words]) => `    --${name}) COMPREPLY=($(compgen -W '${words.join(' ')}' -- "$word")); return ;;`)
  .join('\n')}
  esac
  if [[ $word == -* ]]; then COMPREPLY=($(compgen -W '${flags().join(' ')}' -- "$word"))
  elif [[ $COMP_CWORD == 1 ]]; then COMPREPLY=($(compgen -W '${commands.join(' ')}' -- "$word"))
${Object.entries(words)
  .map(([command, choice]) => `  elif [[ $before == ${command} ]]; then COMPREPLY=($(compgen -W '${choice.join(' ')}' -- "$word"))`)
  .join('\n')}
  else COMPREPLY=($(compgen -f -- "$word"))
  fi
}
complete -o filenames -F _context_language_server ${program}
`,
  // As a file in fpath its name is the function; sourced, it registers itself.
  zsh: (commands) => `#compdef ${program}
_context_language_server() {
  case "$words[2]" in
${Object.entries(words)
  .map(([command, choice]) => `    ${command}) _arguments '1:command:' '2:word:(${choice.join(' ')})'; return ;;`)
  .join('\n')}
  esac
  _arguments '1:command:(${commands.join(' ')})' '*:file:_files' \\
${Object.entries(options)
  .map(([name, { type }]) => {
    if (type === 'boolean') return `    '--${name}'`;
    return `    '*--${name}:value:${values[name] ? `(${values[name].join(' ')})` : '_files'}'`;
  })
  .join(' \\\n')}
}
if [[ $funcstack[1] == _${program} ]]; then _context_language_server "$@"; else compdef _context_language_server ${program}; fi
`,
  fish: (commands) =>
    `${[
      `complete -c ${program} -n __fish_use_subcommand -f -a '${commands.join(' ')}'`,
      ...Object.entries(words).map(
        ([command, choice]) => `complete -c ${program} -n '__fish_seen_subcommand_from ${command}' -f -a '${choice.join(' ')}'`,
      ),
      ...Object.entries(options).map(([name, { type }]) => {
        const takes = type === 'boolean' ? '' : values[name] ? ` -x -a '${values[name].join(' ')}'` : ' -r';
        return `complete -c ${program} -l ${name}${takes}`;
      }),
    ].join('\n')}\n`,
};

const flags = (): string[] => Object.keys(options).map((name) => `--${name}`);

/** The script for a shell. @throws UsageError for a shell that has none */
export function completionScript(shell: string | undefined, commands: readonly string[]): string {
  const script = shells[shell ?? ''];
  if (!script) throw new UsageError(`completion: expected one of ${Object.keys(shells).join(', ')}, got ${JSON.stringify(shell ?? '')}`);
  return script(commands);
}
