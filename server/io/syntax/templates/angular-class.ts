/**
 * What the decorator of a class of Angular says of templates: under which tags, attributes or pipes they mention the class, which file its
 * template is, or the template itself.
 */
import type { TextSpan } from '../../../core/model/symbol.js';
import { SELECTOR_TAG, TEMPLATE_TAG } from '../../../core/model/template-tags.js';
import { stringEnd } from './read-template.js';
import { angularTemplate } from './template-rules.js';

export interface AngularClass {
  /** To be added to the symbol's. */
  readonly tags: readonly string[];
  /** A template in the decorator itself. */
  readonly template: TextSpan | null;
}

const decorator = /@(Component|Directive|Pipe)\s*\(/;

/** @param span of the text before the name of the class */
export function angularClass(text: string, { start, end }: TextSpan): AngularClass | null {
  const head = text.slice(start, end);
  const found = decorator.exec(head);
  if (!found) return null;
  const spanOf = (key: string): TextSpan | null => {
    const opening = new RegExp(`(?<![\\w$])${key}\\s*:\\s*["'\`]`).exec(head.slice(found.index));
    if (!opening) return null;
    const quote = start + found.index + opening.index + opening[0].length - 1;
    return { start: quote + 1, end: Math.max(quote + 1, stringEnd(text, quote, end)) };
  };
  const textOf = (key: string): string => {
    const value = spanOf(key);
    return value ? text.slice(value.start, value.end) : '';
  };
  const names = found[1] === 'Pipe' ? [angularTemplate.pipe?.(textOf('name')) ?? ''] : textOf('selector').split(',').flatMap(namesOf);
  const templateUrl = textOf('templateUrl');
  const tags = [
    ...names.filter((name) => /\w/.test(name)).map((name) => SELECTOR_TAG + name),
    ...(templateUrl ? [TEMPLATE_TAG + templateUrl] : []),
  ];
  return { tags, template: spanOf('template') };
}

/** Of `button[appTip]` both the element, where no element of HTML has that name, and the attribute. */
const namesOf = (selector: string): string[] => [
  ...(/^\s*([a-z]\w*-[\w-]*)/.exec(selector)?.slice(1) ?? []),
  ...[...selector.matchAll(/\[([\w-]+)\]/g)].map(([attribute]) => attribute),
];
