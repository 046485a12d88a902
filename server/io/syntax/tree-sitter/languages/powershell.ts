/** PowerShell: the grammar has hardly any fields, so names are read from the text. */
import { declareAt, textOf } from '../declare.js';
import type { Grammar, Rule } from '../grammar.js';
import { words } from '../grammar.js';
import { baseNames } from '../signature-text.js';

const named =
  (kind: 'function' | 'class' | 'enum' | 'method' | 'field' | 'enumMember', pattern: RegExp): Rule =>
  (node, walk) => {
    const text = textOf(walk, node);
    const found = pattern.exec(text);
    if (!found) return;
    const name = found[1] as string;
    const at = node.startIndex + found[0].length - name.length;
    const open = kind === 'field' || kind === 'enumMember' ? -1 : text.indexOf('{', found[0].length);
    const body = open < 0 ? undefined : { start: node.startIndex + open + 1, end: node.endIndex - 1 };
    const parameters =
      kind === 'function' ? /^\s*\{[\s\S]*?\bparam\s*\(/i.exec(text.slice(found[0].length)) : /^\s*\(/.exec(text.slice(found[0].length));
    const from = parameters ? found[0].length + parameters[0].length : -1;
    const visibility = /\bhidden\b/i.test(found[0]) ? 'private' : undefined;
    const isConstructor = kind === 'method' && walk.owner && name === walk.symbols[walk.owner.symbol]?.name;
    const index = declareAt(walk, isConstructor ? 'constructor' : kind, node, name, at, {
      body,
      visibility,
      ...(from >= 0 ? { parameters: balanced(text, from) } : {}),
    });
    if (kind === 'class' && index >= 0) {
      const bases = /^\s*:\s*([^{]+)\{/.exec(text.slice(found[0].length))?.[1];
      for (const base of baseNames(bases ?? '')) walk.mention(base, 'inherits', at, index);
    }
  };

/** Text up to the parenthesis that closes. */
function balanced(text: string, from: number): string {
  let depth = 1;
  let i = from;
  for (; i < text.length && i < from + 4_000; i++) {
    if (text[i] === '(') depth++;
    else if (text[i] === ')' && --depth === 0) break;
  }
  return text.slice(from, i);
}

export const powershell: Grammar = {
  wasm: 'powershell',
  comments: ['comment'],
  strings: ['verbatim_string_characters', 'verbatim_here_string_characters'],
  scopes: ['script_block_expression'],
  scan: false,
  keywords: words('if elseif while for foreach switch return catch param function until'),
  rules: {
    function_statement: named('function', /^(?:function|filter|workflow)\s+((?:\w+:)?[\w-]+)/i),
    class_statement: named('class', /^(?:\[[^\]]*\]\s*)*class\s+(\w+)/i),
    enum_statement: named('enum', /^(?:\[[^\]]*\]\s*)*enum\s+(\w+)/i),
    enum_member: named('enumMember', /^(\w+)/),
    class_method_definition: named('method', /^(?:(?:hidden|static)\s+|\[[^\]]*(?:\[\])?\]\s*)*(\w+)/i),
    class_property_definition: named('field', /^(?:(?:hidden|static)\s+|\[[^\]]*(?:\[\])?\]\s*)*\$(\w+)/i),
    assignment_expression(node, walk) {
      if (walk.isLocal || walk.top) return;
      const name = /^\$((?:\w+:)?\w+)\s*=/.exec(walk.text.slice(node.startIndex, node.startIndex + 120))?.[1];
      if (name) declareAt(walk, 'variable', node, name, node.startIndex + 1);
    },
    command(node, walk) {
      const name = /^[A-Za-z]+-[A-Za-z]\w*/.exec(walk.text.slice(node.startIndex, node.startIndex + 80))?.[0];
      if (name) walk.mention(name, 'call', node.startIndex, walk.ownerIndex());
      const module = /^(?:Import-Module|using\s+module)\s+["']?([^\s"']+)/i.exec(
        walk.text.slice(node.startIndex, node.startIndex + 200),
      )?.[1];
      if (module)
        walk.mention(module.replace(/^.*[\\/]/, '').replace(/\.psm?1$/, ''), 'import', node.startIndex, walk.ownerIndex(), module);
    },
  },
};
