/**
 * Macros with a body: tests of Catch2, doctest, GoogleTest and Boost, matchers and mocked methods of gmock. The grammar knows those whose
 * arguments are names (`TEST(Cart, Total) { … }`). Other arguments are written as a name, and a mocked method as the declaration that it
 * makes, in the same length.
 */
import { blank } from '../blank.js';

const suiteTest = /^(?:TEST|TEST_F|TEST_P|TYPED_TEST|TYPED_TEST_P|TEST_IMPL|TASK_IMPL|BENCHMARK\w*)$/;
const titledTest =
  /^(?:(?:BOOST_(?:AUTO|FIXTURE|DATA|PARAM)_|(?:CATCH_|DOCTEST_)?(?:TEMPLATE_(?:PRODUCT_|LIST_)?)?)TEST_CASE(?:_(?:METHOD|FIXTURE|TEMPLATE|CLASS|SIG|METHOD_SIG|PERSISTENT_FIXTURE))?|TEST_METHOD|TEST_SUITE|(?:CATCH_|DOCTEST_)?(?:SCENARIO|SCENARIO_METHOD|SECTION|DYNAMIC_SECTION|SUBCASE|(?:AND_)?(?:GIVEN|WHEN|THEN)))$/;

/** True for a macro that makes a test. */
export const isTestMacro = (name: string): boolean => suiteTest.test(name) || titledTest.test(name);

/** The name of the test that a macro makes: its title, the first name of a list that has none, or suite and test. */
export function nameOfTest(macro: string, list: string): string {
  const title = /"((?:[^"\\\n]|\\.){1,300})"/.exec(list)?.[1];
  if (title !== undefined) return title.trim();
  const names = list
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim());
  return (titledTest.test(macro) ? names[0] : names.join('.')) || macro;
}

const head = /(?<=^[ \t]{0,60})([A-Z][A-Z0-9_]{2,60})[ \t]*\(/gm;
/** What may stand between the arguments and the body. */
const bodyBehind = /(?:\s|\/\/[^\n]{0,200}\n){0,40}\{/y;
/** Names in front of what is no name. */
const namesBefore = /^(?:\s{0,40}[A-Za-z_]\w{0,100}\s{0,40},){0,9}\s{0,40}/;
/** Strings and brackets of an argument list. */
const parts = /"(?:[^"\\\n]|\\[\s\S])*"|'(?:[^'\\\n]|\\.)*'|[();]/g;
const MAX_LIST = 2_000;

/** Offset behind the bracket that closes a list opened before `from`; -1 where none does. */
function listEnd(text: string, from: number): number {
  let depth = 1;
  parts.lastIndex = from;
  for (let found = parts.exec(text); found && found.index < from + MAX_LIST; found = parts.exec(text)) {
    if (found[0] === '(') depth++;
    else if (found[0] === ')' && --depth === 0) return parts.lastIndex;
    else if (found[0] === ';') return -1;
  }
  return -1;
}

/** The text with lists of names only before the bodies of macros, and mocked methods declared. */
export function plainTests(text: string): string {
  if (!/^[ \t]*[A-Z][A-Z0-9_]{2,60}[ \t]*\([^\n]{0,400}"/m.test(text) && !text.includes('MOCK_METHOD(')) return text;
  let out = '';
  let done = 0;
  for (const { index, 0: opening, 1: macro = '' } of text.matchAll(head)) {
    if (index < done) continue;
    const inside = index + opening.length;
    const written = macro === 'MOCK_METHOD' ? mocked(text, index, inside) : withNames(text, macro, index, inside);
    if (written === null) continue;
    out += text.slice(done, index) + written;
    done = index + written.length;
  }
  return done > 0 ? out + text.slice(done) : text;
}

/** `TEST_CASE("total", "[cart]")` as `TEST_CASE(A               )`; null where that is not needed, or where no body follows. */
function withNames(text: string, macro: string, start: number, inside: number): string | null {
  // Within a function only a test is taken for one.
  if (text[start - 1] !== '\n' && start > 0 && !isTestMacro(macro)) return null;
  const end = listEnd(text, inside);
  if (end < 0) return null;
  const list = text.slice(inside, end - 1);
  bodyBehind.lastIndex = end;
  if (!list.includes('"') || !bodyBehind.test(text)) return null;
  const kept = namesBefore.exec(list)?.[0].length ?? 0;
  return `${text.slice(start, inside + kept)}A${blank(list.slice(kept + 1))})`;
}

/** `MOCK_METHOD(int, total, (Cart cart), (const, override))` as `int total(Cart cart)`; null where it has another form. */
function mocked(text: string, start: number, inside: number): string | null {
  const end = listEnd(text, inside);
  if (end < 0) return null;
  const list = text.slice(inside, end - 1);
  const found = /^(\s{0,40}[^(),]{1,200}),(\s{0,40}[A-Za-z_]\w{0,100}\s{0,40}),(\s{0,40})(?=\()/.exec(list);
  if (!found) return null;
  const [before, type = '', name = '', gap = ''] = found;
  const parameters = inside + before.length;
  const behind = listEnd(text, parameters + 1);
  if (behind < 0 || behind > end) return null;
  return `${blank(text.slice(start, inside))}${type} ${name} ${gap}${text.slice(parameters, behind)}${blank(text.slice(behind, end))}`;
}
