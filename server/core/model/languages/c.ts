/** C, C++, CUDA, Metal, OpenCL, GLSL, Objective-C, and grammars and scanners with C in them. A header has the extension of C; `languageOfHeader` tells C++ from its text. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, plain, slashes, words } from './lexis.js';

const lexis: Lexis = {
  ...slashes,
  hasArrows: true,
  strings: [{ open: 'R"(', close: ')"', escapes: false, multiline: true }, plain('"'), plain("'")],
  keywords: words(
    'alignas alignof and and_eq asm auto bitand bitor bool break case catch char char8_t char16_t char32_t class compl concept const consteval constexpr constinit const_cast continue co_await co_return co_yield decltype default delete do double dynamic_cast else enum explicit export extern false final float for friend goto if import inline int long module mutable namespace new noexcept not not_eq nullptr operator or or_eq override private protected public register reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct switch template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t while xor xor_eq define undef include ifdef ifndef endif elif pragma defined NULL',
  ),
};

const family = 'c';
const comment = commentStyles.block;

export const c: readonly LanguageDescriptor[] = [
  { id: 'c', extensions: ['c', 'h'], family, comment, lexis, testFiles: /^test[_-].*\.c$/ },
  {
    id: 'cpp',
    extensions: ['cc', 'cpp', 'cxx', 'c++', 'hh', 'hpp', 'hxx', 'ipp', 'inl', 'inc', 'tcc', 'cu', 'cuh'],
    family,
    comment,
    lexis,
    testFiles: /^test[_-].*\.(?:cc|cpp)$/,
    testClasses: ['cc', 'cpp'],
  },
  { id: 'yacc', extensions: ['y', 'yy', 'ypp'], family, comment, lexis },
  { id: 'lex', extensions: ['l', 'll', 'lpp'], family, comment, lexis },
  { id: 'cuda-cpp', family, comment, lexis },
  // What shaders call is not the code that starts them.
  { id: 'metal', extensions: ['metal'], comment, lexis },
  { id: 'opencl', extensions: ['cl'], comment, lexis },
  { id: 'glsl', extensions: ['glsl', 'vert', 'frag', 'comp', 'geom', 'tesc', 'tese'], comment, lexis },
  { id: 'objective-c', extensions: ['m'], family, comment, lexis, testClasses: ['m'], hasArgumentLabels: true, hasMessages: true },
  { id: 'objective-cpp', extensions: ['mm'], family, comment, lexis, testClasses: ['mm'] },
];
