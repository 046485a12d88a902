/**
 * Passages: the parts of a question that the source may contain word for word. These are its quoted texts and each of its lines; an error
 * message is often pasted without quotes, after a time or a level. Pure.
 */

import { languageOf } from '../../model/language.js';
import { literalMatch } from '../recall/weights.js';
import { readStackTrace, unprefixedLines } from './stack-frames.js';

/** A longer text mentions options without asking for them. Characters. */
const MAX_OPTION_QUESTION = 240;

/** A part of a question as words, folded to lower case, in order. */
export interface Passage {
  readonly text: string;
  readonly words: readonly string[];
  /** Between quotation marks. */
  readonly isQuoted: boolean;
  /** The name of an option, `--storage.path`, the key of a setting, `storage.path.size`, a route: the source has it as a whole or not at all. */
  readonly isOption?: true;
  /** Words with capitals and no others, `Rescan All`: perhaps the label of a button, which the source has as a whole. */
  readonly isLabel?: true;
  /** Marked as what a program printed: by a level, by the kind of an error, or by a stack trace beside it. */
  readonly isMessage: boolean;
}

/** Quotation marks are at the edge of a word, unlike an apostrophe. */
const QUOTED =
  /(?<![\p{L}\p{N}])(?:"([^"\n]{4,300})"|'([^'\n]{4,300})'|`([^`\n]{4,300})`|“([^”\n]{4,300})”|«([^»\n]{4,300})»)(?![\p{L}\p{N}])/gu;
