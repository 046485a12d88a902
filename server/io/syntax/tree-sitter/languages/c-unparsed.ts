/**
 * What the grammar of C++ does not know, for texts that have errors: values of parameters, attributes by macros in small letters, macros around
 * types. Each is blanked, in the same length.
 */
import { blank } from '../blank.js';

/** `void save(Options options = {});`: the grammar does not know such a value in a declaration. Keys of literals have a dot before them. */
const bracedDefault = /(?<=(?:[\w>]\s{1,9}|[&*]\s{0,9})(?<!\.)\b\w{1,60})\s{0,9}=\s{0,9}\{[^{};()]{0,200}\}(?=\s{0,40}[,)])/g;
/** `bool save(Cart * = nullptr)`: the grammar knows no value of a parameter without a name. */
const unnamedDefault = /(?<=[\w>]\s{0,3}[*&]{1,2}\s{0,9}(?:\/\*[^*\n]{0,80}\*\/\s{0,9})?\s)=\s{0,9}(?:nullptr|NULL|0)(?=\s{0,9}[,)>])/g;
/** `(__unused struct item *item, __unused int id)`; a type has one name behind it, not two. */
const attributeWord =
  /(?<=[(,]\s{0,80}|^(?:(?:static|extern|inline)[ \t]{1,9}){0,2})__(?!(?:extension|restrict|volatile|const|typeof|signed)(?:__)?\b)[a-z][a-z_]{1,40}(?=\s{1,9}(?:(?:const|struct|enum|union|unsigned|signed|void|int|char|long|short)\b|[A-Za-z_]\w{0,60}[\s*]{1,9}[A-Za-z_]\w{0,60}\s{0,9}[,)[]))/gm;
/** `static void printflike(1, 2)` before a name. */
const numberedAttribute =
  /(?<=[\w*][ \t]{1,9})[a-z_]{3,40}\([ \t]{0,9}\d{1,2}[ \t]{0,9},[ \t]{0,9}\d{1,2}[ \t]{0,9}\)(?=\s{1,9}\*{0,2}[a-z_]\w{0,60}\()/g;
/** `TAILQ_ENTRY(item) entry;`: the macro stands for a type. */
const typeMacro =
  /(?:(?<=\b[A-Z][A-Z0-9]{0,30}_[A-Z0-9_]{1,40})\([^()\n]{0,100}\)|(?<=\b[A-Z][A-Z0-9]{2,40})\((?:(?:struct|enum|union|const|unsigned)\b[^()\n]{1,80}|[A-Za-z_]\w{0,60}(?:_t|[ \t]?\*{1,2}))\))(?=[ \t]{1,9}\*{0,2}[a-z_]\w{0,60}(?:;|[ \t]{0,9}=[ \t\n]))/g;
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
  /^(?:static|extern|inline|const|volatile|unsigned|signed|long|short|int|char|bool|void|float|double|auto|struct|enum|union|class|typename|typedef|register|restrict|return|else|virtual|friend|explicit|constexpr|consteval|constinit|mutable|template|using|namespace|operator|new|delete|throw|goto|case|if|for|while|switch|do|sizeof|public|private|protected|co_\w+|__\w+)$/;

/** `static MP_DEFINE_OBJ(name, value);`: what a macro declares by itself. */
const staticMacro = /(?<=^[ \t]{0,20})static(?=\s{1,9}[A-Z][A-Z0-9_]{3,60}\([^;{}]{1,400}\);)/gm;
/** `METHOD_(ULONG) Door::open() {`: a macro around the type of a function. */
const aroundType =
  /(?<=^[ \t]{0,20}(?:(?:static|virtual|extern)[ \t]{1,9})?)([A-Z][A-Z0-9_]{2,40}\()([A-Za-z_][\w \t]{0,60}\*{0,2})\)(?=\s{1,9}[\w:~]{1,100}\s{0,3}\([^;{}]{0,400}\)\s{0,9}(?:const\s{0,9})?\{)/gm;
/** `typedef BOOL (WINAPI *opened_t)(int)`. */
const callingConvention = /(?<=\(\s{0,3})[A-Z][A-Z_]{3,30}(?=\s{0,3}\*\s{0,3}\w{1,80}\s{0,3}\)\s{0,3}\()/g;

const unlessKeyword = (word: string): string => (keyword.test(word) ? word : blank(word));

/** What is left where a text has errors; each keeps the text's length. */
export const blankUnparsed = (text: string): string =>
  text
    .replace(bracedDefault, blank)
    .replace(unnamedDefault, blank)
    .replace(attributeWord, blank)
    .replace(numberedAttribute, blank)
    .replace(wordBeforeType, unlessKeyword)
    .replace(wordBehindType, unlessKeyword)
    .replace(typeMacro, blank)
    .replace(aroundType, (_, macro: string, type: string) => `${blank(macro)}${type} `)
    .replace(callingConvention, blank)
    .replace(staticMacro, blank)
    .replace(aliasMacro, blank)
    .replace(joinedText, '+');
