/** Markup and styles of web pages, and templates. */
import { commentStyles, type LanguageDescriptor } from './language-descriptor.js';

const { block, markup } = commentStyles;

export const web: readonly LanguageDescriptor[] = [
  { id: 'vue', extensions: ['vue'], family: 'javascript', comment: markup, isComponent: true },
  { id: 'svelte', extensions: ['svelte'], family: 'javascript', comment: markup, isComponent: true },
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
