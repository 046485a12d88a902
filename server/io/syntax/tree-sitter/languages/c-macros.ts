/**
 * Macros that stand where no expression may stand break a C++ grammar: export marks, lock annotations, namespace
 * openers. They are blanked by white space of the same length, so that every offset stays true. Only names in upper
 * case with an underscore are touched, and only in places where a type or variable cannot be meant.
 */
import { blank } from '../blank.js';
import { isTestMacro, plainTests } from './c-test-macros.js';

const macro = /\b[A-Z][A-Z0-9]*_[A-Z0-9_]*\b|\b(?:absl_(?:nonnull|nullable|nullability_unknown)|_Nonnull|_Nullable|_Null_unspecified)\b/g;

/** A directive with the lines that continue it. */
const directive = /^[ \t]*#[^\n]*(?:(?<=\\\r?)\n[^\n]*)*/gm;

/** Names that by themselves say that they annotate what follows. */
const prefixWord =
  /_(?:EXTERN|EXPORT|API|INLINE|NOINLINE|INIT|NODISCARD|RESULT|DEPRECATED|UNUSED|PUBLIC|PRIVATE|LOCAL|HIDDEN|COLD|HOT|WEAK|NORETURN|CONSTEXPR|ATTRIBUTE\w*|CONSTEXPR_SINCE_\w+|IMPORT|DECL|CONST|VARIABLE|ADDRESS)$/;
const suffixWord = /(?:GUARDED_BY|CAPTURED_BY|ATTRIBUTE_\w+|LIFETIME_BOUND|UNUSED|ACQUIRED_AFTER|ACQUIRED_BEFORE)$/;
const typeWord = /\b(?:class|struct|enum|union|namespace)\s*(?:\[\[[^\]]*\]\]\s*)?$/;
const headWords = /^(?:\s|\[\[[^\]]*\]\]|\b(?:static|inline|constexpr|extern|virtual|explicit|friend|const)\b|extern "C")*$/;
const behindParameters = /\)\s*(?:(?:const|noexcept|override|final)\b\s*)*&{0,2}$/;

/** Inside a directive over several lines a comment ends what the grammar takes for the macro. */
function blankCommentsInDirectives(text: string): string {
  if (!/\\\r?\n/.test(text)) return text;
  return text.replace(directive, (lines) =>
    /\\\r?\n/.test(lines) && lines.includes('/*')
      ? lines.replace(/"(?:[^"\\\n]|\\.)*"|\/\*[\s\S]*?(?:\*\/|$)/g, (part) =>
          part.startsWith('/*') ? part.replace(/[^\n\r\\]|\\(?!\r?\n)/g, ' ') : part,
        )
      : lines,
  );
}

