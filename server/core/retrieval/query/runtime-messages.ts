/**
 * What runtimes print of themselves when a program fails: `Cannot read properties of undefined (reading 'map')`. Their words say nothing about
 * the code, but for the names that they quote. Pure.
 */

/** A value as a runtime describes it: `nil:NilClass`, `an instance of Cart`, `#<Cart id: 3>`. Group: its class. */
const RUBY_VALUE = String.raw`(?:nil(?::NilClass)?|true|false|main(?::Object)?|an instance of ([\w:]{1,80})|class ([\w:]{1,80})|#<([\w:]{1,80})[^>\n]{0,200}>?|[^\s'"]{1,60}:([A-Z]\w{0,60}))`;
const QUOTE = '["\'`‘’]';
const QUOTED_NAME = String.raw`${QUOTE}\$?([\w$.?!=#-]{1,80})(?:\(\))?${QUOTE}`;

/** Messages with the names that they quote as groups. Other groups do not capture. */
const MESSAGES: readonly string[] = [
  // JavaScript
  String.raw`cannot (?:read|set) propert(?:y|ies)(?: ${QUOTED_NAME})? of (?:undefined|null)(?: \((?:reading|setting) ${QUOTED_NAME}\))?`,
  String.raw`(?:undefined|null) is not an object(?: \(evaluating ${QUOTE}([^'\n]{1,120})${QUOTE}\))?`,
  'undefined is not a function',
  String.raw`cannot (?:destructure property ${QUOTED_NAME} of [^\n]{1,80}?|convert) as it is (?:undefined|null)`,
  'maximum call stack size exceeded',
  // Python
  `${QUOTE}NoneType${QUOTE} object (?:has no attribute ${QUOTED_NAME}|is not (?:subscriptable|iterable|callable)|does not support item assignment)`,
  `${QUOTED_NAME} object (?:has no attribute ${QUOTED_NAME}|is not (?:subscriptable|iterable|callable))`,
  '(?:list|string|tuple) (?:assignment )?index out of range',
  String.raw`unsupported operand type\(s\) for [^\s:]{1,5}: ${QUOTED_NAME} and ${QUOTED_NAME}`,
  'maximum recursion depth exceeded(?: while calling a Python object)?',
  'dictionary changed size during iteration',
  // Ruby
  `undefined method ${QUOTED_NAME} for ${RUBY_VALUE}`,
  `undefined local variable or method ${QUOTED_NAME} for ${RUBY_VALUE}`,
  String.raw`uninitialized constant ([\w:]{1,120})`,
  // PHP
  String.raw`call to a member function ([\w]{1,80})\(\) on (?:null|bool|int|string|array)`,
  `(?:attempt to read|trying to get) property ${QUOTED_NAME} (?:on|of) (?:null|non-object)`,
  'trying to access array offset on (?:value of type )?(?:null|bool|int)',
  String.raw`undefined (?:array key|index|variable|property|offset)(?:: ?["']?\$?| ["']\$?| \$)([\w$:]{1,80})["']?`,
  // The JVM
  String.raw`cannot invoke "([^"\n]{1,200})" because "([^"\n]{1,200})" is null`,
  String.raw`cannot read field "([^"\n]{1,80})" because "([^"\n]{1,200})" is null`,
  String.raw`attempt to invoke (?:virtual|interface) method '([^'\n]{1,200})' on a null object reference`,
  String.raw`lateinit property (\w{1,80}) has not been initialized`,
  String.raw`index \d{1,9} out of bounds for length \d{1,9}`,
  String.raw`null cannot be cast to non-null type ([\w.]{1,120})`,
  // .NET
  'object reference not set to an instance of an object',
  'index was outside the bounds of the array',
  'sequence contains no (?:matching )?elements?',
  'collection was modified; enumeration operation may not execute',
  // Go
  '(?:runtime error: )?invalid memory address or nil pointer dereference',
  String.raw`(?:runtime error: )?index out of range \[-?\d{1,19}\](?: with length \d{1,19})?`,
  String.raw`(?:runtime error: )?slice bounds out of range \[[\d:-]{1,40}\](?: with (?:capacity|length) \d{1,19})?`,
  'assignment to entry in nil map',
  'all goroutines are asleep - deadlock',
  // Rust
  String.raw`called ${QUOTE}(?:Option|Result)::(?:unwrap|expect)(?:_err)?\(\)${QUOTE} on an? ${QUOTE}(?:None|Err|Ok)${QUOTE} value`,
  String.raw`index out of bounds: the len is \d{1,19} but the index is \d{1,19}`,
  'attempt to (?:add|subtract|multiply|divide|negate) with overflow',
  // Swift, Lua
  'unexpectedly found nil while (?:implicitly )?unwrapping an Optional value',
  String.raw`attempt to (?:index|call|perform arithmetic on|concatenate|compare) (?:a nil value )?(?:\((?:field|local|global|upvalue|method) '(\w{1,80})'\)|(?:field|local|global|upvalue|method) '(\w{1,80})')(?: \(a nil value\))?`,
];

const message = new RegExp(`(?<![\\w$])(?:${MESSAGES.join('|')})(?![\\w$])\\.?`, 'gi');
/** The kind of the error before its message: `Uncaught TypeError: `, `panic: `. */
const kindBefore =
  /(?:\b(?:uncaught|unhandled) )?(?:\(in promise\) )?(?:\b(?:[\w$]{1,60}[.:]{1,2}){0,8}[\w$]{0,60}(?:Error|Exception|panic): {0,3})$/i;
/** Characters of a kind. */
const MAX_KIND = 200;
/** Kinds of errors that say no more than such a message. */
const KINDS =
  /(?<![\w$.])(?:[a-z]\w{0,40}\.|System\.){0,6}(?:NullPointerException|NullReferenceException|IndexOutOfRangeException|(?:Array|String)?IndexOutOfBoundsException|SIGSEGV|EXC_BAD_ACCESS)(?![\w$])/g;
/** Where the code that throws or catches them is asked for, their names count. */
const ABOUT_ERRORS = /\b(?:catch(?:es|ing)?|caught|throw(?:s|ing|n)?|rais(?:e|es|ed|ing)|handl(?:e|es|ed|er|ing)|swallow(?:s|ed|ing)?)\b/i;
const WORD = /\p{L}{2}/u;

/** The text with the names that such messages quote in place of them; as it is, where it has no other words. */
export function withoutRuntimeMessages(text: string): string {
  let plain = '';
  let done = 0;
  for (const found of text.matchAll(message)) {
    const before = text.slice(done, found.index);
    const head = before.slice(0, -MAX_KIND);
    plain += head + before.slice(head.length).replace(kindBefore, '') + found.slice(1).filter(Boolean).join(' ');
    done = found.index + found[0].length;
  }
  plain += text.slice(done);
  if (!ABOUT_ERRORS.test(text)) plain = plain.replace(KINDS, ' ');
  return WORD.test(plain) ? plain : text;
}
