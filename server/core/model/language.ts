/** Questions about languages, answered from their descriptors: which one a file is in, and what is known of it. Pure. */
import { type CommentStyle, commentStyles, type LanguageDescriptor } from './languages/language-descriptor.js';
import { languages } from './languages/languages.js';
import { commonLexis, type Lexis } from './languages/lexis.js';

const byId = new Map(languages.map((language) => [language.id, language]));
const byExtension = new Map(languages.flatMap(({ id, extensions = [] }) => extensions.map((extension) => [extension, id] as const)));
const byName = new Map(languages.flatMap(({ id, fileNames = [] }) => fileNames.map((name) => [name, id] as const)));
const byInterpreter = languages.flatMap(({ id, interpreter }) => (interpreter ? [[interpreter, id] as const] : []));

/** Every id that `languageOf` and `languageOfHeader` give. */
export const languageIds: ReadonlySet<string> = new Set([
  ...byExtension.values(),
  ...byName.values(),
  ...byInterpreter.map(([, id]) => id),
]);

/** What is known of a language; undefined for one that only an editor or a language server knows. */
export const descriptorOf = (language: string): LanguageDescriptor | undefined => byId.get(language);

/** Extension of the last path segment, lower case, without the dot; '' where there is none. */
function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** Texts of XML, and of Qt's translations among them, whose extension (`.ts`) is that of another language. */
const xmlHead = /^\uFEFF?\s{0,20}<(?:\?xml|!DOCTYPE TS|TS)\b/;
const linguistHead = /<(?:!DOCTYPE TS|TS)\b/;

/**
 * LSP language id of a file; `plaintext` where it is unknown.
 * @param firstLine the beginning of the text: a `#!` line decides for unknown names, XML also where an extension means something else
 */
export function languageOf(path: string, firstLine = ''): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const known = byName.get(name) ?? byExtension.get(extensionOf(path));
  if (xmlHead.test(firstLine) && (!known || known === 'typescript')) return linguistHead.test(firstLine) ? 'qt-linguist' : 'xml';
  if (known) return known;
  if (name.startsWith('dockerfile')) return 'dockerfile';
  if (firstLine.startsWith('#!')) for (const [pattern, language] of byInterpreter) if (pattern.test(firstLine)) return language;
  return 'plaintext';
}

/** As much of a header is examined; licences are long. */
const maxHeaderChars = 40_000;
const comments = /\/\*[\s\S]*?\*\/|\/\/.*/g;
const cppOnly =
  /^[ \t]*(?:#\s*include\s*<\w+>|template\s*<|(?:inline\s+)?namespace\b|(?:public|protected|private)\s*:|class\s+\w[^;=]*\{|using\s+\w|constexpr\b|\w[^\n;]*\w::\w)/m;

const objectiveCOnly = /^[ \t]*(?:@(?:interface|protocol|class|import|property)\b|NS_ASSUME_NONNULL_BEGIN)/m;
/** What C++ of Windows may have too. */
const objectiveCLikely = /^[ \t]*(?:#\s*import\b|(?:FOUNDATION|UIKIT|NS)_E\w+|typedef\s+NS_\w+)/m;

/** Headers of C++ and Objective-C have the extension of C: those where the text is not valid C. */
export function languageOfHeader(path: string, text: string): string | null {
  if (!path.endsWith('.h')) return null;
  const code = text.slice(0, maxHeaderChars).replace(comments, '');
  if (objectiveCOnly.test(code)) return 'objective-c';
  if (cppOnly.test(code)) return 'cpp';
  return objectiveCLikely.test(code) ? 'objective-c' : null;
}

/** Languages whose code mentions each other's names have one family, named after its first; others are their own. */
export const familyOf = (language: string): string => byId.get(language)?.family ?? language;

/** True: types implement interfaces without naming them, so that no text shows which do. */
export const hasStructuralInterfaces = (language: string): boolean => byId.get(language)?.hasStructuralInterfaces === true;

/** How a collapsed body is marked as a comment. */
export const commentStyle = (language: string): CommentStyle => byId.get(language)?.comment ?? commentStyles.block;

export const lexisOf = (language: string): Lexis => byId.get(language)?.lexis ?? commonLexis;
