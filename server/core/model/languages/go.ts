/** Go, and its module files. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, plain, slashes, words } from './lexis.js';

const lexis: Lexis = {
  ...slashes,
  strings: [{ open: '`', close: '`', escapes: false, multiline: true }, plain('"'), plain("'")],
  keywords: words(
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var true false nil iota append cap close complex copy delete imag len make new panic print println real recover bool byte complex64 complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr any _',
  ),
};

export const go: readonly LanguageDescriptor[] = [
  { id: 'go', extensions: ['go'], comment: commentStyles.block, lexis, hasStructuralInterfaces: true },
  { id: 'go-mod', fileNames: ['go.mod'], comment: commentStyles.block, role: 'configuration' },
];