/** With the dashes of a command line, or of three parts and more; neither the name of a file nor a call. Group: without dashes. */
const OPTION =
  /(?<![\w./@:\\-])(?:--([a-z][a-z\d_]*(?:[.-][a-z\d_]+){1,8})|([a-z][a-z\d_]*(?:\.[a-z][a-z\d_-]*){2,8}))(?![\w/@(:\\-]|\.\w)/g;
/** The whole question is one word with hyphens: the name of an option, a class of a style sheet, an event. */
const HYPHENATED = /^\s*[a-z][a-z\d_]*(?:-[a-z\d_]+){1,8}\s*$/i;
/** The whole question is one key with slashes, `Security/LockIdle`. */
const SLASHED = /^\s*[a-z]\w*(?:\/[a-z]\w*){1,8}\s*$/i;
/** The path of a page or a resource: `/orders/:id/cancel`. */
const ROUTE = /(?<![\w./:~\\-])\/(?:[a-z][\w-]{0,60}|[:{][\w}]{1,60})(?:\/[\w:{}*-]{1,60}){1,8}(?![\w/.\\])/gi;
/** The whole question has the form of a label: two to eight words, of which the first begins with a capital, and of four or more another one too. */
const LABEL =
  /^\s*(?=\p{Lu})(?=.{1,60}?\s["(]?\p{Lu}|\S{1,30}(?:\s\S{1,30}){1,2}\s*$)(?!.*[?!;]\s*$)[\p{L}\p{N}'’()&/:.-]{1,30}(?:\s[\p{L}\p{N}'’()&/:.-]{1,30}){1,7}\s*$/u;
/** From the first to the last mark of one kind: a message may contain quotations itself. */
const OUTERMOST = /(?<![\p{L}\p{N}])(["'`])([^\n]{4,300})\1(?![\p{L}\p{N}])/gu;
/** What a log, a runtime or a compiler prints before a message: a time, a thread, a level, a logger, the kind of the error, a place in a file. */
const PRINTED_BEFORE =
  /^\s*(?:\[[!xX✗✘]\]\s+|(?:[\w.-]{1,40}:\s+)?[^\s:]{1,200}:\d{1,7}(?::\d{1,7})?:\s+(?:(?:warning|error|fatal|note):\s+)?|(?:\[?\d{2,4}[-/]\d\d[-/T ][\dT:.,+Z -]{4,30}\]?\s+)?(?:\[[^\]\n]{1,80}\]\s+)?(?:\[?(?:trace|debug|info|notice|warn|warning|error|fatal|critical|panic)\]?(?:\s*[:|-])?\s+(?:\[[^\]\n]{1,80}\]\s+)?(?:[\w$]{1,80}(?:\.[\w$]{1,80}){1,12}\s+[-:]\s+)?|(?:[\w$]+[.:])*[\w$]*(?:Error|Exception|Warning):\s+|(?:[a-z_][\w$]*\.)+[\w$]+:\s+))/i;
/** Whether a text is one printed line. */
export const isPrintedLine = (text: string): boolean => !text.includes('\n') && PRINTED_BEFORE.test(text);
/** A question that is one printed line, or a quotation of several words and nothing else: that text. Null for any other. */
export function printedText(question: string): string | null {
  const text = question.trim();
  if (isPrintedLine(text)) return text.replace(PRINTED_BEFORE, '');
  const quoted = /^(["'`“«])([^\n]{10,})["'`”»]$/.exec(text)?.[2];
  return quoted !== undefined && passageWords(quoted).length >= literalMatch.plainWords ? quoted : null;
}

/** A message with a value behind it, as a debugger shows it: `Open failed: Os { code: 13 }`. */
const VALUE_BEHIND = /^(?!\s*(?:how|what|when|where|which|who|why)\b)\s*\p{L}[^:?{}[\]"\n]{2,120}:\s[^?\n]{0,300}[{}[\]"=]/iu;

/** The expression that did not hold: `Assertion `size > 0' failed`, `Guarantee failed: [!done]`, `MY_ASSERT(size > 0) failed`, `assertion failed: left == right`. */
const ASSERTED =
  /(?<![A-Za-z\d])(?:assert(?:ion)?|guarantee|check|precondition|invariant|require(?:ment)?)\b[ \t]{0,5}(?:failed[ \t]{0,5}:?[ \t]{0,5}[[(`'"]?([^\n\]`'"]{4,200})|[`'"([]([^\n\]`'"]{4,200})[\])`'"]{1,2}[ \t]{0,5}failed)/gi;

/** An error with its message within a sentence: `it crashes with System.ArgumentException: Destination is too short`. Group: the message. */
const ERROR_WITHIN = /(?<![\w$.:])(?:[\w$]{1,80}[.:]{1,2}){0,8}[\w$]{0,80}(?:Error|Exception):\s+(\S[^\n]{3,300})/g;
/** The name of an error of any kind, where a stack trace is beside it. */
const ERROR_BEFORE = /^(?:Caused by:\s+)?[\w$.:]+:\s+/;
const WORD = /[\p{L}\p{N}_]+/gu;

/** Where a text has messages of several words: between quotation marks, but not backticks, or after what a log prints before them. */
export function messagesIn(text: string): { readonly start: number; readonly end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { index, 0: quoted } of text.matchAll(QUOTED))
    if (/\s/.test(quoted) && !quoted.startsWith('`')) found.push({ start: index, end: index + quoted.length });
  let start = 0;
  for (const line of text.split('\n')) {
    const before = PRINTED_BEFORE.exec(line)?.[0].length;
    if (before !== undefined) found.push({ start: start + before, end: start + line.length });
    start += line.length + 1;
  }
  return found;
}

/** A text without its quotations, but with names between backticks. */
export const unquoted = (text: string): string => text.replace(QUOTED, (quotation) => (/^`\S*$/.test(quotation) ? quotation : ' '));

export const passageWords = (text: string): string[] => (text.match(WORD) ?? []).map((word) => word.toLowerCase());

export function passagesOf(text: string): Passage[] {
  const found: Passage[] = [];
  const seen = new Set<string>();
  const put = (part: string, { isQuoted = false, isMessage = false }) => {
    const words = passageWords(part.slice(0, literalMatch.passageChars));
    const key = words.join(' ');
    // A single name between quotation marks is searched as a name.
    if (isQuoted && !/\s/.test(part.trim())) return;
    if (words.length < (isQuoted ? literalMatch.minQuotedWords : literalMatch.minWords) || seen.has(key)) return;
    seen.add(key);
    found.push({ text: part.slice(0, literalMatch.passageChars), words, isQuoted, isMessage });
  };
  for (const [, behind, before] of text.matchAll(ASSERTED)) {
    const words = passageWords(behind ?? before ?? '');
    if (words.length >= literalMatch.minQuotedWords) found.push({ text: behind ?? before ?? '', words, isQuoted: true, isMessage: false });
  }
  const putOption = (name: string): void => {
    found.push({ text: name, words: passageWords(name), isQuoted: true, isMessage: false, isOption: true });
  };
  for (const [, behind, dotted = ''] of text.length > MAX_OPTION_QUESTION ? [] : text.matchAll(OPTION)) {
    const name = behind ?? dotted;
    if (languageOf(name) === 'plaintext') putOption(name);
  }
  const key = (HYPHENATED.exec(text) ?? SLASHED.exec(text))?.[0].trim();
  if (key !== undefined) putOption(key);
  if (LABEL.test(text)) found.push({ text: text.trim(), words: passageWords(text), isQuoted: true, isMessage: false, isLabel: true });
  for (const [route] of text.length > MAX_OPTION_QUESTION ? [] : text.matchAll(ROUTE)) putOption(route);
  for (const match of text.matchAll(QUOTED)) put(match.slice(1).find((part) => part !== undefined) ?? '', { isQuoted: true });
  const written = text.split('\n');
  const lines = unprefixedLines(text);
  const { rests } = readStackTrace(text);
  // Between the frames of a trace and the message there may be indented source code.
  let isAfterFrame = false;
  for (const [i, line] of lines.entries()) {
    const rest = rests.get(i);
    if (rest !== undefined) {
      put(rest, { isMessage: true });
      isAfterFrame = true;
      continue;
    }
    const isBesideFrame = /^\S/.test(line) && (isAfterFrame || rests.has(i + 1));
    if (/^\S/.test(line)) isAfterFrame = false;
    const isMessage = isBesideFrame || PRINTED_BEFORE.test(line) || PRINTED_BEFORE.test(written[i] as string) || VALUE_BEHIND.test(line);
    for (const [, , part] of line.matchAll(OUTERMOST)) put(part ?? '', { isQuoted: true });
    put(line, { isMessage });
    for (const [error, message = ''] of isMessage ? [] : line.matchAll(ERROR_WITHIN)) {
      put(error, { isMessage: true });
      put(message, { isMessage: true });
    }
    if (isMessage) put(line.replace(PRINTED_BEFORE, ''), { isMessage });
    if (isBesideFrame) put(line.replace(ERROR_BEFORE, ''), { isMessage });
  }
  return found.slice(0, literalMatch.passages);
}
