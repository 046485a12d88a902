/** Mentions in templates of Angular: pages that are templates of classes elsewhere, and strings in decorators. */
import type { OutlineReference } from '../../../core/model/symbol.js';
import { LineIndex } from '../../../util/text.js';
import { Qualifiers } from '../tree-sitter/qualifiers.js';
import type { Walk } from '../tree-sitter/walk.js';
import { type MeantName, templateReferences } from './template-references.js';
import { angularTemplate, isAngularTemplate } from './template-rules.js';

const rules = angularTemplate;
const names: ReadonlyMap<string, MeantName> = new Map();

/** Of a page; none where it does not look like a template. */
export const pageReferences = (text: string): readonly OutlineReference[] =>
  isAngularTemplate(text)
    ? templateReferences({
        text,
        span: { start: 0, end: text.length },
        lines: new LineIndex(text),
        rules,
        qualifiers: new Qualifiers(text, [], new Set()),
        names,
        from: -1,
      })
    : [];

/** Of the decorators of a file's classes. */
export function inlineTemplates({ text, lines, mentions, templates }: Walk): readonly OutlineReference[] {
  if (!templates.length) return [];
  const qualifiers = new Qualifiers(text, mentions, new Set());
  return templates.flatMap(({ span, from }) => templateReferences({ text, span, lines, rules, qualifiers, names, from }));
}