const macroCall = /^[A-Z][A-Z0-9_]*\([^;{}#]{1,400}\)[ \t]*;/gm;
const typeArgument =
  /(?<=[(,]\s{0,20})(?:(?:const|unsigned|signed|long|short|int|char|bool|float|double|void)\b[ *&]{0,4})+(?=\s{0,20}[,)])/g;

/** `ABSL_FLAG(int, name, 1, "…");` at the top level: the grammar takes the type for the beginning of a function. */
const valuesForTypes = (text: string): string =>
  text.replace(macroCall, (call) => call.replace(typeArgument, (type) => `0${' '.repeat(type.length - 1)}`));

const linkage =
  /^([ \t]*#[ \t]*if(?:def[ \t]+__cplusplus|[ \t]*\(?[ \t]*defined[ \t]*\(?[ \t]*__cplusplus)\b[^\n]*\n)((?:[ \t]*(?:extern[ \t]+"C"[ \t]*\{?|[{}])?[ \t]*(?:\/[/*][^\n]*)?\r?\n){1,4})(?=[ \t]*#[ \t]*endif)/gm;

/** `extern "C" {` and its end where only C++ has them: each half stands alone between two directives, and the whole file is one error. */
const blankLinkage = (text: string): string =>
  text.includes('__cplusplus') ? text.replace(linkage, (_, head: string, lines: string) => head + blank(lines)) : text;

export function blankMacros(source: string): string {
  const text = plainTests(blankLinkage(valuesForTypes(blankCommentsInDirectives(source))));
  if (!/[A-Z]_[A-Z]|_[Nn]on/.test(text)) return text;
  let out = '';
  let done = 0;
  /** End and context of the last blanked macro: a neighbour behind it stands in the same place. */
  let lastEnd = -1;
  let lastStart = -1;
  macro.lastIndex = 0;
  directive.lastIndex = 0;
  let inDirective = directive.exec(text);
  for (let found = macro.exec(text); found; found = macro.exec(text)) {
    const at = found.index;
    if (isTestMacro(found[0])) continue;
    const name = found[0];
    let end = at + name.length;
    if (name.charCodeAt(0) >= 95) {
      out += text.slice(done, at) + ' '.repeat(name.length);
      done = end;
      continue;
    }
    end = listEnd(text, end);
    // On the lines of a directive macros are at home.
    while (inDirective && inDirective.index + inDirective[0].length <= at) inDirective = directive.exec(text);
    if (inDirective && inDirective.index <= at) continue;
    const start = lastEnd >= 0 && !text.slice(lastEnd, at).trim() ? lastStart : at;
    if (!misplaced(text, name, start, end)) continue;
    out += text.slice(done, at) + blank(text.slice(at, end));
    done = end;
    lastEnd = end;
    lastStart = start;
    macro.lastIndex = end;
  }
  return done ? out + text.slice(done) : text;
}

/** Behind the argument list of a macro, where it has one that holds no statements. */
function listEnd(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  if (text[at] !== '(') return from;
  for (let depth = 0; at < text.length && at < from + 400; at++) {
    const c = text.charCodeAt(at);
    if (c === 40) depth++;
    else if (c === 41) {
      if (--depth === 0) return at + 1;
    } else if (c === 59 || c === 123 || c === 125) return from;
  }
  return from;
}

/** True for a macro from `start` to `end` in a place where the grammar expects nothing of the kind. */
function misplaced(text: string, name: string, start: number, end: number): boolean {
  let next = end;
  while (next < text.length && text.charCodeAt(next) <= 32) next++;
  // class SHOP_API [[nodiscard]] Cart
  if (text.startsWith('[[', next) && typeWord.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))) return true;
  const after = text.charCodeAt(next);
  const word = (after >= 65 && after <= 90) || (after >= 97 && after <= 122) || after === 95 || after === 126;
  const line = text.lastIndexOf('\n', start - 1) + 1;
  const head = text.slice(line, start);
  if (word && typeWord.test(head)) return true;
  // int x GUARDED_BY(mu_); but static const QString ATTRIBUTE_SEED = "seed";
  if (suffixWord.test(name) && (after === 59 || after === 61 || after === 123 || after === 44 || after === 41))
    return end > start + name.length || !/^\s*(?:(?:static|extern|inline|constexpr|const)\s+)*[\w:<>]+[\s*&]*$/.test(head);
  // ) EXCLUSIVE_LOCKS_REQUIRED(mu_) {
  const ends = after === 59 || after === 123 || after === 61 || (after === 58 && text[next + 1] !== ':');
  if (ends || (word && /^(?:const|override|noexcept|final|[A-Z][A-Z0-9]*_[A-Z0-9_]*)\b/.test(text.slice(next, next + 40)))) {
    const before = text.slice(Math.max(0, start - 200), start).trimEnd();
    // A comment may end with a parenthesis.
    if (behindParameters.test(before) && !before.slice(before.lastIndexOf('\n') + 1).includes('//')) return true;
  }
  if (word && prefixWord.test(name) && headWords.test(head)) return true;
  return alone(text, head, line, end, after);
}

/** What an expression goes on with: `EXPECT_TRUE(x)` with `<< "why"` below. */
const goesOn = /^\s{0,199}(?:<<|>>|->|&&|[!=]=|\+(?!\+)|[.,)?|=%^])/;

/** NAMESPACE_BEGIN on a line of its own, between statements. */
function alone(text: string, head: string, line: number, end: number, after: number): boolean {
  if (head.trim() || after === 40) return false;
  if (goesOn.test(text.slice(end, end + 200))) return false;
  for (let i = end; i < text.length && text[i] !== '\n' && !/^\/[/*]/.test(text.slice(i, i + 2)); i++)
    if (text.charCodeAt(i) > 32) return false;
  let before = line - 1;
  while (before >= 0 && text.charCodeAt(before) <= 32) before--;
  if (before < 0 || /[;{}:>/]/.test(text[before] as string)) return true;
  const above = text.lastIndexOf('\n', before) + 1;
  // Above stands a directive, a comment, another such macro, or a statement with a comment behind it.
  return /^\s*(?:#|\/\/|[A-Z][A-Z0-9]*_[A-Z0-9_]*\s*(?:\(.*\))?\s*$)|[;{}:>]\s*\/\/.*$/.test(text.slice(above, before + 1));
}
