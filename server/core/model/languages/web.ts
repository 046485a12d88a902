/** Markup and styles of web pages, and templates. */
import { scriptLexis } from './javascript.js';
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';
import { type Lexis, plain, type StringForm } from './lexis.js';

const { block, markup } = commentStyles;

const template: StringForm = { open: '`', close: '`', escapes: true, multiline: true, code: '${' };

/** A script with markup around it. */
const componentLexis: Lexis = {
  ...scriptLexis,
  blockComments: [
    ['/*', '*/'],
    ['<!--', '-->'],
  ],
  // A slash also ends a tag.
  hasPatterns: false,
};
const vueLexis: Lexis = {
  ...componentLexis,
  strings: [template, { ...plain('"'), codeBehind: /\s(?:v-|[:@#])[^\s"'=<>]*=$/ }, plain('"'), plain("'")],
};
const svelteLexis: Lexis = { ...componentLexis, strings: [template, { ...plain('"'), code: '{' }, plain("'")] };

export const web: readonly LanguageDescriptor[] = [
  { id: 'vue', extensions: ['vue'], family: 'javascript', comment: markup, lexis: vueLexis, isComponent: true },
  { id: 'svelte', extensions: ['svelte'], family: 'javascript', comment: markup, lexis: svelteLexis, isComponent: true },
  { id: 'astro', extensions: ['astro'], family: 'javascript', comment: markup },
  { id: 'html', extensions: ['html', 'htm', 'ejs'], comment: markup },
  { id: 'handlebars', extensions: ['hbs'], comment: markup },
  { id: 'erb', extensions: ['erb'], comment: block },
  { id: 'jinja', extensions: ['j2'], comment: block },
  { id: 'liquid', extensions: ['liquid'], comment: block },
  { id: 'pug', extensions: ['pug'], comment: block },
  { id: 'css', extensions: ['css'], comment: block },
  { id: 'scss', extensions: ['scss'], comment: block },
  { id: 'less', extensions: ['less'], comment: block },
  { id: 'sass', extensions: ['sass'], comment: block },
];
