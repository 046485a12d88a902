/** The kind of an edge (call, type, import, inherits …), from the text around the identifier and the kind of its target. */
import type { ReferenceKind, SymbolKind } from '../model/symbol.js';
import type { Occurrence } from './facts.js';

export const typeKinds: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'struct', 'enum', 'trait', 'type']);
const lookBehind = 600;
const lookAhead = 200;

const importBefore: Readonly<Record<string, RegExp>> = {
  python: /(?:^|\n)[ \t]*(?:from[^\n]*\bimport\b(?:[^\n()]*|[^\n(]*\([^)]*)|import\b[^\n]*|from\b[^\n]*)$/,
  javascript: /(?:^|[\n;])[ \t]*(?:import\b|export\b[^;=()]*\{)[^;=()]*$/,
  go: /(?:^|\n)import\s*(?:\([^)]*|[^\n]*)$/,
  rust: /(?:^|\n)[ \t]*(?:pub(?:\([^)]*\))?\s+)?use\b[^;]*$/,
  csharp: /(?:^|\n)[ \t]*(?:global\s+)?using\b[^;(]*$/,
  cpp: /(?:^|\n)[ \t]*using\b[^;=]*$/,
};
const family: Readonly<Record<string, string>> = {
  typescript: 'javascript',
  typescriptreact: 'javascript',
  javascriptreact: 'javascript',
  c: 'cpp',
};
const extending = /\b(?:class|interface)\b[^{};]{0,600}\bextends\b(?![^{};]{0,600}\bimplements\b)[^{};]{0,600}$/;
const implementing = /\bclass\b[^{};]*\bimplements\b[^{};]*$/;
const pythonBases = /(?:^|\n)[ \t]*class\s+\w+\s*(?:\[[^\]]*\])?\s*\([^()]*$/;
const colonBases = /\b(?:class|struct|interface|record)\s+[\w:]+\s*(?:final\s*)?(?:<[^{};]*>)?\s*:(?!:)[^{};()]*$/;
const called = /^\s*(?:<[\w\s,.[\]|&*:]*>\s*)?\(|^\s*`|^!\s*[([{]|^::<[^;(]*>\(/;
const operator = /^operator\W/;
const constructed = /\bnew\s+(?:[\w$]+\s*\.\s*)*$/;

export function edgeKind(text: string, { start, name }: Occurrence, language: string, target: SymbolKind | null): ReferenceKind {
  const before = text.slice(Math.max(0, start - lookBehind), start);
  const end = start + name.length;
  const after = text.slice(end, end + lookAhead);
  const kin = family[language] ?? language;
  if (importBefore[kin]?.test(before)) return 'import';
  if ((target === null || typeKinds.has(target)) && basesOf(kin, before)) return 'inherits';
  if ((target === null || typeKinds.has(target)) && kin === 'javascript' && implementing.test(before)) return 'implements';
  // Calls without the name in the text: `a == b`, `Box box;`.
  if (kin === 'cpp' && (target === 'constructor' || operator.test(name))) return 'call';
  if (called.test(after) || constructed.test(before)) return 'call';
  return target !== null && typeKinds.has(target) ? 'type' : 'use';
}

function basesOf(kin: string, before: string): boolean {
  if (kin === 'python') return pythonBases.test(before) && !/=\s*[\w.]*$/.test(before);
  if (kin === 'javascript') return extending.test(before);
  return (kin === 'cpp' || kin === 'csharp') && colonBases.test(before);
}
