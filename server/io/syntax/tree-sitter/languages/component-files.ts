/**
 * Files that are components: a script, read as TypeScript, and a template, whose mentions are added. The component itself is a symbol that
 * only the file's name gives (core/chunking/component-outline.ts).
 */
import { type OutlineReference, type OutlineSymbol, OWN_SCOPE } from '../../../../core/model/symbol.js';
import { type MeantName, templateReferences } from '../../templates/template-references.js';
import { svelteTemplate, type TemplateRules, vueTemplate } from '../../templates/template-rules.js';
import { blankOutsideScripts } from '../../text-outlines/generic/scripts.js';
import type { Grammar } from '../grammar.js';
import { Qualifiers } from '../qualifiers.js';
import type { Walk } from '../walk.js';
import { typescript } from './javascript.js';
import { exportFrom } from './javascript-imports.js';

/** Options of a component whose functions its template calls by their names alone. */
const options: ReadonlySet<string> = new Set(['setup', 'methods', 'computed', 'data', 'props']);

/** What names of the script mean in the template: imported ones, those at its top, and those in options of the component. */
function namesOf({ symbols, mentions }: Walk, qualifiers: Qualifiers): Map<string, MeantName> {
  const names = new Map<string, MeantName>();
  for (const symbol of symbols) {
    const { name, parent } = symbol;
    let around = parent;
    for (; around >= 0; around = (symbols[around] as OutlineSymbol).parent) {
      const { name: option, kind } = symbols[around] as OutlineSymbol;
      if (!options.has(option) && kind !== 'class') break;
    }
    if (around < 0 && (parent < 0 || !names.has(name))) names.set(name, parent < 0 ? { name } : { name, qualifier: OWN_SCOPE });
  }
  for (const { kind, name, alias = name } of mentions) if (kind === 'import') names.set(alias, qualifiers.ofName(alias));
  return names;
}

const templatesBy =
  (rules: TemplateRules) =>
  (walk: Walk, text: string): readonly OutlineReference[] => {
    const qualifiers = new Qualifiers(text, walk.mentions, new Set());
    const span = { start: 0, end: text.length };
    return templateReferences({ text, span, lines: walk.lines, rules, qualifiers, names: namesOf(walk, qualifiers), from: -1 });
  };

/** What is exported by default is the component: its options stand directly in it. */
const scripts: Grammar = { ...typescript, rules: { ...typescript.rules, export_statement: exportFrom }, prepare: blankOutsideScripts };

export const vue: Grammar = { ...scripts, templates: templatesBy(vueTemplate) };
export const svelte: Grammar = { ...scripts, templates: templatesBy(svelteTemplate), marksStores: true };
