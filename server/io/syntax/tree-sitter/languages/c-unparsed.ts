/**
 * What the grammar of C++ does not know, for texts that have errors: values of parameters, attributes by macros in small letters, macros around
 * types. Each is blanked, in the same length.
 */
import { blank } from '../blank.js';
import type { Repair } from '../grammar.js';

/** `void save(Options options = {});`: the grammar does not know such a value in a declaration. Keys of literals have a dot before them. */
const bracedDefault = /(?<=(?:[\w>]\s{1,9}|[&*]\s{0,9})(?<!\.)\b\w{1,60})\s{0,9}=\s{0,9}\{[^{};()]{0,200}\}(?=\s{0,40}[,)])/g;
/** `bool save(Cart * = nullptr)`: the grammar knows no value of a parameter without a name. */
const unnamedDefault =
  /(?<=[\w>]\s{0,3}[*&]{1,2}\s{0,9}(?:\/\*[^*\n]{0,80}\*\/\s{0,9})?\s)=\s{0,9}(?:nullptr|NULL|0)(?=\s{0,9}[,)>])|(?<=[,(]\s{0,20}(?:[\w:]{1,80}\s){0,2}[\w:>]{1,80}\s)=\s{0,9}\{\}(?=\s{0,9}[,)])/g;
/** `(__unused struct item *item, __unused int id)`; a type has one name behind it, not two. */
const attributeWord =
  /(?<=[(,]\s{0,80}|^(?:(?:static|extern|inline)[ \t]{1,9}){0,2})__(?!(?:extension|restrict|volatile|const|typeof|signed)(?:__)?\b)[a-z][a-z_]{1,40}(?=\s{1,9}(?:(?:const|struct|enum|union|unsigned|signed|void|int|char|long|short)\b|[A-Za-z_]\w{0,60}[\s*]{1,9}[A-Za-z_]\w{0,60}\s{0,9}[,)[]))/gm;
/** `static void printflike(1, 2)` before a name. */
const numberedAttribute =
  /(?<=[\w*][ \t]{1,9})[a-z_]{3,40}\([ \t]{0,9}\d{1,2}[ \t]{0,9},[ \t]{0,9}\d{1,2}[ \t]{0,9}\)(?=\s{1,9}\*{0,2}[a-z_]\w{0,60}\()/g;
/** `TAILQ_ENTRY(item) entry;`: the macro stands for a type. */
const typeMacro =
  /(?:(?<=\b[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{1,40})\([^()\n]{0,100}\)|(?<=\b[A-Z][A-Z0-9]{2,40})\((?:(?:struct|enum|union|const|unsigned)\b[^()\n]{1,80}|[A-Za-z_]\w{0,60}(?:_t|[ \t]?\*{1,2}))\))(?=[ \t]{1,9}\*{0,2}[a-z_]\w{0,60}(?:;|[ \t]{0,9}=[ \t\n]))/g;
/** `ElfW(Word) size`, likewise, with the name of a type. */
const typeOfName =
  /(?<=\b[A-Z][A-Za-z0-9_]{1,40})\([A-Z]\w{0,60}\)(?=[ \t]{0,9}\*{0,2}[ \t]{0,9}(?:const[ \t]{1,9})?(?<!\))[a-z_]\w{0,60}[ \t]{0,9}(?:[,;)[(]|=(?!=)))/g;
/** `Item* my_nullable item`: an attribute by a macro behind a pointer or a reference. */
const behindPointer =
  /(?<=[\w>][ \t]?[*&]{1,2}[ \t]{1,3})[a-z_]\w{2,40}(?=\s{1,9}(?!(?:const|and|or|not|if|else)\b)[a-z_]\w{0,60}\s{0,9}(?:[,;)(]|=(?!=)))/g;
/** `"[-H] " USAGE`: a sum to the parser, which keeps the name. */
const joinedText = /(?<="\s{0,80})[ \t](?=[A-Z][A-Z0-9_]{1,60}(?:\s{0,80}[,;)"]|\())|(?<=[A-Z_][A-Z0-9_]{2,60}\s{0,80})[ \t](?=")/g;

/** `using Index ABSL_REFACTOR_INLINE = int;`. */
const aliasMacro = /(?<=\busing\s{1,9}\w{1,60}\s{1,9})[A-Z][A-Z0-9_]{3,60}(?:\(\))?(?=\s{0,40}=)/g;

/**
 * `static ngx_inline ngx_int_t` and `CAMLprim value` before the name of a function, `void ngx_cdecl` too: a function has one type. Words in
 * capitals are told apart by `blankMisplaced`.
 */
const wordBeforeType =
  /(?<=^(?:(?:static|extern|inline|const)\s{1,9}){0,3})(?![A-Z][A-Z0-9_]*\b)[A-Za-z_]\w{2,40}(?=\s{1,9}(?:(?:const|unsigned|signed|struct|enum)\s{1,9}){0,2}[A-Za-z_]\w{0,60}[\s*]{1,20}[A-Za-z_]\w{0,80}\s{0,3}\()/gm;
const wordBehindType =
  /(?<=^(?:(?:static|extern|inline|const|unsigned)\s{1,9}){0,3}(?:void|int|char|bool|float|double|long|size_t)\s{1,9}\*{0,2}\s{0,9})[a-z_]\w{2,40}(?=\s{1,9}[a-z_]\w{0,80}\s{0,3}\()/gm;
const keyword =
  /^(?:static|extern|inline|const|volatile|unsigned|signed|long|short|int|char|bool|void|float|double|auto|struct|enum|union|class|typename|typedef|register|restrict|return|else|virtual|friend|explicit|constexpr|consteval|constinit|mutable|noexcept|override|final|try|template|using|namespace|operator|new|delete|throw|goto|case|if|for|while|switch|do|sizeof|public|private|protected|co_\w+|__\w+)$/;

/** `static MP_DEFINE_OBJ(name, value);`: what a macro declares by itself. */
const staticMacro = /(?<=^[ \t]{0,20})static(?=\s{1,9}[A-Z][A-Z0-9_]{3,60}\([^;{}]{1,400}\);)/gm;
/** `METHOD_(ULONG) Door::open() {`: a macro around the type of a function. */
const aroundType =
  /(?<=^[ \t]{0,20}(?:(?:static|virtual|extern)[ \t]{1,9})?)([A-Z][A-Z0-9_]{2,40}\()([A-Za-z_][\w \t]{0,60}\*{0,2})\)(?=\s{1,9}[\w:~]{1,100}\s{0,3}\([^;{}]{0,400}\)\s{0,9}(?:const\s{0,9})?\{)/gm;
/** `typedef BOOL (WINAPI *opened_t)(int)`. */
const callingConvention = /(?<=\(\s{0,3})[A-Z][A-Z_]{3,30}(?=\s{0,3}\*\s{0,3}\w{1,80}\s{0,3}\)\s{0,3}\()/g;

/** `if (std::is_same_v<A, std::vector<B>>) {`: two comparisons and a shift to the parser. */
const valueTemplate = /(?<=\b\w{1,60}_v)<(?:[^<>;{}()]|<[^<>;{}()]{0,80}>){1,120}>/g;
/** `DEFINE_FLAG(int, port, 80, "");` that begins a line, up to what its line ends with. */
const macroCall =
  /(?<=^[ \t]{0,12})(?:[A-Z][A-Z0-9_]{3,60}|__[A-Za-z]\w{2,60})\((?:[^()"'\n;{}]|\n(?!\n)|"(?:[^"\\\n]|\\.){0,200}"|\((?:[^()"\n]|"[^"\\\n]{0,80}"){0,120}\)){0,400}\)(?:[^\n"'{};]{0,40}|\.\w{1,40}\([^\n]{0,200}\));?(?=[ \t]*(?:\/\/[^\n]*)?$)(?!\s{0,80}(?:[.<>&|?:+*=,)]|-[^-]))/gm;

const unlessKeyword = (word: string): string => (keyword.test(word) ? word : blank(word));

/** What is left where a text has errors; each keeps the text's length. */
export const blankUnparsed = (text: string): string =>
  text
    .replace(bracedDefault, blank)
    .replace(unnamedDefault, blank)
    .replace(attributeWord, blank)
    .replace(numberedAttribute, blank)
    .replace(neverCompiled, blank)
    .replace(wordsBehindParameters, unlessKeywords)
    .replace(wordsBeforeType, unlessKeywords)
    .replace(wordBeforeType, unlessKeyword)
    .replace(wordBehindType, unlessKeyword)
    .replace(typeMacro, blank)
    .replace(typeOfName, blank)
    .replace(behindPointer, (word) => (word.startsWith('__restrict') ? blank(word) : unlessKeyword(word)))
    .replace(aroundType, (_, macro: string, type: string) => `${blank(macro)}${type} `)
    .replace(callingConvention, blank)
    .replace(staticMacro, blank)
    .replace(aliasMacro, blank)
    .replace(valueTemplate, blank)
    .replace(instantiation, blank)
    .replace(typenameUsed, blank)
    .replace(bitDefault, blank)
    .replace(joinedText, '+');

/** `extern template class Box<int>;` and `using typename Base::size_type;`: the grammar expects a declaration with a body, and no such word. */
const instantiation =
  /(?<=^[ \t]{0,20})(?:extern[ \t]{1,9})?template(?=\s{1,9}(?:class|struct|union)\s{1,9}[\w:]{1,100}\s{0,3}<[^;{}]{1,300};)/gm;
const typenameUsed = /(?<=\busing\s{1,9})typename(?=\s{1,9}\w)/g;
/** `bool packed : 1 = false;`. */
const bitDefault = /(?<=\b\w{1,60}[ \t]{0,9}:[ \t]{0,9}\d{1,2}[ \t]{0,9})=[ \t]{0,9}\w{1,40}(?=[ \t]{0,9};)/g;

/** `decl_export decl_restrict void* allocate(size_t size) attr_malloc attr_size(1);` at the margin: words that macros stand for, several. */
const wordsBeforeType =
  /(?<=^(?:(?:static|extern|inline)\s{1,9}){0,2})(?:(?!(?:const|struct|union|enum|class|unsigned|signed)\b)[a-z_]\w{2,40}[ \t]{1,9}){2,5}(?=(?:(?:const|struct|unsigned|signed)\s{1,9}){0,2}[A-Za-z_]\w{0,60}[\s*]{1,20}(?!__(?:attribute|declspec|asm))[A-Za-z_]\w{0,80}\s{0,3}\()/gm;
const wordsBehindParameters =
  /(?<=^[A-Za-z_][^;{}()#\n]{1,300}\([^;{}#]{0,400}\)\s{0,9})(?:\s{0,9}[a-z_]\w{2,40}(?:\([\w, ]{0,60}\))?){1,6}(?=\s{0,9}[;{])/gm;
const lowerWord = /[a-z_]\w{2,40}(?:\([\w, ]{0,60}\))?/g;
const unlessKeywords = (words: string): string => words.replace(lowerWord, (word) => unlessKeyword(word));
/** Text that is never compiled. */
const neverCompiled = /(?<=^[ \t]*#[ \t]*if[ \t]+0\b[^\n]{0,80}\n)(?:(?![ \t]*#)[^\n]*\n)+(?=[ \t]*#[ \t]*endif)/gm;

/** Between `template <class T>` and what it is the head of. */
const isBehindHead = (text: string, at: number): boolean =>
  text
    .slice(Math.max(0, at - 40), at)
    .trimEnd()
    .endsWith('>');

/** A repair: calls of macros that the grammar cannot read by themselves are blanked, where types are their arguments. */
export const blankMacroCalls: Repair = (text, errors, parses) => {
  const known = new Map<string, boolean>();
  const isRead = (call: string): boolean => {
    const found = known.get(call) ?? parses(`${call.replace(/;$/, '')};`);
    known.set(call, found);
    return found;
  };
  return text.replace(macroCall, (call: string, at: number) => {
    const isNear = errors.some(({ start, end }) => start <= at + call.length && at <= end);
    return isNear && (isBehindHead(text, at) || !isRead(call)) ? blank(call) : call;
  });
};
