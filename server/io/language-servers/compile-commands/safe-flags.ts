/**
 * The compile flags that an untrusted workspace may give to clangd. Only listed flags are allowed, because some flags make clang write
 * files (`-MF`, `-fmodules-cache-path`, `-Xclang -stats-file`), load programs (`-fplugin`, `-load`), read binary formats
 * (`-include-pch`) or search for tools elsewhere (`-B`, `-resource-dir`). Each listed flag only selects a language, a macro, an include
 * folder, a warning or how code is parsed.
 * Invariant: a flag that takes the next word as its value is listed with its value, so that no flag consumes another.
 */
import { existsSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { SafePaths } from './safe-paths.js';

interface SafeFlags {
  readonly flags: readonly string[];
  /** Removed flags that may change what the code means. */
  readonly leftOut: readonly string[];
  /** True: include folders are among them. */
  readonly lacksFolders: boolean;
}

interface FlagContext {
  readonly paths: SafePaths;
  /** Absolute. Relative paths start here. */
  readonly directory: string;
  /** The path of a wrapper that includes a header: clangd 14 would read the precompiled form of a header that `-include` names. */
  readonly wrap: (header: string) => string;
}

const words = new Set([
  // Language and standard library.
  ...['-ansi', '-pedantic', '-pedantic-errors', '-trigraphs', '-traditional', '-traditional-cpp', '-ObjC', '-ObjC++', '-undef'],
  ...['-nostdinc', '-nostdinc++', '-nostdlibinc', '-nobuiltininc', '-stdlib=libc++', '-stdlib=libstdc++'],
  // Flags that define macros.
  ...['-pthread', '-pthreads', '-m16', '-m32', '-m64', '-mx32', '-mthumb', '-marm', '-mwindows', '-mconsole', '-municode', '-mthreads'],
  ...['-mms-bitfields', '-w', '-fopenmp', '-fopenmp-simd', '-fhosted', '-ffreestanding'],
]);

/** `-fNAME` and `-fno-NAME`: keywords, sizes of types, predefined macros, code generation. */
const switches = [
  ...['access-control', 'aligned-allocation', 'aligned-new', 'asm', 'asm-blocks', 'assume-sane-operator-new', 'blocks', 'builtin'],
  ...['char8_t', 'common', 'concepts', 'coroutines', 'coroutines-ts', 'cxx-exceptions', 'declspec', 'delayed-template-parsing'],
  ...['digraphs', 'dollars-in-identifiers', 'elide-constructors', 'exceptions', 'fast-math', 'finite-math-only', 'fixed-point'],
  ...['gnu-inline-asm', 'gnu-keywords', 'gnu89-inline', 'inline', 'inline-functions', 'lax-vector-conversions', 'math-errno'],
  ...['ms-compatibility', 'ms-extensions', 'native-half-type', 'objc-arc', 'objc-arc-exceptions', 'objc-exceptions', 'objc-weak'],
  ...[
    'omit-frame-pointer',
    'operator-names',
    'permissive',
    'pic',
    'pie',
    'PIC',
    'PIE',
    'plt',
    'reg-struct-return',
    'relaxed-template-template-args',
  ],
  ...['rtti', 'rtti-data', 'short-enums', 'short-wchar', 'signed-char', 'signed-wchar', 'sized-deallocation', 'stack-protector'],
  ...['stack-protector-all', 'stack-protector-strong', 'strict-aliasing', 'strict-enums', 'strict-overflow', 'threadsafe-statics'],
  ...['trapping-math', 'trapv', 'unsigned-char', 'use-cxa-atexit', 'visibility-inlines-hidden', 'wrapv', 'zero-initialized-in-bss'],
  ...['unwind-tables', 'asynchronous-unwind-tables', 'data-sections', 'function-sections', 'signed-zeros', 'semantic-interposition'],
];
for (const name of switches) words.add(`-f${name}`).add(`-fno-${name}`);

const patterns: readonly RegExp[] = [
  /^--?std=(?:c|gnu|c\+\+|gnu\+\+|iso9899:)[\w:]*$/,
  // Not -Wp, -Wl and -Wa, which pass flags on: their values begin with a comma.
  /^-W[A-Za-z0-9][\w+=-]*$/,
  /^-O(?:[0-3sgz]|fast)?$/,
  /^--target=[\w.-]+$/,
  /^-m(?:arch|cpu|tune|abi|fpu|float-abi|cmodel|mcu|macosx-version-min|macos-version-min|ios-version-min|iphoneos-version-min)=[\w.+-]+$/,
  /^-m(?:no-)?(?:sse[\w.]*|ssse3|avx[\w.]*|fma4?|bmi2?|aes|vaes|pclmul|vpclmulqdq|popcnt|lzcnt|rdrnd|rdseed|f16c|cx16|sha|mmx|adx|red-zone|neon|unaligned-access)$/,
  /^-fvisibility=(?:default|hidden|internal|protected)$/,
  /^-f(?:template-depth|constexpr-depth|constexpr-steps|bracket-depth|error-limit|template-backtrace-limit|constexpr-backtrace-limit)=\d+$/,
  /^-ftemplate-depth-\d+$/,
  /^-fms-compatibility-version=[\d.]+$/,
  /^-fmsc-version=\d+$/,
  /^-f(?:no-)?sanitize=(?:address|hwaddress|thread|memory|undefined|leak|,)+$/,
  /^-fobjc-runtime=[\w.-]+$/,
  /^-fcf-protection(?:=\w+)?$/,
  /^-fnew-alignment=\d+$/,
  /^-flax-vector-conversions=\w+$/,
];

/** Flags whose value is in the same word or the next. */
const folderFlags = ['-iquote', '-isystem', '-idirafter', '-iframework', '-I', '-F'];
const macroFlags = ['-D', '-U'];
const macro = /^[A-Za-z_$][\w$]*(?:\([\w\s,.$]*\))?(?:=[^\r\n]*)?$/;
/** Values of `-x`. */
const languages = new Set([
  ...['c', 'c++', 'objective-c', 'objective-c++', 'cuda', 'none'],
  ...['c-header', 'c++-header', 'objective-c-header', 'objective-c++-header'],
]);
const plainName = /^[A-Za-z0-9_][\w.-]*$/;

/** Flags for outputs, debugging, linking and messages, which do not change what the code means. */
const withoutMeaning =
  /^(?:[^-@]|-$|-c$|-o|-g|-M|-L|-l|-Wl,|-Wa,|-Wp,|-pipe$|-s$|-S$|-E$|-r?dynamic|-static|-shared|-v$|-save-temps|-fuse-ld|-flto|-fprofile|-fcoverage|-fdiagnostics|-f(?:no-)?color|-ftime|-fdebug|-ffile-prefix|-fmacro-prefix|-fcrash|--param|-frecord|-fmessage|-fno-caret|-fno-show|-Xlinker|-Xassembler|--$|-fsave-opt|-arch_|-ftree|-f?stack-usage|-fident|-fno-ident)/;

interface Taken {
  /** Number of words. */
  readonly words: number;
  /** Null: not allowed. */
  readonly flags: readonly string[] | null;
}

/** `given`: the words after the driver. File names are allowed only as values of flags, so the source has to be added. */
export function safeFlags(given: readonly string[], context: FlagContext): SafeFlags {
  // Flags for the compiler behind the driver are checked like those for the driver.
  const all = given.filter((word) => word !== '-Xclang');
  const flags: string[] = [];
  const leftOut: string[] = [];
  let lacksFolders = false;
  for (let at = 0; at < all.length; ) {
    const word = all[at] as string;
    const taken = take(word, all[at + 1], context);
    if (taken.flags) flags.push(...taken.flags);
    else if (!withoutMeaning.test(word)) {
      leftOut.push(taken.words === 2 ? `${word} ${all[at + 1]}` : word);
      lacksFolders ||= folderFlags.some((flag) => word.startsWith(flag));
    }
    at += taken.words;
  }
  return { flags, leftOut, lacksFolders };
}

function take(word: string, next: string | undefined, context: FlagContext): Taken {
  if (words.has(word) || patterns.some((pattern) => pattern.test(word))) return { words: 1, flags: [word] };
  const { paths, directory } = context;
  const folder = flagWithValue(word, next, folderFlags);
  if (folder) {
    const path = folder.value.startsWith('-') ? null : paths.readable(folder.value, directory);
    return { words: folder.words, flags: path === null ? null : [folder.flag, path] };
  }
  const defined = flagWithValue(word, next, macroFlags);
  if (defined) return { words: defined.words, flags: macro.test(defined.value) ? [defined.flag + defined.value] : null };
  const language = flagWithValue(word, next, ['-x']);
  if (language) return { words: language.words, flags: languages.has(language.value) ? ['-x', language.value] : null };
  if (word.startsWith('--sysroot=')) return { words: 1, flags: sysroot('--sysroot=', word.slice('--sysroot='.length), context) };
  if (next === undefined) return { words: 1, flags: null };
  if (word === '-arch') return { words: 2, flags: plainName.test(next) ? [word, next] : null };
  if (word === '-target') return { words: 2, flags: plainName.test(next) ? [`--target=${next}`] : null };
  if (word === '-include' || word === '-imacros') {
    const header = headerOf(next, context);
    return { words: 2, flags: header === null ? null : [word, context.wrap(header)] };
  }
  if (word === '--sysroot') return { words: 2, flags: sysroot('--sysroot=', next, context) };
  if (word === '-isysroot') return { words: 2, flags: sysroot('-isysroot', next, context) };
  return { words: 1, flags: null };
}

/** Only a system folder: one in the workspace could contain tools. */
function sysroot(flag: string, path: string, { paths, directory }: FlagContext): readonly string[] | null {
  const absolute = resolve(directory, path);
  return paths.isOfSystem(absolute) ? [flag + absolute] : null;
}

/** The header of an include directive: an absolute path, or a name that is searched in the include folders. */
function headerOf(name: string, { paths, directory }: FlagContext): string | null {
  if (/["\r\n]/.test(name)) return null;
  const absolute = resolve(directory, name);
  if (existsSync(absolute)) return paths.readable(absolute, directory);
  return isAbsolute(name) || name.split(/[\\/]/).includes('..') ? null : name;
}

function flagWithValue(
  word: string,
  next: string | undefined,
  flags: readonly string[],
): { flag: string; value: string; words: number } | null {
  const flag = flags.find((one) => word.startsWith(one));
  if (flag === undefined) return null;
  if (word.length > flag.length) return { flag, value: word.slice(flag.length), words: 1 };
  return next === undefined ? null : { flag, value: next, words: 2 };
}
