/** Shell scripts: functions, bats tests, variables at the top level. */
import { blankBodies } from '../blank-bodies.js';
import { declare, declareAt, spanOf, textOf } from '../declare.js';
import type { Grammar } from '../grammar.js';
import { words } from '../grammar.js';

const batsTest = /^@test[ \t]+(["'])((?:(?!\1).)*)\1[ \t]*\{/;

/** A command with plain words. */
const plainLine =
  /^\s{0,200}(?!(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|select|function)\b)[\w./:-]{1,100}(?:[ \t]{1,20}[\w./:@%+,=-]{1,200}){0,40}\s{0,20}$/;

export const shell: Grammar = {
  wasm: 'bash',
  comments: ['comment'],
  strings: ['string_content', 'raw_string', 'heredoc_content'],
  wrappers: ['declaration_command'],
  scan: false,
  keywords: words('if while until for case function'),
  repairs: [blankBodies(/^(?:function[ \t]{1,9})?[\w:.+-]{1,100}[ \t]{0,9}(?:\([ \t]*\))?[ \t]{0,9}\n?\{/gm, plainLine)],
  rules: {
    function_definition: declare('function', {
      fix(declaration, _node, walk) {
        const test = batsTest.exec(walk.text.slice(declaration.start, declaration.start + 500));
        if (!test) return;
        declaration.kind = 'test';
        declaration.name = test[2] as string;
        declaration.nameSpan = {
          start: declaration.start + test[0].indexOf(test[1] as string) + 1,
          end: declaration.start + test[0].indexOf(test[1] as string) + 1 + declaration.name.length,
        };
      },
    }),
    variable_assignment(node, walk) {
      const name = node.childForFieldName('name');
      if (!name || walk.isLocal || name.type === 'subscript') return;
      const known = textOf(walk, name);
      const value = node.childForFieldName('value');
      const body = value?.type === 'array' ? { start: value.startIndex + 1, end: value.endIndex - 1 } : undefined;
      walk.add({
        kind: /^[A-Z][A-Z0-9_]*$/.test(known) ? 'constant' : 'variable',
        name: known,
        nameSpan: spanOf(name),
        start: node.startIndex,
        end: node.endIndex,
        body,
      });
    },
    command(node, walk) {
      // `source file`, aliases, and the call of a function: a command's name.
      const text = walk.text.slice(node.startIndex, node.startIndex + 300);
      const source = /^(?:source|\.)[ \t]+["']?([^\s"';]+)/.exec(text)?.[1];
      if (source) {
        walk.mention(source.replace(/^.*\//, '').replace(/\.\w+$/, ''), 'import', node.startIndex, walk.ownerIndex(), source);
        return;
      }
      const alias = /^alias[ \t]+([\w.-]+)=/.exec(text);
      if (alias && !walk.isLocal)
        declareAt(walk, 'function', node, alias[1] as string, node.startIndex + alias[0].indexOf(alias[1] as string, 5));
      const name = /^[A-Za-z_][\w:.-]*(?=\s|$|;|\))/.exec(text)?.[0];
      if (name && !builtins.has(name)) walk.mention(name, 'call', node.startIndex, walk.ownerIndex());
    },
  },
  /** A bats test is no shell: it is made a function of the same length, and its name read from the original. */
  prepare(text) {
    if (!text.includes('@test')) return text;
    return text.replace(/^@test[ \t]+(["'])(?:(?!\1).)*\1(?=[ \t]*\{)/gm, (head) => `t${'_'.repeat(Math.max(0, head.length - 3))}()`);
  },
};

const builtins = words(
  'echo printf cd exit return local export declare readonly set unset shift test true false read eval exec trap wait kill source alias command builtin type cat grep sed awk cut tr sort uniq head tail ls rm mkdir cp mv touch find xargs dirname basename pwd let break continue typeset',
);
