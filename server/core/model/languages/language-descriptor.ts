/** The form of a language descriptor: what is known of a language besides its outline rules. One file holds one language or dialects of one. */
import type { Lexis } from './lexis.js';

export interface CommentStyle {
  readonly open: string;
  readonly close: string;
  /** True where the comment reaches to the end of the line, so that what follows must start a new one. */
  readonly toLineEnd: boolean;
}

export interface LanguageDescriptor {
  /** LSP language id. */
  readonly id: string;
  /** Lower case, without the dot. No two languages have one in common. */
  readonly extensions?: readonly string[];
  /** Whole file names, lower case. */
  readonly fileNames?: readonly string[];
  /** Found in the `#!` line of a file without a known name. */
  readonly interpreter?: RegExp;
  /** First language of the family whose code mentions each other's names. Absent: the language is a family by itself. */
  readonly family?: string;
  /** How a collapsed body is marked as a comment. */
  readonly comment: CommentStyle;
  /** Comments, strings and keywords, to find identifiers. Absent: `commonLexis`. */
  readonly lexis?: Lexis;
  /** What files of this language are for, wherever they are. */
  readonly role?: 'documentation' | 'configuration';
  /** True: a file in a folder of scripts is a script. */
  readonly isScript?: true;
  /** True: the outline consists of sections, which are chunks even if they are short. */
  readonly isSectioned?: true;
  /** True: a file is a component, named after the file. */
  readonly isComponent?: true;
  /** Names of test files, lower case. */
  readonly testFiles?: RegExp;
  /** Extensions of files that are named after the test class in them: `UserTest.java`. */
  readonly testClasses?: readonly string[];
  /** Names of files that configure a build or a tool, lower case. */
  readonly configurationFiles?: RegExp;
  /** Names of files that declare what is implemented elsewhere, lower case. */
  readonly declarationFiles?: RegExp;
  /** True: types implement interfaces without naming them. */
  readonly hasStructuralInterfaces?: true;
  /** The family of languages whose functions and types its code names as its own. */
  readonly calls?: string;
  /** True: labels of arguments are part of a function's name. */
  readonly hasArgumentLabels?: true;
  /** True: arguments follow a function without parentheses, so that a function that is used is called. */
  readonly callsWithoutMarks?: true;
  /** True: methods are called by messages, `[cart store:item forKey:key]`. */
  readonly hasMessages?: true;
}

const toLineEnd = (open: string): CommentStyle => ({ open, close: '', toLineEnd: true });

export const commentStyles = {
  block: { open: '/* ', close: ' */', toLineEnd: false },
  markup: { open: '<!-- ', close: ' -->', toLineEnd: false },
  hash: toLineEnd('# '),
  dashes: toLineEnd('-- '),
  semicolon: toLineEnd('; '),
  percent: toLineEnd('% '),
  slashes: toLineEnd('// '),
  quote: toLineEnd('" '),
} as const satisfies Record<string, CommentStyle>;
