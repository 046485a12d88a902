/** Shell scripts: functions, bats tests, variables at the top level. */
import { blank } from '../blank.js';
import { blankBodies } from '../blank-bodies.js';
import { declare, declareAt, spanOf, textOf } from '../declare.js';
import type { Grammar } from '../grammar.js';
import { words } from '../grammar.js';

const batsTest = /^@test[ \t]+(["'])((?:(?!\1).)*)\1[ \t]*\{/;

/** Words before a command, and what joins it to the next line. */
const beforeCommand = /^\s{0,200}(?:(?:if|elif|while|until|then|do|else|!)\s{1,9}){0,3}/;
const behindCommand = /(?:\s{0,9};\s{0,9}(?:then|do)|\s{0,9}(?:&&|\|\||\||\\))\s{0,20}$/;
/** A here-document: its text is no code. */
const hereDocument = /<<-?\s{0,9}(["'\\]?)(\w{1,60})\1/;
const keywordLine = /^\s{0,200}(?:then|else|fi|do|done|esac|in|\{|\}|;;)\s{0,20}$/;

/** Those commands of lines which can be read by themselves; texts of here-documents are left out. */
function commandsAlone(lines: string, parses: (part: string) => boolean): string {
  let closing = '';
  return lines.replace(/[^\n]+/g, (line) => {
    if (closing) {
      if (line.trim() === closing) closing = '';
      return blank(line);
    }
    closing = hereDocument.exec(line)?.[2] ?? '';
    const start = beforeCommand.exec(line)?.[0].length ?? 0;
    const end = line.length - (behindCommand.exec(line)?.[0].length ?? 0);
    if (closing || end <= start || keywordLine.test(line)) return blank(line);
    const command = line.slice(start, end);
    return parses(command) ? `${' '.repeat(start)}${command}${' '.repeat(line.length - end)}` : blank(line);
  });
}

/** `[[ (a && b) || c ]]`: the grammar knows few brackets in conditions. */
const plainConditions = (text: string): string =>
  text.replace(/(?<![^\s(!])\[\[\s[\s\S]{0,900}?\s\]\]/g, (condition) =>
    condition.includes('=~')
      ? condition
      : condition.replace(/\$\([^()]{0,200}\)|"(?:[^"\\]|\\.){0,400}"|'[^']{0,400}'|[()]/g, (part) => (part.length === 1 ? ' ' : part)),
  );

export const shell: Grammar = {
  wasm: 'bash',
  comments: ['comment'],
  strings: ['string_content', 'raw_string', 'heredoc_content'],
  wrappers: ['declaration_command'],
  scan: false,
  keywords: words('if while until for case function'),
  repairs: [
    plainConditions,
    blankBodies(/^(?:function[ \t]{1,9})?[\w:.+-]{1,100}[ \t]{0,9}(?:\([ \t]*\))?[ \t]{0,9}\n?\{/gm, commandsAlone),
  ],
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
    variable_name(node, walk) {
      // `$HOME_URL`: a variable in capitals may be set elsewhere.
      const name = textOf(walk, node);
      if (/^[A-Z][A-Z0-9_]{3,80}$/.test(name) && /[${#!]/.test(walk.text[node.startIndex - 1] ?? ''))
        walk.mention(name, 'use', node.startIndex, walk.ownerIndex());
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
