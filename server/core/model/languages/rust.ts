/** Rust. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, plain, slashes, words } from './lexis.js';

const lexis: Lexis = {
  ...slashes,
  // Modules. Elsewhere they are a visibility or the receiver.
  namingKeywords: /(?:self|super)::/y,
  strings: [{ open: 'r#"', close: '"#', escapes: false, multiline: true }, plain('"', true)],
  keywords: words(
    'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type union unsafe use where while yield bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize _',
  ),
};

export const rust: LanguageDescriptor = {
  id: 'rust',
  extensions: ['rs'],
  comment: commentStyles.block,
  lexis,
  testFiles: /^tests?\.rs$/,
  configurationFiles: /^build\.rs$/,
};
