// Stack traces as each language prints them. Frames come innermost first: { path, line, name, scope, text, module }.
const base = (path) => path.slice(path.lastIndexOf('/') + 1);
const dotted = ({ scope, name }) => (scope ? `${scope.replace(/::|\\/g, '.')}.${name}` : name);

const python = (frames) =>
  [
    'Traceback (most recent call last):',
    '  File "/srv/app/main.py", line 31, in <module>\n    run()',
    ...[...frames]
      .reverse()
      .map(
        ({ path, line, name, text }) =>
          `  File "/usr/lib/python3/dist-packages/${path.replace(/^src\//, '')}", line ${line}, in ${name}\n    ${text.trim()}`,
      ),
    "TypeError: unsupported operand type(s) for +: 'NoneType' and 'str'",
  ].join('\n');

const node = (frames) =>
  [
    "TypeError: Cannot read properties of undefined (reading 'length')",
    ...frames.map((frame) => `    at ${dotted(frame)} (/app/node_modules/pkg/${frame.path}:${frame.line}:17)`),
    '    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)',
  ].join('\n');

const jvm = (frames) =>
  [
    'Exception in thread "main" java.lang.NullPointerException: null',
    '\tat java.base/java.util.Objects.requireNonNull(Objects.java:233)',
    ...frames.map(
      (frame) =>
        `\tat ${frame.module ? `${frame.module}.` : ''}${frame.scope ? frame.scope.split('.').slice(-1)[0] : base(frame.path).replace(/\..*$/, '')}.${frame.name}(${base(frame.path)}:${frame.line})`,
    ),
    '\tat com.example.Main.main(Main.java:14)',
  ].join('\n');

const go = (frames) =>
  [
    'panic: runtime error: invalid memory address or nil pointer dereference',
    '[signal SIGSEGV: segmentation violation code=0x1 addr=0x18 pc=0x4b2d11]\n\ngoroutine 1 [running]:',
    ...frames.map(
      ({ path, line, name, module }) =>
        `example.com/lib/${module ?? 'pkg'}.${name}(0xc0000b4000, 0x3)\n\t/go/src/example.com/lib/${path}:${line} +0x1d`,
    ),
    'main.main()\n\t/app/main.go:22 +0x85',
  ].join('\n');

const rust = (frames) =>
  [
    `thread 'main' panicked at ${frames[0].path}:${frames[0].line}:13:\nindex out of bounds: the len is 3 but the index is 3\nstack backtrace:`,
    '   0: rust_begin_unwind\n             at /rustc/9fc6b431/library/std/src/panicking.rs:665:5\n   1: core::panicking::panic_fmt\n             at /rustc/9fc6b431/library/core/src/panicking.rs:74:14',
    ...frames.map(
      ({ path, line, name, scope }, i) => `   ${i + 2}: ${scope ? `${scope}::` : 'lib::'}${name}\n             at ./${path}:${line}:13`,
    ),
    `   ${frames.length + 2}: app::main\n             at ./main.rs:9:5`,
  ].join('\n');

const csharp = (frames) =>
  [
    'Unhandled exception. System.NullReferenceException: Object reference not set to an instance of an object.',
    ...frames.map((frame) => `   at ${dotted(frame)}(String value) in /home/ci/work/${frame.path}:line ${frame.line}`),
    '   at Program.Main(String[] args) in /home/ci/app/Program.cs:line 12',
  ].join('\n');

const ruby = ([first, ...rest]) =>
  [
    `/usr/lib/ruby/gems/lib/${first.path}:${first.line}:in \`${first.name}': undefined method \`size' for nil:NilClass (NoMethodError)`,
    ...rest.map(({ path, line, name }) => `\tfrom /usr/lib/ruby/gems/lib/${path}:${line}:in \`${name}'`),
    "\tfrom app.rb:8:in `<main>'",
  ].join('\n');

const php = (frames) =>
  [
    `PHP Fatal error:  Uncaught TypeError: Unsupported operand types: string + int in /var/www/vendor/${frames[0].path}:${frames[0].line}`,
    'Stack trace:',
    ...frames.map(
      (frame, i) =>
        `#${i} ${frames[i + 1] ? `/var/www/vendor/${frames[i + 1].path}(${frames[i + 1].line})` : '/var/www/index.php(12)'}: ${frame.scope ? `${frame.scope}->` : ''}${frame.name}()`,
    ),
    `#${frames.length} {main}`,
  ].join('\n');

const gdb = (frames) =>
  [
    'Program received signal SIGSEGV, Segmentation fault.',
    ...frames.map(({ path, line, name }, i) => `#${i}  ${i ? `0x000055555556${40 + i}a1 in ` : ''}${name} (p=0x0) at ${path}:${line}`),
    `#${frames.length}  0x0000555555554f10 in main (argc=2, argv=0x7fffffffe0a8) at main.c:40`,
  ].join('\n');

const elixir = (frames) =>
  [
    '** (FunctionClauseError) no function clause matching',
    ...frames.map(({ path, line, name, scope }) => `    (app 2.1.0) ${path}:${line}: ${scope ? `${scope}.` : ''}${name}/2`),
  ].join('\n');

const lua = (frames) =>
  [
    `lua: ${frames[0].path}:${frames[0].line}: attempt to index a nil value (local 'x')\nstack traceback:`,
    ...frames.map(({ path, line, name }) => `\t${path}:${line}: in function '${name}'`),
    '\tmain.lua:4: in main chunk',
  ].join('\n');

/** By language; those without one print none that name functions. */
export const traceFormats = {
  python,
  javascript: node,
  typescript: node,
  java: jvm,
  kotlin: jvm,
  scala: jvm,
  go,
  rust,
  csharp,
  ruby,
  php,
  c: gdb,
  cpp: gdb,
  elixir,
  lua,
};
