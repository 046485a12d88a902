/** C#. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, plain, slashes, words } from './lexis.js';

const lexis: Lexis = {
  ...slashes,
  strings: [
    { open: '"""', close: '"""', escapes: false, multiline: true, code: '{', prefix: /\$$/ },
    { open: '"""', close: '"""', escapes: false, multiline: true },
    { open: '"', close: '"', escapes: false, multiline: true, doubles: true, code: '{', prefix: /(?:\$@|@\$)$/ },
    { open: '"', close: '"', escapes: true, multiline: false, code: '{', prefix: /\$$/ },
    { open: '"', close: '"', escapes: false, multiline: true, doubles: true, prefix: /@$/ },
    plain('"'),
    plain("'"),
  ],
  namingKeywords: /(?:base|new|this)\(/y,
  keywords: words(
    'abstract as async await base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach get goto if implicit in init int interface internal is lock long nameof namespace new null object operator out override params partial private protected public readonly record ref required return sbyte sealed set short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using var virtual void volatile when where while with yield',
  ),
};

export const csharp: readonly LanguageDescriptor[] = [
  { id: 'csharp', extensions: ['cs', 'csx'], family: 'csharp', comment: commentStyles.block, lexis, testClasses: ['cs'] },
  { id: 'razor', extensions: ['razor'], family: 'csharp', comment: commentStyles.block, lexis, isComponent: true },
  { id: 'aspnetcorerazor', extensions: ['cshtml'], family: 'csharp', comment: commentStyles.block, lexis },
];
