/** Names of standard libraries: modules, and what a file knows without an import (Rust's prelude, Python's builtins, globals of JavaScript). */
import type { ChunkRecord } from '../../../model/chunk.js';
import { familyOf } from '../../../model/language.js';
import { words } from '../../../model/languages/lexis.js';

/** First segments of modules; of Go those without a slash. */
export const standardModules = {
  rust: words('std core alloc'),
  zig: words('std builtin'),
  java: words('java javax jakarta jdk sun kotlin kotlinx scala android androidx groovy'),
  go: words(
    'archive bufio bytes cmp compress container context crypto database debug embed encoding errors expvar flag fmt go hash html image index io iter log maps math mime net os path plugin reflect regexp runtime slices sort strconv strings structs sync syscall testing text time unicode unique unsafe weak',
  ),
} as const;

const javascript = words(
  'Array ArrayBuffer Atomics BigInt Boolean DataView Date Error EvalError Float32Array Float64Array Function Int16Array Int32Array Int8Array Intl JSON Map Math Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set String Symbol SyntaxError TypeError URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI encodeURIComponent isFinite isNaN parseFloat parseInt structuredClone queueMicrotask setTimeout setInterval setImmediate clearTimeout clearInterval clearImmediate requestAnimationFrame cancelAnimationFrame fetch console window document navigator localStorage sessionStorage alert confirm AbortController AbortSignal Blob CustomEvent Event EventTarget File FileReader FormData Headers Request Response TextDecoder TextEncoder URL URLSearchParams WebSocket Worker HTMLElement Element Node require ' +
    'Awaited Capitalize ConstructorParameters Exclude Extract InstanceType Iterable Iterator AsyncIterable AsyncIterator Generator AsyncGenerator NonNullable Omit Parameters Partial Pick PromiseLike Readonly ReadonlyArray ReadonlyMap ReadonlySet Record Required ReturnType Uncapitalize Uppercase Lowercase',
);

/** By family, names that a file knows without an import. */
const standardNames: Readonly<Record<string, ReadonlySet<string>>> = {
  rust: words(
    'Option Some None Result Ok Err Box String Vec ToString ToOwned Clone Copy Send Sync Sized Drop Fn FnMut FnOnce AsRef AsMut Into From TryFrom TryInto Default Iterator IntoIterator Extend FromIterator ExactSizeIterator DoubleEndedIterator Eq PartialEq Ord PartialOrd Debug Hash Unpin drop assert assert_eq assert_ne debug_assert debug_assert_eq dbg eprint eprintln env format format_args include include_bytes include_str line matches option_env panic print println todo unimplemented unreachable vec write writeln concat stringify cfg compile_error file column module_path thread_local',
  ),
  python: words(
    'abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted staticmethod str sum super tuple type vars zip ' +
      'BaseException Exception ArithmeticError AssertionError AttributeError BufferError BlockingIOError BrokenPipeError ChildProcessError ConnectionError ConnectionAbortedError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EnvironmentError FileExistsError FileNotFoundError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplemented NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UserWarning ValueError Warning ZeroDivisionError',
  ),
  javascript,
  go: words(
    'any append bool byte cap clear close comparable complex complex64 complex128 copy delete error float32 float64 imag int int8 int16 int32 int64 len make max min new panic print println real recover rune string uint uint8 uint16 uint32 uint64 uintptr',
  ),
  java: words(
    'Object String Integer Long Short Byte Character Boolean Double Float Number Math System Thread Runnable Iterable Comparable CharSequence StringBuilder StringBuffer Class ClassLoader Enum Record Override Deprecated SuppressWarnings FunctionalInterface SafeVarargs Throwable Exception Error RuntimeException IllegalArgumentException IllegalStateException NullPointerException IndexOutOfBoundsException UnsupportedOperationException ClassCastException InterruptedException CloneNotSupportedException ArithmeticException NumberFormatException AutoCloseable Process ProcessBuilder Runtime Void',
  ),
  lua: words(
    'assert collectgarbage dofile error getfenv getmetatable ipairs load loadfile loadstring module next pairs pcall print rawequal rawget rawlen rawset require select setfenv setmetatable tonumber tostring type unpack xpcall',
  ),
  dart: words(
    'ArgumentError AssertionError BigInt Comparable DateTime Duration Error Exception Expando FormatException Function Future Invocation Iterable Iterator List Map MapEntry Match Null Object Pattern RangeError RegExp Set StackTrace StateError Stopwatch Stream String StringBuffer StringSink Symbol Type UnimplementedError UnsupportedError Uri bool double dynamic identical int num print void',
  ),
};

/** By language or family, methods of every value. */
const membersOfAll: Readonly<Record<string, ReadonlySet<string>>> = {
  java: words('equals getClass hashCode notify notifyAll toString'),
  csharp: words('Equals GetHashCode GetType ToString'),
  javascript: words('hasOwnProperty toLocaleString toString valueOf'),
  dart: words('hashCode noSuchMethod runtimeType toString'),
  // Of options, results and iterators, which are everywhere.
  rust: words(
    'and_then as_deref as_mut as_ref clone cloned copied expect filter_map flat_map into into_iter map_err ok_or ok_or_else or_else to_owned to_string try_into unwrap unwrap_err unwrap_or unwrap_or_default unwrap_or_else',
  ),
  'objective-c': words(
    'autorelease conformsToProtocol copy dealloc debugDescription description hash init isEqual isKindOfClass isMemberOfClass mutableCopy performSelector release respondsToSelector retain superclass',
  ),
};

/** Whether every value of that language has a method of the name. */
export const isMemberOfAll = (name: string, { language }: Pick<ChunkRecord, 'language'>): boolean =>
  (membersOfAll[language] ?? membersOfAll[familyOf(language)])?.has(name) === true;

/** Whether a file of that language knows the name without an import. */
export const isStandard = (name: string, { language }: Pick<ChunkRecord, 'language'>): boolean =>
  standardNames[familyOf(language)]?.has(name) === true;
