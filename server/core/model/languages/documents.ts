/** Prose. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

const { markup, percent } = commentStyles;

export const documents: readonly LanguageDescriptor[] = [
  {
    id: 'markdown',
    extensions: ['md', 'markdown', 'mdx', 'mdc'],
    fileNames: ['readme'],
    comment: markup,
    role: 'documentation',
    isSectioned: true,
  },
  { id: 'restructuredtext', extensions: ['rst'], comment: markup, role: 'documentation', isSectioned: true },
  { id: 'asciidoc', extensions: ['adoc'], comment: markup, role: 'documentation', isSectioned: true },
  { id: 'org', extensions: ['org'], comment: markup, role: 'documentation', isSectioned: true },
  { id: 'latex', extensions: ['tex'], comment: percent, role: 'documentation' },
  // Manual pages.
  { id: 'roff', extensions: ['1', '2', '3', '4', '5', '6', '7', '8', 'man', 'mdoc', 'roff'], comment: markup, role: 'documentation' },
  { id: 'plaintext', extensions: ['txt'], fileNames: ['license'], comment: markup },
];
