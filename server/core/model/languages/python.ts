/** Python, and the build languages derived from it. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, plain, type StringForm, words } from './lexis.js';

/** A name with what stands in its brackets, brackets in those included. Each character can be read in one way only. */
const annotated = String.raw`[\w.]+(?:\[(?:[\w., |]|\[[\w., |]*\])*\])?`;
/** "Name", "module.Name", "list[Name]", also the entries of __all__; prose has blanks without a bar or a comma. */
const quotedAnnotation = new RegExp(`${annotated}(?: \\| ${annotated})*(?=["'])`, 'y');
const fPrefix = /(?:^|\W)(?:[fFtT][rR]?|[rR][fFtT])$/;
const lexis: Lexis = {
  lineComments: ['#'],
  blockComments: [],
  strings: ['"""', "'''", '"', "'"].flatMap((quote): StringForm[] => [
    { open: quote, close: quote, escapes: true, multiline: quote.length === 3, code: '{', prefix: fPrefix },
    quote.length === 3 ? plain(quote, true) : { ...plain(quote), codeWhere: quotedAnnotation },
  ]),
  keywords: words(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield self cls',
  ),
};

/** Notebooks, read as the source of their cells (core/chunking/notebook-text.ts). */
const jupyter: LanguageDescriptor = { id: 'jupyter', extensions: ['ipynb'], family: 'python', comment: commentStyles.hash, lexis };

const script: LanguageDescriptor = {
  id: 'python',
  extensions: ['py', 'pyi', 'pyw', 'bzl', 'bazel', 'star'],
  fileNames: ['build', 'workspace'],
  interpreter: /\bpython/,
  comment: commentStyles.hash,
  lexis,
  isScript: true,
  testFiles: /^(?:test[_-].*|conftest|tests?)\.py$/,
  configurationFiles: /^(?:setup|noxfile|conf|fabfile)\.py$|^(?:build|workspace|module)(?:\.bazel)?$/,
  declarationFiles: /\.pyi$/,
};

export const python: readonly LanguageDescriptor[] = [script, jupyter];
