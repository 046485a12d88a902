/** Elixir and its templates. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

export const elixir: readonly LanguageDescriptor[] = [
  { id: 'heex', comment: commentStyles.block },
  {
    id: 'elixir',
    extensions: ['ex', 'exs'],
    interpreter: /\belixir/,
    comment: commentStyles.hash,
    configurationFiles: /^mix\.exs$/,
  },
  { id: 'eex', extensions: ['eex', 'heex'], comment: commentStyles.block },
];
