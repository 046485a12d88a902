/**
 * Whether a name is a variable inside of a function: what is called by it is what the variable holds. Read from the text, as nothing in the
 * index lists local variables. `const { close } = panel` of JavaScript does not count: what it holds mostly has that name.
 */
import { escapePattern } from '../../../../util/escape-pattern.js';
import type { ChunkRecord } from '../../../model/chunk.js';
import { familyOf } from '../../../model/language.js';

/** Text of a function that is looked through, in UTF-16 units. */
const MAX_CHARS = 100_000;

/** By family; where there is none, nothing counts as a local variable. `NAME` is the name. */
const patterns: Readonly<Record<string, string>> = {
  python:
    '^[ \\t]*(?:\\w+,[ ]*)*NAME(?:,[ ]*\\w+)*(?:[ ]*:[^=\\n]{1,80})?[ ]*=(?!=)[^\\n]*(?<!,)$|^[ \\t]+for[ ]+(?:\\w+,[ ]*)*NAME(?:,[ ]*\\w+)*[ ]+in\\b|\\bas[ ]+NAME[ ]*:',
  javascript: '\\b(?:const|let|var)\\s+NAME\\s*(?::[^=;]{1,80})?=|(?<![\\w$.])NAME\\s*=>|[(,]\\s*NAME\\s*(?:,[^(){};]{0,60})?\\)\\s*=>',
  rust: '\\blet\\s+(?:mut\\s+|(?:Some|Ok|Err)\\(\\s*)?NAME\\)?\\s*(?::[^=;]{1,80})?=|\\bfor\\s+NAME\\s+in\\b',
  go: '^\\s*(?:(?:if|for|switch)\\s+)?(?:\\w+,\\s*)*NAME(?:,\\s*\\w+)*\\s*:=|^\\s*var\\s+NAME\\b',
  c: '^\\s+(?!(?:return|else|goto|throw|case|new|delete|typedef|using)\\b)(?:const\\s+|struct\\s+)?[A-Za-z_][\\w:]*(?:<[^<>;]{0,60}>)?[\\s*&]+NAME\\s*(?:=(?!=)|;)|^\\s+\\w[\\w\\s*]*\\(\\s*[*^]\\s*NAME\\s*\\)\\s*\\(',
  csharp: '\\b(?:var|Func<[^;=]{1,80}>|Action(?:<[^;=]{1,80}>)?)\\s+NAME\\s*=',
  java: '\\b(?:val|var)\\s+NAME\\s*(?::[^=;]{1,80})?=',
  swift: '\\b(?:let|var)\\s+NAME\\s*(?::[^=;]{1,80})?=',
  lua: '\\blocal\\s+(?:\\w+\\s*,\\s*)*NAME\\b',
  zig: '\\b(?:const|var)\\s+NAME\\s*(?::[^=;]{1,80})?=',
};

/** @param line 0-based, of the mention: what is bound there or below does not count, but in Python, where a name is local in a whole function */
export function isLocalVariable(
  text: string,
  name: string,
  line: number,
  { span, lines, bodySpan, nameSpan, language }: ChunkRecord,
): boolean {
  const family = familyOf(language);
  const pattern = patterns[family];
  const start = bodySpan?.start ?? nameSpan?.end ?? span.start;
  // A name with a capital is a type, or a pattern takes it apart: `let Size(n) = size`.
  if (!pattern || (family !== 'python' && /^\p{Lu}/u.test(name))) return false;
  const lineStart = startOfLine(text, span.start, line - lines.start);
  const to = Math.min(span.end, start + MAX_CHARS);
  const own = text.slice(start, family === 'python' ? to : Math.min(to, lineStart));
  if (!own.includes(name)) return false;
  // Neither a macro nor a path of Rust (`doc!(…)`, `crate::name(…)`) is a variable.
  const lineEnd = text.indexOf('\n', lineStart);
  const called = text.slice(lineStart, Math.min(span.end, lineEnd < 0 ? span.end : lineEnd));
  const plain = escapePattern(name);
  if (!new RegExp(`(?<![\\w$.:>])${plain}\\s*(?:\\?\\.)?\\(`).test(called)) return false;
  if (family === 'python' && new RegExp(`^\\s*(?:global|nonlocal)\\b[^\\n]*\\b${name}\\b`, 'm').test(own)) return false;
  const source = pattern.replaceAll('NAME', () => `(?<![\\w$])${plain}(?![\\w$])`);
  return new RegExp(source, 'm').test(own);
}

/** Where the line begins that is so many lines below an offset; the offset itself for none. */
function startOfLine(text: string, from: number, below: number): number {
  let at = from;
  for (let i = 0; i < below; i++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return text.length;
    at = next + 1;
  }
  return at;
}
