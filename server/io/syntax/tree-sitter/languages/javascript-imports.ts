/** Imports of TypeScript and JavaScript: ES modules, re-exports, `require`. Read from the text of the statement. */
import type { Node } from '@vscode/tree-sitter-wasm';
import { componentName } from '../../../../core/model/component-name.js';
import { textOf } from '../declare.js';
import type { Walk } from '../walk.js';

const moduleOf = (text: string): string | undefined =>
  /\bfrom\s*["']([^"']+)["']/.exec(text)?.[1] ?? /^(?:import|export)\s*["']([^"']+)["']/.exec(text)?.[1];
/** What such a file exports by default is the component that has the name of the file, whatever an import calls it. */
const componentFile = /\.(?:vue|svelte)$/;
const lastPart = (module: string): string =>
  module
    .replace(/[?#].*$/, '')
    .replace(/(?<!\/)\/+$/, '')
    .replace(/^.*\//, '')
    .replace(/\.[cm]?[jt]sx?$/, '') || module;

/** `a, type b as c` in braces. */
function named(list: string, walk: Walk, at: number, module: string): void {
  for (const part of list.split(',')) {
    const [name = '', alias] = part
      .trim()
      .replace(/^type\s+/, '')
      .split(/(?<!\s)\s+as\s+|(?<!\s)\s*:\s*/);
    if (/^[\w$]+$/.test(name)) walk.mention(name === 'default' && alias ? alias : name, 'import', at, walk.ownerIndex(), module, alias);
  }
}

export function importRule(node: Node, walk: Walk): void {
  const text = textOf(walk, node).replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const at = node.startIndex;
  const assigned = /^import\s+(?:type\s+)?([\w$]+)\s*=\s*require\(\s*["']([^"']+)["']/.exec(text);
  if (assigned) {
    walk.mention(assigned[1] as string, 'import', at, -1, assigned[2]);
    return;
  }
  const module = moduleOf(text);
  if (!module) return;
  const clause = /^import\s+(?:type\s+(?!from\b))?([\s\S]*?)\s*\bfrom\b/.exec(text)?.[1];
  if (clause === undefined) {
    walk.mention(lastPart(module), 'import', at, -1, module);
    return;
  }
  const braces = /\{([^}]*)\}/.exec(clause);
  if (braces) named(braces[1] as string, walk, at, module);
  const rest = clause.replace(/\{[^}]*\}/, '');
  for (const part of rest.split(',')) {
    const name = part.trim().replace(/^\*\s*as\s+/, '');
    if (!/^[\w$]+$/.test(name)) continue;
    const component = !part.includes('*') && componentFile.test(module) ? componentName(module) : '';
    if (component && component !== name) walk.mention(component, 'import', at, -1, module, name);
    else walk.mention(name, 'import', at, -1, module);
  }
}

/** `export … from 'x'` imports what it exports. */
export function exportFrom(node: Node, walk: Walk): void {
  const source = node.childForFieldName('source');
  if (!source) return;
  walk.mask(node);
  const module = textOf(walk, source).slice(1, -1);
  const text = walk.text.slice(node.startIndex, source.startIndex);
  const braces = /\{([^}]*)\}/.exec(text);
  if (braces) named(braces[1] as string, walk, node.startIndex, module);
  else walk.mention(/\*\s*as\s+([\w$]+)/.exec(text)?.[1] ?? lastPart(module), 'import', node.startIndex, -1, module);
}

/** `const a = require('x')`, `const { a } = await import('x')`. True where the declarator is such an import. */
export function requireCall(walk: Walk, name: Node, value: Node): boolean {
  const found = /^(?:await\s+import|(?:[\w$]+\()?require)\s*\(\s*["']([^"']+)["']\s*\)/.exec(
    walk.text.slice(value.startIndex, value.startIndex + 200),
  );
  if (!found) return false;
  const module = found[1] as string;
  if (name.type === 'identifier') walk.mention(textOf(walk, name), 'import', name.startIndex, walk.ownerIndex(), module);
  else if (name.type === 'object_pattern') named(textOf(walk, name).slice(1, -1), walk, name.startIndex, module);
  return true;
}
