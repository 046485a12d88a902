/** The frames of stack traces in a text, as the usual languages and debuggers print them. Pure. */
import { foldName } from '../../chunking/words.js';

export interface StackFrame {
  /** Last segment of the function's name; '' where the frame has no name. */
  readonly name: string;
  /** The segment before it, folded; null where there is none. */
  readonly container: string | null;
  /** As printed, with slashes; null where the frame has none. */
  readonly path: string | null;
  /** 0-based; null where the frame has none. The program that failed may be of another version than the workspace. */
  readonly line: number | null;
  /** The line of source code that is printed below the frame, without its indentation; absent where there is none. */
  readonly source?: string;
}

const MAX_FRAMES = 40;
const MAX_LINE_CHARS = 1_000;

interface Format {
  /** Named groups: name, path, line. */
  readonly pattern: RegExp;
  /** Where the path is: on the next line (Go), or in the frame before, which names the call and not the function (PHP). */
  readonly path?: 'nextLine' | 'before';
  readonly innermostLast?: true;
}

const PATH = String.raw`(?<path>(?:[A-Za-z]:)?[^\s:()"',]+)`;
const FORMATS: readonly Format[] = [
  // Python
  { pattern: /^\s*File "(?<path>[^"]+)", line (?<line>\d+), in (?<name>\S+)/, innermostLast: true },
  // .NET
  { pattern: /^\s*at (?<name>[^\s(]+)\(.*\) in (?<path>.+):line (?<line>\d+)/ },
  // JavaScript, with and without a function
  {
    pattern: new RegExp(String.raw`^\s*at (?:async |new )*(?<name>[^\s(]+)(?: \[as \w+\])? \(${PATH}:(?<line>\d+)(?::\d+)?\)`),
  },
  { pattern: new RegExp(String.raw`^\s*at (?:async )?(?=[^\s]*[./\\])${PATH}:(?<line>\d+):\d+$`) },
  // Firefox and Safari
  { pattern: new RegExp(String.raw`^\s*(?<name>[\w$.<>/]*)@(?=[^\s]*[./\\])${PATH}:(?<line>\d+):\d+$`) },
  // Java, Kotlin, Scala
  { pattern: /^\s*at (?:[\w.@-]+\/)?(?<name>[\w.$<>]+)\((?:(?<path>[\w$]+\.\w+)(?::(?<line>\d+))?|[^)]*)\)/ },
  // gdb and lldb
  { pattern: /^\s*#\d+\s+(?:0x[\da-f]+ in )?(?<name>[^\s(]+) \(.*\) at (?<path>[^\s:]+):(?<line>\d+)/ },
  { pattern: /^\s*(?:\*\s*)?frame #\d+: \S+ [^`]*`(?<name>[^\s(]+).* at (?<path>[^\s:]+):(?<line>\d+)/ },
  // PHP
  { pattern: /^\s*#\d+ (?<path>[^\s(]+)\((?<line>\d+)\): (?<name>[^\s(]+)\(/, path: 'before' },
  // Rust
  { pattern: /^\s*\d+: (?:0x[\da-f]+ - )?(?<name>[\w:<>{}#$ ]+?)(?:::h[\da-f]{16})?$/, path: 'nextLine' },
  // Ruby
  { pattern: /^\s*(?:from )?(?<path>[^\s:]+):(?<line>\d+):in [`'](?:block (?:\(.*?\) )?in |rescue in |ensure in )?(?<name>[^']+)'/ },
  // Lua
  { pattern: /^\s*(?<path>[^\s:]+):(?<line>\d+): in (?:function|method|upvalue|local|field) ['<](?<name>[^'>]+)['>]/ },
  // Elixir
  { pattern: /^\s*(?:\([^()]+\) )?(?<path>[^\s:]+\.exs?):(?<line>\d+): (?<name>[^\s/]+)\/\d+/ },
  // Erlang: in a shell, in a report of a crash
  { pattern: /^\s*in (?:function|call from)\s+(?<name>[\w:@]+)\/\d+ \((?<path>[^\s,]+), line (?<line>\d+)\)/ },
  { pattern: /^\s*(?:\{[\w,{[ ]{0,80}\[)?\{(?<name>\w+,\w+),[^{}]{0,40},\s*\[\{file,"(?<path>[^"]+)"\},\s*\{line,(?<line>\d+)\}/ },
  // PowerShell
  { pattern: /^\s*at (?<name>[\w-]+), (?<path>.+): line (?<line>\d+)$/ },
  // Go
  { pattern: /^(?<name>(?:[\w.-]+\/)*[\w-]+(?:\.\(\*?\w+\)|\.\w+)+)\([^()]*\)$/, path: 'nextLine' },
  { pattern: /^created by (?<name>(?:[\w.-]+\/)*[\w-]+(?:\.\(\*?\w+\)|\.\w+)+)(?: in goroutine \d+)?$/, path: 'nextLine' },
];
const NEXT_PATH = /^\s+(?:at )?(?<path>[^\s:]+):(?<line>\d+)/;
/** Where the error was raised, before the frames. */
const RAISED = / in (?<path>[^\s:]+):(?<line>\d+)$/;

const TIME = String.raw`\[?\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}(?:Z|[+-]\d\d:?\d\d)?\]?`;
const LEVEL = '(?:trace|debug|info|notice|warn|warning|error|fatal|critical)';
/** What quoting, a log or several containers put before each line: `> `, `web-1  | `, a time, what wrote it and a level. */
const LINE_PREFIX = new RegExp(
  String.raw`^(?:\s?[>|]\s?|[\w.-]{1,40}[ \t]{1,20}\|[ ]?|(?:${TIME}|[A-Z][a-z]{2} [ \d]\d [\d:]{8} \S{1,60}) ?(?:\[[^\]\n]{0,60}\] ?|${LEVEL}\b:? ?|[\w.-]{1,60}\[\d+\]: ?|- ){0,4})`,
  'i',
);

/** The lines of a text, without what quoting or a log puts before each. */
export const unprefixedLines = (text: string): string[] => text.split('\n').map((line) => line.replace(LINE_PREFIX, ''));

export interface StackTrace {
  /** Innermost first. */
  readonly frames: readonly StackFrame[];
  /** By the number of a line of the text, 0-based, that belongs to a frame: what follows the frame in it. */
  readonly rests: ReadonlyMap<number, string>;
}

/** Where a browser or a bundler has a source from, and what a development server adds to its name: `http://localhost:3001/src/cart.ts?t=17`. */
const ORIGIN = /(?:https?|webpack(?:-internal)?|file|app):\/\/[^\s/()]*\/(?:\.\/)?/g;
const VERSION = /\?[\w=&.%-]+(?=:\d+)/g;

/** Of the error and of whoever asks. */
const LINES_BESIDE_TRACE = 4;

/** Whether a text is a stack trace with hardly a line besides. */
export function isTraceAlone(text: string): boolean {
  const { frames, rests } = readStackTrace(text);
  // Source code between the frames is indented.
  const beside = text.split('\n').filter((line, i) => /^\S/.test(line) && !rests.has(i));
  return frames.length > 1 && beside.length <= LINES_BESIDE_TRACE;
}

export function readStackTrace(text: string): StackTrace {
  const rests = new Map<number, string>();
  const lines = unprefixedLines(text).map((line) => line.slice(0, MAX_LINE_CHARS).replace(ORIGIN, '').replace(VERSION, '').trimEnd());
  const frames: StackFrame[] = [];
  let isReversed = false;
  let before: { path?: string | undefined; line?: string | undefined } = {};
  for (const [i, line] of lines.entries()) {
    if (frames.length === MAX_FRAMES) break;
    const format = FORMATS.find(({ pattern }) => pattern.test(line));
    const match = format?.pattern.exec(line);
    const found = match?.groups;
    if (!format || !found) {
      before = RAISED.exec(line)?.groups ?? before;
      continue;
    }
    let place: typeof before = found;
    if (format.path === 'nextLine') place = NEXT_PATH.exec(lines[i + 1] ?? '')?.groups ?? {};
    if (format.path === 'before') place = before;
    if (format.path === 'nextLine') {
      if (place.path === undefined) continue;
      lines[i + 1] = '';
      rests.set(i + 1, '');
    }
    rests.set(i, line.slice(match[0].length));
    before = found;
    isReversed ||= format.innermostLast === true;
    const frame = frameOf(found.name ?? '', place.path, place.line);
    const source = format.innermostLast ? sourceBelow(lines[i + 1]) : null;
    frames.push(source === null ? frame : { ...frame, source });
  }
  return { frames: isReversed ? frames.reverse() : frames, rests };
}

/** Python prints the line that was running below its frame. */
const sourceBelow = (line = ''): string | null =>
  /^\s+[^\s~^]/.test(line) && !FORMATS.some(({ pattern }) => pattern.test(line)) ? line.trim() : null;

/** What compilers call closures, and methods that wait: `func1`, `lambda$run$0`, `<RunAsync>d__5.MoveNext`. */
const MADE_SEGMENT = /^(?:func\d+|gowrap\d+|deferwrap\d+|\d+|lambda|anonfun)$/;
const MADE_METHOD = /<(\w+)>(?:b__\w+|g__\w+(?:\|\w+)?|d(?:__\w+)?(?:\.MoveNext)?)|<>c(?:__\w+)?/g;

function frameOf(written: string, path: string | undefined, line: string | undefined): StackFrame {
  const segments = written
    .replace(MADE_METHOD, (_, method: string | undefined) => method ?? '')
    .replace(/<[^<>]*>|\{\{?[^{}]*\}\}?|\$\d+|\(\*?(\w+)\)/g, (_, receiver: string | undefined) => receiver ?? '')
    .split(/\.|::|->|#|\$|\\|\/|[:,](?=[a-z])/)
    .map((segment) => segment.trim())
    .filter((segment, i) => segment && !(i > 0 && MADE_SEGMENT.test(segment)));
  const container = segments.at(-2);
  return {
    name: segments.at(-1) ?? '',
    container: container === undefined ? null : foldName(container),
    path: path?.replaceAll('\\', '/') ?? null,
    line: line === undefined ? null : Number(line) - 1,
  };
}
