// What a function's documentation says in its first sentence, asked of a copy of the repository that no longer has that documentation.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCallable, isComment } from './languages.mjs';

/** { from, to, text } of the documentation of the symbol (1-based lines, inclusive), or null. Only blocks of their own lines. */
export function documentation(file, { line, start }) {
  if (file.language === 'python') return pythonDoc(file.lines, line);
  // Above the name, past decorators and annotations.
  let at = Math.min(line, Math.max(start, 1)) - 1;
  const first = file.lines[at] ?? '';
  if (isComment(file.language, first) || /^\s*@(?:doc|moduledoc)\b/.test(first)) at = firstCode(file, at, line - 1);
  while (at > 0 && /^\s*(?:@(?!doc\b)\w|#\[|\[[A-Z]|@spec\b|template\s*<)/.test(file.lines[at - 1])) at--;
  if (file.language === 'elixir') return elixirDoc(file.lines, at);
  let top = at;
  while (top > 0 && isDocLine(file, top - 1)) top--;
  if (top === at) return null;
  const text = file.lines
    .slice(top, at)
    .map((row) => row.replace(/^\s*(?:\/\*+!?|\*\/|\*(?=\s|$)|\/\/[/!]?|#+|---*)/, '').replace(/\*\/\s*$/, ''))
    .join('\n');
  return { from: top + 1, to: at, text };
}

const firstCode = (file, at, limit) => {
  while (at < limit && (isComment(file.language, file.lines[at]) || !file.lines[at].trim())) at++;
  return at;
};
const isDocLine = (file, at) => isComment(file.language, file.lines[at]) || /^\s*\*\/\s*$/.test(file.lines[at]);

function pythonDoc(lines, line) {
  let at = line - 1;
  while (at < lines.length && at < line + 12 && !/:\s*(?:#.*)?$/.test(lines[at])) at++;
  const open = /^\s*[rR]?("""|''')(.*)$/.exec(lines[at + 1] ?? '');
  if (!open) return null;
  const [, mark, rest] = open;
  if (rest.includes(mark)) return { from: at + 2, to: at + 2, text: rest.split(mark)[0] };
  let end = at + 2;
  while (end < lines.length && !lines[end].includes(mark)) end++;
  return { from: at + 2, to: end + 1, text: [rest, ...lines.slice(at + 2, end), lines[end]?.split(mark)[0] ?? ''].join('\n') };
}

function elixirDoc(lines, at) {
  let end = at - 1;
  while (end >= 0 && !lines[end].trim()) end--;
  const one = /^\s*@doc "([^"]+)"\s*$/.exec(lines[end] ?? '');
  if (one) return { from: end + 1, to: end + 1, text: one[1] };
  if (!/^\s*"""\s*$/.test(lines[end] ?? '')) return null;
  let top = end - 1;
  while (top > 0 && !/"""/.test(lines[top])) top--;
  return /^\s*@doc (?:~S)?"""/.test(lines[top]) ? { from: top + 1, to: end + 1, text: lines.slice(top + 1, end).join('\n') } : null;
}

/** The first sentence, without markup; null where it is too short, too long, a directive, or names the function. */
export function firstSentence(text, name) {
  const plain = text
    .replace(/<[^<>\n]*>|\{@\w+\s+([^}]*)\}/g, '$1')
    .replace(/[`*|]|:\w+:(?=`)/g, '')
    .trim()
    .split(/\n\s*\n|\n\s*(?=@\w|:param|\\param|Args:|Returns:|-\s)/)[0]
    .replace(/\s+/g, ' ');
  const sentence = (/^(.*?[.!?])(?:\s|$)/.exec(plain)?.[1] ?? plain).replace(/[.!?]$/, '').trim();
  const words = sentence.match(/[A-Za-z]{2,}/g) ?? [];
  if (
    words.length < 5 ||
    words.length > 40 ||
    /copyright|licen[cs]e|todo|fixme|eslint|^@|^\\|^[:=#-]|deprecated|inheritdoc|see \w+$|https?:|\b(?:of|the|an?|to|in|for|with|by|from)$/i.test(
      sentence,
    )
  )
    return null;
  const said = new Set(words.map((word) => word.toLowerCase()));
  const parts = (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).map((part) => part.toLowerCase());
  return said.has(name.toLowerCase()) || sentence.includes(name) || parts.every((part) => said.has(part)) ? null : sentence;
}

/** Chooses functions and takes their documentation out of the files. Returns [{ name, query }]; the tree has to be read again. */
export function removeDocumentation(tree, random, count) {
  const chosen = [];
  const cuts = new Map();
  for (const target of random.shuffled(tree.unique.filter(({ kind }) => isCallable(kind)))) {
    if (chosen.length >= count) break;
    const file = tree.byPath.get(target.path);
    const doc = documentation(file, target);
    const query = doc && firstSentence(doc.text, target.name);
    if (!query || tree.files.some((other) => other !== file && other.lines.some((line) => line.includes(query)))) continue;
    chosen.push({ name: target.name, query });
    cuts.set(file, [...(cuts.get(file) ?? []), doc]);
  }
  for (const [file, docs] of cuts) {
    const gone = new Set(docs.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i)));
    writeFileSync(join(tree.folder, file.path), file.lines.filter((_, i) => !gone.has(i + 1)).join('\n'));
  }
  return chosen;
}

/** The chosen ones as questions, with the places that they have in the tree as it is indexed. */
export const docstrings = (tree, chosen) =>
  chosen.flatMap(({ name, query }) => {
    const target = tree.uniqueByName.get(name);
    return target ? [{ kind: 'docstrings', query, targets: [target], needed: target.needed }] : [];
  });
