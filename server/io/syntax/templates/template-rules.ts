/** How the templates of each framework are read: what is an expression, what is a component, which names the template binds itself. */
import { pascalCase } from '../../../core/model/component-name.js';

export interface TemplateRules {
  /** What encloses an expression in the text and in the values of attributes. */
  readonly open: '{{' | '{';
  readonly close: '}}' | '}';
  /** Names of attributes whose value is an expression as a whole. */
  readonly bound: RegExp;
  /** A block in the text, up to where its expression begins: behind a parenthesis, which closes it, or else up to a semicolon. Sticky. */
  readonly block?: RegExp;
  /** Names that the template binds for itself: those in the first group, in `name="value"` of an attribute, a block, or an expression. Global. */
  readonly locals: readonly RegExp[];
  /** Words of expressions that name nothing. */
  readonly words: ReadonlySet<string>;
  /** The name under which a tag mentions a component, as far as the tag alone shows; '' for an element of HTML. */
  readonly tag: (tag: string) => string;
  /** The name under which an attribute mentions a class; '' for none. */
  readonly attribute?: (name: string) => string;
  /** The member of a component that an attribute of its element names, `selection` of `(selection)`; '' for none. */
  readonly member?: (name: string) => string;
  /** The name of the script that an attribute uses: `shake` of `use:shake`; '' for none. */
  readonly directive?: (name: string) => string;
  /** The name under which `value | name` mentions a class. */
  readonly pipe?: (name: string) => string;
  /**
   * Where names of expressions are declared. `script`: in the script of the file, and others are not followed. `class`: in a class that
   * names the template, which may be of another file.
   */
  readonly declaredIn: 'script' | 'class';
  /** True: tags that the script does not import may be components all the same. */
  readonly hasGlobalTags: boolean;
}

const literals = 'true false null undefined this typeof instanceof in of new void delete await';
const set = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** `Card.Item` is reached through `Card`. */
const component = (tag: string): string => {
  const first = tag.replace(/\..*$/, '');
  return /^[A-Z]/.test(first) || first.includes('-') ? pascalCase(first) : '';
};

export const vueTemplate: TemplateRules = {
  open: '{{',
  close: '}}',
  bound: /^(?:[:@#.]|v-)/,
  locals: [/^v-for="\s*([^"]{0,200}?)\s+(?:in|of)\s/g, /^(?:v-slot|#|slot-scope)[^=]*=([\s\S]*)/g],
  words: set(literals),
  tag: component,
  declaredIn: 'script',
  hasGlobalTags: true,
};

export const svelteTemplate: TemplateRules = {
  open: '{',
  close: '}',
  bound: /^$/,
  locals: [
    /^#each\b[\s\S]*?\bas\b([^(]*)/g,
    /^(?:#await\b[\s\S]*?\b|:)(?:then|catch)\b([\s\S]*)/g,
    /^@const\s+([\w$]+)/g,
    /^#snippet\s+[\w$]+\s*\(([\s\S]*)/g,
    /^let:([\w$]+)/g,
  ],
  words: set(literals),
  tag: (tag) => (/^[A-Z]/.test(tag) ? component(tag) : ''),
  directive: (name) => /^(?:use|transition|in|out|animate):([\w$]+)/.exec(name)?.[1] ?? '',
  declaredIn: 'script',
  hasGlobalTags: false,
};

/** Selectors are kept in the form that they have in a class's decorator: `app-card`, `[appTip]`; a pipe as `|money`. */
export const angularTemplate: TemplateRules = {
  open: '{{',
  close: '}}',
  bound: /^(?:[[(*]|(?:bind|on)-)/,
  block: /@(?:else\s+if|if|for|switch|case|defer)\s*\(|@let\s+[\w$]+\s*=/y,
  locals: [/^#([\w$]+)/g, /^let-([\w$]+)/g, /^@for\s*\(\s*([\w$]+)/g, /(?:^@|\b)let\s+([\w$]+)/g, /\bas\s+([\w$]+)/g],
  words: set(`${literals} let as track trackBy else then index count first last even odd when on prefetch`),
  tag: (tag) => (tag.includes('-') && !/^ng-(?:container|template|content)$/.test(tag) ? tag : ''),
  attribute: (name) => {
    const directive = /^[[*]?([a-z]+[A-Z]\w*)/.exec(name)?.[1];
    return directive === undefined ? '' : `[${directive}]`;
  },
  member: (name) => /^(?:\[\(?|\()([a-z]\w*)\)?\]?$/.exec(name)?.[1] ?? '',
  pipe: (name) => `|${name}`,
  declaredIn: 'class',
  hasGlobalTags: true,
};

/** Whether a page is a template of Angular: by its name, or by attributes and blocks that no other page has. */
export const isAngularTemplate = (text: string): boolean =>
  /\s(?:\*[a-z]\w*|\[\(?[\w.-]+\)?\]|\([\w.-]+\))="|^[ \t]{0,100}@(?:if|for|switch) \(|<[a-z]\w*-[\w-]*[\s/>]/m.test(text);
